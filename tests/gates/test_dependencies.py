"""Each dependency is pinned and has its reason; each exception from a rule has its own."""

import re
from typing import Any

from tests.gates.source import ROOT, project

PROJECT: dict[str, Any] = project()["project"]
PINS = (ROOT / "constraints.txt").read_text().splitlines()
ROW = re.compile(r"^\| ([a-z][\w-]+) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared() -> set[str]:
    extras = PROJECT["optional-dependencies"].values()
    wanted = [*PROJECT["dependencies"], *(each for extra in extras for each in extra)]
    names = {plain(re.split(r"[^\w.-]", each, maxsplit=1)[0]) for each in wanted}
    return names - {PROJECT["name"]}


def unexplained(toml: str) -> list[str]:
    """Lines that switch a rule off without saying why."""
    inside, found = False, []
    for line in toml.splitlines():
        if re.match(r'(ignore|"[^"]+") = \[', line):
            inside = True
        elif line == "]":
            inside = False
        elif inside and not re.search(r"# \w", line):
            found.append(line)
    return found


def test_every_pin_is_a_name_and_a_version() -> None:
    assert [pin for pin in PINS if not re.fullmatch(r"[\w.-]+==[\w.]+", pin)] == []


def test_every_dependency_is_pinned() -> None:
    assert declared() <= {plain(pin.split("==")[0]) for pin in PINS}


def test_those_who_work_on_it_install_every_extra() -> None:
    extras = PROJECT["optional-dependencies"]
    [own] = [each for each in extras["dev"] if each.startswith(f"{PROJECT['name']}[")]
    assert set(own.split("[")[1].rstrip("]").split(",")) == set(extras) - {"dev"}


def test_every_dependency_has_one_row_with_a_reason_and_no_row_is_left_over() -> None:
    rows = [
        match[1]
        for match in ROW.finditer((ROOT / "docs/dependencies.md").read_text())
        if match[1] != "dependency"
    ]
    assert sorted(rows) == sorted(declared())


def test_every_ignored_rule_says_why() -> None:
    assert unexplained((ROOT / "pyproject.toml").read_text()) == []


def test_an_ignored_rule_without_a_reason_is_found() -> None:
    assert unexplained('ignore = [\n    "E501",\n    "D101", # names say it\n]') == ['    "E501",']


def test_the_changelog_has_a_line_for_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text()
    entry = re.search(
        rf"^## \[{re.escape(PROJECT['version'])}\].*?(?=^## |\Z)",
        changelog,
        re.MULTILINE | re.DOTALL,
    )
    assert entry, "CHANGELOG.md has no entry for this version"
    assert "\n- " in entry[0]
