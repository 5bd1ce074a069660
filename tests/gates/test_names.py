"""Public names can be found: a class name at most twice, a function name three times."""

import ast
from collections import Counter
from collections.abc import Iterable

from tests.gates.source import modules, tree

MOST_CLASSES = 2
MOST_FUNCTIONS = 3
# Names that are a protocol: every module of a kind has one, under the same name.
PROTOCOL_NAMES = {"app", "compose", "handle", "handle_event", "link", "page", "routes", "show"}


def public_names(sources: Iterable[str], kinds: tuple[type[ast.stmt], ...]) -> Counter[str]:
    found: Counter[str] = Counter()
    for source in sources:
        for node in tree(source).body:
            if isinstance(node, kinds):
                name = str(getattr(node, "name", ""))
                found[name] += not name.startswith("_")
    return found


def used_too_often(names: Counter[str], most: int) -> list[str]:
    return sorted(name for name, count in names.items() if count > most)


def test_public_class_name_occurs_at_most_twice() -> None:
    names = public_names(modules().values(), (ast.ClassDef,))
    assert used_too_often(names, MOST_CLASSES) == []


def test_public_function_name_occurs_at_most_three_times() -> None:
    names = public_names(modules().values(), (ast.FunctionDef, ast.AsyncFunctionDef))
    assert set(used_too_often(names, MOST_FUNCTIONS)) - PROTOCOL_NAMES == set()


def test_repeated_class_name_is_found() -> None:
    names = public_names(
        ["class A: ...", "class A: ...", "class A: ...\nclass _B: ..."], (ast.ClassDef,)
    )
    assert used_too_often(names, MOST_CLASSES) == ["A"]
