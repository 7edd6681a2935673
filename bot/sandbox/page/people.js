/** Names, colours and faces of people and chats. */

import { h } from "./dom.js";
import { t } from "./words.js";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const first = (text) => [...graphemes.segment(text.trim())][0]?.segment ?? "";

/** The full name; a deleted account has none of its own. */
export const nameOf = (user) => [user.first_name, user.last_name].filter(Boolean).join(" ") || t("deleted");

/** A name as an element that keeps its own writing direction. */
export const nameTag = (text, className = "") => h("bdi", { class: className || null }, text);

/** Those one can be: neither bots nor deleted accounts. */
export const playable = (people) => people.filter((person) => !person.is_bot && person.first_name !== "");

const BOT_HUE = 5;

/** One of seven hues, always the same for the same person or chat. */
export const hueOf = (who) => (who.is_bot ? BOT_HUE : Math.abs(who.id) % 7);

function initials(who) {
  if (who.first_name !== undefined) return first(who.first_name) + first(who.last_name ?? "");
  return (who.title ?? "?").split(/\s+/u).filter(Boolean).slice(0, 2).map(first).join("");
}

/** The round face of a person or a chat. It repeats the name beside it, so screen readers skip it. */
export function avatar(who, size = "m") {
  return h(
    "span",
    { class: `avatar avatar-${size} hue-${hueOf(who)}`, "aria-hidden": "true" },
    initials(who).toUpperCase(),
  );
}
