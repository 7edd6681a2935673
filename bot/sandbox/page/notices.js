/** Answers at the finger: toasts, which pass, and alerts, which wait. */

import { h } from "./dom.js";
import { t } from "./words.js";

const TOAST_MS = 3500;
const PER_LETTER_MS = 45;
let leaving = null;

/** A toast over `near` (the pane where the finger is), or over the whole page. */
export function toast(text, { near = null, wrong = false } = {}) {
  const host = document.getElementById("toasts");
  const box = near?.getBoundingClientRect();
  host.style.setProperty("--toast-left", box?.width ? `${box.left}px` : "0px");
  host.style.setProperty("--toast-width", box?.width ? `${box.width}px` : "100vw");
  host.style.setProperty("--toast-top", box?.width ? `${box.top}px` : "0px");
  host.replaceChildren(
    h("div", { class: wrong ? "toast wrong" : "toast", "data-testid": "toast", dir: "auto" }, text),
  );
  clearTimeout(leaving);
  leaving = setTimeout(() => host.replaceChildren(), TOAST_MS + text.length * PER_LETTER_MS);
}

/** Takes the toast away before its time. */
export const hush = () => document.getElementById("toasts").replaceChildren();

/** A modal that stays until it is closed. */
export function alertBox(text) {
  const dialog = document.getElementById("alert");
  document.getElementById("alert-text").textContent = text;
  document.getElementById("alert-ok").textContent = t("ok");
  if (!dialog.open) dialog.showModal();
}

/** Puts text on the clipboard and says so. */
export async function copy(text, near) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"), { near });
  } catch {
    // Without the right to the clipboard the text is at least shown, to be copied by hand.
    alertBox(text);
  }
}
