/** Building elements without ever parsing markup: all text goes in as text. */

/**
 * An element. `attrs`: `class`, `data` (dataset), `on` (listeners), anything else as an attribute;
 * `false`, `null` and `undefined` leave the attribute out. Children: nodes or strings; empty ones go.
 */
export function h(tag, attrs = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attrs)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "class") element.className = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "on")
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

const SHAPES = {
  send: "M3.4 20.4 21 12 3.4 3.6 3 10.2 14 12 3 13.8z",
  reply: "M10 9V5l-7 7 7 7v-4.1c5 0 8.5 1.6 11 5.1-1-5-4-10-11-11z",
  close: "M6 6l12 12M18 6 6 18",
  down: "M6 9.5l6 6 6-6",
  more: "M12 5.5h.01M12 12h.01M12 18.5h.01",
  help: "M9.2 9a2.9 2.9 0 1 1 4.3 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5h.01",
  sun: "M12 4V2m0 20v-2m8-8h2M2 12h2m13.7-5.7 1.4-1.4M4.9 19.1l1.4-1.4m11.4 0 1.4 1.4M4.9 4.9l1.4 1.4M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  eye: "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  arrow: "M8 16 16 8M9.5 8H16v6.5",
  copy: "M9 9h10v11H9zM5 15V4h10",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01",
  slash: "M4 4h16v16H4zM13.8 8l-3.6 8",
};
const FILLED = new Set(["send", "reply"]);

/** A 24 by 24 picture in the colour of the text around it. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", FILLED.has(name) ? "icon filled" : "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

/** Replaces what is inside `parent`; the focus stays at its place among the children. */
export function refill(parent, ...children) {
  const at = [...parent.children].indexOf(document.activeElement);
  parent.replaceChildren(...children);
  if (at >= 0) parent.children[at]?.focus({ preventScroll: true });
}

/** `localStorage` that may be forbidden: then nothing is remembered. */
export const memory = {
  get(name) {
    try {
      return localStorage.getItem(`sandbox.${name}`);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`sandbox.${name}`, value);
    } catch {
      // Private windows may refuse storage; the page works without it.
    }
  },
};
