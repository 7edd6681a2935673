/** The tabs of a narrow screen, where one chat is seen at a time. */

import { h, refill } from "./dom.js";
import { t } from "./words.js";

/** Draws the tabs of `kinds` ({kind: whether something is unread}); `onShow(kind)` when one is chosen. */
export function drawTabs(row, kinds, shown, onShow) {
  refill(
    row,
    ...Object.entries(kinds).map(([kind, unread]) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          class: "tab",
          "aria-selected": String(kind === shown),
          "aria-controls": `pane-${kind}`,
          "data-testid": `tab-${kind}`,
          on: { click: () => onShow(kind) },
        },
        t(`${kind}Tab`),
        unread && unreadDot(),
      ),
    ),
  );
}

/** The mark of something unread. */
export const unreadDot = () =>
  h("span", { class: "unread-dot", role: "img", "aria-label": t("unread"), "data-testid": "unread" });
