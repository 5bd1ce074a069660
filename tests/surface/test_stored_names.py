"""Names in stored data and sent links: commands, records, tables, messages, audit, bus."""

import ast
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec import inspect

from fullhouse.engine.access import DESK
from fullhouse.engine.catalogue import COMMANDS, PRODUCTS, RULES
from fullhouse.engine.ports import AllRecords
from fullhouse.engine.trial_messages import TEST
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.commands import Command, tag_of
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.product import APPOINTMENTS, WAITLIST
from fullhouse.kernel.records import Get, Need
from fullhouse.platforms.aws import bus
from fullhouse.platforms.local.sqlite import statements
from fullhouse.platforms.local.sqlite.reads import RECORDS
from fullhouse.products.frontdesk.appointments import wording as appointment_words
from fullhouse.products.frontdesk.waitlist import bus_events as waitlist_news
from fullhouse.products.frontdesk.waitlist import wording as waitlist_words
from fullhouse.products.rsvp import bus_events as guest_news
from fullhouse.web import desk, waitlist
from fullhouse.web.appointments import routes as appointments
from fullhouse.web.desk import audit_text
from fullhouse.web.rsvp import link_pages
from tests.gates.source import modules, nodes
from tests.support.phrases import phrases
from tests.surface.snapshots import FOLDER, compare, compare_stored

PHRASES = phrases("rsvp")

CORE = ("fullhouse.kernel", "fullhouse.products", "fullhouse.engine")
SENDING = {"to_guest", "to_host", "to_customer", "to_staff"}


def field_paths(kind: inspect.Type, path: str, within: tuple[type, ...] = ()) -> Iterator[str]:
    """Yield every field of a struct, those of structs inside it, and the words a field may hold.

    A command inside goes by its own tag.
    """
    if isinstance(kind, inspect.StructType):
        if kind.cls in within or (path and kind.tag is not None):
            return
        for field in kind.fields:
            name = f"{path}.{field.encode_name}"
            yield name
            yield from field_paths(field.type, name, (*within, kind.cls))
        return
    if isinstance(kind, inspect.LiteralType):
        yield from (f"{path} = {value}" for value in kind.values)
    for part in inner(kind):
        yield from field_paths(part, path, within)


def inner(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    if isinstance(kind, inspect.UnionType):
        return kind.types
    if isinstance(kind, inspect.TupleType):
        return kind.item_types
    if isinstance(kind, inspect.DictType):
        return (kind.value_type,)
    item: inspect.Type | None = getattr(kind, "item_type", None)
    return () if item is None else (item,)


def fields_of(kind: type, name: str) -> set[str]:
    return {name, *(f"{name}{path}" for path in field_paths(inspect.type_info(kind), ""))}


def ours(base: type) -> list[Any]:
    """Return the subclasses of a base that the package defines."""
    found: list[Any] = [*base.__subclasses__()]
    for kind in found:
        found += kind.__subclasses__()
    return [kind for kind in found if kind.__module__.startswith("fullhouse.")]


def command_lines() -> Iterator[str]:
    for kind in RULES:
        if kind in get_args(COMMANDS):
            yield from fields_of(kind, tag_of(kind))
        else:  # it is never stored, and holds what cannot be
            yield tag_of(kind)


@cache
def core_strings() -> frozenset[str]:
    """Every string that is written in the kernel, the products or the engine."""
    every = [node for text in modules(*CORE).values() for node in nodes(text)]
    constants = [node.value for node in every if isinstance(node, ast.Constant)]
    return frozenset(value for value in constants if isinstance(value, str))


def message_kinds() -> dict[str, set[str]]:
    subjects = {key.partition(".")[0] for key in PHRASES["en"] if key.endswith(".subject")}
    return {
        "rsvp": subjects,
        WAITLIST: {*waitlist_words.CUSTOMER_KINDS, *waitlist_words.STAFF_KINDS},
        APPOINTMENTS: {*appointment_words.CUSTOMER_KINDS, *appointment_words.STAFF_KINDS},
        DESK: {"sign_in", TEST},
    }


def audit_actions() -> dict[str, set[str]]:
    return {
        "rsvp and desk": set(audit_text.ACTIONS),
        WAITLIST: set(audit_text.SLOT_ACTIONS),
        APPOINTMENTS: set(audit_text.APPOINTMENT_ACTIONS),
    }


def bus_events() -> dict[str, set[str]]:
    return {
        bus.SOURCE: {bus.PREFIX + one for one in get_args(guest_news.News)},
        bus.WAITLIST_SOURCE: {bus.WAITLIST_PREFIX + one for one in get_args(waitlist_news.News)},
        bus.APPOINTMENTS_SOURCE: {bus.APPOINTMENTS_PREFIX + one for one in bus.MOVES},
    }


def link_purposes() -> dict[str, set[str]]:
    return {
        "an event": set(link_pages.PURPOSES),
        DESK: {*desk.PURPOSES, "form", "session"},
        WAITLIST: set(waitlist.PURPOSES),
        APPOINTMENTS: set(appointments.PURPOSES),
    }


def listed(groups: dict[str, set[str]]) -> list[str]:
    return [f"{group}: {name}" for group, names in groups.items() for name in names]


def test_command_tags_and_fields_are_kept() -> None:
    compare_stored("commands.txt", command_lines())


def test_every_command_has_a_rule_and_a_tag_of_its_own() -> None:
    assert {tag_of(kind): kind for kind in ours(Command)}.keys() == {tag_of(kind) for kind in RULES}
    assert len(ours(Command)) == len({tag_of(kind) for kind in ours(Command)})


def test_record_kinds_keys_and_fields_are_kept() -> None:
    lines = {line for kind in RECORDS for line in fields_of(kind, kind.kind_name)}
    keys = {f"{kind.kind_name} has the key ({', '.join(kind.key_fields)})" for kind in RECORDS}
    compare_stored("records.txt", lines | keys)


def test_every_record_names_its_own_kind() -> None:
    assert [kind for kind in RECORDS if "kind_name" not in vars(kind)] == []
    assert len({kind.kind_name for kind in RECORDS}) == len(RECORDS)


def test_fields_of_audit_lines_and_letters_are_kept() -> None:
    compare_stored(
        "audit_and_letters.txt", fields_of(AuditLine, "audit") | fields_of(Letter, "letter")
    )


def test_every_query_has_a_need_and_every_need_a_name_of_its_own() -> None:
    named = [kind for kind in ours(Need) if "query_name" in vars(kind)]
    assert sorted(kind.query_name for kind in named) == sorted(statements.queries())
    assert {*ours(Need)} - {*named} == {Get, AllRecords}


def test_tables_and_columns_of_sqlite_are_kept() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        for _, script in statements.migrations():
            connection.executescript(script)
        tables = connection.execute(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c"
            " WHERE m.type = 'table'"
        ).fetchall()
    compare_stored("sqlite_tables.txt", [f"{table}.{column}" for table, column in tables])


def test_product_names_are_kept() -> None:
    compare_stored("products.txt", PRODUCTS)


def test_beginnings_of_alarm_keys_are_kept() -> None:
    """A pending alarm is replaced or cleared by its key, so code must still write each prefix."""
    first_words = {f"{text.partition(':')[0]}:" for text in core_strings() if ":" in text}
    known = (FOLDER / "alarm_keys.txt").read_text(encoding="utf-8").split()
    assert known
    assert [key for key in known if key not in first_words | core_strings()] == []


def test_message_kinds_are_kept() -> None:
    compare_stored("message_kinds.txt", listed(message_kinds()))


def test_audit_actions_are_kept() -> None:
    compare_stored("audit_actions.txt", listed(audit_actions()))


def test_bus_events_are_kept() -> None:
    compare_stored("bus_events.txt", listed(bus_events()))


def test_link_purposes_are_kept() -> None:
    compare_stored("link_purposes.txt", listed(link_purposes()))


def test_message_kinds_and_audit_actions_are_written_in_the_core() -> None:
    """The lists above come from tables that describe them; this ties the tables to the rules."""
    words = {
        name
        for groups in (message_kinds(), audit_actions())
        for names in groups.values()
        for name in names
    }
    assert sorted(words - core_strings()) == []


def literals(node: ast.expr) -> list[str]:
    return [
        str(one.value)
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]


def decided_words(source: str) -> set[str]:
    """Return the literals of a module's audit steps and messages, for events and for the rest."""
    found: set[str] = set()
    for node in nodes(source):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called, first = ast.unparse(node.func).rpartition(".")[2], node.args[0]
        if called == "Step" and len(node.args) > 1:
            scope = "event" if ast.unparse(first) == "event.id" else "other"
            found |= {f"Step {scope} {word}" for word in literals(node.args[1])}
        elif called in SENDING:
            found |= {f"{called} {word}" for word in literals(first)}
    return found


def test_literal_actions_and_kinds_in_the_rules() -> None:
    """An action of one rule cannot change unnoticed, even if its word is used elsewhere too."""
    found = {word for text in modules(*CORE).values() for word in decided_words(text)}
    compare("decided_words.txt", "".join(f"{word}\n" for word in sorted(found)))


def test_decided_words_are_found() -> None:
    source = (
        'Step(event.id, "a" if x else "b", y)\nd.Step(SCOPE, "c", y)\nto_guest("k", 1)\nother("no")'
    )
    assert decided_words(source) == {"Step event a", "Step event b", "Step other c", "to_guest k"}


def test_fields_inside_other_structs_are_found() -> None:
    class Inner(msgspec.Struct):
        deep: int

    class Outer(msgspec.Struct):
        one: Inner | None
        many: tuple[Inner, ...]
        by_name: dict[str, Inner]

    found = fields_of(Outer, "outer")
    assert found == {"outer"} | {
        f"outer.{name}"
        for name in ("one", "one.deep", "many", "many.deep", "by_name", "by_name.deep")
    }
