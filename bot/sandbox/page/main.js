/** The page: who one is, the two panes, and what happens between them and the server. */

import { readAddress, writeAddress } from "./address.js";
import * as api from "./api.js";
import { noticeTime, setClock, tick } from "./clock.js";
import { drawHelp } from "./help.js";
import { botLink } from "./links.js";
import { follow } from "./live.js";
import { closeMenu } from "./menu.js";
import { alertBox, copy, hush, toast } from "./notices.js";
import { Pane } from "./pane.js";
import { playable } from "./people.js";
import { drawSwitcher } from "./switcher.js";
import { drawTabs } from "./tabs.js";
import { drawThemeButton } from "./theme.js";
import { speak, t } from "./words.js";
import { GENERAL, Unread, World, topicOf } from "./world.js";

const RETRY_MS = 1500;
const $ = (id) => document.getElementById(id);

let as = null;
let world = null;
let groupId = null;
let shown = "group";
let unread = new Unread();
let stopStream = () => {};
let waiting = null;
const topics = new Map();
const payloads = new Map();

const acts = {
  say: (text, extra, pane) => trying(pane, () => api.say(as, pane.chat.id, text, extra)),
  command: (text, pane) => {
    const addressed =
      pane.chat.type === "private" || text.includes("@") ? text : `${text}@${world.bot.username}`;
    return acts.say(addressed, pane.extra(null), pane);
  },
  press,
  link: openLink,
  mention: (text, user, pane) => {
    const bot = user
      ? user.id === world.bot.id
      : text.slice(1).toLowerCase() === world.bot.username?.toLowerCase();
    if (bot) openBot(null, pane);
  },
  start: (pane) => startBot(payloads.get(as) ?? null, pane),
  unblock: (pane) => trying(pane, () => api.unblock(as)),
  join: (id, pane) => trying(pane, () => api.join(id, as)),
  allGroups: (pane) =>
    trying(pane, async () => (await api.world(null)).chats.filter((chat) => chat.type !== "private")),
  chooseGroup: (id) => {
    groupId = id;
    writeAddress({ person: as, group: groupId });
    draw();
  },
  chooseTopic: (id, pane) => {
    topics.set(pane.chat.id, id);
    draw();
  },
};
const panes = { group: new Pane("group", acts), private: new Pane("private", acts) };

/** Runs one act; what is refused is said over `pane`. True if it was taken. */
async function trying(pane, act) {
  try {
    return (await act()) ?? true;
  } catch (error) {
    toast(error instanceof api.Refusal ? error.message : t("offline"), { near: pane.element, wrong: true });
    return null;
  }
}

async function press(message, button, row, col, pane) {
  if (button.copy_text) return copy(button.copy_text.text, pane.element);
  if (button.url) return openLink(button.url, pane);
  if (button.switch_inline_query_current_chat !== undefined) {
    return pane.composer.prefill(`@${world.bot.username} ${button.switch_inline_query_current_chat}`);
  }
  if (button.callback_data === undefined) return toast(t("notHere"), { near: pane.element });
  const presser = as;
  const answer = await trying(pane, () => api.press(as, pane.chat.id, message.key, row, col));
  if (!answer || presser !== as) return undefined;
  if (answer.url) return openLink(answer.url, pane);
  if (answer.text && answer.alert) return alertBox(answer.text);
  if (answer.text) return toast(answer.text, { near: pane.element });
  return undefined;
}

function openLink(url, pane) {
  const link = botLink(url, world.bot.username);
  if (!link) return toast(t("linkKept", url), { near: pane.element });
  return openBot(link.payload, pane);
}

/** Opens the chat with the bot; a payload goes at once, or waits for the first press of Start. */
function openBot(payload, pane) {
  const chat = world.private;
  showPane("private");
  if (!chat) return undefined;
  if (chat.started && !chat.blocked) {
    panes.private.timeline.toBottom(false);
    return payload === null ? undefined : startBot(payload, pane);
  }
  if (payload !== null) payloads.set(as, payload);
  draw();
  panes.private.element.querySelector(".big-button")?.focus();
  return undefined;
}

async function startBot(payload, pane) {
  const starter = as;
  if (await trying(pane, () => api.start(starter, payload))) payloads.delete(starter);
  draw();
}

/** Becomes another person: both panes stay, what they show is theirs. */
function become(id) {
  stopStream();
  closeMenu();
  hush();
  for (const pane of Object.values(panes)) pane.markFresh(false);
  as = id;
  world = null;
  $("panes").inert = true;
  unread = new Unread();
  writeAddress({ person: as, group: groupId });
  const stop = follow(id, {
    onOpen: () => load(id),
    onDown: () => linkState(t("connecting")),
    onEvent: (event) => (waiting ? waiting.push(event) : happen(event)),
  });
  stopStream = stop;
}

/** Loads the snapshot; what happens meanwhile waits and is applied after it. */
async function load(id) {
  const queue = [];
  waiting = queue;
  try {
    const snapshot = await api.world(id);
    if (id !== as || waiting !== queue) return;
    const afresh = world === null;
    setClock(snapshot.now);
    world = new World(snapshot);
    speak(world.me.language_code);
    waiting = null;
    $("panes").inert = false;
    linkState(null);
    drawAll(afresh);
    queue.forEach(happen);
  } catch (error) {
    if (id !== as || waiting !== queue) return;
    if (error instanceof api.Refusal && world === null) {
      await begin(null);
      return;
    }
    linkState(t("connecting"));
    setTimeout(() => id === as && waiting === queue && load(id), RETRY_MS);
  }
}

function happen(event) {
  if (
    event.type === "world" ||
    (event.chat !== undefined && !world.chats.has(event.chat.id ?? event.chat))
  ) {
    load(as);
  } else if (event.type === "message") {
    arrive(world.chats.get(event.chat), event.message);
  } else if (event.type === "delete") {
    world.chats.get(event.chat).messages.delete(event.key);
    for (const pane of Object.values(panes))
      if (pane.chat?.id === event.chat) pane.timeline.remove(event.key);
  } else if (event.type === "chat") {
    world.putChat(event.chat);
    draw();
  }
}

function arrive(chat, message) {
  noticeTime(message.edit_date ?? message.date);
  const fresh = world.putMessage(chat.id, message);
  const topic = topicOf(chat, message);
  const pane = Object.values(panes).find((each) => each.chat?.id === chat.id && each.topic === topic);
  pane?.timeline.upsert(message);
  pane?.drawPinned();
  if (!fresh || message.from?.id === as) return;
  if (pane?.visible && !document.hidden) {
    pane.markFresh(true);
    return;
  }
  unread.add(chat.id, topic);
  drawMarks();
}

const groupShown = () => world.chats.get(groupId) ?? null;

function draw(afresh = false) {
  if (!world) return;
  const groups = world.groups;
  if (!groups.some((group) => group.id === groupId)) groupId = groups[0]?.id ?? null;
  const view = { me: world.me, bot: world.bot, unread, afresh, payload: null, groups: [], topic: GENERAL };
  const group = groupShown();
  panes.group.show(group, { ...view, groups, topic: topics.get(groupId) ?? GENERAL });
  panes.private.show(world.private, { ...view, payload: payloads.get(as) ?? null });
  seen();
}

function drawAll(afresh) {
  document.title = `Frap · ${t("title")}`;
  drawSwitcher($("people"), world.people, as, become);
  $("who").textContent = t("people");
  drawThemeButton($("theme-button"));
  drawHelp();
  draw(afresh);
}

/** What is on screen is read. */
function seen() {
  for (const pane of Object.values(panes)) {
    if (pane.chat && pane.visible && !document.hidden) unread.clear(pane.chat.id, pane.topic);
  }
  drawMarks();
}

function drawMarks() {
  const marks = {
    group: world.groups.some((group) => unread.of(group.id) > 0),
    private: world.private !== null && unread.of(world.private.id) > 0,
  };
  document.title = `${document.hidden && (marks.group || marks.private) ? "● " : ""}Frap · ${t("title")}`;
  if (panes.group.chat) {
    panes.group.drawHead();
    panes.group.drawTopics();
  }
  drawTabs($("tabs"), marks, shown, showPane);
}

function showPane(kind) {
  shown = kind;
  $("panes").dataset.shown = kind;
  if (world) seen();
}

function linkState(text) {
  $("link-state").hidden = text === null;
  $("link-state").textContent = text ?? "";
}

/** Starts as `wanted`, or as the first person there is; waits until there is one. */
async function begin(wanted) {
  try {
    const { people } = await api.world(null);
    const humans = playable(people);
    const person = humans.find(({ id }) => id === wanted) ?? humans[0];
    if (person) {
      become(person.id);
      return;
    }
    linkState(t("nobody"));
  } catch {
    linkState(t("connecting"));
  }
  setTimeout(() => begin(wanted), RETRY_MS);
}

speak(navigator.language);
drawThemeButton($("theme-button"));
drawHelp();
$("panes").append(panes.group.element, panes.private.element);
$("alert").addEventListener("click", (event) => event.target === $("alert") && $("alert").close());
document.addEventListener("visibilitychange", () => world && seen());
addEventListener("resize", () => world && seen());
addEventListener("hashchange", () => {
  const { person, group } = readAddress();
  if (group !== null) groupId = group;
  if (person !== null && person !== as) begin(person);
  else draw();
});
setInterval(tick, 1000);
const address = readAddress();
groupId = address.group;
begin(address.person);
