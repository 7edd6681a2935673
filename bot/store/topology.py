"""Clients by URL: one server (TCP, TLS or unix socket), a Cluster, or a primary that Sentinels know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from redis.asyncio import BlockingConnectionPool, Redis, RedisCluster, Sentinel
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import RedisError

from bot.settings import SettingsError
from bot.store.connection import BUDGET, CONNECTIONS, Connection

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.store.connection import Client

RETRIES: Final = 4
TIMES: Final[dict[str, Any]] = {"socket_timeout": 1.5, "socket_connect_timeout": 1.0}
"""Seconds for one reply and for a connection; all tries together end with the budget of a call."""
CERTIFICATES: Final = "ssl_ca_certs"
"""In the query of a URL with TLS: a file of certificates to trust instead of the machine's, as redis-py names it."""


class Address(NamedTuple):
    """A URL of several servers, taken apart."""

    tls: dict[str, Any]
    """Options of redis-py."""
    username: str | None
    password: str | None
    hosts: tuple[tuple[str, int], ...]
    path: tuple[str, ...]


def connect(url: str, *, when_lost: Callable[[], None] | None = None) -> Connection:
    """Make a client; nothing is sent yet. Raises :class:`SettingsError` for a URL that means nothing."""
    scheme = url.partition("://")[0]
    try:
        if scheme.endswith("+cluster"):
            return Connection(_cluster(_address(url, 6379)), cluster=True)
        if scheme.endswith("+sentinel"):
            return _sentinel(_address(url, 26379))
        _check_database(url)
        pool = BlockingConnectionPool.from_url(
            url, max_connections=CONNECTIONS, timeout=BUDGET, decode_responses=True, retry=_retry(), **TIMES
        )
        # Not to connect: only to see that all that the URL says is known.
        pool.connection_class(**pool.connection_kwargs)
        return Connection(Redis.from_pool(pool), cluster=False, when_lost=when_lost)
    except (ValueError, TypeError, RedisError):
        raise SettingsError("REDIS_URL cannot be read (see .env.example)") from None


def _check_database(url: str) -> None:
    """Raise :class:`ValueError` for one that is no number, in whose place redis-py would silently take the first."""
    parts = urlsplit(url)
    database = parts.path.strip("/")
    if parts.scheme in ("redis", "rediss") and database and not (database.isascii() and database.isdigit()):
        raise ValueError(database)


def _retry() -> Retry:
    return Retry(ExponentialBackoff(cap=0.4, base=0.05), RETRIES)


def _address(url: str, port: int) -> Address:
    parts = urlsplit(url)
    credentials, _, hosts = parts.netloc.rpartition("@")
    username, _, password = credentials.partition(":")
    return Address(
        tls=_tls(parts.query) if parts.scheme.startswith("rediss") else {},
        username=unquote(username) or None,
        password=unquote(password) or None,
        hosts=tuple(_host(text, port) for text in hosts.split(",")),
        path=tuple(part for part in parts.path.split("/") if part),
    )


def _tls(query: str) -> dict[str, Any]:
    given = parse_qs(query, strict_parsing=bool(query))
    if given.keys() - {CERTIFICATES}:
        raise ValueError("an option that means nothing")
    return {"ssl": True, **{name: values[-1] for name, values in given.items()}}


def _host(text: str, port: int) -> tuple[str, int]:
    parts = urlsplit(f"//{text}")
    if not parts.hostname:
        raise ValueError("a host is missing")
    return parts.hostname, parts.port or port


def _cluster(address: Address) -> Client:
    if address.path:
        raise ValueError("a cluster has no numbered databases")
    client: Client = RedisCluster(
        startup_nodes=[ClusterNode(host, port) for host, port in address.hosts],
        username=address.username,
        password=address.password,
        decode_responses=True,
        retry=_retry(),
        max_connections=CONNECTIONS,
        **address.tls,
        **TIMES,
    )
    return client


def _sentinel(address: Address) -> Connection:
    service, *database = address.path
    # The credentials are those of the server; Sentinels are asked without. TLS is for both.
    asking = address.tls | TIMES | {"retry": Retry(NoBackoff(), 0)}
    sentinel = Sentinel(list(address.hosts), sentinel_kwargs=asking)  # type: ignore[no-untyped-call] # redis-py
    client: Client = sentinel.master_for(
        service,
        db=int(database[0]) if database else 0,
        username=address.username,
        password=address.password,
        decode_responses=True,
        retry=_retry(),
        **address.tls,
        **TIMES,
    )
    return Connection(client, cluster=False, besides=tuple(sentinel.sentinels))
