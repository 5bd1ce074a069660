"""What is remembered of an address that a carrier or its owner spoke of, whichever product wrote to it."""

UNNAMED = "…"
SAID_BY_CARRIERS = frozenset({"bounced", "unreachable"})


def said(address: str, note: str) -> str:
    """Leave the address out of what was said of it: what is remembered outlives whoever is forgotten."""
    for told in (address, address.removeprefix("+")):
        note = note.replace(told, UNNAMED)
    return note


def is_weaker(reach: str, known: str) -> bool:
    """What a person said of themselves is not overruled by what a carrier said."""
    return known == "opted_out" and reach in SAID_BY_CARRIERS
