"""One home per kind of wiring: web dependencies, rule tables and product names."""

import ast
from collections.abc import Iterator

import pytest

from tests.gates.source import modules, nodes, problems

STATE_HOME = "fullhouse.web.dependencies"
CATALOGUE = "fullhouse.engine.catalogue"
# The engine's own commands are few, so each table stands beside its rules.
ENGINE_TABLES = frozenset(
    f"fullhouse.engine.{name}"
    for name in (
        "access",
        "brand",
        "address_erasure",
        "inbound_mail",
        "known_addresses",
        "budget_record",
        "passkeys",
        "relay",
        "sessions",
        "team",
        "trial_messages",
        "webhooks",
    )
)
# Mails and webhooks carry a command, and decide it in their own commit.
DECIDING = frozenset(f"fullhouse.engine.{name}" for name in ("execute", "inbound_mail", "webhooks"))


def reads_app_state(source: str) -> list[int]:
    """Return the lines that touch `app.state`."""
    return [
        node.lineno
        for node in _attributes(source)
        if node.attr == "state" and ast.unparse(node.value).endswith("app")
    ]


def imports_products(source: str) -> list[str]:
    """Return the modules of products that are imported, also inside functions."""
    found = []
    for node in nodes(source):
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return [name for name in found if f"{name}.".startswith("fullhouse.products.")]


def makes_rules(source: str) -> list[int]:
    """Return the lines that make a rule."""
    return [
        node.lineno
        for node in nodes(source)
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "Rule"
    ]


def uses_rules(source: str) -> list[int]:
    """Return the lines that call another rule, or pass rules to or from a function."""
    calls = [node.lineno for node in _attributes(source) if node.attr == "decide"]
    passes = [
        note.lineno
        for node in nodes(source)
        if isinstance(node, ast.FunctionDef)
        for note in _annotations(node)
        if any(isinstance(name, ast.Name) and name.id == "Rule" for name in ast.walk(note))
    ]
    return [*calls, *passes]


def _attributes(source: str) -> Iterator[ast.Attribute]:
    return (node for node in nodes(source) if isinstance(node, ast.Attribute))


def _annotations(function: ast.FunctionDef) -> list[ast.expr]:
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    notes = [argument.annotation for argument in arguments]
    return [note for note in (*notes, function.returns) if note is not None]


def test_app_state_is_read_in_one_place() -> None:
    assert problems(reads_app_state, besides=STATE_HOME) == {}


def test_engine_names_products_only_in_its_catalogue() -> None:
    assert problems(imports_products, "fullhouse.engine", besides=CATALOGUE) == {}


def test_rules_are_made_only_in_tables() -> None:
    makers = {name for name, source in modules().items() if makes_rules(source)}
    assert {name for name in makers if not name.endswith(".rules")} == ENGINE_TABLES


def test_no_rule_is_built_from_a_rule() -> None:
    assert problems(uses_rules, "fullhouse.products") == {}


def test_rules_are_called_only_where_a_command_is_executed() -> None:
    callers = {
        name
        for name, source in modules().items()
        if any(node.attr == "decide" for node in _attributes(source))
    }
    assert callers == DECIDING


def test_use_of_app_state_is_found() -> None:
    assert reads_app_state("x = request.app.state.engine\ny = self.state") == [1]


@pytest.mark.parametrize(
    "line",
    [
        "from fullhouse.products.rsvp import model",
        "from fullhouse import products",
        "import fullhouse.products.rsvp",
    ],
)
def test_import_of_a_product_is_found(line: str) -> None:
    assert imports_products(f"def f():\n    {line}") != []
    assert imports_products(line.replace("products", "kernel")) == []


def test_a_rule_is_found() -> None:
    assert makes_rules("A = 1\nRULES = {Join: Rule(needs, join)}") == [2]
    assert makes_rules("RULES = {Join: product.Rule(needs, join)}") == [1]


@pytest.mark.parametrize(
    "source",
    [
        "def join(state, command, now):\n    return rule.decide(state, command, now)",
        "def wrapped(rule: Rule) -> Rule:\n    return rule",
        "def rules(given: Mapping[type[Command], Rule]) -> None: ...",
        "def table() -> dict[type[Command], Rule]: ...",
    ],
)
def test_a_rule_built_from_a_rule_is_found(source: str) -> None:
    assert uses_rules(source) != []


def test_a_table_of_rules_is_no_rule_built_from_a_rule() -> None:
    assert uses_rules("RULES: dict[type[Command], Rule] = {}") == []
