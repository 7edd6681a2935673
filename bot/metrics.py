"""Figures for Prometheus, counted in this process; :mod:`bot.monitoring` serves them.

Labels hold kinds of things and never who or which: no group, no person, no table.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from prometheus_client import Counter, Gauge, Histogram

if TYPE_CHECKING:
    from collections.abc import Iterator

FAST: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 3.0)
"""Seconds, for Redis."""
SLOW: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Seconds, for Telegram and for whole updates."""

updates: Final = Counter("frap_updates_total", "Updates handled, failed ones included", ["kind"])
update_seconds: Final = Histogram("frap_update_seconds", "From taking an update to its end", buckets=SLOW)
moves: Final = Counter("frap_moves_total", "Moves in deals that were kept", ["by"])
refusals: Final = Counter(
    "frap_refusals_total", "What players wanted and the rules did not allow", ["reason"]
)
commits: Final = Counter("frap_commits_total", "Attempts to keep a change of a table", ["outcome"])
deals_finished: Final = Counter("frap_deals_finished_total", "Deals played to their end", ["game"])
calls: Final = Counter("frap_api_calls_total", "Calls of the Bot API", ["method", "outcome"])
call_seconds: Final = Histogram("frap_api_seconds", "Time of a call of the Bot API", ["method"], buckets=SLOW)
screens_held: Final = Counter("frap_screens_held_total", "Messages that had to wait for Telegram's limits")
redis_seconds: Final = Histogram("frap_redis_seconds", "Time of a call of Redis", ["call"], buckets=FAST)
redis_failures: Final = Counter("frap_redis_failures_total", "Calls of Redis that came to nothing")
redis_clock: Final = Gauge("frap_redis_clock_seconds", "How far the clock of Redis is ahead of this one")

healthy: Final = Gauge("frap_healthy", "1 while the bot does its work")
tables_open: Final = Gauge("frap_tables_open", "Tables that have something to do some time, of all processes")
tables_due: Final = Gauge("frap_tables_due", "Tables that wait to be attended to now, of all processes")
lateness: Final = Gauge("frap_wakeup_lateness_seconds", "How long the tables have waited that wait longest")
set_aside: Final = Gauge("frap_updates_set_aside", "Updates put aside for the operator to look at")
maintenance: Final = Gauge("frap_maintenance", "1 while no new deals begin")
audit_faults: Final = Gauge("frap_audit_faults", "What the last audit of the ledgers found wrong")
audit_at: Final = Gauge("frap_audit_timestamp_seconds", "When that audit was; 0: never")


@contextmanager
def timed(histogram: Histogram) -> Iterator[None]:
    """Observe the seconds spent inside, whatever comes of it."""
    begun = time.perf_counter()
    try:
        yield
    finally:
        histogram.observe(time.perf_counter() - begun)
