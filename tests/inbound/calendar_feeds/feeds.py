"""Calendar files as programs write them, put together by hand."""


def feed(*entries: str, before: str = "") -> bytes:
    """Make a feed of entries, each given by its lines."""
    bodies = "".join(f"BEGIN:VEVENT\n{entry.strip()}\nEND:VEVENT\n" for entry in entries)
    text = f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//EN\n{before}{bodies}END:VCALENDAR\n"
    return text.replace("\n", "\r\n").encode()


def entry(uid: str, start: str, end: str = "", *lines: str) -> str:
    """Write an entry; times without a zone are given one in Berlin."""
    times = [_time("DTSTART", start), *([_time("DTEND", end)] if end else [])]
    return "\n".join((f"UID:{uid}", "DTSTAMP:20260101T000000Z", *times, *lines))


def _time(name: str, value: str) -> str:
    if len(value) == len("20260601"):
        return f"{name};VALUE=DATE:{value}"
    return f"{name}:{value}" if value.endswith("Z") else f"{name};TZID=Europe/Berlin:{value}"
