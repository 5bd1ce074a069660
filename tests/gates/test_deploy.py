"""Deployment files, checked without an engine: hardened, not root, no secrets, right names."""

import re
import shlex

import click
import pytest

from fullhouse.cli import main
from fullhouse.platforms.local.config import strange_names
from tests.gates.source import ROOT

UNIT = (ROOT / "deploy" / "fullhouse.service").read_text()
CONTAINER = (ROOT / "deploy" / "Containerfile").read_text()
HARDENED = {
    "CapabilityBoundingSet": "",
    "DynamicUser": "yes",
    "LimitNOFILE": "65536",
    "LockPersonality": "yes",
    "MemoryDenyWriteExecute": "yes",
    "NoNewPrivileges": "yes",
    "PrivateDevices": "yes",
    "PrivateTmp": "yes",
    "ProtectHome": "yes",
    "ProtectKernelModules": "yes",
    "ProtectKernelTunables": "yes",
    "ProtectSystem": "strict",
    "RestrictNamespaces": "yes",
    "RestrictSUIDSGID": "yes",
    "StateDirectoryMode": "0700",
    "SystemCallArchitectures": "native",
    "UMask": "0077",
}
SECRET = re.compile(r"(?i)(password|token|secret|key)\w*\s*[=:]\s*[^\s…#]")


def settings(unit: str) -> dict[str, list[str]]:
    """Read a unit's settings, each with all its values."""
    found: dict[str, list[str]] = {}
    for line in unit.splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


def commands(container: str) -> list[tuple[str, str]]:
    """Read a container file's instructions, with continued lines put together."""
    joined = re.sub(r"\\\n", " ", re.sub(r"(?m)^#.*\n", "", container))
    return [
        (line.split()[0], line.partition(" ")[2].strip())
        for line in joined.splitlines()
        if line.strip()
    ]


@pytest.mark.parametrize("name", HARDENED)
def test_the_unit_is_hardened(name: str) -> None:
    assert settings(UNIT)[name] == [HARDENED[name]]


def test_the_unit_starts_what_there_is_and_keeps_its_data_in_its_own_folder() -> None:
    words = shlex.split(settings(UNIT)["ExecStart"][0])
    assert words[0].endswith("/bin/fullhouse")
    assert isinstance(main, click.Group)
    assert words[1] in main.list_commands(click.Context(main))
    assert settings(UNIT)["StateDirectory"] == ["fullhouse"]
    assert settings(UNIT)["Environment"] == ["FULLHOUSE_DATA=%S/fullhouse"]


def test_the_container_does_not_run_as_root() -> None:
    last = [value for name, value in commands(CONTAINER) if name == "USER"][-1]
    assert last == "10001:10001"
    after = [name for name, _ in commands(CONTAINER)]
    assert "RUN" not in after[after.index("USER") :]


def test_the_container_builds_in_one_stage_and_runs_in_another() -> None:
    stages = [value for name, value in commands(CONTAINER) if name == "FROM"]
    assert len(stages) == 2
    assert all(re.search(r":3\.1[1-4]-slim", stage) for stage in stages)
    assert ("VOLUME", "/data") in commands(CONTAINER)
    assert "HEALTHCHECK" in dict(commands(CONTAINER))


@pytest.mark.parametrize("text", [UNIT, CONTAINER], ids=["unit", "container"])
def test_no_secret_stands_in_what_is_deployed(text: str) -> None:
    told = re.sub(r"(?m)^#.*$", "", text)
    assert not SECRET.search(told)


def test_every_variable_that_is_set_is_a_setting() -> None:
    text = UNIT + dict(commands(CONTAINER))["ENV"]
    names = re.findall(r"\b(FULLHOUSE_\w+)=", re.sub(r"(?m)^#.*$", "", text))
    assert len(names) >= 5
    assert strange_names(dict.fromkeys(names, "")) == []


def test_every_file_that_the_container_takes_along_is_there() -> None:
    taken = [
        value.split()[:-1]
        for name, value in commands(CONTAINER)
        if name == "COPY" and "--from" not in value
    ]
    assert [one for row in taken for one in row if not (ROOT / one).exists()] == []
