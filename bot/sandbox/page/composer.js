/** The foot of a chat: the field, the command menu, the reply strip; or one big button instead. */

import { h, icon } from "./dom.js";
import { nameOf } from "./people.js";
import { summary } from "./service.js";
import { t } from "./words.js";

const drafts = new Map();

/** `acts`: {say(text, reply) -> whether it was taken, command(text), start(), unblock(), join()}. */
export class Composer {
  constructor(acts) {
    this.acts = acts;
    this.element = h("footer", { class: "composer", "data-testid": "composer" });
    this.reply = null;
    this.picked = 0;
  }

  /** Draws the foot for `chat` as `me` sees it. `payload`: what Start will carry, or null. */
  show(chat, me, payload) {
    const draftKey = `${me.id}:${chat.id}`;
    if (this.draftKey !== draftKey) this.reply = null;
    this.draftKey = draftKey;
    this.chat = chat;
    this.me = me;
    this.commands = chat.commands ?? [];
    const gate = this.gate(payload);
    const mode = gate ? gate.id : `field ${document.documentElement.lang}`;
    if (this.mode === `${draftKey} ${mode}`) {
      this.drawCommands();
      return;
    }
    this.mode = `${draftKey} ${mode}`;
    if (gate) this.element.replaceChildren(gate.node);
    else this.drawField();
  }

  /** What stands in place of the field, if one may not write here. */
  gate(payload) {
    const big = (id, act) => ({
      id: `${id}${payload ?? ""}`,
      node: h(
        "button",
        { type: "button", class: `big-button ${id}`, "data-testid": id, on: { click: act } },
        t(id === "join" ? "joinGroup" : id),
      ),
    });
    if (this.chat.type === "private") {
      if (this.chat.blocked) return big("unblock", () => this.acts.unblock());
      if (!this.chat.started || payload) return big("start", () => this.acts.start());
      return null;
    }
    const status = this.chat.members?.find((member) => member.user.id === this.me.id)?.status ?? "left";
    if (status === "left") return big("join", () => this.acts.join());
    if (status === "kicked") return { id: "kicked", node: h("p", { class: "closed" }, t("kicked")) };
    return null;
  }

  drawField() {
    this.field = h("textarea", {
      rows: "1",
      placeholder: t("write"),
      "aria-label": t("write"),
      dir: "auto",
      autocomplete: "off",
      enterkeyhint: "send",
      maxlength: "4096",
      "data-testid": "composer-input",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      on: {
        input: () => this.typed(),
        keydown: (event) => this.key(event),
        blur: (event) => this.left(event),
      },
    });
    this.menuButton = h(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": t("commands"),
        title: t("commands"),
        "data-testid": "commands-button",
        on: { click: () => this.toggleMenu() },
      },
      icon("slash"),
    );
    this.sendButton = h(
      "button",
      {
        type: "button",
        class: "icon-button send",
        "aria-label": t("send"),
        title: t("send"),
        "data-testid": "send",
        on: { click: () => this.send() },
      },
      icon("send"),
    );
    this.list = h("div", {
      class: "commands",
      role: "listbox",
      "aria-label": t("commands"),
      "data-testid": "commands",
      hidden: true,
    });
    this.strip = h("div", { class: "reply-strip", "data-testid": "reply-strip", hidden: true });
    this.element.replaceChildren(
      this.list,
      this.strip,
      h("div", { class: "line" }, this.menuButton, this.field, this.sendButton),
    );
    this.field.value = drafts.get(this.draftKey) ?? "";
    this.drawReply();
    this.typed();
  }

  typed() {
    drafts.set(this.draftKey, this.field.value);
    this.field.style.height = "auto";
    // In a chat behind the other tab nothing has a height yet.
    if (this.field.scrollHeight) this.field.style.height = `${this.field.scrollHeight}px`;
    this.sendButton.classList.toggle("ready", this.field.value.trim() !== "");
    this.picked = 0;
    this.forced = false;
    this.drawCommands();
  }

  /** The commands that fit what is typed; all of them when the button opened the menu. */
  fitting() {
    if (this.forced) return this.commands;
    const word = /^\/(\S*)$/u.exec(this.field.value);
    return word ? this.commands.filter(({ command }) => command.startsWith(word[1].toLowerCase())) : [];
  }

  drawCommands() {
    if (!this.field?.isConnected) return;
    const fitting = this.fitting();
    const shown = fitting.length > 0 || this.forced;
    this.list.hidden = !shown;
    this.field.setAttribute("aria-expanded", String(shown));
    this.menuButton.setAttribute("aria-expanded", String(shown));
    if (!shown) return;
    this.picked = Math.min(this.picked, Math.max(fitting.length - 1, 0));
    this.list.replaceChildren(
      ...(fitting.length
        ? fitting.map(({ command, description }, i) =>
            h(
              "button",
              {
                type: "button",
                role: "option",
                tabindex: "-1",
                class: "command",
                "aria-selected": String(i === this.picked),
                data: { command },
                // The field keeps the focus, so that the keyboard of a phone stays.
                on: { pointerdown: (event) => event.preventDefault(), click: () => this.run(command) },
              },
              h("b", {}, `/${command}`),
              h("span", { dir: "auto" }, description),
            ),
          )
        : [h("p", { class: "no-commands" }, t("noCommands"))]),
    );
    this.list.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  toggleMenu() {
    const open = !this.list.hidden;
    this.forced = !open;
    if (open && this.field.value.startsWith("/")) this.field.value = "";
    this.picked = 0;
    this.drawCommands();
    if (!open) this.field.focus({ preventScroll: true });
  }

  left(event) {
    if (event.relatedTarget === this.menuButton || !this.forced) return;
    this.forced = false;
    this.drawCommands();
  }

  key(event) {
    const fitting = this.list.hidden ? [] : this.fitting();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && fitting.length) {
      event.preventDefault();
      this.picked = (this.picked + step + fitting.length) % fitting.length;
      this.drawCommands();
    } else if (event.key === "Tab" && fitting.length && !event.shiftKey && !this.forced) {
      event.preventDefault();
      this.field.value = `/${fitting[this.picked].command} `;
      this.typed();
    } else if (event.key === "Escape") {
      if (!this.list.hidden) {
        this.forced = false;
        this.list.hidden = true;
      } else this.answer(null);
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      if (fitting.length) this.run(fitting[this.picked].command);
      else this.send();
    }
  }

  /** Sends a command as clients do when it is picked: in a group it is addressed to the bot. */
  run(command) {
    this.field.value = "";
    this.typed();
    this.acts.command(`/${command}`);
  }

  async send() {
    const text = this.field.value.trim();
    if (!text) return;
    const { reply, draftKey } = this;
    this.field.value = "";
    this.answer(null);
    this.typed();
    if (await this.acts.say(text, reply)) return;
    // Refused: nothing typed may be lost.
    drafts.set(draftKey, text);
    if (this.draftKey === draftKey && this.field.value === "") {
      this.field.value = text;
      this.answer(reply);
      this.typed();
    }
  }

  /** Makes the next text a reply to `message`, or to nothing. */
  answer(message) {
    this.reply = message;
    if (!this.field?.isConnected) return;
    this.drawReply();
    if (message) this.field.focus({ preventScroll: true });
  }

  drawReply() {
    this.strip.hidden = this.reply === null;
    if (this.reply === null) return;
    const sender = this.reply.from;
    this.strip.replaceChildren(
      icon("reply"),
      h(
        "span",
        { class: "reply-what" },
        h("b", { dir: "auto" }, t("replyTo", sender ? nameOf(sender) : "")),
        h("span", { dir: "auto" }, summary(this.reply)),
      ),
      h(
        "button",
        {
          type: "button",
          class: "icon-button",
          "aria-label": t("cancelReply"),
          on: { click: () => this.answer(null) },
        },
        icon("close"),
      ),
    );
  }

  /** Puts text into the field without sending it. */
  prefill(text) {
    if (!this.field?.isConnected) return;
    this.field.value = text;
    this.typed();
    this.field.focus({ preventScroll: true });
  }
}
