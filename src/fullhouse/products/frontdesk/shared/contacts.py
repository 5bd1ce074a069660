"""What is remembered of an address that a carrier or its owner spoke of, whichever product wrote to it."""

UNNAMED = "…"
SAID_BY_CARRIERS = frozenset({"bounced", "unreachable"})


def reach_note(address: str, note: str) -> str:
    """Leave the address out of what was said of it: what is remembered outlives whoever is forgotten."""
    for told in (address, address.removeprefix("+")):
        note = note.replace(told, UNNAMED)
    return note


def is_same_reach(reach: str, known: str) -> bool:
    """Whether nothing has to be remembered: it is known, or a carrier would overrule what a person said of themselves.

    STOP is written down each time: a START that comes at the same moment then has to come before it, or after it.
    """
    if known == "opted_out":
        return reach in SAID_BY_CARRIERS
    return reach == known
