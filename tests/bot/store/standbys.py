"""Real servers with replicas that take over: a Cluster of three primaries, and a primary that three Sentinels watch."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from redis.exceptions import RedisError

from tests.bot.store.servers import DURABLE, Process, running, valkey, wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SHARES = 3
NOTICED = 1500
"""Milliseconds of silence after which a server counts as gone."""
SLOTS = 16384
REPLICATED = ("--repl-diskless-sync-delay", "0", "--repl-ping-replica-period", "1")


@dataclass(frozen=True, slots=True)
class Standbys:
    """Servers of which some copy others."""

    url: str
    """For the bot."""
    nodes: tuple[Process, ...]

    def primary(self, key: str) -> Process:
        """Find who answers for a key now."""
        return next(node for node in self.nodes if node.answers() and answers_for(node, key))

    def replica(self, primary: Process) -> Process:
        return next(
            node
            for node in self.nodes
            if node.answers() and replication(node).get("master_port") == primary.port
        )

    def kill_primary(self, key: str) -> Process:
        """Kill who answers for a key, with SIGKILL; gives the dead one."""
        primary = self.primary(key)
        primary.kill()
        return primary

    def cut_off_replica(self, key: str) -> None:
        """Let nothing more reach the replica of who answers for a key; it takes over all the same."""
        primary = self.primary(key)
        replica = self.replica(primary)
        reached = replication(primary)["master_repl_offset"]
        wait_for(
            lambda: replication(replica)["slave_repl_offset"] >= reached, "the replica has what there is"
        )
        with primary.client() as above, replica.client() as below:
            below.config_set("masteruser", "nobody")
            below.config_set("masterauth", "wrong")
            above.client_kill_filter(_type="replica")
            wait_for(lambda: replication(replica)["master_link_status"] == "down", "the link is down")
            wait_for(lambda: replication(primary)["connected_slaves"] == 0, "the primary is alone")


def replication(node: Process) -> dict[str, Any]:
    with node.client() as client:
        return dict(client.info("replication"))


def answers_for(node: Process, key: str) -> bool:
    """Whether it is a primary, and of a Cluster the one that has the key."""
    with node.client() as client:
        try:
            client.exists(key)
        except RedisError:
            return False
        return bool(client.info("replication")["role"] == "master")


def in_step(primary: Process, replica: Process) -> bool:
    return bool(
        replication(replica)["master_link_status"] == "up" and replication(primary)["connected_slaves"] == 1
    )


@contextmanager
def running_standby_cluster(folder: Path) -> Iterator[Standbys]:
    """Three primaries and a replica of each."""
    timeout = ("--cluster-node-timeout", str(NOTICED))
    options = (*DURABLE, *REPLICATED, "--cluster-enabled", "yes", *timeout)
    with ExitStack() as stack:
        nodes = [
            stack.enter_context(running(valkey(), folder / str(number), *options))
            for number in range(2 * SHARES)
        ]
        primaries, replicas = nodes[:SHARES], nodes[SHARES:]
        for number, node in enumerate(nodes):
            ask(node, "CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            if number < SHARES:
                first, last = SLOTS * number // SHARES, SLOTS * (number + 1) // SHARES - 1
                ask(node, "CLUSTER", "ADDSLOTSRANGE", first, last)
            ask(node, "CLUSTER", "MEET", "127.0.0.1", nodes[0].port)
        for node in nodes:
            wait_for(partial(complete, node), "the cluster is complete")
        for primary, replica in zip(primaries, replicas, strict=True):
            ask(replica, "CLUSTER", "REPLICATE", ask(primary, "CLUSTER", "MYID"))
        for primary, replica in zip(primaries, replicas, strict=True):
            wait_for(partial(in_step, primary, replica), "the replicas are in step")
        for node in nodes:
            wait_for(partial(knows_the_replicas, node), "everybody knows the replicas")
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in nodes)
        yield Standbys(f"redis+cluster://{hosts}", tuple(nodes))


def ask(node: Process, *command: object) -> object:
    with node.client() as client:
        return client.execute_command(*command)


def complete(node: Process) -> bool:
    info = ask(node, "CLUSTER INFO")
    assert isinstance(info, dict)
    return bool(info["cluster_state"] == "ok" and info["cluster_known_nodes"] == str(2 * SHARES))


def knows_the_replicas(node: Process) -> bool:
    known = ask(node, "CLUSTER NODES")
    assert isinstance(known, dict)
    return sum("slave" in str(one["flags"]) for one in known.values()) == SHARES


@contextmanager
def running_watched_primary(folder: Path) -> Iterator[Standbys]:
    """A primary called ``cards``, its replica, and three Sentinels, two of which decide."""
    with ExitStack() as stack:
        primary, replica = (
            stack.enter_context(running(valkey(), folder / name, *DURABLE, *REPLICATED))
            for name in ("primary", "replica")
        )
        with replica.client() as client:
            client.replicaof("127.0.0.1", str(primary.port))
        wait_for(partial(in_step, primary, replica), "the replica is in step")
        sentinels = []
        for number in range(3):
            sentinel = Process(valkey(), folder / f"sentinel{number}", sentinel=True)
            stack.callback(sentinel.close)
            config = sentinel.folder / "sentinel.conf"
            config.write_text(
                f"sentinel monitor cards 127.0.0.1 {primary.port} 2\n"
                f"sentinel down-after-milliseconds cards {NOTICED}\n"
                "sentinel failover-timeout cards 6000\n"
            )
            sentinel.start(config)
            sentinels.append(sentinel)
        for sentinel in sentinels:
            wait_for(partial(watches, sentinel), "the Sentinels know each other and the replica")
        hosts = ",".join(f"127.0.0.1:{sentinel.port}" for sentinel in sentinels)
        yield Standbys(f"redis+sentinel://{hosts}/cards", (primary, replica))


def watches(sentinel: Process) -> bool:
    with sentinel.client() as client:
        state = client.sentinel_master("cards")
        return bool(state["num-slaves"] == 1 and state["num-other-sentinels"] == 2)
