"""Reach of an address: what may be stored about it, and when it changes."""

UNNAMED = "…"
SAID_BY_CARRIERS = frozenset({"bounced", "unreachable"})


def reach_note(address: str, note: str) -> str:
    """Return the note without the address: the record outlives an erased customer."""
    for written in (address, address.removeprefix("+")):
        note = note.replace(written, UNNAMED)
    return note


def is_same_reach(reach: str, known: str) -> bool:
    """Return True if nothing has to be stored.

    That is so if the reach is known, or a carrier would overrule an opt-out. A new STOP is always
    stored: a START at the same moment then has to come before it or after it.
    """
    if known == "opted_out":
        return reach in SAID_BY_CARRIERS
    return reach == known
