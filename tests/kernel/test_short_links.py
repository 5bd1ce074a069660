"""Tokens of texts: nobody can guess one, and the same text always has the same."""

import re
from datetime import UTC, datetime

import msgspec

from fullhouse.kernel.links import Key
from fullhouse.kernel.mail_marks import MARK
from fullhouse.kernel.messages import Message
from fullhouse.kernel.short_links import TOKEN, is_token_of, short_token

NOW = datetime(2026, 6, 1, tzinfo=UTC)
OLD, NEW = Key("old", b"o" * 32), Key("new", b"n" * 32)


def text(**fields: object) -> Message:
    usual = {"id": "offer:waitlist:e1:s1-1", "product": "waitlist", "kind": "offer"}
    times = {"queued_at": NOW, "not_before": NOW, "at": NOW}
    known = {"to": "+491711234567", "scope": "waitlist", "channel": "text"}
    return msgspec.convert({**usual, **known, **times, **fields}, Message)


def test_a_token_has_twelve_letters_of_base62_and_is_no_mark_of_a_mail() -> None:
    token = short_token((NEW, OLD), text())
    assert re.fullmatch("[0-9A-Za-z]{12}", token)
    assert TOKEN.fullmatch(token)
    assert not MARK.fullmatch(token)
    assert token == short_token((NEW,), text())


def test_each_text_and_key_has_a_token_of_its_own() -> None:
    tokens = {short_token((NEW,), one) for one in (text(), text(id="offer:waitlist:e1:s1-2"))}
    assert len(tokens | {short_token((OLD,), text())}) == 3


def test_a_token_works_while_we_have_its_key_also_if_the_number_changes_before_it_leaves() -> None:
    sent = text(mark=short_token((OLD,), text()), to="+491711234568")
    assert is_token_of(sent, (NEW, OLD))
    assert not is_token_of(sent, (NEW,))
    assert not is_token_of(msgspec.structs.replace(sent, id="offer:waitlist:e1:s1-2"), (OLD,))


def test_a_token_of_an_earlier_version_works_as_well() -> None:
    sent = text(mark="4CkTazGSNajx")
    assert is_token_of(sent, (NEW, OLD))
    assert not is_token_of(sent, (NEW,))


def test_without_a_key_there_is_no_token() -> None:
    assert short_token((), text()) == ""
