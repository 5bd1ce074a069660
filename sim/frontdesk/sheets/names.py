"""Present and former names of the services of a salon."""

from fullhouse.products.frontdesk.waitlist.model import Entry

# The names of one service; staff change from one to another, and back.
CALLED = (
    ("Colour", "Balayage", "Foils"),
    ("Cut", "Haircut", "Trim"),
    ("Table", "Booth", "Counter"),
)
FIRST = {name.casefold(): names[0] for names in CALLED for name in names}


def meaning(name: str) -> str:
    """Return the first name of a service, whatever it is called now."""
    plain = " ".join(name.split()).casefold()
    return FIRST.get(plain, plain)


def is_called(one: str, other: str) -> bool:
    """Return True if two names are the same name."""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def next_name(name: str) -> str:
    """Return what a service is called after this name."""
    for names in CALLED:
        if name in names:
            return names[(names.index(name) + 1) % len(names)]
    return CALLED[0][0]


def waits_for(entry: Entry | None, service: str) -> bool:
    """Return True if someone waits for a service, whatever it is called now."""
    return entry is not None and entry.state == "waiting" and meaning(entry.service) == service
