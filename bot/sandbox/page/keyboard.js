/** Inline keyboards: rows of buttons under a message. */

import { h, icon } from "./dom.js";

const STYLES = new Set(["primary", "success", "danger"]);

/** The keyboard of `markup`; `onPress(button, row, col)` presses and settles when it is answered. */
export function keyboard(markup, onPress) {
  return h(
    "div",
    { class: "keyboard", "data-testid": "keyboard" },
    markup.inline_keyboard.map((buttons, row) => buttonRow(buttons, row, onPress)),
  );
}

export function buttonRow(buttons, row, onPress, looks = "") {
  return h(
    "div",
    { class: `keyboard-row ${looks}` },
    buttons.map((button, col) => key(button, row, col, onPress)),
  );
}

function key(button, row, col, onPress) {
  const dead = Boolean(button.disabled);
  const mark = button.url || button.login_url ? "arrow" : button.copy_text ? "copy" : null;
  const element = h(
    "button",
    {
      type: "button",
      class: `key ${STYLES.has(button.style) ? button.style : "plain"}${mark ? " marked" : ""}`,
      disabled: dead,
      title: button.url ?? null,
      data: { row, col },
    },
    h("span", { class: "key-text", dir: "auto" }, button.text),
    mark && icon(mark),
  );
  if (dead) return element;
  element.addEventListener("pointerdown", ripple);
  element.addEventListener("click", async () => {
    if (element.getAttribute("aria-busy") === "true") return;
    element.setAttribute("aria-busy", "true");
    try {
      await onPress(button, row, col);
    } finally {
      element.removeAttribute("aria-busy");
    }
  });
  return element;
}

function ripple(event) {
  const box = event.currentTarget.getBoundingClientRect();
  const wave = h("span", { class: "ripple", "aria-hidden": "true" });
  wave.style.left = `${event.clientX - box.left}px`;
  wave.style.top = `${event.clientY - box.top}px`;
  wave.addEventListener("animationend", () => wave.remove());
  event.currentTarget.append(wave);
}
