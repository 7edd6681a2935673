from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def undisturbed(no_environment: None) -> None:
    """No test of the bot reads the settings of whoever runs it."""
