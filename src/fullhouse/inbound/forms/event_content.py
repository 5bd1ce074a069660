"""Texts of an event's page from a form or JSON, checked before they are a command."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec

from fullhouse.inbound.forms.event_json import clean_line, clean_text, decode, invalid
from fullhouse.inbound.forms.event_schema import EventEdit, NewEvent
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid, clean_address
from fullhouse.kernel.patterns import regex
from fullhouse.locale.current import gettext
from fullhouse.products.rsvp.content_changes import FIELDS
from fullhouse.products.rsvp.event_content import LONGEST_DESCRIPTION, LONGEST_LINK, EditContent

HTTPS = "https://"
HOST = regex(r"([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]", re.ASCII)
PHONE = regex(r"\+?[0-9][0-9 ()/.-]{3,28}[0-9]", re.ASCII)
LEAST_DIGITS = 5
# What an address may contain unchanged; the rest is percent-encoded.
UNCHANGED = "%/:=&?~#+!$,;@()*[]"


def read_content(
    body: bytes, event_id: str, shape: type[NewEvent | EventEdit]
) -> EditContent | None:
    """Build the command from JSON; None if nothing of it is given."""
    given = msgspec.structs.asdict(decode(body, shape))
    fields = {name: given[name] for name in FIELDS if given[name] is not msgspec.UNSET}
    return edit_content(event_id, fields) if fields else None


def edit_content(event_id: str, fields: Mapping[str, Any], rev: int | None = None) -> EditContent:
    """Build the command; raise `Invalid` with the problems of all fields."""
    problems: list[FieldProblem] = []
    read: dict[str, Any] = {}
    for name, value in fields.items():
        try:
            read[name] = READ[name](value) if name in READ else value
        except Invalid as unfit:
            problems.extend(unfit.problems)
    if problems:
        raise Invalid(*problems)
    return EditContent(event_id=event_id, rev=rev, **read)


def _description(typed: str) -> str:
    text = unicodedata.normalize("NFC", clean_text(typed))
    if len(text) > LONGEST_DESCRIPTION:
        raise _too_long("description", LONGEST_DESCRIPTION)
    return text


def _contact(typed: str) -> str:
    """Return an email address, a phone number or a link."""
    text = _line(typed, "contact")
    if not text or (PHONE.fullmatch(text) and sum(map(str.isdigit, text)) >= LEAST_DIGITS):
        return text
    if text.lower().startswith(HTTPS):
        return _https(text, "contact")
    try:
        return clean_address(text)
    except Invalid:
        sentence = gettext("Give an email address, a phone number or a link with https://.")
        raise invalid("bad_contact", sentence, "contact") from None


def _map(typed: str) -> str:
    text = _line(typed, "map_url")
    return text and _https(text, "map_url")


def _line(typed: str, field: str) -> str:
    if len(typed) > LONGEST_LINK:
        raise _too_long(field, LONGEST_LINK)
    if any(char.isspace() and char != " " for char in typed.strip()):
        raise _no_link(field)
    return typed.strip()


def _https(text: str, field: str) -> str:
    """Return a link in ASCII: https, a name of the public DNS, and nobody's password."""
    try:
        found = urlsplit(text)
        is_plain = found.port is None and found.username is None
    except ValueError:
        raise _no_link(field) from None
    host = (found.hostname or "").lower()
    rest = text[len(HTTPS) :][len(found.netloc) :]
    if found.scheme.lower() != "https" or not is_plain or not HOST.fullmatch(host) or " " in text:
        raise _no_link(field)
    link = f"{HTTPS}{host}{quote(rest, safe=UNCHANGED)}"
    if len(link) > LONGEST_LINK:
        raise _too_long(field, LONGEST_LINK)
    return link


def _note(field: str) -> Callable[[str], str]:
    return lambda typed: clean_line(typed, field, empty=True)


def _no_link(field: str) -> Invalid:
    sentence = gettext("That doesn't look like a link. It should start with https://.")
    return invalid("bad_link", sentence, field)


def _too_long(field: str, most: int) -> Invalid:
    sentence = gettext("%(field)s may have at most %(most)s characters.", field=field, most=most)
    return invalid("too_long", sentence, field)


READ: dict[str, Callable[[str], str]] = {
    "description": _description,
    "contact": _contact,
    "map_url": _map,
    "price_note": _note("price_note"),
    "dress_note": _note("dress_note"),
}
