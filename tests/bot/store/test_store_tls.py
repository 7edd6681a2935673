"""Redis over TLS, with a certificate that nobody but its maker has signed."""

from __future__ import annotations

import shutil
import subprocess
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from bot.settings import SettingsError
from bot.store import Committed, open_store
from tests.bot.store.conftest import KEY, a_table, settings_for
from tests.bot.store.servers import DURABLE, Process, debian_redis
from tests.bot.store.standbys import SLOTS, ask

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Papers:
    """Files in PEM."""

    certificate: Path
    key: Path

    @property
    def settings(self) -> dict[str, str]:
        """Of a server that uses them, with TLS alone."""
        return {
            "port": "0",
            "tls-cert-file": str(self.certificate),
            "tls-key-file": str(self.key),
            "tls-ca-cert-file": str(self.certificate),
            "tls-auth-clients": "no",
            "tls-replication": "yes",
            "tls-cluster": "yes",
        }


class TlsServer(Process):
    """Debian's: the program that comes with the bot cannot do TLS."""

    def __init__(self, folder: Path, papers: Papers, *options: str, sentinel: bool = False) -> None:
        super().__init__(debian_redis(), folder, *options, sentinel=sentinel)
        self._papers = papers
        self.config = folder / "server.conf"
        lines = [
            f"{name} {value}" for name, value in (papers.settings | {"tls-port": str(self.port)}).items()
        ]
        self.config.write_text("\n".join(lines) + "\n")
        # The config file tells the port.
        at = self._command.index("--port")
        del self._command[at : at + 2]

    @property
    def options(self) -> dict[str, Any]:
        return {"ssl": True, "ssl_ca_certs": str(self._papers.certificate)}


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Papers:
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed, so there is no certificate to be made")
    folder = tmp_path_factory.mktemp("papers")
    papers = Papers(folder / "certificate.pem", folder / "key.pem")
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    who = ("-subj", "/CN=cards", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2")
    out = ("-out", papers.certificate, "-keyout", papers.key)
    subprocess.run([openssl, "req", "-x509", *curve, *who, *out], check=True, capture_output=True)
    return papers


@pytest.fixture(scope="module", params=["server", "cluster", "sentinel"])
def address(
    request: pytest.FixtureRequest, papers: Papers, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The URL without any word about certificates."""
    folder = tmp_path_factory.mktemp(request.param)
    cluster = ("--cluster-enabled", "yes") if request.param == "cluster" else ()
    with ExitStack() as stack:
        server = TlsServer(folder / "server", papers, *DURABLE, *cluster)
        stack.callback(server.close)
        server.start(server.config)
        url = f"rediss://127.0.0.1:{server.port}"
        match request.param:
            case "cluster":
                ask(server, "CLUSTER", "ADDSLOTSRANGE", 0, SLOTS - 1)
                url = url.replace("://", "+cluster://")
            case "sentinel":
                sentinel = TlsServer(folder / "sentinel", papers, sentinel=True)
                stack.callback(sentinel.close)
                with sentinel.config.open("a") as config:
                    config.write(f"sentinel monitor cards 127.0.0.1 {server.port} 1\n")
                sentinel.start(sentinel.config)
                url = f"rediss+sentinel://127.0.0.1:{sentinel.port}/cards"
        yield url


async def keeps_a_table(url: str) -> bool:
    async with open_store(settings_for(url)) as store:
        before = await store.tables.load(KEY)
        done = await store.tables.commit(KEY, before.version, a_table(), update_id=None, wake_at=None)
        return done == Committed(before.version + 1)


async def test_the_url_names_the_certificate_to_trust(address: str, papers: Papers) -> None:
    assert await keeps_a_table(f"{address}?ssl_ca_certs={papers.certificate}")


async def test_the_machine_trusts_the_certificate(
    address: str, papers: Papers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(papers.certificate))
    assert await keeps_a_table(address)


# What a Sentinel does not trust redis-py does not tell.
@pytest.mark.parametrize("address", ["server", "cluster"], indirect=True)
async def test_a_certificate_that_nobody_trusts_is_told_at_once(address: str) -> None:
    with pytest.raises(SettingsError) as caught:
        await keeps_a_table(address)
    told = str(caught.value)
    assert told.startswith("REDIS_URL: the certificate of Redis is not trusted: self-signed certificate")
    assert "\n" not in told
