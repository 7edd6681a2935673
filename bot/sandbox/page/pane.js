/** One of the two chats side by side: its head, topics, timeline and foot. */

import { Composer } from "./composer.js";
import { h, icon, refill } from "./dom.js";
import { openMenu } from "./menu.js";
import { copy } from "./notices.js";
import { avatar, nameTag } from "./people.js";
import { summary } from "./service.js";
import { unreadDot } from "./tabs.js";
import { Timeline } from "./timeline.js";
import { t } from "./words.js";
import { GENERAL, topicOf, topicsOf } from "./world.js";

/** Statuses of those who are in the group. */
const INSIDE = new Set(["creator", "administrator", "member", "restricted"]);

/**
 * `acts`: what the person does here, each with this pane as its last argument: {say(text, extra),
 * command(text), press(message, button, row, col), link(url), mention(text, user), start(), unblock(),
 * join(id), chooseTopic(id)}; and chooseGroup(id), allGroups() -> promise of all groups.
 */
export class Pane {
  constructor(kind, acts) {
    this.kind = kind;
    this.acts = acts;
    this.chat = null;
    this.topic = GENERAL;
    this.timeline = new Timeline();
    this.composer = new Composer({
      say: (text, reply) => acts.say(text, this.extra(reply), this),
      command: (text) => acts.command(text, this),
      start: () => acts.start(this),
      unblock: () => acts.unblock(this),
      join: () => acts.join(this.chat.id, this),
    });
    this.head = h("header", { class: "head" });
    this.topics = h("div", { class: "topics", role: "tablist", "data-testid": "topics", hidden: true });
    this.pinned = h("button", { type: "button", class: "pinned", "data-testid": "pinned", hidden: true });
    this.element = h(
      "section",
      { class: "pane", id: `pane-${kind}`, "data-testid": `pane-${kind}` },
      this.head,
      this.topics,
      this.pinned,
      this.timeline.element,
      this.composer.element,
    );
    for (const event of ["pointerenter", "focusin", "pointerdown"])
      this.element.addEventListener(event, () => this.markFresh(false));
  }

  extra(reply) {
    return {
      ...(this.topic !== GENERAL && { thread_id: this.topic }),
      ...(reply && { reply_to: reply.key }),
    };
  }

  get visible() {
    return this.element.getClientRects().length > 0;
  }

  /** Shows a chat. `view`: {me, topic, payload, groups, unread, afresh}. */
  show(chat, view) {
    const afresh = view.afresh || this.chat?.id !== chat?.id || this.topic !== view.topic;
    this.chat = chat;
    this.view = view;
    this.topic = view.topic;
    this.element.classList.toggle("vacant", chat === null);
    if (chat === null) {
      delete this.element.dataset.chat;
      this.drawVacant();
      return;
    }
    this.element.dataset.chat = chat.id;
    this.room = {
      chat,
      me: view.me,
      touch: {
        command: (text) => this.acts.command(text, this),
        link: (url) => this.acts.link(url, this),
        mention: (text, user) => this.acts.mention(text, user, this),
      },
      onPress: (message, button, row, col) => this.acts.press(message, button, row, col, this),
      onReply: (message) => this.composer.answer(message),
      onQuote: (original) => this.find(original),
      onMenu: (message, opener) => this.openMessageMenu(message, opener),
    };
    this.drawHead();
    this.drawTopics();
    this.drawPinned();
    this.timeline.show(
      [...chat.messages.values()].filter((message) => topicOf(chat, message) === this.topic),
      this.room,
      afresh,
    );
    this.composer.show(chat, view.me, view.payload);
  }

  /** No group yet: those there are can be joined from here. */
  async drawVacant() {
    const { me } = this.view;
    this.head.replaceChildren(h("p", {}, t("noGroup")));
    const groups = (await this.acts.allGroups(this)) ?? [];
    if (this.chat !== null || this.view.me !== me) return;
    this.head.append(
      ...groups.map((group) =>
        h(
          "button",
          {
            type: "button",
            class: "plain-button",
            dir: "auto",
            "data-testid": "join",
            on: { click: () => this.acts.join(group.id, this) },
          },
          t("joinNamed", group.title),
        ),
      ),
    );
  }

  find(original) {
    const known = [...this.chat.messages.values()].find((message) =>
      original.key
        ? message.key === original.key
        : message.message_id === original.message_id && message.message_id !== 0,
    );
    if (known) this.timeline.find(known.key);
  }

  drawHead() {
    const { chat, view } = this;
    const inside = (chat.members ?? []).filter((member) => INSIDE.has(member.status)).length;
    const faceOf = chat.type === "private" ? view.bot : chat;
    const others = view.groups.filter((group) => group.id !== chat.id);
    const unread = others.some((group) => view.unread.of(group.id) > 0);
    const title = h(
      "span",
      { class: "head-text" },
      h("h2", {}, nameTag(chat.title)),
      h("span", { class: "subtitle" }, chat.type === "private" ? t("bot") : t("members", inside)),
    );
    const inner = [avatar(faceOf, "m"), title, h("span", { class: "fresh-dot", "aria-hidden": "true" })];
    if (!others.length) {
      this.head.replaceChildren(...inner);
      return;
    }
    const chooser = h(
      "button",
      {
        type: "button",
        class: "chooser",
        "data-testid": "group-chooser",
        "aria-haspopup": "menu",
        "aria-expanded": "false",
        "aria-label": `${t("chooseGroup")}: ${chat.title}`,
        on: { click: () => openMenu(chooser, this.groupItems(), { testid: "group-list" }) },
      },
      inner,
      unread && unreadDot(),
      icon("down"),
    );
    refill(this.head, chooser);
  }

  groupItems() {
    return this.view.groups.map((group) => ({
      label: group.title,
      picture: avatar(group, "s"),
      note: this.view.unread.of(group.id) || null,
      current: group.id === this.chat.id,
      act: () => this.acts.chooseGroup(group.id),
    }));
  }

  drawTopics() {
    const topics = topicsOf(this.chat);
    this.topics.hidden = topics.length === 0;
    this.topics.setAttribute("aria-label", t("topics"));
    refill(
      this.topics,
      ...topics.map(({ thread_id: id, name }) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            class: "topic",
            "aria-selected": String(id === this.topic),
            data: { thread: id },
            on: { click: () => this.acts.chooseTopic(id, this) },
          },
          h("span", { dir: "auto" }, name ?? t("general")),
          this.view.unread.of(this.chat.id, id) > 0 && unreadDot(),
        ),
      ),
    );
  }

  /** The bar of the newest pinned message of this topic. */
  drawPinned() {
    const { chat } = this;
    const message = (chat.pinned ?? [])
      .map((key) => chat.messages.get(key))
      .filter((each) => each && topicOf(chat, each) === this.topic)
      .at(-1);
    this.pinned.hidden = message === undefined;
    if (message === undefined) return;
    this.pinned.replaceChildren(h("b", {}, t("pinnedBar")), h("span", { dir: "auto" }, summary(message)));
    this.pinned.onclick = () => this.timeline.find(message.key);
  }

  openMessageMenu(message, opener) {
    const items = [{ label: t("reply"), picture: icon("reply"), act: () => this.composer.answer(message) }];
    const text = message.text ?? message.caption;
    if (text)
      items.push({ label: t("copyText"), picture: icon("copy"), act: () => copy(text, this.element) });
    openMenu(opener, items);
  }

  /** Something new came while the reader was busy elsewhere. */
  markFresh(fresh) {
    this.element.classList.toggle("fresh", fresh && !this.element.matches(":hover, :focus-within"));
  }
}
