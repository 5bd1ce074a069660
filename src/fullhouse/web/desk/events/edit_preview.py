"""Preview of an edit: each field before and after, and the consequences for guests."""

from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.times import duration
from fullhouse.locale.current import format_number, gettext, ngettext, translate
from fullhouse.products.rsvp.commands import EditEvent
from fullhouse.products.rsvp.model import Event, GuestCount
from fullhouse.web.desk.events.event_form import LABELS, PLAIN, USUAL_REMINDERS, said_language
from fullhouse.web.desk.formatting import span, wall

TOLD = frozenset({"name", "starts_at", "ends_at", "timezone", "venue"})
BOOKED = frozenset({"reminders", "morning_at", "claim_window", "invite_window", "quiet_hours"})


class Difference(msgspec.Struct, frozen=True):
    """One field that an edit changes."""

    field: str
    label: str
    before: str
    after: str


class Review(msgspec.Struct, frozen=True):
    """Preview of an edit: `told` guests would get a mail; `booked` if schedules change."""

    differences: tuple[Difference, ...]
    consequences: tuple[str, ...]
    told: int
    booked: bool


def review(engine: Engine, event: Event, command: EditEvent) -> Review:
    """Return what an edit would change."""
    found = tuple(_plain(event, command)) + tuple(_settings(event, command))
    names = {difference.field for difference in found}
    told = people_on_list(engine, event) if names & TOLD else 0
    return Review(found, tuple(_consequences(event, command, names)), told, bool(names & BOOKED))


def _plain(event: Event, command: EditEvent) -> list[Difference]:
    known = {name: getattr(event, name) for name in PLAIN}
    if event.open_end:
        known["ends_at"] = None
    pairs = ((name, before, getattr(command, name)) for name, before in known.items())
    return [
        Difference(name, LABELS[name], said(before), said(after))
        for name, before, after in pairs
        if after is not msgspec.UNSET and after != before
    ]


def _settings(event: Event, command: EditEvent) -> list[Difference]:
    before = msgspec.to_builtins(event.settings)
    after = {} if command.settings is msgspec.UNSET else command.settings
    return [
        Difference(
            name, LABELS[f"settings.{name}"], _setting(name, before[name]), _setting(name, value)
        )
        for name, value in after.items()
        if _setting(name, value) != _setting(name, before[name])
    ]


def _setting(name: str, value: Any) -> str:  # noqa: ANN401 - any setting
    if name == "language":
        return said_language(value)
    if name.endswith("_window"):
        return span(duration(value))
    return said(value)


def said(value: Any) -> str:  # noqa: ANN401 - any field of an event
    """Format a value for a host."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, dict):
        return gettext("%(start)s to %(end)s", start=value["from"], end=value["to"])
    if isinstance(value, list | tuple):
        return _reminders(value)
    if hasattr(value, "isoformat"):
        return wall(value)
    if isinstance(value, int):
        return format_number(value)
    return str(value or "") or gettext("none")


def _reminders(names: list[str] | tuple[str, ...]) -> str:
    return ", ".join(map(_reminder, names)) or gettext("none")


def _reminder(name: str) -> str:
    if name in USUAL_REMINDERS:
        return translate(USUAL_REMINDERS[name])
    return gettext("%(time)s before", time=name)


def _consequences(event: Event, command: EditEvent, names: set[str]) -> list[str]:
    sentences = []
    cap = event.cap if command.cap is msgspec.UNSET else command.cap
    if cap > event.cap and event.waiting:
        sentences.append(
            gettext("The new seats are offered to the waitlist first, one guest at a time.")
        )
    if cap < event.taken:
        sentences.append(_too_many(event.taken - cap))
    if names & {"starts_at", "timezone"}:
        sentences.append(
            gettext("Every reminder is booked anew, and no offer runs past the new start.")
        )
    if "language" in names and event.voice:
        sentences.append(_own_words(len(event.voice)))
    return sentences


def _too_many(seats: int) -> str:
    return ngettext(
        "%(count)s more seat is taken or held than the new number allows. "
        "Nobody loses one; no new one is given until all fit.",
        "%(count)s more seats are taken or held than the new number allows. "
        "Nobody loses one; no new one is given until all fit.",
        seats,
    )


def _own_words(messages: int) -> str:
    return ngettext(
        "%(count)s message has words of your own. They stay as they are: nothing is translated.",
        "%(count)s messages have words of your own. They stay as they are: nothing is translated.",
        messages,
    )


def people_on_list(engine: Engine, event: Event) -> int:
    """Count the guests who have a seat, hold an invitation or wait."""
    return engine.load(GuestCount(event.id))
