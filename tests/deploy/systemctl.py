"""As much of systemctl as deploy/README.md uses, for a unit of Type=notify: start, stop, restart, enable, disable."""

from __future__ import annotations

import configparser
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

UNIT = "frap-bot"


def main(root: Path, arguments: list[str]) -> int:
    pid = root / "run" / f"{UNIT}.pid"
    match [word for word in arguments if word != "--now"]:
        case ["daemon-reload"]:
            return 0
        case ["enable" | "disable", timer] if (
            root / "etc" / "systemd" / "system" / timer
        ).suffix == ".timer":
            return 0 if (root / "etc" / "systemd" / "system" / timer).exists() else 1
        case ["start" | "enable", name] if name == UNIT:
            return start(root, pid)
        case ["stop" | "disable", name] if name == UNIT:
            return stop(pid)
        case ["restart", name] if name == UNIT:
            return stop(pid) or start(root, pid)
    raise SystemExit(f"systemctl is not asked that: {arguments}")


def start(root: Path, pid: Path) -> int:
    unit = configparser.ConfigParser(interpolation=None, strict=False, delimiters=["="])
    unit.optionxform = str  # type: ignore[assignment,method-assign] # as its documentation does
    unit.read(root / "etc" / "systemd" / "system" / f"{UNIT}.service")
    service = unit["Service"]
    address = root / "run" / "notify"
    address.unlink(missing_ok=True)
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener,
        (root / "run" / f"{UNIT}.log").open("ab") as log,
    ):
        listener.bind(str(address))
        listener.settimeout(60)
        process = subprocess.Popen(
            service["ExecStart"].split(),
            cwd=service["WorkingDirectory"],
            env={"PATH": os.environ["PATH"], "NOTIFY_SOCKET": str(address)},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        pid.write_text(str(process.pid))
        while True:
            try:
                listener.settimeout(0.2)
                if b"READY=1" in listener.recv(4096):
                    return 0
            except TimeoutError:
                if process.poll() is not None:
                    return 1


def stop(pid: Path) -> int:
    number = int(pid.read_text())
    os.kill(number, signal.SIGTERM)
    while Path(f"/proc/{number}").exists() and "State:\tZ" not in Path(f"/proc/{number}/status").read_text():
        time.sleep(0.05)
    pid.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
