"""Scopes of API tokens: the parts of the API that a token may use."""

from collections.abc import Collection, Mapping
from typing import Literal

from fullhouse.locale import to_translate

Area = Literal["events", "frontdesk", ""]
READ, WRITE = "read", "write"
# A token without scopes may do everything, as one with `write`.
SCOPES: Mapping[str, str] = {
    READ: to_translate("Read everything except messages"),
    "events": to_translate("Read and change events and guests"),
    "frontdesk": to_translate("Read and change the waitlist, appointments, rules and proposals"),
    WRITE: to_translate("Everything"),
}


def wanted_scopes(area: Area, *, reads: bool) -> tuple[str, ...]:
    """Return the scopes of which a token needs one, where it has any.

    What belongs to no area needs `write`: messages hold links that change something.
    """
    if not area:
        return (WRITE,)
    if reads:
        return (READ, area, WRITE)
    return (area, WRITE)


def is_allowed(scopes: Collection[str], area: Area, *, reads: bool) -> bool:
    """Return True if a token with these scopes may read or change this area."""
    if not scopes:
        return True
    return any(scope in scopes for scope in wanted_scopes(area, reads=reads))
