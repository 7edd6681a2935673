/** Text with Telegram's entities as nodes. Offsets count UTF-16 code units, as strings here do anyway. */

import { dateText, fullDate } from "./clock.js";
import { h } from "./dom.js";
import { t } from "./words.js";

const PLAIN_TAGS = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strikethrough: "s",
  code: "code",
  custom_emoji: "span",
};
const BLOCKS = new Set(["pre", "blockquote", "expandable_blockquote"]);
const FOLD_LINES = 3;

/**
 * Renders `text`. `touch`: what a finger on it does, {command(text), link(url), mention(text, user)}.
 * Entities that cross each other are cut where they cross.
 */
export function richText(text, entities, touch) {
  const spans = (entities ?? [])
    .map((entity) => ({
      entity,
      from: entity.offset,
      to: Math.min(entity.offset + entity.length, text.length),
    }))
    .sort(byPlace);
  const fragment = document.createDocumentFragment();
  fragment.append(...pieces(text, 0, text.length, spans, touch));
  return fragment;
}

const byPlace = (a, b) => a.from - b.from || b.to - a.to;

function pieces(text, from, to, spans, touch) {
  const nodes = [];
  let at = from;
  let waiting = spans;
  while (waiting.length) {
    const [span, ...others] = waiting;
    const [start, end] = [Math.max(span.from, at), Math.min(span.to, to)];
    if (start >= end) {
      waiting = others;
      continue;
    }
    if (start > at) nodes.push(text.slice(at, start));
    const inner = others.filter((other) => other.from < end);
    nodes.push(dress(span.entity, text.slice(start, end), pieces(text, start, end, inner, touch), touch));
    waiting = others
      .filter((other) => other.to > end)
      .map((other) => ({ ...other, from: Math.max(other.from, end) }))
      .sort(byPlace);
    at = end;
    // A block ends its line by itself.
    if (BLOCKS.has(span.entity.type) && text[at] === "\n") at += 1;
  }
  if (at < to) nodes.push(text.slice(at, to));
  return nodes;
}

function dress(entity, raw, children, touch) {
  if (PLAIN_TAGS[entity.type]) return h(PLAIN_TAGS[entity.type], {}, children);
  switch (entity.type) {
    case "pre":
      return h("pre", { tabindex: "0" }, h("code", {}, children));
    case "blockquote":
      return h("blockquote", {}, children);
    case "expandable_blockquote":
      return foldable(children, raw);
    case "spoiler":
      return spoiler(children);
    case "bot_command":
      return pressable(children, null, () => touch.command(raw));
    case "url":
      return pressable(children, null, () => touch.link(raw));
    case "text_link":
      return pressable(children, entity.url, () => touch.link(entity.url));
    case "mention":
    case "text_mention":
      return pressable(children, null, () => touch.mention(raw, entity.user));
    case "hashtag":
    case "cashtag":
    case "email":
    case "phone_number":
      return h("span", { class: "tag" }, children);
    case "date_time":
      return date(entity, raw);
    default:
      return h("span", {}, children);
  }
}

function onPress(act) {
  return {
    click: act,
    keydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      act(event);
    },
  };
}

/** A link inside running text: a span, because a real button cannot break across lines. */
function pressable(children, title, act) {
  return h("span", { class: "link", role: "link", tabindex: "0", title, on: onPress(act) }, children);
}

export function spoiler(children) {
  const reveal = (event) => {
    if (!hidden.classList.contains("veiled")) return;
    event.stopPropagation();
    hidden.classList.remove("veiled");
    for (const name of ["role", "tabindex", "aria-label"]) hidden.removeAttribute(name);
  };
  const hidden = h(
    "span",
    {
      class: "spoiler veiled",
      role: "button",
      tabindex: "0",
      "aria-label": t("spoiler"),
      on: onPress(reveal),
    },
    h("span", { class: "spoiler-text" }, children),
  );
  // What lies under the veil must not react before it is lifted.
  hidden.addEventListener("click", reveal, { capture: true });
  return hidden;
}

function foldable(children, raw) {
  const quote = h("blockquote", { class: "folded", data: { fold: "" } }, children);
  if (raw.split("\n").length <= FOLD_LINES && raw.length < 120) {
    quote.classList.remove("folded");
    return quote;
  }
  const toggle = h("button", {
    type: "button",
    class: "fold",
    "aria-expanded": "false",
    "aria-label": t("expand"),
  });
  toggle.addEventListener("click", () => unfold(quote, quote.classList.contains("folded")));
  quote.append(toggle);
  return quote;
}

/** Opens or closes an expandable quotation. */
export function unfold(quote, whole) {
  quote.classList.toggle("folded", !whole);
  const toggle = quote.querySelector(".fold");
  toggle?.setAttribute("aria-expanded", String(whole));
  toggle?.setAttribute("aria-label", t(whole ? "collapse" : "expand"));
}

function date(entity, raw) {
  const how = entity.date_time_format ?? "";
  const attrs = {
    class: "date",
    title: fullDate(entity.unix_time),
    datetime: new Date(entity.unix_time * 1000).toISOString(),
    data: how === "r" ? { unix: entity.unix_time } : {},
  };
  return h("time", attrs, how ? dateText(entity.unix_time, how, raw) : raw);
}
