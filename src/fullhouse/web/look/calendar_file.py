"""A calendar entry as a file that any calendar opens."""

from fullhouse.kernel.letters import CalendarEntry


def write_calendar(entry: CalendarEntry) -> bytes:
    """Write an entry down, in UTC: so it needs no zone tables, and no reader can get them wrong."""
    import icalendar

    calendar, event = icalendar.Calendar(), icalendar.Event()
    for name, value in (("prodid", "-//Fullhouse//EN"), ("version", "2.0"), ("method", entry.method)):
        calendar.add(name, value)
    event.add("uid", entry.uid)
    event.add("sequence", entry.sequence)
    for name, moment in (("dtstamp", entry.stamp), ("dtstart", entry.starts), ("dtend", entry.ends)):
        event.add(name, moment)
    for name in ("summary", "location", "description", "url"):
        if text := getattr(entry, name):
            event.add(name, text)
    calendar.add_component(event)
    written: bytes = calendar.to_ical()
    return written
