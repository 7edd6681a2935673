/** The strip that tells a newcomer what the page is; once closed it stays closed. */

import { icon, memory } from "./dom.js";
import { t } from "./words.js";

const strip = document.getElementById("help");

function show(on) {
  memory.set("help", on ? "on" : "off");
  strip.hidden = !on;
}

function drawButton(id, shape, label, act) {
  const button = document.getElementById(id);
  button.replaceChildren(icon(shape));
  button.title = t(label);
  button.setAttribute("aria-label", t(label));
  button.onclick = act;
}

/** Draws the strip and its two buttons in the present language. */
export function drawHelp() {
  strip.hidden = memory.get("help") === "off";
  document.getElementById("help-text").textContent = t("help");
  drawButton("help-button", "help", "helpButton", () => show(strip.hidden));
  drawButton("help-close", "close", "close", () => show(false));
}
