"""One thought per line: few branches per function, no conditional expression inside another."""

import ast

import pytest

from tests.gates.source import functions, modules

HIGHEST = 10


def complexity(function: ast.AST) -> int:
    """Count branches, with boolean operators, conditional expressions and comprehensions."""
    return 1 + sum(_branches(node) for node in ast.walk(function))


def _branches(node: ast.AST) -> int:
    if isinstance(node, ast.BoolOp):
        return len(node.values) - 1
    if isinstance(node, ast.comprehension):
        return len(node.ifs) + 1
    single = ast.If | ast.For | ast.While | ast.IfExp | ast.ExceptHandler | ast.match_case
    return int(isinstance(node, single))


def nested_conditionals(source: str) -> list[int]:
    """Return the lines of conditional expressions that stand inside another."""
    outer = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.IfExp)]
    return sorted(
        {
            node.lineno
            for each in outer
            for node in ast.walk(each)
            if isinstance(node, ast.IfExp) and node is not each
        }
    )


@pytest.mark.parametrize("name", modules())
def test_functions_have_few_branches(name: str) -> None:
    counted = {each.name: complexity(each) for each in functions(modules(name)[name])}
    assert {function: count for function, count in counted.items() if count > HIGHEST} == {}


@pytest.mark.parametrize("name", modules())
def test_no_conditional_expression_inside_another(name: str) -> None:
    assert nested_conditionals(modules(name)[name]) == []


def test_complex_function_is_found() -> None:
    (found,) = functions("def f(a):\n    return [x for x in a if x and x.b or x.c]")
    assert complexity(found) == 5


def test_nested_conditional_is_found() -> None:
    assert nested_conditionals("a = 1 if b else 2 if c else 3") == [1]
    assert nested_conditionals("a = 1 if b else 2") == []
