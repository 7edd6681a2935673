"""What can go wrong between the bot and Redis."""

from __future__ import annotations


class StoreUnavailable(Exception):
    """Redis cannot be reached, is too slow, or takes no writes at present; whether a write counted is then unknown.

    Trying the same change again is safe: one that did count is recognised.
    """


class StoreBroken(Exception):
    """Redis refused what it never should, or holds what cannot be read: a fault to be looked at, not to be retried."""
