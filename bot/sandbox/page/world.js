/** What one person knows: the people, the chats and their messages, and what of it is unread. */

import { playable } from "./people.js";

/** The topic of a message that stands in the general topic, or in a chat without topics. */
export const GENERAL = 0;

export class World {
  constructor(snapshot) {
    this.me = snapshot.me;
    this.bot = snapshot.bot;
    this.people = playable(snapshot.people);
    this.chats = new Map(
      snapshot.chats.map((chat) => [chat.id, this.withMessages(chat, chat.messages ?? [])]),
    );
  }

  withMessages(chat, messages) {
    return { ...chat, messages: new Map(messages.map((message) => [message.key, message])) };
  }

  get private() {
    return [...this.chats.values()].find((chat) => chat.type === "private") ?? null;
  }

  get groups() {
    return [...this.chats.values()].filter((chat) => chat.type !== "private");
  }

  /** Puts a new or edited message in its place; true if it was not here before. */
  putMessage(id, message) {
    const chat = this.chats.get(id);
    const fresh = !chat.messages.has(message.key);
    chat.messages.set(message.key, message);
    return fresh;
  }

  /** Takes over what changed about a chat, keeping its messages. */
  putChat(chat) {
    const known = this.chats.get(chat.id);
    this.chats.set(chat.id, { ...chat, messages: known?.messages ?? new Map() });
  }
}

/** The topics of a chat as tabs, the general one first; empty if it is no forum. */
export function topicsOf(chat) {
  if (!chat.is_forum) return [];
  const named = (chat.topics ?? []).filter((topic) => topic.thread_id > 1);
  return [{ thread_id: GENERAL, name: null }, ...named];
}

/** The topic that `message` belongs to in `chat`. */
export function topicOf(chat, message) {
  const thread = message.message_thread_id ?? 0;
  return chat.is_forum && thread > 1 ? thread : GENERAL;
}

/** Marks of what was not seen yet, by chat and topic. */
export class Unread {
  counts = new Map();

  add(chat, topic) {
    const key = `${chat}:${topic}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  clear(chat, topic) {
    return this.counts.delete(`${chat}:${topic}`);
  }

  /** How many unread messages a topic has, or the whole chat. */
  of(chat, topic = null) {
    if (topic !== null) return this.counts.get(`${chat}:${topic}`) ?? 0;
    return [...this.counts].reduce((sum, [key, n]) => (key.startsWith(`${chat}:`) ? sum + n : sum), 0);
  }
}
