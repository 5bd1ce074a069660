"""Log lines: one id for all that belongs together, infrastructure's words, no personal data."""

import json
import logging
from contextlib import suppress
from typing import Any

import pytest

from fullhouse.engine.log_format import JsonLines, PlainLines, RedactingFormatter, redact
from fullhouse.engine.ports import StoreDown
from fullhouse.engine.tracing import begin, end


def record(
    what: str, *args: object, error: Exception | None = None, **facts: object
) -> logging.LogRecord:
    said = None if error is None else raised(error)
    one = logging.LogRecord("fullhouse.test", logging.ERROR, __file__, 1, what, args, said)
    if facts:
        one.facts = facts
    return one


def raised(error: Exception) -> Any:
    with suppress(type(error)):
        raise error
    return type(error), error, error.__traceback__


def test_a_json_line_says_when_what_from_where_and_its_facts() -> None:
    line = json.loads(JsonLines().format(record("carried %s", "it", became="sent")))
    assert line.pop("at").endswith("+00:00")
    assert line == {
        "level": "error",
        "what": "carried it",
        "from": "fullhouse.test",
        "became": "sent",
    }


def test_a_plain_line_reads_the_same() -> None:
    assert PlainLines().format(record("carried", became="sent")) == "ERROR: carried (became=sent)"
    assert PlainLines().format(record("carried")) == "ERROR: carried"


@pytest.mark.parametrize("kind", [PlainLines, JsonLines])
def test_an_exception_is_its_kind_and_its_places_without_its_words(
    kind: type[RedactingFormatter],
) -> None:
    token = begin("request-1")
    try:
        said = kind().format(
            record("could not read %s", "ada@example.org", error=ValueError("Ada Lovelace"))
        )
    finally:
        end(token)
    assert "ValueError" in said
    assert "test_log_format.py" in said
    assert "request-1" in said
    assert "Ada" not in said
    assert "example.org" not in said


def test_the_machines_own_troubles_keep_their_words_without_addresses() -> None:
    line = json.loads(
        JsonLines().format(record("down", error=StoreDown("no answer to ada@example.org")))
    )
    assert (line["error"], line["words"]) == ("StoreDown", "no answer to …@…")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("to <ada@example.org>: no", "to <…@…>: no"),
        ("to +447700900123: no", "to +…: no"),
        ("at 2026-06-01T09:00+0000", "at 2026-06-01T09:00+0000"),
        ("GET /l/k1.manage.party.ada..ff.sig_-x HTTP/1.1", "GET /l/… HTTP/1.1"),
        ("fh_abc-DEF_1 was used", "fh_… was used"),
        ("Authorization: Bearer abc.def", "Authorization: Bearer …"),
    ],
)
def test_addresses_and_tokens_are_taken_out(text: str, kept: str) -> None:
    assert redact(text) == kept


FORGED = "/x\nWARNING: damaged\r\x1b[31m\x00\x7f\x85\u202e\u2028\u2029\u200b\ud800\U000e0001"


@pytest.mark.parametrize("kind", [PlainLines, JsonLines])
def test_nobody_writes_a_line_of_their_own(kind: type[RedactingFormatter]) -> None:
    said = kind().format(
        record("no %s", FORGED, error=StoreDown(FORGED), path=FORGED, **{"a\n": ""})
    )
    said = said.partition("\n  /")[0]  # the places of an exception are lines of ours
    assert said.isprintable()
    assert said.count(r"\nWARNING: damaged\r\u001b[31m\u0000\u007f\u0085\u202e") == 3


def test_a_json_line_still_says_what_was_sent() -> None:
    line = json.loads(JsonLines().format(record("no", path=FORGED)))
    assert line["path"] == FORGED


def test_addresses_and_tokens_are_taken_out_of_facts() -> None:
    said = PlainLines().format(record("no", path="/ada@example.org /l/k1.sig", status=404))
    assert said == "ERROR: no (path=…@… /l/… status=404)"
