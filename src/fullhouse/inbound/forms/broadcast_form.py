"""A host's message to all, from a form or JSON: checked before it becomes a command."""

from collections.abc import Callable
from typing import Annotated, get_args

import msgspec
from msgspec import Meta

from fullhouse.inbound.forms.event_json import clean_line, clean_text, decode, invalid
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid, is_visible
from fullhouse.locale.current import gettext
from fullhouse.products.rsvp.broadcast import LONGEST_SUBJECT, LONGEST_TEXT
from fullhouse.products.rsvp.commands import Audience

AUDIENCES: tuple[Audience, ...] = get_args(Audience)


class NewBroadcast(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message to all guests of one group. A preview sends nothing."""

    to: Audience
    subject: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_SUBJECT})]
    text: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_TEXT})]
    preview: bool = False


def read_broadcast(body: bytes) -> NewBroadcast:
    """Read a message from JSON, or raise `Invalid`."""
    given = decode(body, NewBroadcast)
    return clean_broadcast(given.to, given.subject, given.text, preview=given.preview)


def clean_broadcast(to: str, subject: str, text: str, *, preview: bool = False) -> NewBroadcast:
    """Return a message with clean texts, or raise `Invalid` with all fields that are wrong."""
    group = next((audience for audience in AUDIENCES if audience == to), None)
    problems: list[FieldProblem] = []
    line = _checked(_clean_subject, subject, problems)
    words = _checked(_clean_text, text, problems)
    if group is None:
        wrong = FieldProblem("unknown_group", gettext("Please choose who gets it."), "to")
        raise Invalid(wrong, *problems)
    if problems:
        raise Invalid(*problems)
    return NewBroadcast(to=group, subject=line, text=words, preview=preview)


def _checked(clean: Callable[[str], str], given: str, problems: list[FieldProblem]) -> str:
    """Return the clean text; add to the problems what is wrong with it."""
    try:
        return clean(given)
    except Invalid as unfit:
        problems.extend(unfit.problems)
        return ""


def _clean_subject(subject: str) -> str:
    if not is_visible(subject):
        raise invalid("empty", gettext("Please write a subject."), "subject")
    line = clean_line(subject, "subject")
    if len(line) > LONGEST_SUBJECT:
        raise invalid("too_long", _too_long(LONGEST_SUBJECT), "subject")
    return line


def _clean_text(text: str) -> str:
    words = clean_text(text)
    if not words:
        raise invalid("empty", gettext("Please write a few words."), "text")
    if len(words) > LONGEST_TEXT:
        raise invalid("too_long", _too_long(LONGEST_TEXT), "text")
    return words


def _too_long(most: int) -> str:
    return gettext("Please shorten it: up to %(most)s characters fit.", most=most)
