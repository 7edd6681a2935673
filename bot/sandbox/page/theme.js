/** Dark or light: as the system says until the reader chooses. */

import { icon, memory } from "./dom.js";
import { t } from "./words.js";

const system = matchMedia("(prefers-color-scheme: dark)");
const dark = () =>
  (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";

const chosen = memory.get("theme");
if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;

/** Draws the button that changes the theme, in the present language. */
export function drawThemeButton(button) {
  const label = t(dark() ? "toLight" : "toDark");
  button.replaceChildren(icon(dark() ? "sun" : "moon"));
  button.title = label;
  button.setAttribute("aria-label", label);
  button.onclick = () => {
    document.documentElement.dataset.theme = dark() ? "light" : "dark";
    memory.set("theme", document.documentElement.dataset.theme);
    drawThemeButton(button);
  };
  system.onchange = () => drawThemeButton(button);
}
