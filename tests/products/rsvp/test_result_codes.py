"""Every answer has its sentence."""

import ast
import inspect
from types import ModuleType

import pytest

from fullhouse.products.rsvp import event_management, mail_replies, offers, registrations, resending
from fullhouse.products.rsvp.result_codes import DONE, PROBLEMS


def codes(source: str) -> set[str]:
    """Return each literal that is an answer's code, or is returned as a problem."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "GuestResult"
        ):
            found |= texts(node.args[0])
        if isinstance(node, ast.FunctionDef) and node.name.startswith(("_why_no", "_problem")):
            for each in ast.walk(node):
                if isinstance(each, ast.Return) and each.value is not None:
                    value = each.value.elts[0] if isinstance(each.value, ast.Tuple) else each.value
                    found |= texts(value)
    return found - {""}


def texts(node: ast.expr) -> set[str]:
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    if isinstance(node, ast.BoolOp):
        return set().union(*(texts(value) for value in node.values))
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


@pytest.mark.parametrize(
    "module",
    [registrations, offers, event_management, mail_replies, resending],
    ids=lambda module: module.__name__.rpartition(".")[2],
)
def test_every_code_that_a_rule_answers_with_has_a_sentence(module: ModuleType) -> None:
    found = codes(inspect.getsource(module))
    assert found
    assert found <= {*DONE, *PROBLEMS}


def test_a_code_is_either_done_or_a_problem_and_its_sentence_ends() -> None:
    assert set(DONE).isdisjoint(PROBLEMS)
    assert all(sentence.endswith(".") for sentence in (*DONE.values(), *PROBLEMS.values()))
