/** The messages of one chat on screen: in order, grouped by sender and day, sticking to the newest. */

import { dayOf } from "./clock.js";
import { h, icon } from "./dom.js";
import { MessageRow } from "./message.js";
import { serviceLine } from "./service.js";
import { t } from "./words.js";

const TOGETHER_SECONDS = 600;
const NEAR_BOTTOM = 60;

export class Timeline {
  constructor() {
    this.rows = new Map();
    this.stuck = true;
    this.missed = 0;
    this.list = h("div", { class: "messages" });
    this.scroller = h(
      "div",
      {
        class: "timeline",
        role: "log",
        "aria-relevant": "additions",
        tabindex: "0",
        "data-testid": "timeline",
      },
      this.list,
    );
    this.jump = h("button", {
      type: "button",
      class: "jump",
      hidden: true,
      "data-testid": "jump",
      on: { click: () => this.toBottom(true) },
    });
    this.element = h("div", { class: "timeline-frame" }, this.scroller, this.jump);
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    const watch = new ResizeObserver(() => this.settle());
    watch.observe(this.list);
    watch.observe(this.scroller);
  }

  /** Shows `messages` of a room (see MessageRow); with `afresh` nothing that stood there is kept. */
  show(messages, room, afresh) {
    this.scroller.setAttribute("aria-label", t("timeline", room.chat.title));
    if (afresh) {
      this.rows.clear();
      this.list.replaceChildren();
      this.stuck = true;
      this.missed = 0;
    }
    this.room = room;
    const before = this.rows;
    this.rows = new Map();
    for (const message of messages) {
      if (before.has(message.key)) this.rows.set(message.key, before.get(message.key));
      this.put(message);
    }
    for (const [key, row] of before) if (!this.rows.has(key)) row.element.remove();
    this.arrange();
    if (this.stuck) this.toBottom(false);
    this.scrolled();
  }

  /** Adds a message or changes it where it stands. */
  upsert(message) {
    const fresh = !this.rows.has(message.key);
    const mine = message.from?.id === this.room.me.id;
    this.put(message);
    this.arrange();
    if (!fresh) return;
    this.rows.get(message.key).element.classList.add("arriving");
    if (mine) this.toBottom(true);
    else if (!this.stuck) this.missed += 1;
    this.drawJump();
  }

  remove(key) {
    this.drop(key);
    this.arrange();
  }

  /** Scrolls to a message and flashes it, if it is here. */
  find(key) {
    const row = this.rows.get(key);
    row?.element.scrollIntoView({ block: "center", behavior: "smooth" });
    row?.flash();
  }

  put(message) {
    const row = this.rows.get(message.key);
    if (row) {
      row.room = this.room;
      row.update(message);
    } else {
      this.rows.set(message.key, new MessageRow(message, this.room));
    }
  }

  drop(key) {
    this.rows.get(key)?.element.remove();
    this.rows.delete(key);
  }

  arrange() {
    const wanted = [];
    let previous = null;
    for (const row of this.rows.values()) {
      const { message, element } = row;
      const newDay = !previous || dayOf(previous.message.date) !== dayOf(message.date);
      if (newDay) wanted.push(this.dayMark(message.date));
      const joined = !newDay && together(previous.message, message);
      element.classList.toggle("first", !joined);
      element.classList.add("last");
      if (joined) previous.element.classList.remove("last");
      wanted.push(element);
      previous = row;
    }
    if (!wanted.length)
      wanted.push(
        h(
          "p",
          { class: "pill empty" },
          t(this.room.chat.type === "private" && !this.room.chat.started ? "startHint" : "emptyChat"),
        ),
      );
    // Only what is out of place moves, so that focus and animations of the rest survive.
    wanted.forEach((element, i) => {
      const there = this.list.children[i];
      if (there === element || (there?.isEqualNode(element) && !element.dataset.key)) return;
      this.list.insertBefore(element, there ?? null);
    });
    while (this.list.children.length > wanted.length) this.list.lastElementChild.remove();
  }

  dayMark(unix) {
    return h("p", { class: "pill day" }, dayOf(unix));
  }

  settle() {
    if (this.stuck && this.scroller.clientHeight) this.scroller.scrollTop = this.scroller.scrollHeight;
    this.drawJump();
  }

  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    if (!clientHeight) return;
    const size = `${scrollHeight} ${clientHeight}`;
    if (scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM) {
      this.stuck = true;
      this.missed = 0;
    } else if (size === this.size) {
      // Only the reader leaves the bottom; a change of size does not, `settle` follows it.
      this.stuck = false;
    }
    this.size = size;
    this.drawJump();
  }

  toBottom(smooth) {
    this.stuck = true;
    this.missed = 0;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.scroller.scrollTo({
      top: this.scroller.scrollHeight,
      behavior: smooth && !calm ? "smooth" : "instant",
    });
    this.drawJump();
  }

  drawJump() {
    this.jump.hidden = this.stuck;
    if (this.stuck) return;
    this.jump.setAttribute("aria-label", this.missed ? t("newMessages", this.missed) : t("toBottom"));
    this.jump.replaceChildren(
      ...[icon("down"), this.missed ? h("span", { class: "badge" }, String(this.missed)) : null].filter(
        Boolean,
      ),
    );
  }
}

function together(a, b) {
  const author = (message) => message.sender_chat?.id ?? message.from?.id;
  return (
    Boolean(a.only_me) === Boolean(b.only_me) &&
    author(a) === author(b) &&
    b.date - a.date < TOGETHER_SECONDS &&
    serviceLine(a) === null &&
    serviceLine(b) === null
  );
}
