/** One small menu at a time, beside the button that opened it. */

import { h } from "./dom.js";

let open = null;

export function closeMenu() {
  if (!open) return;
  const { list, opener } = open;
  open = null;
  const inside = list.contains(document.activeElement);
  list.remove();
  opener.setAttribute("aria-expanded", "false");
  if (inside) opener.focus();
}

/** Opens a menu of `items` ({label, picture?, note?, current?, act}) at `opener`; a second press closes. */
export function openMenu(opener, items, { testid = "menu" } = {}) {
  const again = open?.opener === opener;
  closeMenu();
  if (again) return;
  const list = h("div", { class: "menu", role: "menu", "data-testid": testid });
  for (const { label, picture, note, current, act } of items) {
    list.append(
      h(
        "button",
        {
          type: "button",
          role: "menuitem",
          class: current ? "current" : null,
          "aria-current": current ? "true" : null,
          on: {
            click: () => {
              closeMenu();
              act();
            },
          },
        },
        picture,
        h("span", { class: "menu-label", dir: "auto" }, label),
        note && h("span", { class: "badge" }, note),
      ),
    );
  }
  list.addEventListener("keydown", walk);
  document.body.append(list);
  place(list, opener.getBoundingClientRect());
  opener.setAttribute("aria-expanded", "true");
  open = { list, opener };
  list.firstElementChild?.focus();
}

function place(list, at) {
  const { width, height } = list.getBoundingClientRect();
  const edge = 8;
  const below = at.bottom + 4 + height <= innerHeight - edge;
  list.style.top = `${Math.max(edge, below ? at.bottom + 4 : at.top - 4 - height)}px`;
  list.style.left = `${Math.min(Math.max(edge, at.left), innerWidth - width - edge)}px`;
}

function walk(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape" || event.key === "Tab") closeMenu();
  if (!step) return;
  event.preventDefault();
  const items = [...event.currentTarget.children];
  items.at((items.indexOf(document.activeElement) + step) % items.length).focus();
}

document.addEventListener("pointerdown", (event) => {
  if (open && !open.list.contains(event.target) && !open.opener.contains(event.target)) closeMenu();
});
addEventListener("resize", closeMenu);
