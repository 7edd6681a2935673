"""Which function carries out which method."""

from typing import Any

from aiogram import methods as m
from aiogram.methods import TelegramMethod

from bot.sandbox.errors import ApiError, not_found
from bot.sandbox.methods import answering, asking, deleting, editing, ephemeral, profile, receiving, sending
from bot.sandbox.methods.content import Uploads
from bot.sandbox.telegram import Telegram

Method = TelegramMethod[Any]

PLAIN: dict[type[Method], Any] = {
    m.AnswerCallbackQuery: answering.answer_press,
    m.DeleteEphemeralMessage: ephemeral.delete_ephemeral,
    m.DeleteMessage: deleting.delete,
    m.DeleteMessages: deleting.delete_many,
    m.DeleteMyCommands: profile.delete_commands,
    m.DeleteWebhook: receiving.delete_webhook,
    m.GetChat: asking.get_chat,
    m.GetChatAdministrators: asking.get_admins,
    m.GetChatMember: asking.get_member,
    m.GetChatMemberCount: asking.get_member_count,
    m.GetFile: asking.get_file,
    m.GetMyCommands: profile.get_commands,
    m.GetMyDescription: profile.get_description,
    m.GetMyName: profile.get_name,
    m.GetMyShortDescription: profile.get_short_description,
    m.LeaveChat: asking.leave_chat,
    m.PinChatMessage: deleting.pin,
    m.SendChatAction: asking.chat_action,
    m.SetChatMenuButton: profile.set_menu_button,
    m.SetMessageReaction: asking.set_reaction,
    m.SetMyCommands: profile.set_commands,
    m.SetMyDescription: profile.set_description,
    m.SetMyName: profile.set_name,
    m.SetMyShortDescription: profile.set_short_description,
    m.SetWebhook: receiving.set_webhook,
    m.UnpinAllChatMessages: deleting.unpin_all,
    m.UnpinChatMessage: deleting.unpin,
    m.GetMe: lambda telegram, _call: telegram.world.bot.me(),
    m.GetWebhookInfo: lambda telegram, _call: receiving.webhook_info(telegram),
    m.LogOut: lambda _telegram, _call: True,
    m.Close: lambda _telegram, _call: True,
    m.AnswerInlineQuery: answering.refuse_inline,
}
EDITS = (m.EditMessageText, m.EditMessageCaption, m.EditMessageMedia, m.EditMessageReplyMarkup)
EPHEMERAL_EDITS = (
    m.EditEphemeralMessageText,
    m.EditEphemeralMessageCaption,
    m.EditEphemeralMessageMedia,
    m.EditEphemeralMessageReplyMarkup,
)
SENDS = (m.SendMessage, m.SendRichMessage, m.SendPhoto, m.SendDocument)
FILE_PARAMETERS = {"sendphoto": "photo", "senddocument": "document"}


def is_here(method: type[Method]) -> bool:
    """Tell whether the sandbox has this method."""
    return method in PLAIN or method in {m.GetUpdates, *SENDS, *EDITS, *EPHEMERAL_EDITS}


async def carry_out(telegram: Telegram, call: Method, uploads: Uploads, *, lost: bool) -> object:
    """Carry out a checked call and return its result."""
    if isinstance(call, m.GetUpdates):
        return await receiving.get_updates(telegram, call)
    if isinstance(call, SENDS):
        return sending.send(telegram, call, uploads, lost=lost)
    if isinstance(call, EDITS):
        return editing.edit(telegram, call, uploads)
    if isinstance(call, EPHEMERAL_EDITS):
        return ephemeral.edit_ephemeral(telegram, call, uploads)
    result: object = PLAIN[type(call)](telegram, call)
    return result


def missing(method: str) -> ApiError:
    return not_found(f"method {method} is not in the sandbox")
