"""The event form: fields become the JSON that scripts send, and pass the same checks."""

from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from typing import Any
from zoneinfo import available_timezones

import msgspec
from starlette.datastructures import FormData

from fullhouse.inbound.forms.event_json import is_known_language, read_edit, read_new_event
from fullhouse.inbound.forms.event_schema import LONGEST_LINE
from fullhouse.inbound.forms.guest_form import FieldProblem, Invalid
from fullhouse.kernel.times import duration
from fullhouse.locale import LANGUAGES, known_language
from fullhouse.locale.current import gettext, translate
from fullhouse.products.rsvp.commands import CreateEvent, EditEvent
from fullhouse.products.rsvp.model import Event, Settings

USUAL_REMINDERS = {
    "7d": "a week before",
    "1d": "the day before",
    "morning": "on the morning of the day",
}
UNITS = {"m": "minutes", "h": "hours", "d": "days"}
SECONDS = {"d": 86400, "h": 3600, "m": 60}
# Hosts think of 24, 48 or 72 hours, not of days, when something must be answered.
MOST_DAYS_IN_HOURS = 3
REQUIRED = ("name", "starts_at", "timezone", "cap")
PLAIN = ("name", "starts_at", "ends_at", "timezone", "venue", "cap", "host_email", "host_name")

LABELS = {
    "name": "Name",
    "starts_at": "Starts",
    "ends_at": "Ends",
    "timezone": "Time zone",
    "venue": "Place",
    "cap": "Seats",
    "host_email": "Your email",
    "host_name": "Your name",
    "settings.reminders": "Reminders",
    "settings.morning_at": "Morning starts at",
    "settings.quiet_hours": "Quiet hours",
    "settings.claim_window": "Time to claim a seat",
    "settings.shortest_window": "Shortest time to claim a seat",
    "settings.invite_window": "Time to confirm an invitation",
    "settings.mail_grace": "Time to keep a seat",
    "settings.time_critical_offers": "Ask at night if the time is short",
    "settings.max_party": "Largest party",
    "settings.confirm_by_mail": "Confirm by email",
    "settings.lapse_limit": "Unanswered offers",
    "settings.run_up_days": "Daily headcount",
    "settings.language": "Language of emails and pages",
}

# Problems in words for hosts; those of the JSON checks are for programmers.
SENTENCES = {
    "name": "Give the event a name.",
    "starts_at": "Say on which day and at what time it starts.",
    "ends_at": "Say when it ends, or leave it empty.",
    "timezone": "Pick a time zone from the list, such as Europe/Berlin.",
    "cap": "Say how many seats there are, from 1 to 1,000,000.",
    "host_email": "That doesn't look like an email address. It should look like anna@example.org.",
    "settings.reminders": "Write other reminders as 3d, 12h or 90m, with commas between them.",
    "settings.claim_window": "Give a time of at least a minute and at most a year.",
    "settings.shortest_window": "Give a time of at least a minute and at most a year.",
    "settings.invite_window": "Give a time of at least a minute and at most a year.",
    "settings.mail_grace": "Give a time of at most a year, or 0 for none.",
    "settings.max_party": "A party can be from 1 to 50 people.",
    "settings.lapse_limit": "Give a number from 0 to 100.",
    "settings.run_up_days": "Give a number of days from 0 to 60.",
    "settings.language": "Pick a language from the list.",
}


@cache
def zones() -> tuple[str, ...]:
    """List the time zones that a place can be in."""
    places = (
        name
        for name in available_timezones()
        if "/" in name and not name.startswith(("Etc/", "SystemV/", "US/"))
    )
    return (*sorted(places), "UTC")


def choices(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices of the form, and the labels of its fields."""
    return {
        "zones": zones(),
        "labels": LABELS,
        "languages": languages(str(fields.get("language", ""))),
    }


def typed_event(form: FormData) -> dict[str, Any]:
    """Return the fields as typed, for the form to show again."""
    fields = {name: str(form.get(name, "")) for name in form}
    return {**fields, "reminders": [str(name) for name in form.getlist("reminders")]}


def blank_event(timezone: str, host_email: str) -> dict[str, Any]:
    """Return the fields of the form for a new event."""
    return {
        "name": "",
        "starts_at": "",
        "ends_at": "",
        "venue": "",
        "cap": "",
        "timezone": timezone,
        "host_email": host_email,
        "host_name": "",
    }


def filled(event: Event) -> dict[str, Any]:
    """Return the fields of the form for an event."""
    settings = event.settings
    return {
        "name": event.name,
        "starts_at": event.starts_at.isoformat(timespec="minutes"),
        "ends_at": "" if event.open_end else event.ends_at.isoformat(timespec="minutes"),
        "timezone": event.timezone,
        "venue": event.venue,
        "cap": str(event.cap),
        "host_email": event.host_email,
        "host_name": event.host_name,
        **_filled_settings(settings),
    }


def _filled_settings(settings: Settings) -> dict[str, Any]:
    claim, invite = in_one_unit(settings.claim_window), in_one_unit(settings.invite_window)
    grace, shortest = in_one_unit(settings.mail_grace), in_one_unit(settings.shortest_window)
    others = [name for name in settings.reminders if name not in USUAL_REMINDERS]
    return {
        "reminders": [name for name in settings.reminders if name in USUAL_REMINDERS],
        "other_reminders": ", ".join(others),
        "morning_at": settings.morning_at,
        "quiet_from": settings.quiet_hours.from_,
        "quiet_to": settings.quiet_hours.to,
        "claim_number": str(claim[0]),
        "claim_unit": claim[1],
        "shortest_number": str(shortest[0]),
        "shortest_unit": shortest[1],
        "invite_number": str(invite[0]),
        "invite_unit": invite[1],
        "grace_number": str(grace[0]),
        "grace_unit": grace[1],
        "time_critical_offers": "yes" if settings.time_critical_offers else "",
        "max_party": str(settings.max_party),
        "confirm_by_mail": "yes" if settings.confirm_by_mail else "",
        "lapse_limit": str(settings.lapse_limit),
        "run_up_days": str(settings.run_up_days),
        "language": _offered_language(settings.language),
    }


def _offered_language(code: str) -> str:
    """Return the language to choose first; English for one that we no longer accept."""
    return code if is_known_language(code) else known_language(code)


def languages(chosen: str) -> dict[str, str]:
    """Return the languages of the form; one that only a script can set is kept as the first."""
    if not chosen or chosen in LANGUAGES:
        return LANGUAGES
    return {chosen: said_language(chosen), **LANGUAGES}


def said_language(code: str) -> str:
    """Return a language's name; for one without phrases, also the language that mails use."""
    known = LANGUAGES[known_language(code)]
    if code in LANGUAGES:
        return LANGUAGES[code]
    return gettext("%(code)s (emails are in %(language)s)", code=code, language=known)


def in_one_unit(text: str) -> tuple[int, str]:
    """Return a duration as a number and its largest unit: days, hours or minutes."""
    length = duration(text)
    unit = "m"
    for name, seconds in SECONDS.items():
        if not length % timedelta(seconds=seconds):
            unit = name
            break
    number = length // timedelta(seconds=SECONDS[unit])
    if unit == "d" and number <= MOST_DAYS_IN_HOURS:
        return number * 24, "h"
    return number, unit


def new_event(fields: Mapping[str, Any], event_id: str, usual: Mapping[str, Any]) -> CreateEvent:
    """Return the command that creates an event; raise `Invalid` in words for hosts."""
    body = _plain(fields)
    try:
        return read_new_event(msgspec.json.encode(body), event_id, usual)
    except Invalid as unfit:
        raise in_plain_words(unfit) from unfit


def revision(form: Mapping[str, Any]) -> int | None:
    """Return the revision that a form was made from; None if it names none."""
    typed = str(form.get("rev", ""))
    return int(typed) if typed.isascii() and typed.isdecimal() else None


def edit_command(
    fields: Mapping[str, Any], event: Event, *, tell_guests: bool, for_all: bool
) -> EditEvent:
    """Return the command that changes an event; raise `Invalid` in words for hosts."""
    body = _plain(fields) | {
        "settings": _settings(fields),
        "tell_guests": tell_guests,
        "for_all": for_all,
    }
    before = filled(event)
    moved = body["starts_at"] != before["starts_at"]
    if "ends_at" not in body and not event.open_end:
        body["ends_at"] = None
    elif moved and body.get("ends_at") == before["ends_at"]:
        del body["ends_at"]
    try:
        return read_edit(msgspec.json.encode(body), event.id)
    except Invalid as unfit:
        raise in_plain_words(unfit) from unfit


def _plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    body: dict[str, Any] = {name: str(fields.get(name, "")).strip() for name in PLAIN}
    missing = [_problem("empty", name) for name in REQUIRED if not body[name]]
    if missing:
        raise Invalid(*missing)
    if not body["ends_at"]:
        del body["ends_at"]
    # A form that was opened before this field was added does not have it.
    if "host_name" not in fields:
        del body["host_name"]
    return body | {"cap": whole(body["cap"], "cap")}


def _settings(fields: Mapping[str, Any]) -> dict[str, Any]:
    usual = [name for name in USUAL_REMINDERS if name in fields.get("reminders", ())]
    typed_names = map(str.strip, str(fields.get("other_reminders", "")).split(","))
    others = [name for name in typed_names if name]
    numbers = ("max_party", "lapse_limit", "run_up_days")
    return {
        "reminders": [*usual, *others],
        "morning_at": fields.get("morning_at", ""),
        "quiet_hours": {"from": fields.get("quiet_from", ""), "to": fields.get("quiet_to", "")},
        "claim_window": _window(fields, "claim", "claim_window"),
        "invite_window": _window(fields, "invite", "invite_window"),
        "time_critical_offers": bool(fields.get("time_critical_offers")),
        "confirm_by_mail": bool(fields.get("confirm_by_mail")),
        "language": str(fields.get("language", "")).strip(),
        **{name: whole(str(fields.get(name, "")), f"settings.{name}") for name in numbers},
        **_newer_windows(fields),
    }


def _newer_windows(fields: Mapping[str, Any]) -> dict[str, str]:
    """Return the settings that a form has only if it was opened after they were added."""
    newer = {"grace": "mail_grace", "shortest": "shortest_window"}
    given = {name: setting for name, setting in newer.items() if f"{name}_number" in fields}
    return {setting: _window(fields, name, setting) for name, setting in given.items()}


def _window(fields: Mapping[str, Any], name: str, setting: str) -> str:
    number = whole(str(fields.get(f"{name}_number", "")), f"settings.{setting}")
    unit = str(fields.get(f"{name}_unit", ""))
    return f"{number}{unit if unit in UNITS else 'h'}"


def _problem(code: str, field: str) -> FieldProblem:
    return FieldProblem(code, translate(SENTENCES[field]), field)


def whole(text: str, field: str) -> int:
    """Read a whole number; raise `Invalid` if it is not one."""
    text = text.strip().replace(",", "")
    if not (text.isdecimal() and text.isascii() and len(text) <= len("1000000")):
        raise Invalid(_problem("not_a_number", field))
    return int(text)


def in_plain_words(unfit: Invalid) -> Invalid:
    """Return the same problems in words for hosts, with labels instead of field names."""
    problems = unfit.problems
    return Invalid(
        *(FieldProblem(problem.code, sentence(problem), problem.field) for problem in problems)
    )


def sentence(problem: FieldProblem) -> str:
    """Return a problem in words for hosts."""
    field = problem.field
    label = translate(LABELS.get(field, field))
    if problem.code == "too_long":
        return gettext(
            "%(label)s may have at most %(most)s characters.", label=label, most=LONGEST_LINE
        )
    if problem.code == "bad_text":
        return gettext(
            "%(label)s must be one line of text without control characters.", label=label
        )
    known = SENTENCES.get(field) or SENTENCES.get(field.partition(":")[0])
    return translate(known or problem.message)
