"""The bill of materials lists what runs; the audit fails on what it finds or cannot look up."""

import json
import re
import subprocess
from collections.abc import Mapping
from email.message import Message
from pathlib import Path
from urllib.error import HTTPError, URLError

import pytest

from scripts import audit, sbom
from tests.gates.source import ROOT, files, project

PINS = {
    sbom.plain(name): version
    for name, _, version in (
        line.partition("==") for line in (ROOT / "constraints.txt").read_text().splitlines()
    )
}
CONSTRAINTS = [path for path in files() if path.name.endswith("constraints.txt")]


def declared() -> set[str]:
    found = (re.match(r"[\w.-]+", line) for line in project()["project"]["dependencies"])
    return {sbom.plain(match[0]) for match in found if match is not None}


def test_what_runs_is_what_is_declared_and_what_that_needs() -> None:
    names = sbom.shipped()
    assert declared() <= names
    assert {"h11", "markupsafe", "mdurl"} <= names  # needed by those that are declared
    assert {"dkimpy", "slack-sdk", "botocore"} <= names  # of extras
    assert not {"pytest", "hypothesis", "mypy", "ruff", "playwright"} & names


@pytest.mark.proof
def test_the_bill_lists_every_package_that_runs_in_its_pinned_version() -> None:
    bill = json.loads((ROOT / "dist" / "sbom.json").read_text())
    listed = {sbom.plain(one["name"]): one["version"] for one in bill["components"]}
    assert bill["bomFormat"] == "CycloneDX"
    assert bill["metadata"]["component"]["name"] == "fullhouse"
    runs = declared() | {name for name in sbom.shipped() if name in PINS}
    assert {name: listed.get(name) for name in runs} == {name: PINS[name] for name in runs}
    assert listed.keys() <= PINS.keys()


def test_a_bill_is_cut_down_to_what_ships_and_names_no_path() -> None:
    paths = [{"type": "distribution", "url": "file:///somewhere"}]
    bill = {
        "metadata": {"component": {"bom-ref": "us", "externalReferences": paths}},
        "components": [
            {"name": "A_b", "bom-ref": "a", "externalReferences": paths},
            {"name": "pytest", "bom-ref": "p"},
        ],
        "dependencies": [{"ref": "us", "dependsOn": ["a", "p"]}, {"ref": "p"}, {"ref": "a"}],
    }
    cut = sbom.only(bill, {"a-b"})
    assert [one["name"] for one in cut["components"]] == ["A_b"]
    edges = {one["ref"]: one["dependsOn"] for one in cut["dependencies"]}
    assert edges == {"us": ["a"], "a": []}
    assert "somewhere" not in json.dumps(cut)


def test_the_bill_is_not_in_git() -> None:
    assert "/dist/" in (ROOT / ".gitignore").read_text().splitlines()


@pytest.mark.parametrize("path", CONSTRAINTS, ids=lambda path: path.name)
def test_pins_name_no_registry(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []


def report(*packages: Mapping[str, object]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


FINE = {"name": "click", "version": "8", "vulns": []}
SKIPPED = {"name": "ours", "skip_reason": "not found"}
WEAK = {"name": "old", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}]}
OPEN = {"name": "sad", "version": "3", "vulns": [{"id": "CVE-2", "fix_versions": []}]}


@pytest.mark.parametrize(
    ("said", "problems"),
    [
        (report(FINE), []),
        (report(FINE, SKIPPED), ["ours: not looked up: not found"]),
        (report(WEAK, OPEN), ["old 1: CVE-1, fixed in 2", "sad 3: CVE-2, no fix yet"]),
        (report(), None),
        ("", None),
        ("[]", None),
        ("a traceback", None),
    ],
)
def test_a_report_is_judged(said: str, problems: list[str] | None) -> None:
    assert audit.judged(said) == problems


def prepare(
    monkeypatch: pytest.MonkeyPatch,
    said: str,
    errors: str = "it broke",
    *,
    network: bool = True,
    tool: bool = True,
) -> None:
    done = subprocess.CompletedProcess([], 0, said, errors)
    monkeypatch.setattr(audit, "has_network", lambda: network)
    monkeypatch.setattr(audit, "is_installed", lambda: tool)
    monkeypatch.setattr(audit, "audited", lambda: done)


@pytest.mark.parametrize(
    ("said", "code"),
    [(report(FINE), 0), (report(SKIPPED), 1), (report(WEAK), 1), ("broken", 1), (report(), 1)],
)
def test_an_audit_fails_on_every_problem(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], said: str, code: int
) -> None:
    prepare(monkeypatch, said)
    assert audit.main() == code
    assert ("No pinned package" in capsys.readouterr().out) is (code == 0)


@pytest.mark.parametrize(("network", "tool"), [(False, True), (True, False)])
def test_without_a_network_it_says_that_nothing_was_audited(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    network: bool,
    tool: bool,
) -> None:
    prepare(monkeypatch, report(WEAK), network=network, tool=tool)
    assert audit.main() == 0
    assert "NOT audited" in capsys.readouterr().out


NO_ROUTE = "Traceback (most recent call last):\nrequests.exceptions.ConnectionError: no route\n"
REFUSED = "Traceback (most recent call last):\npip_audit._service.interface.ServiceError\n"
TIMED_OUT = (
    "ERROR:pip_audit._cli:Could not connect to OSV's vulnerability feed\n"
    "ERROR:pip_audit._cli:Tip: your network may be blocking this service. Try another\n"
)
BAD_PINS = "ERROR:pip_audit._cli:constraints.txt cannot be read\n"


@pytest.mark.parametrize(
    ("said", "errors", "code"),
    [
        ("", NO_ROUTE, 0),
        ("", REFUSED, 0),
        ("", TIMED_OUT, 0),
        ("", BAD_PINS, 1),
        ("", "", 1),
        (report(WEAK), NO_ROUTE, 1),
    ],
)
def test_a_service_that_goes_away_audits_nothing_and_a_finding_still_fails(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    said: str,
    errors: str,
    code: int,
) -> None:
    prepare(monkeypatch, said, errors)
    assert audit.main() == code
    assert ("NOT audited" in capsys.readouterr().out) is (code == 0)


def test_the_build_makes_the_bill_and_runs_the_audit() -> None:
    rules = (ROOT / "Makefile").read_text().splitlines()
    proof = rules[next(i for i, line in enumerate(rules) if line.startswith("proof:")) + 1]
    assert {"sbom", "audit"} <= set(re.findall(r"[\w-]+", proof))


@pytest.mark.parametrize(
    ("error", "reached"),
    [
        (URLError("no route"), False),
        (TimeoutError(), False),
        (HTTPError("x", 404, "not found", Message(), None), True),
        (HTTPError("x", 403, "the proxy says no", Message(), None), False),
        (HTTPError("x", 503, "out of order", Message(), None), False),
    ],
)
def test_a_server_that_refuses_is_a_network(
    monkeypatch: pytest.MonkeyPatch, error: Exception, *, reached: bool
) -> None:
    def refuse(_url: str, **_options: float) -> None:
        raise error

    monkeypatch.setattr(audit, "urlopen", refuse)
    assert audit.has_network() is reached
