"""One thought per line: few branches per function, no conditional expression inside another."""

import ast

from tests.gates.source import functions, nodes, problems

HIGHEST = 10
SINGLE = (ast.If, ast.For, ast.While, ast.IfExp, ast.ExceptHandler, ast.match_case)


def complexity(function: ast.AST) -> int:
    """Count branches, with boolean operators, conditional expressions and comprehensions."""
    return 1 + sum(_branches(node) for node in ast.walk(function))


def _branches(node: ast.AST) -> int:
    if isinstance(node, ast.BoolOp):
        return len(node.values) - 1
    if isinstance(node, ast.comprehension):
        return len(node.ifs) + 1
    return int(isinstance(node, SINGLE))


def nested_conditionals(source: str) -> list[int]:
    """Return the lines of conditional expressions that stand inside another."""
    outer = [node for node in nodes(source) if isinstance(node, ast.IfExp)]
    return sorted(
        {
            node.lineno
            for each in outer
            for node in ast.walk(each)
            if isinstance(node, ast.IfExp) and node is not each
        }
    )


def complex_functions(source: str) -> list[str]:
    """Return the functions with too many branches."""
    counted = [(each.name, complexity(each)) for each in functions(source)]
    return [f"{name} has {count} branches" for name, count in counted if count > HIGHEST]


def test_functions_have_few_branches() -> None:
    assert problems(complex_functions) == {}


def test_no_conditional_expression_inside_another() -> None:
    assert problems(nested_conditionals) == {}


def test_complex_function_is_found() -> None:
    (found,) = functions("def f(a):\n    return [x for x in a if x and x.b or x.c]")
    assert complexity(found) == 5
    many = "def f(a):\n" + "    if a: pass\n" * HIGHEST
    assert complex_functions(many) == [f"f has {HIGHEST + 1} branches"]


def test_nested_conditional_is_found() -> None:
    assert nested_conditionals("a = 1 if b else 2 if c else 3") == [1]
    assert nested_conditionals("a = 1 if b else 2") == []
