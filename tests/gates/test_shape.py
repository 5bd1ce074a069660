"""Small files, small functions, no import cycle, also not one hidden inside functions."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.gates.source import functions, modules, nodes, problems

LONGEST_FILE = 500
LONGEST_FUNCTION = 70
LONGEST_LINE = 100


def long_functions(source: str) -> list[str]:
    return [
        f"{each.name} has {lines} lines"
        for each in functions(source)
        if (lines := (each.end_lineno or each.lineno) - each.lineno + 1) > LONGEST_FUNCTION
    ]


def imports(name: str, source: str, known: set[str], *, is_package: bool) -> Iterator[str]:
    """The known modules that this one imports, at its top or inside its functions."""
    for node in nodes(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = name.split(".")[
                    : None if is_package and node.level == 1 else is_package - node.level
                ]
                base = ".".join([*package, *([base] if base else [])])
            for alias in node.names:
                target = f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base
                if target in known and target != name:
                    yield target


def cycle(sources: dict[str, str]) -> list[str]:
    known = set(sources)
    packages = {name.rpartition(".")[0] for name in known}
    graph = {
        name: set(imports(name, text, known, is_package=name in packages))
        for name, text in sources.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def long_lines(source: str) -> list[str]:
    return [line for line in source.splitlines() if len(line) > LONGEST_LINE]


def test_files_and_functions_are_short() -> None:
    assert problems(lambda source: source.splitlines()[LONGEST_FILE:]) == {}
    assert problems(long_functions) == {}


def test_lines_are_short() -> None:
    assert problems(long_lines) == {}


def test_no_import_cycle() -> None:
    assert cycle(modules()) == []


def test_a_long_function_is_found() -> None:
    assert long_functions("def f():\n" + "    pass\n" * LONGEST_FUNCTION) == [
        f"f has {LONGEST_FUNCTION + 1} lines"
    ]
    assert long_functions("async def f():\n" + "    pass\n" * (LONGEST_FUNCTION - 1)) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("import p.b", "import p.a"),
        ("from p.b import x", "from p import a"),
        ("def f():\n    from p import b", "class C:\n    def m(self):\n        from p.a import x"),
        ("from . import b", "from .a import x"),
    ],
)
def test_a_cycle_is_found(one: str, other: str) -> None:
    assert cycle({"p": "", "p.a": one, "p.b": other})
    assert not cycle({"p": "", "p.a": one, "p.b": ""})


def test_a_package_may_gather_its_modules() -> None:
    assert not cycle({"p": "", "p.q": "from .a import x", "p.q.a": "from ..r import y", "p.r": ""})
    assert cycle({"p": "", "p.q": "from .a import x", "p.q.a": "from p.q import y"})
