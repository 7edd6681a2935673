"""Opening a table, its rules, the cut of the next pack, and the pauses in which the bot may not write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from bot.tables.agreement import with_rule
from bot.tables.clock import SECOND
from bot.tables.decision import Context, Decision, Reason, Refusal, Reply, Said
from bot.tables.places import check_runs, heard, here_again, opened, seat_for, waits_for
from bot.tables.seating import computer_seats, rearmed
from bot.tables.state import Phase, Table, TableKey, TableRules
from game.rules import VARIANTS

if TYPE_CHECKING:
    from bot.tables.commands import CutPack, Open, Pause, Resume, SetLanguage, SetRule

LONGEST_CUT: Final = 64
"""Characters."""


def open_table(key: TableKey, table: Table | None, command: Open, context: Context) -> Decision:
    if command.game not in VARIANTS:
        raise Refusal(Reason.UNKNOWN_GAME)
    if table is not None and table.phase is not Phase.CLOSED:
        return Decision(heard(table, command.by, context.now), Reply(Said.SHOWN))
    by = command.by
    new = Table(
        group=key.group,
        thread=key.thread,
        number=context.first_number if table is None else table.number + 1,
        game=command.game,
        owner=by.id,
        language=command.language,
        phase=Phase.LOBBY,
        opened=context.now,
        touched=context.now,
        seats=(
            *((seat_for(by),) if command.seated else ()),
            *computer_seats(command.computers),
        ),
        rules=command.rules,
        seed=context.seed.hex(),
        waits=waits_for(command.game, context.waiting),
    )
    return Decision(new, Reply(Said.OPENED))


def set_rule(table: Table | None, command: SetRule, context: Context) -> Decision:
    table = opened(table, command.number)
    check_runs(table, command.by.id, admin=command.admin)
    if table.phase is Phase.DEAL:
        raise Refusal(Reason.DEAL_RUNNING)
    rules = with_rule(table.rules, command.rule, command.value)
    table = heard(table, command.by, context.now)
    waits = (
        table.next_deal_at
        if rules.next_deal == table.rules.next_deal
        else _next_deal_at(table, rules, context)
    )
    return Decision(replace(table, rules=rules, next_deal_at=waits), Reply(Said.RULE_SET, rule=command.rule))


def _next_deal_at(table: Table, rules: TableRules, context: Context) -> int | None:
    if table.phase is not Phase.PAYOUT or rules.next_deal is None:
        return None
    return context.now + rules.next_deal * SECOND


def set_language(table: Table | None, command: SetLanguage, _context: Context) -> Decision:
    after = None if table is None else replace(table, language=command.language)
    return Decision(after, Reply(Said.NOTHING))


def cut_pack(table: Table | None, command: CutPack, context: Context) -> Decision:
    table = opened(table, command.number)
    player = command.by.id
    if table.seat(player) is None:
        raise Refusal(Reason.NOT_SEATED)
    if table.phase is Phase.DEAL:
        raise Refusal(Reason.DEAL_RUNNING)
    text = command.text.strip()
    if not 0 < len(text) <= LONGEST_CUT or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Refusal(Reason.BAD_CUT, limit=LONGEST_CUT)
    others = tuple(cut for cut in table.cuts if cut[0] != player)
    table = here_again(heard(table, command.by, context.now), player)
    return Decision(replace(table, cuts=(*others, (player, text))), Reply(Said.PACK_CUT))


def pause(table: Table | None, _command: Pause, _context: Context) -> Decision:
    if table is None or table.phase is Phase.CLOSED:
        return Decision(table, Reply(Said.NOTHING))
    table = replace(table, paused=True, deadline=None, computer_at=None, next_deal_at=None, closes_at=None)
    return Decision(table, Reply(Said.NOTHING))


def resume(table: Table | None, _command: Resume, context: Context) -> Decision:
    """Put the running question for a full turn again."""
    if table is None or not table.paused or table.phase is Phase.CLOSED:
        return Decision(table, Reply(Said.NOTHING))
    table = replace(table, paused=False, touched=context.now)
    table = replace(table, next_deal_at=_next_deal_at(table, table.rules, context))
    return Decision(rearmed(table, context), Reply(Said.NOTHING))
