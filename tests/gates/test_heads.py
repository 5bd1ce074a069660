"""Module heads are noun phrases; docstrings are imperatives with ordinary verbs."""

import ast

from tests.gates.source import nodes, problems

LONGEST_HEAD = 120
QUESTION_WORDS = ("What", "How", "Who", "Which", "Whether", "When", "Why", "Where", "All that")
BANNED_VERBS = ("Say ", "Tell ")


def problems_of_head(source: str) -> list[str]:
    """Return what is wrong with a module docstring."""
    (module,) = (node for node in nodes(source) if isinstance(node, ast.Module))
    head = ast.get_docstring(module)
    if not head:
        return ["it is missing"]
    first = head.split("\n\n")[0].split(". ")[0]
    found = []
    if len(first) > LONGEST_HEAD:
        found.append(f"its first sentence has {len(first)} characters")
    if head.startswith(QUESTION_WORDS):
        found.append("it begins with a question word")
    return found


def riddles(source: str) -> list[str]:
    """Return the names of functions and classes whose docstring begins with Say or Tell."""
    documented = [
        node
        for node in nodes(source)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    ]
    return [
        node.name for node in documented if (ast.get_docstring(node) or "").startswith(BANNED_VERBS)
    ]


def test_module_heads_are_short_noun_phrases() -> None:
    assert problems(problems_of_head) == {}


def test_docstrings_begin_with_ordinary_verbs() -> None:
    assert problems(riddles) == {}


def test_poor_head_is_found() -> None:
    assert problems_of_head("x = 1") == ["it is missing"]
    assert problems_of_head('"What is kept."') == ["it begins with a question word"]
    assert problems_of_head(f'"{"x" * 121}"') == ["its first sentence has 121 characters"]
    assert problems_of_head('"Rate limits per client address."') == []


def test_riddle_is_found() -> None:
    assert riddles('def f():\n    """Say whether."""\n\ndef g():\n    """Return."""') == ["f"]
