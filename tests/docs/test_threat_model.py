"""The threat model names tests that exist, for each goal of each attacker."""

import ast
import re
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/threat-model.md").read_text()
TEST = re.compile(r"`(tests/[\w/]+\.py)::([\w:]+)`")
ATTACKERS = {
    "A stranger on the web",
    "A stranger by email",
    "A guest or customer",
    "Someone in the guest's inbox",
    "A former or limited member of staff",
    "A holder of an API token",
    "A thief of a backup or a copy of the disk",
    "A hostile file, feed or webhook",
    "Someone on the network",
    "A dependency",
}
Row = tuple[str, ...]


def parts() -> dict[str, str]:
    """Return the text under each heading."""
    found = re.split(r"^## (.+)$", PAGE, flags=re.MULTILINE)[1:]
    return dict(zip(found[::2], found[1::2], strict=True))


def rows(text: str) -> list[Row]:
    """Return the cells of each row of the tables in a text, without their headings."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    cells = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
    return [row for row in cells if row[0] not in ("goal", "---")]


@lru_cache
def names_in(path: str) -> frozenset[str]:
    """Return the names of the tests in a file, with their classes."""
    file = ROOT / path
    tree = ast.parse(file.read_text()) if file.exists() else ast.Module([], [])
    found: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found += [f"{node.name}::{name}" for name in named_tests(node.body)]
    return frozenset([*found, *named_tests(tree.body)])


def named_tests(nodes: list[ast.stmt]) -> list[str]:
    functions = [one for one in nodes if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return [one.name for one in functions if one.name.startswith("test_")]


def missing(text: str) -> list[str]:
    """Return the tests that a text names and that do not exist."""
    return [f"{path}::{name}" for path, name in TEST.findall(text) if name not in names_in(path)]


def test_every_attacker_has_a_table_and_every_row_a_goal_a_defence_and_a_test() -> None:
    found = parts()
    assert found.keys() == ATTACKERS | {"Known limits"}
    for attacker in ATTACKERS:
        listed = rows(found[attacker])
        assert listed, attacker
        for goal, defence, shown in listed:
            assert goal
            assert defence.endswith("."), goal
            # Nothing but tests stands in the last cell, so none is missed by a slip.
            assert TEST.search(shown), goal
            assert TEST.sub("", shown).strip() == "", goal


def test_every_test_that_is_named_exists() -> None:
    assert missing(PAGE) == []


@pytest.mark.parametrize(
    "named",
    [
        "tests/docs/test_threat_model.py::test_that_nobody_wrote",
        "tests/docs/no_such_file.py::test_every_test_that_is_named_exists",
        "tests/docs/test_threat_model.py::TestNone::test_every_test_that_is_named_exists",
        "tests/docs/test_threat_model.py::missing",
    ],
)
def test_a_test_that_does_not_exist_is_found(named: str) -> None:
    assert missing(f"| a | b. | `{named}` |") == [named]


def test_readers_find_the_page() -> None:
    for name in ("README.md", "SECURITY.md"):
        assert "(docs/threat-model.md)" in (ROOT / name).read_text()
