/** The sandbox's clock (tests may move it) and the dates shown by it. */

import { language } from "./words.js";

let skew = 0;

/** Takes over the server's time, in Unix seconds. */
export function setClock(unix) {
  skew = unix - Date.now() / 1000;
}

/** A message from the future means that the server's clock was moved forward. */
export function noticeTime(unix) {
  if (unix > now() + 1.5) setClock(unix);
}

export const now = () => Date.now() / 1000 + skew;

const format = (unix, options) =>
  new Intl.DateTimeFormat(language(), options).format(new Date(unix * 1000));

export const timeOfDay = (unix) => format(unix, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
export const dayOf = (unix) => format(unix, { day: "numeric", month: "long" });
export const fullDate = (unix) => format(unix, { dateStyle: "long", timeStyle: "medium" });

function relative(unix) {
  const seconds = Math.round(unix - now());
  const size = Math.abs(seconds);
  const [unit, length] =
    size < 60
      ? ["second", 1]
      : size < 3600
        ? ["minute", 60]
        : size < 86400
          ? ["hour", 3600]
          : ["day", 86400];
  return new Intl.RelativeTimeFormat(language(), { numeric: "always" }).format(
    Math.trunc(seconds / length) || 0,
    unit,
  );
}

/**
 * The text of a date-time entity: `r` counts down or up, otherwise any of `w` (weekday), `d` or `D` (date,
 * short or long), `t` or `T` (time, short or with seconds). Without a format it is the text the bot wrote.
 */
export function dateText(unix, how, fallback) {
  if (how === "r") return relative(unix);
  const options = {};
  if (how.includes("w")) options.weekday = "long";
  if (how.includes("D")) Object.assign(options, { day: "numeric", month: "long", year: "numeric" });
  else if (how.includes("d")) Object.assign(options, { day: "2-digit", month: "2-digit", year: "2-digit" });
  if (/[tT]/.test(how)) Object.assign(options, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  if (how.includes("T")) options.second = "2-digit";
  return Object.keys(options).length ? format(unix, options) : fallback;
}

/** Redraws every running date of the page; call it each second. */
export function tick() {
  for (const element of document.querySelectorAll("time[data-unix]")) {
    const text = relative(Number(element.dataset.unix));
    if (element.textContent !== text) element.textContent = text;
  }
}
