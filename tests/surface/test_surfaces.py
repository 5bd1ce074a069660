"""Public surfaces: API, routes, command line, settings, AWS resources, log names."""

import ast
import hashlib
import json
from typing import Any, cast, get_args

import click
import msgspec
import pytest
from starlette.routing import BaseRoute, Mount, Route

from fullhouse.cli import main
from fullhouse.engine.core import Engine
from fullhouse.inbound.questions import llm_choice
from fullhouse.inbound.questions.queries import FindMessages, FindPerson, ListEvents
from fullhouse.kernel.messages import Outcome
from fullhouse.platforms.local.config import ELSEWHERE, PREFIX, TABLES, Config
from fullhouse.products.frontdesk.appointments import questions as appointments
from fullhouse.products.frontdesk.waitlist import questions as waitlist
from fullhouse.products.rsvp import questions as rsvp
from fullhouse.web.api import openapi
from fullhouse.web.api.routes import TABLE, described
from fullhouse.web.app import make_app
from fullhouse.web.dependencies import Dependencies
from fullhouse.web.errors import Error
from infra.stacks import STACKS
from tests.gates.source import modules, nodes
from tests.surface.snapshots import compare

# Texts for people: they may be reworded.
TEXTS = {"description", "summary"}
DEEPEST = 5
# What a deploy may change in a resource: where its code is, and texts for people.
PASSING = {"Handler", "Description", "Metadata"}


def lines(found: Any) -> str:
    return "".join(f"{line}\n" for line in sorted(found))


def without_texts(part: Any) -> Any:
    """Leave out texts for people, but no property that is called like one."""
    if isinstance(part, list):
        return [without_texts(one) for one in part]
    if isinstance(part, dict):
        return {
            key: without_texts(one)
            for key, one in part.items()
            if key not in TEXTS or not isinstance(one, str)
        }
    return part


def flat(part: Any, path: tuple[str, ...] = ()) -> list[str]:
    if isinstance(part, dict) and part and len(path) < DEEPEST:
        return [line for key, one in part.items() for line in flat(one, (*path, key))]
    return [f"{' '.join(path)}: {json.dumps(part, sort_keys=True)}"]


def test_openapi_document() -> None:
    """One line per parameter list, response and property."""
    document = without_texts(described("http://127.0.0.1"))
    del document["info"]["version"]
    compare("openapi.txt", lines(flat(document)))


def test_schema_names_do_not_follow_class_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(openapi.SCHEMA_NAMES, Error, "Trouble")
    document = openapi.description(TABLE, "1", "http://127.0.0.1")
    schemas = document["components"]["schemas"]
    assert schemas["Trouble"]["title"] == "Trouble"
    assert "Error" not in schemas
    assert "schemas/Trouble" in json.dumps(document["paths"])
    assert "schemas/Error" not in json.dumps(document)


def route_lines(routes: list[BaseRoute], before: str = "") -> list[str]:
    found: list[str] = []
    for route in routes:
        if isinstance(route, Mount):
            found += route_lines(list(route.routes), before + route.path) or [
                f"MOUNT {before}{route.path}"
            ]
        else:
            assert isinstance(route, Route)
            found += [f"{method} {before}{route.path}" for method in route.methods or ()]
    return found


def test_routes_and_their_methods() -> None:
    compare(
        "routes.txt",
        lines(route_lines(list(make_app(Dependencies(engine=cast("Engine", None))).routes))),
    )


def help_of(command: click.Command, name: str, above: click.Context | None = None) -> str:
    # Click keeps the help option of the first context, and a test may have used another one.
    vars(command)["_help_option"] = None
    context = command.make_context(
        name, [], parent=above, resilient_parsing=True, terminal_width=100
    )
    text = f"## {context.command_path}\n\n{command.get_help(context)}\n"
    if not isinstance(command, click.Group):
        return text
    names = command.list_commands(context)
    inside = {one: command.get_command(context, one) for one in names}
    return "\n".join(
        [
            text,
            *(help_of(found, one, context) for one, found in inside.items() if found is not None),
        ]
    )


def test_command_line_help() -> None:
    compare("command_line.txt", help_of(main, "fullhouse"))


def test_setting_names() -> None:
    found = {f"{PREFIX}{name} (environment only)" for name in ELSEWHERE}
    for name in Config.__struct_fields__:
        inner = TABLES[name].__struct_fields__ if name in TABLES else ()
        found |= {f"{PREFIX}{name}_{one}".upper() + f" {name}.{one}" for one in inner}
        found |= set() if inner else {f"{PREFIX}{name}".upper() + f" {name}"}
    compare("settings.txt", lines(found))


def lasting(part: Any) -> Any:
    if isinstance(part, list):
        return [lasting(one) for one in part]
    if isinstance(part, dict):
        return {key: lasting(one) for key, one in part.items() if key not in PASSING}
    return part


def digest(part: Any) -> str:
    return hashlib.sha256(json.dumps(lasting(part), sort_keys=True).encode()).hexdigest()[:16]


def test_aws_templates() -> None:
    """One line per resource; `python -m infra templates` on both versions shows the difference."""
    found = []
    for stack, make in STACKS.items():
        template = make()
        parts = template.pop("Resources")
        found += [f"{stack} {name} {one['Type']} {digest(one)}" for name, one in parts.items()]
        found.append(f"{stack} (all but resources) {digest(template)}")
    compare("aws_templates.txt", lines(found))


def test_names_that_a_language_model_chooses_from() -> None:
    products = (waitlist.Query, appointments.Query, rsvp.Query)
    known = {
        *(kind for one in products for kind in get_args(one)),
        ListEvents,
        FindMessages,
        FindPerson,
    }
    assert set(llm_choice.QUERIES.values()) == known
    compare("model_queries.txt", lines(llm_choice.QUERIES))


def test_names_of_send_results_in_logs() -> None:
    compare("send_results.txt", lines(kind.log_name for kind in get_args(Outcome)))


def log_fields(source: str) -> set[str]:
    """Name the fields that a module logs, where they are written beside `"facts"`."""
    dicts = [node for node in nodes(source) if isinstance(node, ast.Dict)]
    found: set[str] = set()
    for node in dicts:
        for key, value in zip(node.keys, node.values, strict=True):
            if (
                isinstance(key, ast.Constant)
                and key.value == "facts"
                and isinstance(value, ast.Dict)
            ):
                found |= {str(one.value) for one in value.keys if isinstance(one, ast.Constant)}
    return found


def test_log_fields() -> None:
    compare(
        "log_fields.txt", lines({name for text in modules().values() for name in log_fields(text)})
    )


def test_texts_are_left_out_and_properties_are_not() -> None:
    part = {
        "description": "a text",
        "properties": {"description": {"type": "string", "description": "a text"}},
    }
    assert without_texts(part) == {"properties": {"description": {"type": "string"}}}


def test_setting_tables_are_all_in_the_configuration() -> None:
    assert {
        name for name, kind in TABLES.items() if isinstance(getattr(Config(), name), kind)
    } == set(TABLES)
    assert msgspec.structs.asdict(Config()).keys() >= TABLES.keys()
