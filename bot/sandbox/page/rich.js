/** Rich messages: headings, paragraphs, tables and rows of buttons. */

import { dateText, fullDate } from "./clock.js";
import { h } from "./dom.js";
import { spoiler } from "./entities.js";
import { buttonRow } from "./keyboard.js";
import { t } from "./words.js";

const TAGS = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strikethrough: "s",
  code: "code",
  marked: "mark",
  subscript: "sub",
  superscript: "sup",
};

/** The blocks of a rich message. Its rows of buttons count on from `firstRow`; `onPress(button, row, col)`. */
export function richBlocks(message, firstRow, onPress) {
  let row = firstRow;
  return h(
    "div",
    { class: "rich", dir: message.is_rtl ? "rtl" : "ltr", "data-testid": "text" },
    message.blocks.map((block) =>
      block.type === "buttons" ? buttons(block, row++, onPress) : shown(block),
    ),
  );
}

function shown(block) {
  switch (block.type) {
    case "heading":
      return h("p", { class: `rich-heading size-${block.size}`, role: "heading", "aria-level": block.size, dir: "auto" }, text(block.text));
    case "table":
      return table(block);
    case "divider":
      return h("hr");
    case "footer":
      return h("p", { class: "rich-footer", dir: "auto" }, text(block.text));
    default:
      return h("p", { dir: "auto" }, text(block.text));
  }
}

/** A table wider than the message scrolls within it. */
function table(block) {
  const looks = ["is_bordered", "is_striped", "is_compact"].filter((name) => block[name]);
  return h(
    "div",
    { class: "rich-table", tabindex: "0", role: "region", "aria-label": t("table") },
    h(
      "table",
      { class: looks.map((name) => name.replace("is_", "")).join(" "), "data-testid": "rich-table" },
      block.caption ? h("caption", { dir: "auto" }, text(block.caption)) : null,
      block.cells.map((cells) => h("tr", {}, cells.map(cell))),
    ),
  );
}

function cell(one) {
  return h(
    one.is_header ? "th" : "td",
    {
      class: `${one.align} ${one.valign}${one.text === undefined ? " blank" : ""}`,
      colspan: one.colspan,
      rowspan: one.rowspan,
      scope: one.is_header ? "col" : null,
    },
    h("bdi", {}, text(one.text ?? "")),
  );
}

function buttons(block, row, onPress) {
  const plain = block.buttons.map((button) => ({ ...button, text: words(button.text) }));
  return buttonRow(plain, row, onPress, `rich-buttons ${block.align ?? ""}`);
}

function text(rich) {
  if (typeof rich === "string") return [rich];
  if (Array.isArray(rich)) return rich.flatMap(text);
  const inner = text(rich.text);
  if (TAGS[rich.type]) return [h(TAGS[rich.type], {}, inner)];
  if (rich.type === "spoiler") return [spoiler(inner)];
  if (rich.type === "date_time") {
    const how = rich.date_time_format;
    const data = how === "r" ? { unix: rich.unix_time } : {};
    const when = how ? dateText(rich.unix_time, how, words(rich.text)) : inner;
    return [h("time", { class: "date", title: fullDate(rich.unix_time), data }, when)];
  }
  return inner;
}

/** What a rich text says, without its looks. */
export function words(rich) {
  if (typeof rich === "string") return rich;
  if (Array.isArray(rich)) return rich.map(words).join("");
  return words(rich.text ?? "");
}
