from __future__ import annotations

import os
import subprocess
import sys

from bot.store.processes import gone, process_name


def test_a_process_that_has_ended_is_known_to_be_gone() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    machine, here, mark = process_name().split("/")
    assert here == str(os.getpid())
    assert gone(f"{machine}/{ended.pid}/{mark}")
    assert gone(f"{machine}/{here}/0"), "an earlier process of this number"


def test_others_may_live() -> None:
    mine = process_name()
    assert not gone(mine)
    assert not gone(f"elsewhere/{mine.split('/', 1)[1]}")
    assert not gone(f"{mine.split('/')[0]}/1/0"), "it lives"
    assert not gone("a name of an older version")
