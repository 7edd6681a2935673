/** One message of a chat: its bubble, keyboard and small menu. */

import { timeOfDay } from "./clock.js";
import { h, icon } from "./dom.js";
import { richText, unfold } from "./entities.js";
import { keyboard } from "./keyboard.js";
import { avatar, hueOf, nameOf, nameTag } from "./people.js";
import { richBlocks } from "./rich.js";
import { serviceLine, summary } from "./service.js";
import { t } from "./words.js";

const RIGHT_TO_LEFT = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const ONLY_EMOJI = /^(?:\p{Extended_Pictographic}[\ufe0f\u200d\p{Emoji_Modifier}]*){1,3}$/u;
const ACTIVE = ".link, .spoiler, pre, button";
const RANKS = new Set(["creator", "administrator"]);

/**
 * The row of a message in the timeline. `room`: {chat, me, touch, onPress(message, button, row, col),
 * onMenu(message, opener), onReply(message), onQuote(message)}.
 */
export class MessageRow {
  constructor(message, room) {
    this.room = room;
    this.element = h("article", {
      class: "row",
      tabindex: "-1",
      data: { key: message.key },
      "data-testid": "message",
    });
    this.update(message);
  }

  /** Draws the message again; parts that did not change stay, so that focus, ripples and spinners survive. */
  update(message) {
    const before = this.message;
    this.message = message;
    const line = serviceLine(message);
    if (line !== null) {
      this.element.className = "row service";
      this.element.replaceChildren(h("p", { class: "pill", dir: "auto" }, line));
      return;
    }
    if (!before) this.build();
    if (!before || content(before) !== content(message)) this.drawBubble();
    const markup = JSON.stringify(message.reply_markup?.inline_keyboard ?? null);
    if (this.markup !== markup) this.drawKeyboard(markup);
    if (
      before &&
      message.edit_date &&
      (message.edit_date !== before.edit_date || content(before) !== content(message))
    )
      this.flash();
  }

  get mine() {
    return this.message.from?.id === this.room.me.id;
  }

  build() {
    const { message } = this;
    const sender = message.sender_chat ?? message.from;
    this.element.className = ["row", this.mine ? "out" : "in", message.only_me && "only-me"]
      .filter(Boolean)
      .join(" ");
    this.bubble = h("div", { class: "bubble" });
    const more = h(
      "button",
      {
        type: "button",
        class: "more",
        "aria-label": t("messageMenu"),
        "aria-haspopup": "menu",
        "aria-expanded": "false",
        on: { click: () => this.room.onMenu(this.message, more) },
      },
      icon("more"),
    );
    const face =
      this.room.chat.type !== "private" && !this.mine && sender
        ? h("div", { class: "face" }, avatar(sender, "s"))
        : null;
    this.body = h("div", { class: "body" }, h("div", { class: "lead" }, face, this.bubble, more));
    this.element.replaceChildren(this.body);
    this.bubble.addEventListener("click", (event) => {
      // Where there is no mouse, a tap on the bubble opens what the small button would.
      if (matchMedia("(hover: none)").matches && !event.target.closest(ACTIVE))
        this.room.onMenu(this.message, more);
    });
    this.bubble.addEventListener("dblclick", (event) => {
      if (matchMedia("(hover: none)").matches || event.target.closest(ACTIVE)) return;
      getSelection()?.removeAllRanges();
      this.room.onReply(this.message);
    });
  }

  drawBubble() {
    const { message, room } = this;
    const open = [...this.bubble.querySelectorAll("[data-fold]")].map(
      (quote) => !quote.classList.contains("folded"),
    );
    const text = message.text ?? message.caption ?? "";
    const stamp = `${message.edit_date ? `${t("edited")} ` : ""}${timeOfDay(message.date)}`;
    const meta = h(
      "span",
      { class: "meta" },
      message.edit_date ? h("span", { class: "edited", "data-testid": "edited" }, t("edited"), " ") : null,
      h("time", { datetime: new Date(message.date * 1000).toISOString() }, timeOfDay(message.date)),
    );
    const rtl = RIGHT_TO_LEFT.test(text);
    this.bubble.classList.toggle("emoji", ONLY_EMOJI.test(text.trim()) && !message.reply_to_message);
    this.bubble.replaceChildren(
      ...[
        this.signature(),
        message.only_me
          ? h("p", { class: "only-me-label", "data-testid": "only-me" }, icon("eye"), t("onlyMe"))
          : null,
        message.reply_to_message && !message.reply_to_message.forum_topic_created
          ? this.quote(message.reply_to_message)
          : null,
        this.richContent(),
        media(message, text),
        text
          ? h(
              "div",
              { class: rtl ? "text rtl" : "text", dir: "auto", "data-testid": "text", data: { stamp } },
              richText(text, message.entities ?? message.caption_entities, room.touch),
            )
          : null,
        meta,
      ].filter(Boolean),
    );
    [...this.bubble.querySelectorAll("[data-fold]")].forEach((quote, i) => open[i] && unfold(quote, true));
  }

  richContent() {
    const { message, room } = this;
    if (!message.rich_message) return null;
    const under = message.reply_markup?.inline_keyboard.length ?? 0;
    return richBlocks(message.rich_message, under, (button, row, col) =>
      room.onPress(this.message, button, row, col),
    );
  }

  signature() {
    const { message, room } = this;
    const sender = message.sender_chat ?? message.from;
    if (room.chat.type === "private" || this.mine || !sender) return null;
    const status = room.chat.members?.find((member) => member.user.id === sender.id)?.status;
    const rank = message.sender_tag ?? (RANKS.has(status) ? t(status) : null);
    return h(
      "p",
      { class: "signature" },
      nameTag(sender.title ?? nameOf(sender), `name ink-${hueOf(sender)}`),
      rank ? h("span", { class: "rank" }, rank) : null,
    );
  }

  quote(original) {
    const sender = original.sender_chat ?? original.from;
    return h(
      "button",
      {
        type: "button",
        class: `quote hue-line-${hueOf(sender ?? { id: 0 })}`,
        on: { click: () => this.room.onQuote(original) },
      },
      sender ? nameTag(sender.title ?? nameOf(sender), `name ink-${hueOf(sender)}`) : null,
      h("span", { class: "quote-text", dir: "auto" }, summary(original) || "…"),
    );
  }

  drawKeyboard(markup) {
    this.markup = markup;
    const old = this.body.querySelector(".keyboard");
    const held = old?.contains(document.activeElement) ? document.activeElement.dataset : null;
    old?.remove();
    const rows = this.message.reply_markup?.inline_keyboard;
    this.element.classList.toggle("with-keyboard", Boolean(rows?.length));
    if (!rows?.length) return;
    this.body.append(
      keyboard(this.message.reply_markup, (button, row, col) =>
        this.room.onPress(this.message, button, row, col),
      ),
    );
    if (held)
      this.body
        .querySelector(`.key[data-row="${held.row}"][data-col="${held.col}"]:enabled`)
        ?.focus({ preventScroll: true });
  }

  /** Draws the eye to this message for a moment. */
  flash() {
    this.element.classList.remove("flash");
    void this.element.offsetWidth;
    this.element.classList.add("flash");
  }
}

/** All that the bubble shows, to tell whether it must be drawn again. */
function content(message) {
  const { reply_markup: _, ...rest } = message;
  return JSON.stringify(rest);
}

function media(message, text) {
  if (message.rich_message) return null;
  if (message.photo) {
    const largest = message.photo.at(-1);
    if (largest.url)
      return h("img", {
        class: "photo",
        src: largest.url,
        alt: t("photo"),
        width: largest.width,
        height: largest.height,
      });
    return h(
      "p",
      { class: "attachment" },
      h("span", { class: "attachment-picture" }, icon("image")),
      t("photo"),
    );
  }
  if (message.document) {
    const name = message.document.file_name ?? t("file");
    return h(
      "p",
      { class: "attachment" },
      h("span", { class: "attachment-picture" }, icon("file")),
      message.document.url
        ? h(
            "a",
            { class: "attachment-name link", dir: "auto", href: message.document.url, download: name },
            name,
          )
        : h("span", { class: "attachment-name", dir: "auto" }, name),
    );
  }
  if (message.dice) return h("p", { class: "text" }, `${message.dice.emoji} ${message.dice.value}`);
  if (message.sticker) return h("p", { class: "text" }, message.sticker.emoji ?? t("sticker"));
  return text ? null : h("p", { class: "text unseen" }, t("unseen"));
}
