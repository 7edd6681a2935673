"""Everything the bot keeps, in Redis."""

from bot.store.bookings import Booking, Entry
from bot.store.deals import Deals
from bot.store.errors import StoreBroken, StoreUnavailable
from bot.store.groups import Group, Groups
from bot.store.ledger import Ledger
from bot.store.limits import Limits
from bot.store.operations import Audit, Operations
from bot.store.people import People, Person
from bot.store.screens import Screens, Shown
from bot.store.setaside import Aside, SetAside
from bot.store.store import Store, open_store
from bot.store.tables import Committed, Conflict, Loaded, PotKey, Repeated, Tables
from bot.store.wakeups import Wakeups

__all__ = [
    "Aside",
    "Audit",
    "Booking",
    "Committed",
    "Conflict",
    "Deals",
    "Entry",
    "Group",
    "Groups",
    "Ledger",
    "Limits",
    "Loaded",
    "Operations",
    "People",
    "Person",
    "PotKey",
    "Repeated",
    "Screens",
    "SetAside",
    "Shown",
    "Store",
    "StoreBroken",
    "StoreUnavailable",
    "Tables",
    "Wakeups",
    "open_store",
]
