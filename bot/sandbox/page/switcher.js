/** The row of people at the top: whoever is chosen is who one is. */

import { h } from "./dom.js";
import { avatar, nameOf, nameTag } from "./people.js";
import { t } from "./words.js";

/** Draws `people` into `row` with `chosen` (an id) marked; `onChoose(id)` when another one is taken. */
export function drawSwitcher(row, people, chosen, onChoose) {
  const held = row.contains(document.activeElement);
  row.setAttribute("aria-label", t("people"));
  row.replaceChildren(
    ...people.map((person) =>
      h(
        "button",
        {
          type: "button",
          role: "radio",
          class: "person",
          "aria-checked": String(person.id === chosen),
          tabindex: person.id === chosen ? "0" : "-1",
          title: nameOf(person),
          "aria-label": t("playAs", nameOf(person)),
          data: { person: person.id },
          on: { click: () => onChoose(person.id) },
        },
        avatar(person, "m"),
        nameTag(person.first_name, "person-name"),
      ),
    ),
  );
  row.onwheel = (event) => {
    row.scrollLeft += event.deltaY;
  };
  row.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = people.findIndex((person) => person.id === chosen);
    onChoose(people.at((at + step) % people.length).id);
  };
  const mark = row.querySelector('[aria-checked="true"]');
  if (mark) row.scrollLeft = mark.offsetLeft - (row.clientWidth - mark.offsetWidth) / 2;
  if (held) mark?.focus();
}
