"""Events from JSON: untrusted bodies become commands, or problems with their fields.

Only types, lengths, characters and addresses are checked here. The rules decide about events.
"""

import re
import unicodedata
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, TypeVar

import msgspec

from fullhouse.inbound.forms.event_schema import (
    LONGEST_LINE,
    LONGEST_SETTING,
    EventEdit,
    ImportRow,
    ImportRows,
    NewEvent,
)
from fullhouse.inbound.forms.guest_form import (
    FieldProblem,
    Invalid,
    clean_address,
    clean_answers,
    is_visible,
)
from fullhouse.inbound.guest_import.row import MOST_ROWS, clean_bare_row
from fullhouse.kernel.patterns import regex
from fullhouse.kernel.times import duration
from fullhouse.locale import LANGUAGES, to_translate
from fullhouse.locale.current import gettext
from fullhouse.products.rsvp.commands import CreateEvent, EditEvent, SignUp
from fullhouse.products.rsvp.content_changes import FIELDS as CONTENT_FIELDS
from fullhouse.products.rsvp.model import MORNING, MOST_REMINDERS, PlaceAs, Settings

T = TypeVar("T")

LOCAL_TIME = regex(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d{1,6})?", re.ASCII)
ZONED_TIME = regex(r"(Z|[+-]\d\d:?\d\d)$", re.ASCII | re.IGNORECASE)
LANGUAGE = regex(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", re.ASCII)
PLACE_IN_ERROR = regex(r" - at `\$\.?(.*)`$", re.DOTALL)
NAME_IN_ERROR = regex(r"^Object (missing required|contains unknown) field `(.*)`$", re.DOTALL)
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
UNSAFE_CATEGORIES = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
YEARS = range(1970, 2200)
LONGEST_WINDOW = timedelta(days=366)
LONGEST_WORDS = 29  # of a name in an id: its address has room for them and a mark
# Quiet hours that leave less of a day would hold back every message.
SHORTEST_DAY = timedelta(hours=1)
OPTIONAL_LINES = ("venue", "host_name")
NO_DAY_LEFT = to_translate("Quiet hours must leave at least one hour of the day.")


def invalid(code: str, message: str, field: str = "") -> Invalid:
    """Build the error: a sentence that a person can act on, and its field."""
    return Invalid(FieldProblem(code, message, field))


def decode(body: bytes, shape: type[T]) -> T:
    """Decode JSON into a type, or raise `Invalid` with the field that does not fit."""
    try:
        return msgspec.json.decode(body, type=shape)
    except msgspec.ValidationError as error:
        raise decode_problem(error) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise invalid("bad_json", f"The body is not JSON: {error}") from error
    except RecursionError as error:
        raise invalid("bad_json", "The body is nested too deeply.") from error


def decode_problem(error: msgspec.ValidationError) -> Invalid:
    """Turn a type error into a sentence with its field."""
    place = PLACE_IN_ERROR.search(str(error))
    parent = place[1] if place else ""
    what = str(error)[: place.start()] if place else str(error)
    named = NAME_IN_ERROR.match(what)
    if named is None:
        return invalid("wrong_type", f"{what.replace('`', '')}.", short(parent))
    field = short(f"{parent}.{named[2]}".lstrip("."))
    if named[1] == "missing required":
        return invalid("missing_field", f"{field} is missing.", field)
    return invalid("unknown_field", f"{field} is not a field here.", field)


def read_new_event(body: bytes, chance: str, usual: Mapping[str, Any] | None = None) -> CreateEvent:
    """Build the command that creates an event; `chance` makes its id hard to guess.

    `usual` are the default settings.
    """
    given = decode(body, NewEvent)
    settings = {**(usual or {}), **read_settings(given.settings)}
    name = clean_line(given.name, "name")
    return CreateEvent(
        event_id=event_id(name, chance),
        name=name,
        starts_at=local_time(given.starts_at, "starts_at"),
        ends_at=None if given.ends_at is None else local_time(given.ends_at, "ends_at"),
        timezone=clean_line(given.timezone, "timezone"),
        venue=clean_line(given.venue, "venue", empty=True),
        cap=given.cap,
        host_email=address(given.host_email, "host_email"),
        host_name=clean_line(given.host_name, "host_name", empty=True),
        settings=msgspec.convert(settings, Settings),
    )


def read_edit(body: bytes, event_id: str) -> EditEvent:
    """Build the command that edits an event; fields that are left out stay."""
    given = msgspec.structs.asdict(decode(body, EventEdit))
    fields = {
        name: value
        for name, value in given.items()
        if value is not msgspec.UNSET and name not in (*CONTENT_FIELDS, "questions")
    }
    return EditEvent(event_id=event_id, **_read_fields(fields))


def _read_fields(given: dict[str, Any]) -> dict[str, Any]:
    read: dict[str, Any] = dict(given)
    for field in read.keys() & {"name", "timezone", *OPTIONAL_LINES}:
        read[field] = clean_line(read[field], field, empty=field in OPTIONAL_LINES)
    for field in read.keys() & {"starts_at", "ends_at"}:
        if read[field] is not None:
            read[field] = local_time(read[field], field)
    if "host_email" in read:
        read["host_email"] = address(read["host_email"], "host_email")
    if "settings" in read:
        read["settings"] = read_settings(read["settings"])
    return read


def read_settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """Check settings one by one, so that a problem names its setting."""
    for name, value in given.items():
        field = short(f"settings.{name}")
        try:
            _within_reason(msgspec.convert({name: value}, Settings))
        except msgspec.ValidationError as error:
            problem = decode_problem(error).problems[0]
            code = problem.code if problem.code == "unknown_field" else "bad_settings"
            raise invalid(code, problem.message, field) from error
        except (ValueError, OverflowError) as error:
            raise invalid("bad_settings", f"{str(error).rstrip('.')}.", field) from error
    return dict(given)


def _within_reason(settings: Settings) -> None:
    windows = (
        settings.claim_window,
        settings.shortest_window,
        settings.invite_window,
        settings.mail_grace,
        *settings.reminders,
    )
    if any(len(window) > LONGEST_SETTING for window in windows):
        raise ValueError("This is too long for a duration")
    if any(duration(window) > LONGEST_WINDOW for window in windows if window != MORNING):
        raise ValueError("No window or reminder may be longer than a year")
    if len(settings.reminders) > MOST_REMINDERS:
        raise ValueError(f"There may be at most {MOST_REMINDERS} reminders")
    if not is_known_language(settings.language):
        raise ValueError(f"We write in these languages only: {', '.join(LANGUAGES)}")
    if settings.quiet_hours.open_a_day < SHORTEST_DAY:
        raise ValueError(NO_DAY_LEFT)


def is_known_language(written: str) -> bool:
    """Return True for a language that we write, or a form of it, such as de-AT."""
    if not LANGUAGE.fullmatch(written) or len(written) > LONGEST_SETTING:
        return False
    return written.lower().partition("-")[0] in LANGUAGES


def read_import(body: bytes, most: int = MOST_ROWS) -> ImportRows:
    """Read the frame of an import; its rows are read later, so that a bad one blocks no other.

    `most` rows can be imported while the caller waits; a preview may be as long as any list.
    """
    given = decode(body, ImportRows)
    most = MOST_ROWS if given.preview else most
    if len(given.rows) > most:
        raise invalid("too_many_rows", f"Send at most {most:,} rows at a time.", "rows")
    return given


def read_row(
    row: Any,  # noqa: ANN401 - not checked yet
    event_id: str,
    guest_id: str,
    place_as: PlaceAs,
) -> SignUp:
    """Build the command that puts one imported row on the list."""
    try:
        given = msgspec.convert(row, ImportRow)
    except msgspec.ValidationError as error:
        raise decode_problem(error) from error
    cleaned = clean_bare_row(0, given.name, given.email, given.party)
    command = cleaned.command(event_id, guest_id, place_as)
    return msgspec.structs.replace(command, answers=clean_answers(given.answers))


def clean_line(text: str, field: str, *, empty: bool = False) -> str:
    """Return one line of text that is safe in a page and in a mail's header."""
    clean = unicodedata.normalize("NFC", text).strip()
    if len(clean) > LONGEST_LINE:
        sentence = gettext(
            "%(field)s may have at most %(most)s characters.", field=field, most=LONGEST_LINE
        )
        raise invalid("too_long", sentence, field)
    if any(map(_is_unsafe, clean)):
        sentence = gettext(
            "%(field)s must be one line of text without control characters.", field=field
        )
        raise invalid("bad_text", sentence, field)
    if is_visible(clean):
        return clean
    if not empty:
        raise invalid("empty", gettext("%(field)s must not be empty.", field=field), field)
    return ""


def clean_text(text: str) -> str:
    """Return a text of several lines without control characters and marks that turn it around.

    A text in which nothing can be seen is empty.
    """
    lines = "\n".join(text.splitlines())
    clean = "".join(char for char in lines if char in "\n\t" or _is_safe(char)).strip()
    return clean if is_visible(clean) else ""


def _is_safe(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cs") and char not in TURNING


def _is_unsafe(char: str) -> bool:
    return unicodedata.category(char) in UNSAFE_CATEGORIES or char in TURNING


def address(text: str, field: str) -> str:
    """Return one email address, or an empty text."""
    try:
        return clean_address(text) if text.strip() else ""
    except Invalid as error:
        raise invalid("bad_email", error.problems[0].message, field) from error


def local_time(text: str, field: str) -> datetime:
    """Read a wall time; its zone is in a field of its own."""
    if ZONED_TIME.search(text[10:]):
        sentence = f"Give {field} as local time without a zone; the zone stands in timezone."
        raise invalid("bad_time", sentence, field)
    try:
        wall = datetime.fromisoformat(text) if LOCAL_TIME.fullmatch(text) else None
    except ValueError:
        wall = None
    if wall is None:
        raise invalid("bad_time", f"{field} is not a local time such as 2026-06-20T18:00.", field)
    if wall.year not in YEARS:
        sentence = f"{field} must lie between the years {YEARS.start} and {YEARS.stop}."
        raise invalid("bad_time", sentence, field)
    return wall.replace(microsecond=0)


def event_id(name: str, chance: str) -> str:
    """Return an id that reads like the name and cannot be guessed from it."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_WORDS].strip("-")
    return f"{words}-{chance[-6:].lower()}" if words else chance[-12:].lower()


def short(text: str) -> str:
    """Cut a text that is quoted in an answer."""
    return text if len(text) <= LONGEST_LINE else f"{text[: LONGEST_LINE - 1]}…"
