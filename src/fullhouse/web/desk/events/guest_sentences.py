"""Sentences about guests, counted or by name, that answer a question about an event."""

from fullhouse.locale import to_translate, to_translate_count
from fullhouse.locale.current import gettext, ngettext

# The sentence for one guest and for several, and the one for nobody.
DEEDS = {
    "joined": (
        to_translate_count(
            "%(count)s guest%(source)s signed up%(when)s.",
            "%(count)s guests%(source)s signed up%(when)s.",
        ),
        to_translate("Nobody%(source)s signed up%(when)s."),
    ),
    "confirmed": (
        to_translate_count(
            "%(count)s guest%(source)s got a seat%(when)s.",
            "%(count)s guests%(source)s got a seat%(when)s.",
        ),
        to_translate("Nobody%(source)s got a seat%(when)s."),
    ),
    "pending": (
        to_translate_count(
            "%(count)s guest%(source)s had a seat held to confirm%(when)s.",
            "%(count)s guests%(source)s had a seat held to confirm%(when)s.",
        ),
        to_translate("Nobody%(source)s had a seat held to confirm%(when)s."),
    ),
    "waitlisted": (
        to_translate_count(
            "%(count)s guest%(source)s joined the waitlist%(when)s.",
            "%(count)s guests%(source)s joined the waitlist%(when)s.",
        ),
        to_translate("Nobody%(source)s joined the waitlist%(when)s."),
    ),
    "cancelled": (
        to_translate_count(
            "%(count)s guest%(source)s cancelled%(when)s.",
            "%(count)s guests%(source)s cancelled%(when)s.",
        ),
        to_translate("Nobody%(source)s cancelled%(when)s."),
    ),
    "declined": (
        to_translate_count(
            "%(count)s guest%(source)s said no to a seat%(when)s.",
            "%(count)s guests%(source)s said no to a seat%(when)s.",
        ),
        to_translate("Nobody%(source)s said no to a seat%(when)s."),
    ),
    "lapsed": (
        to_translate_count(
            "%(count)s guest%(source)s let the time to answer pass%(when)s.",
            "%(count)s guests%(source)s let the time to answer pass%(when)s.",
        ),
        to_translate("Nobody%(source)s let the time to answer pass%(when)s."),
    ),
}
STATES = {
    "confirmed": (
        to_translate_count(
            "%(count)s guest%(source)s has a seat.",
            "%(count)s guests%(source)s have a seat.",
        ),
        to_translate("Nobody%(source)s has a seat."),
    ),
    "pending": (
        to_translate_count(
            "%(count)s guest%(source)s still has to confirm.",
            "%(count)s guests%(source)s still have to confirm.",
        ),
        to_translate("Nobody%(source)s still has to confirm."),
    ),
    "waitlisted": (
        to_translate_count(
            "%(count)s guest%(source)s is on the waitlist.",
            "%(count)s guests%(source)s are on the waitlist.",
        ),
        to_translate("Nobody%(source)s is on the waitlist."),
    ),
    "cancelled": (
        to_translate_count(
            "%(count)s guest%(source)s has cancelled.",
            "%(count)s guests%(source)s have cancelled.",
        ),
        to_translate("Nobody%(source)s has cancelled."),
    ),
    "unanswered": (
        to_translate_count(
            "%(count)s guest%(source)s has not answered yet.",
            "%(count)s guests%(source)s have not answered yet.",
        ),
        to_translate("Everybody%(source)s has answered."),
    ),
    "lost": (
        to_translate_count(
            "%(count)s guest%(source)s cannot be reached by email.",
            "%(count)s guests%(source)s cannot be reached by email.",
        ),
        to_translate("Everybody%(source)s can be reached by email."),
    ),
    "came": (
        to_translate_count("%(count)s guest came%(source)s.", "%(count)s guests came%(source)s."),
        to_translate("Nobody came%(source)s."),
    ),
    "": (
        to_translate_count(
            "%(count)s guest is or was on the list.", "%(count)s guests are or were on the list."
        ),
        to_translate("Nobody is or was on the list."),
    ),
}
OF_ONE = {
    "confirmed": to_translate("%(name)s has a seat."),
    "pending": to_translate("%(name)s still has to confirm."),
    "waitlisted": to_translate("%(name)s is on the waitlist."),
    "cancelled": to_translate("%(name)s has cancelled."),
    "unanswered": to_translate("%(name)s has not answered yet."),
    "extra": to_translate("%(name)s was let in without a seat."),
    "released": to_translate("%(name)s did not come, so the seat was released."),
    "undone": to_translate("%(name)s was let in at the door, which was undone."),
}


def describe_deed(deed: str, number: int, source: str, when: str) -> str:
    """Return how many guests did something; `source` and `when` begin with a space."""
    return _counted(*DEEDS[deed], number, source=source, when=when)


def describe_state(state: str, number: int, source: str) -> str:
    """Return how many guests are in a state, or on the list at all if none was asked for."""
    if not state and source:
        state = "came"
    return _counted(*STATES[state], number, source=source)


def _counted(texts: tuple[str, str], nobody: str, number: int, **values: str) -> str:
    if not number:
        return gettext(nobody, **values)
    return ngettext(*texts, number, **values)


def describe_guest(state: str, name: str, seats: int, position: int) -> str:
    """Return the state of one guest; `position` is 0 if they do not wait."""
    if state == "confirmed" and seats > 1:
        return gettext("%(name)s has a seat for %(seats)s.", name=name, seats=seats)
    if position:
        return gettext(
            "%(name)s is number %(position)s on the waitlist.", name=name, position=position
        )
    return gettext(OF_ONE[state], name=name)
