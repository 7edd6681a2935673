"""One door for every command: from a table and a command to what becomes of it, without doing anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from bot.tables import closing, commands, dealing, lobby, moves, seating
from bot.tables.clock import wake_at
from bot.tables.commands import Command, Open

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.decision import Context, Decision
    from bot.tables.state import Table, TableKey

_DECIDERS: Final[dict[type, Callable[[Table | None, Any, Context], Decision]]] = {
    commands.Sit: seating.sit,
    commands.Stand: seating.stand,
    commands.AddComputer: seating.add_computer,
    commands.Remove: seating.remove,
    commands.Back: seating.back,
    commands.Left: seating.left,
    commands.Unreachable: seating.reach,
    commands.Reachable: seating.reach,
    commands.Rename: seating.rename,
    commands.Forget: seating.forget,
    commands.SetRule: lobby.set_rule,
    commands.SetLanguage: lobby.set_language,
    commands.CutPack: lobby.cut_pack,
    commands.Pause: lobby.pause,
    commands.Resume: lobby.resume,
    commands.StartDeal: dealing.start,
    commands.NextDeal: dealing.next_deal,
    commands.Act: moves.act,
    commands.Mark: moves.mark,
    commands.ExchangeMarked: moves.exchange_marked,
    commands.TimeUp: moves.time_up,
    commands.ComputerMove: moves.computer_move,
    commands.Freshen: moves.freshen,
    commands.Close: closing.close,
    commands.Idle: closing.idle,
    commands.Divide: closing.divide,
}


def decide(key: TableKey, table: Table | None, command: Command, context: Context) -> Decision:
    """Decide what the command makes of the table at ``key``.

    Raises :class:`bot.tables.decision.Refusal` or a :class:`game.errors.GameError` for what is not allowed.
    """
    if isinstance(command, Open):
        decision = lobby.open_table(key, table, command, context)
    else:
        decision = _DECIDERS[type(command)](table, command, context)
    after = decision.table
    return replace(decision, wake_at=wake_at(after), reply=replace(decision.reply, table=after))
