"""What holds for the words of every business product, and how tests read them."""

import re
import textwrap
from datetime import datetime
from string import Formatter
from typing import Any

from fullhouse.kernel.letter_html import as_html, as_text
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Channel, Message
from tests.support.phrases import Phrases

HOSTILE = "<script>x</script>\r\nBcc: all@example.org\u202e{deadline}{{ 7*7 }}"
UNFINISHED = re.compile(r"[{}]|\bNone\b|  |\(\)| [,.]|^: ")


def merged(usual: Any, told: Any) -> Any:
    """Replace a fact; of a record only what is told of it."""
    return {**usual, **told} if isinstance(usual, dict) and isinstance(told, dict) else told


def message_of(
    product: str,
    kind: str,
    channel: Channel,
    facts: dict[str, Any],
    *,
    now: datetime,
    person: str = "",
) -> Message:
    """Make a message of a product, to one of its customers or, if nobody is named, to staff."""
    return Message(
        id=f"{kind}:{product}:{person}:1",
        product=product,
        kind=kind,
        channel=channel if person else "staff",
        to="ada@example.org" if person else "staff",
        scope=product,
        person=person,
        facts=facts,
        queued_at=now,
        not_before=now,
        at=now,
    )


def link(purpose: str) -> str:
    """Say where a purpose leads."""
    return f"https://salon.example/l/{purpose}"


def read(said: str) -> str:
    """Lay what is said out for a narrow page."""
    return "\n".join(
        textwrap.fill(line, 100, break_long_words=False, break_on_hyphens=False)
        for line in said.split("\n")
    )


def is_said_whole(told: Letter) -> None:
    """See that nothing is left open in a letter, wherever it is read."""
    for said in (as_text(told), told.subject, told.heading, told.preview, *told.footer):
        assert said
        assert not UNFINISHED.search(said.replace("\n-- \n", ""))
    assert as_html(told)


def stays_text(told: Letter) -> None:
    """See that hostile names do nothing in a letter."""
    for line in (told.subject, told.preview, told.heading, told.to_name, *told.footer):
        assert line.isprintable() or line == ""
    assert "<script>" not in as_html(told)
    assert "49" not in as_html(told)
    assert "\u202e" not in as_text(told)


def shape(phrases: Phrases) -> dict[str, tuple[bool, set[str]]]:
    """Say of each phrase whether it is a pair, and what it inserts."""
    return {key: (isinstance(phrase, tuple), _inserted(phrase)) for key, phrase in phrases.items()}


def _inserted(phrase: str | tuple[str, ...]) -> set[str]:
    return {name for text in _each(phrase) for _, name, _, _ in Formatter().parse(text) if name}


def sentences(phrases: Phrases) -> set[str]:
    """Return all that is long enough to be a sentence."""
    return {text for phrase in phrases.values() for text in _each(phrase) if text.count(" ") > 3}


def _each(phrase: str | tuple[str, ...]) -> tuple[str, ...]:
    return phrase if isinstance(phrase, tuple) else (phrase,)
