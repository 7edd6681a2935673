"""Carries out what deploy/README.md tells to do on one machine, under a folder that stands for the whole machine.

The commands are those of the text, with that folder before each absolute path. What needs a machine of one's own is
imitated: users and owners of files, the editor, and systemd, which starts what the unit says and waits for its READY. The
new environment finds the packages of the tests' own, so pip has nothing to fetch.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import stat
import sys
import sysconfig
from pathlib import Path
from typing import Final

from tests.deploy.replicas import lasting_port

PROJECT: Final = Path(__file__).parents[2]
SYSTEMCTL: Final = Path(__file__).parent / "systemctl.py"
PLACES: Final = re.compile(r"(?<![\w.])(?=/(?:opt|var/lib|etc/systemd|usr/local/bin|root)/)")
WATCHED: Final = "127.0.0.1:9464"
"""Of several machines at once each has its own."""
PATIENCE: Final = 90.0

STUBS: Final = {
    "apt-get": "exit 0",
    "useradd": "exit 0",
    "chown": "exit 0",
    "runuser": 'shift 3; exec "$@"',
    "install": 'for a; do shift; case "$a" in --owner|--group) skip=1;; *) [ "$skip" ] && skip= || set -- "$@" "$a";; esac; done; exec /usr/bin/install "$@"',
    "editor": 'sed -i "s|^BOT_TOKEN=.*|BOT_TOKEN=$TOKEN|; s|^# TELEGRAM_API_URL=.*|TELEGRAM_API_URL=$TELEGRAM|" "$1"',
    "python3": f'{sys.executable} "$@" && echo {sysconfig.get_path("purelib")} > "$3"/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages/these.pth',
    "scp": 'export LC_ALL=C; for to; do :; done; for a; do [ "$a" = "$to" ] || sed "s|$ROOT|$NEXT|g" "$a" > "$NEXT${to#*:"$ROOT"}${a##*/}"; done',
    "systemctl": f'exec {sys.executable} {SYSTEMCTL} "$ROOT" "$@"',
}


def blocks(section: str, heading: str) -> list[str]:
    """List the commands under a heading of the text, block by block."""
    text = (PROJECT / "deploy" / "README.md").read_text("utf-8")
    chapter = re.split(r"^## ", text, flags=re.MULTILINE)
    (body,) = [part for part in chapter if part.startswith(section)]
    parts = re.split(r"^### ", body, flags=re.MULTILINE)
    (part,) = [part for part in parts if part.startswith(heading + "\n")]
    found = re.findall(r"^```sh\n(.*?)^```", part, re.MULTILINE | re.DOTALL)
    assert found, heading
    return found


class Machine:
    """The folder, and a copy of the project in it where the operator stands."""

    def __init__(self, root: Path, *, token: str, telegram: str) -> None:
        self.root = root
        self._source = root / "project"
        self._stubs = root / "stubs"
        self._watched = f"127.0.0.1:{lasting_port()}"
        self._environment = {
            "PATH": f"{self._stubs}:{root}/usr/local/bin:/usr/bin:/bin",
            "ROOT": str(root),
            "TOKEN": token,
            "TELEGRAM": telegram,
            "HOME": str(Path.home()),
        }
        for place in ("opt", "var/lib", "etc/systemd/system", "usr/local/bin", "root", "run"):
            (root / place).mkdir(parents=True)
        self._stubs.mkdir()
        for name, line in STUBS.items():
            stub = self._stubs / name
            stub.write_text(f"#!/bin/sh\n{line}\n")
            stub.chmod(stub.stat().st_mode | stat.S_IXUSR)
        ignored = shutil.ignore_patterns("__pycache__")
        for name in ("bot", "game", "deploy"):
            shutil.copytree(PROJECT / name, self._source / name, ignore=ignored)
        for name in ("requirements.lock", ".env.example"):
            shutil.copy(PROJECT / name, self._source)
        for path in (self._source / "deploy").glob("frap-bot*"):
            path.write_text(self._here(path.read_text("utf-8")))

    def next_to(self, other: Machine) -> None:
        """Reach the other one with scp; what speaks of this folder speaks of its folder there."""
        self._environment["NEXT"] = str(other.root)

    def new_token(self, token: str) -> None:
        self._environment["TOKEN"] = token

    async def follow(self, heading: str, *numbers: int) -> str:
        """Carry out all of it, or these of its blocks, as far as every command succeeds; gives what they said."""
        told = blocks("One machine, with systemd", heading)
        said = [await self.run(told[number]) for number in numbers or range(len(told))]
        return "".join(said)

    async def run(self, commands: str) -> str:
        shell = await asyncio.create_subprocess_exec(
            "/bin/bash", "-euo", "pipefail", "-c", self._here(commands),
            cwd=self._source,
            env=self._environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        async with asyncio.timeout(PATIENCE):
            output, _ = await shell.communicate()
        said = output.decode()
        assert shell.returncode == 0, f"{commands}\n{said}\n{self.log()}"
        return said

    @property
    def serves(self) -> bool:
        """Whether a bot runs here, or was left without being stopped."""
        return (self.root / "run" / "frap-bot.pid").exists()

    def log(self) -> str:
        log = self.root / "run" / "frap-bot.log"
        return log.read_text("utf-8") if log.exists() else ""

    def _here(self, text: str) -> str:
        return PLACES.sub(str(self.root), text).replace(WATCHED, self._watched)
