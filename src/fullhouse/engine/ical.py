"""iCalendar files: one entry, or a feed that calendars subscribe to."""

from collections.abc import Iterable
from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from fullhouse.kernel.letters import CalendarEntry

if TYPE_CHECKING:
    from icalendar import Calendar, Event, vCalAddress

PRODUCT_ID = "-//Fullhouse//Fullhouse//EN"
READ_AGAIN = timedelta(hours=1)


def entry_file(entry: CalendarEntry, organizer: str = "", attendee: str = "") -> bytes:
    """Return the file of one entry: published, or sent by an organizer to an attendee."""
    file = _file(entry.method)
    file.add_component(_event(entry, organizer, attendee))
    return bytes(file.to_ical())


def feed_file(entries: Iterable[CalendarEntry], name: str) -> bytes:
    """Return a named calendar to subscribe to; cancelled entries are marked."""
    file = _file("PUBLISH")
    file.add("name", name)
    file.add("x-wr-calname", name)
    file.add("refresh-interval", READ_AGAIN, parameters={"VALUE": "DURATION"})
    file.add("x-published-ttl", "PT1H")
    for entry in entries:
        file.add_component(_event(entry, "", ""))
    return bytes(file.to_ical())


def _file(method: str) -> "Calendar":
    from icalendar import Calendar

    file = Calendar()
    file.add("prodid", PRODUCT_ID)
    file.add("version", "2.0")
    file.add("method", method)
    return file


def _event(entry: CalendarEntry, organizer: str, attendee: str) -> "Event":
    from icalendar import Event

    event = Event()
    fields = {
        "uid": entry.uid,
        "sequence": entry.sequence,
        "status": "CANCELLED" if entry.method == "CANCEL" else "CONFIRMED",
        "dtstamp": entry.stamp.astimezone(UTC),
        "dtstart": entry.starts.astimezone(UTC),
        "dtend": "" if entry.ends is None else entry.ends.astimezone(UTC),
        "summary": entry.summary,
        "location": entry.location,
        "description": entry.description,
        "url": entry.url,
        "organizer": organizer and _person(organizer, **_named(entry.organizer_name)),
        # The seat is confirmed already: there is nothing to answer in the calendar.
        "attendee": attendee and _person(attendee, PARTSTAT="ACCEPTED", RSVP="FALSE"),
    }
    for name, value in fields.items():
        if value != "":
            event.add(name, value)
    return event


def _named(name: str) -> dict[str, str]:
    return {"CN": name} if name else {}


def _person(address: str, **parameters: str) -> "vCalAddress":
    from icalendar import vCalAddress

    person = vCalAddress(f"mailto:{address}")
    person.params.update(parameters)
    return person
