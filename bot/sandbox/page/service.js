/** What a service message says, in one line. */

import { nameOf } from "./people.js";
import { words } from "./rich.js";
import { t } from "./words.js";

/** The line of a service message, or null for a message with content of its own. */
export function serviceLine(message) {
  const by = message.from ? nameOf(message.from) : "";
  if (message.new_chat_members) {
    const who = message.new_chat_members;
    const alone = who.length === 1 && who[0].id === message.from?.id;
    return alone ? t("joined", by) : t("added", by, who.map(nameOf).join(", "));
  }
  if (message.left_chat_member) {
    const who = message.left_chat_member;
    return who.id === message.from?.id ? t("left", by) : t("removed", by, nameOf(who));
  }
  if (message.new_chat_title) return t("retitled", by, message.new_chat_title);
  if (message.group_chat_created || message.supergroup_chat_created) return t("created", by);
  if (message.migrate_to_chat_id || message.migrate_from_chat_id) return t("migrated");
  if (message.pinned_message) return t("pinned", by, summary(message.pinned_message));
  if (message.forum_topic_created) return t("topicCreated", message.forum_topic_created.name);
  if (message.forum_topic_edited) return t("topicEdited", message.forum_topic_edited.name ?? "");
  if (message.forum_topic_closed) return t("topicClosed");
  if (message.forum_topic_reopened) return t("topicReopened");
  return null;
}

/** The first line of a message, as quoted over a reply. */
export function summary(message) {
  const first = message.rich_message?.blocks.find((block) => block.text);
  const text = message.text ?? message.caption ?? (first && words(first.text));
  if (text) return text.split("\n").find((line) => line.trim()) ?? "";
  if (message.photo) return t("photo");
  if (message.sticker) return message.sticker.emoji ?? t("sticker");
  if (message.document) return message.document.file_name ?? t("file");
  if (message.dice) return message.dice.emoji;
  return "";
}
