"""Priorities as people write them: a number, a word for yes or no, or a tick."""

from fullhouse.products.frontdesk.waitlist.model import HIGHEST_PRIORITY

YES = frozenset(
    {
        *("yes", "y", "x", "true", "ok", "vip", "high", "urgent", "important", "first"),
        *("ja", "j", "wahr", "hoch", "dringend", "wichtig"),
        *("oui", "o", "vrai", "haute", "haut"),
        *("si", "s\u00ed", "s", "verdadero", "alta", "alto", "urgente"),
        *("\u2713", "\u2714", "\u2611", "\u2705", "!", "*"),
    }
)
NO = frozenset(
    {
        *("no", "n", "false", "none", "normal", "low", "usual"),
        *("nein", "falsch", "keine", "niedrig"),
        *("non", "faux", "aucune", "basse"),
        *("falso", "ninguna", "baja"),
        *("\u2610", "\u2717", "\u2718", "\u274c"),
    }
)
# Digits of a number, with leading zeros.
LONGEST_NUMBER = 3


def priority_of(typed: str) -> int | None:
    """Return the priority that a cell means; None if it cannot be read."""
    word = typed.strip().casefold()
    if word in YES:
        return 1
    if word in NO:
        return 0
    whole = word.removesuffix(".0").removesuffix(",0")
    is_number = whole.isascii() and whole.isdecimal() and len(whole) <= LONGEST_NUMBER
    return int(whole) if is_number and int(whole) <= HIGHEST_PRIORITY else None
