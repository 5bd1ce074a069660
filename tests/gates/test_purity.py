"""Kernel and products are pure: a contract bans modules, this gate reads their calls."""

import ast
from collections.abc import Iterator

import pytest

from tests.gates.source import nodes, problems, project

PURE = ("fullhouse.kernel", "fullhouse.products")
CONTRACTS = project()["tool"]["importlinter"]["contracts"]
MODULES = next(set(each["forbidden_modules"]) for each in CONTRACTS if "pure" in each["name"]) | {
    "importlib"
}
BUILTINS = {"__import__", "breakpoint", "eval", "exec", "hash", "id", "input", "open", "print"}
ZONE_ARGUMENT = 8  # datetime(year, month, day, hour, minute, second, microsecond, tzinfo)
CLOCKS = {"now", "today", "utcnow"}


def impurities(source: str) -> list[str]:
    parts = nodes(source)
    names = dict(imported(parts))
    found = [
        f"{line}: imports {name}" for line, name in imports(parts) if name.split(".")[0] in MODULES
    ]
    for node in parts:
        if isinstance(node, ast.Attribute):
            found += [
                f"{node.lineno}: {reason}" for reason in against_reference(dotted(node, names))
            ]
        elif isinstance(node, ast.Call):
            found += [
                f"{node.lineno}: {reason}"
                for reason in against_call(node, dotted(node.func, names))
            ]
    return found


def against_reference(name: str) -> Iterator[str]:
    owner, _, last = name.rpartition(".")
    if owner in {"datetime.datetime", "datetime.date"} and last in CLOCKS:
        yield f"{name} asks a clock"


def against_call(call: ast.Call, name: str) -> Iterator[str]:
    last = name.rpartition(".")[2]
    says_zone = any(keyword.arg == "tzinfo" for keyword in call.keywords)
    if name in BUILTINS:
        yield f"{name}() is not pure"
    if "." in name and last in CLOCKS:
        yield f"{name}() asks a clock: now comes in as an argument"
    if last == "fromtimestamp" and len(call.args) + len(call.keywords) < len(("seconds", "zone")):
        yield "fromtimestamp() without a zone asks the machine for its own"
    if last == "astimezone" and not call.args and not call.keywords:
        yield "astimezone() asks the machine for its zone"
    if name == "datetime.datetime" and len(call.args) < ZONE_ARGUMENT and not says_zone:
        yield "datetime() without a zone: say tzinfo=None where wall time is meant"
    if (
        name == "datetime.datetime.combine"
        and len(call.args) < len(("date", "time", "zone"))
        and not says_zone
    ):
        yield "combine() without a zone: say tzinfo=None where wall time is meant"


def imports(parts: list[ast.AST]) -> Iterator[tuple[int, str]]:
    for node in parts:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module


def imported(parts: list[ast.AST]) -> Iterator[tuple[str, str]]:
    """Local name and what it stands for, so that an alias hides nothing."""
    for node in parts:
        if isinstance(node, ast.Import):
            yield from ((alias.asname, alias.name) for alias in node.names if alias.asname)
        elif isinstance(node, ast.ImportFrom):
            yield from (
                (alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names
            )


def dotted(node: ast.AST, names: dict[str, str]) -> str:
    match node:
        case ast.Name(id=name):
            return names.get(name, name)
        case ast.Attribute(value=owner, attr=attr):
            return f"{dotted(owner, names)}.{attr}"
        case _:
            return "?"


def test_the_core_is_pure() -> None:
    assert problems(impurities, *PURE) == {}


@pytest.mark.parametrize(
    "snippet",
    [
        "import random",
        "from os import environ",
        "import urllib.parse",
        "def f():\n    import uuid",
        "import importlib",
        "from datetime import datetime\ndatetime.now()",
        "from datetime import UTC, datetime as dt\ndt.now(UTC)",
        "import datetime\ndatetime.datetime.utcnow()",
        "import datetime as d\nd.date.today()",
        "from datetime import datetime\nfield(default_factory=datetime.now)",
        "from datetime import datetime\ndatetime.fromtimestamp(0)",
        "clock.now()",
        "instant.astimezone()",
        "open('x')",
        "print('x')",
        "hash('x')",
        "from datetime import datetime\ndatetime(2026, 6, 1)",
        "from datetime import datetime\ndatetime.combine(day, hour)",
    ],
)
def test_the_gate_refuses(snippet: str) -> None:
    assert impurities(snippet)


@pytest.mark.parametrize(
    "snippet",
    [
        "import hashlib, hmac",
        "from datetime import UTC, datetime\ndatetime(2026, 6, 1, tzinfo=UTC)",
        "from datetime import datetime\ndatetime(2026, 6, 1, 18, 0, tzinfo=None)",
        "from datetime import datetime\ndatetime.combine(day, hour, tzinfo=None)",
        "from datetime import time\ntime(9, 0)",
        "due = command.now + window",
        "def decide(state, command, now): return now",
        "instant.astimezone(zone)",
        "from datetime import UTC, datetime\ndatetime.fromtimestamp(0, UTC)",
    ],
)
def test_the_gate_lets_pass(snippet: str) -> None:
    assert impurities(snippet) == []
