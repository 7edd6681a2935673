"""Real server processes for tests: Valkey, Debian's Redis 7.0, a Cluster, a primary with a Sentinel."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import time
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from bot.store.binary import find_server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REDIS = Path("/usr/bin/redis-server")
DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")


class Servers(Protocol):
    """One server, or several that are one for the bot."""

    @property
    def url(self) -> str:
        """For the bot."""

    @property
    def nodes(self) -> tuple[Process, ...]:
        """All that ever hold its data."""


class Process:
    """A server that can be killed and started again on its files and port."""

    def __init__(self, program: Path, folder: Path, *options: str, sentinel: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.port = free_port()
        self._sentinel = sentinel
        self._command = [str(program), "--port", str(self.port), "--dir", str(folder), *options]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def nodes(self) -> tuple[Process, ...]:
        return (self,)

    def start(self, config: Path | None = None) -> None:
        command = list(self._command)
        if config is not None:
            command.insert(1, str(config))
        if self._sentinel:
            command.append("--sentinel")
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(self.answers, "the server answers")

    def answers(self) -> bool:
        at_once = Retry(NoBackoff(), 0)
        with Redis("127.0.0.1", self.port, retry=at_once, **self.options) as client:
            try:
                return bool(client.ping())
            except (RedisError, OSError):
                return False

    @property
    def options(self) -> dict[str, Any]:
        """What a client needs besides."""
        return {}

    def client(self) -> Redis:
        return Redis("127.0.0.1", self.port, decode_responses=True, **self.options)

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        assert self._process is not None
        self._process.send_signal(number)
        if number is not signal.SIGSTOP:
            self._process.wait()

    def resume(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()


def free_port() -> int:
    """Low enough for a cluster's second port, 10000 above."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        if port < 55_000:
            return port


def wait_for(what: Callable[[], object], name: str, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not what():
        if time.monotonic() > deadline:
            pytest.fail(f"waited {seconds} s until {name}")
        time.sleep(0.01)


@contextmanager
def running(program: Path, folder: Path, *options: str) -> Iterator[Process]:
    server = Process(program, folder, *(options or DURABLE))
    try:
        server.start()
        yield server
    finally:
        server.close()


def valkey() -> Path:
    return find_server(None)


def debian_redis() -> Path:
    if not REDIS.exists():
        pytest.skip("Debian's redis-server is not installed")
    return REDIS


@contextmanager
def running_cluster(folder: Path) -> Iterator[list[Process]]:
    """Three primaries."""
    options = (*DURABLE, "--cluster-enabled", "yes", "--cluster-node-timeout", "2000")
    with ExitStack() as stack:
        nodes = [
            stack.enter_context(running(valkey(), folder / str(number), *options)) for number in range(3)
        ]
        bounds = (0, 5461, 10923, 16384)
        for number, node in enumerate(nodes):
            with node.client() as client:
                client.execute_command("CLUSTER", "ADDSLOTSRANGE", bounds[number], bounds[number + 1] - 1)
                client.execute_command("CLUSTER", "MEET", "127.0.0.1", nodes[0].port)
        for node in nodes:
            with node.client() as client:
                wait_for(partial(joined, client), "the cluster is complete")
        yield nodes


def joined(client: Redis) -> bool:
    info = client.execute_command("CLUSTER INFO")  # type: ignore[no-untyped-call] # redis-py
    return bool(info["cluster_state"] == "ok" and info["cluster_known_nodes"] == "3")


@contextmanager
def running_sentinel(folder: Path) -> Iterator[tuple[Process, Process]]:
    """A primary called ``cards``, and one Sentinel that knows it."""
    with running(valkey(), folder / "primary") as primary:
        sentinel = Process(valkey(), folder / "sentinel", sentinel=True)
        config = folder / "sentinel.conf"
        config.write_text(f"sentinel monitor cards 127.0.0.1 {primary.port} 1\n")
        try:
            sentinel.start(config)
            yield primary, sentinel
        finally:
            sentinel.close()


def copy_of(program: Path, folder: Path) -> Path:
    return Path(shutil.copy(program, folder / program.name))
