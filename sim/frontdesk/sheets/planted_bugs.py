"""Bugs planted in the syncs and in the edits of the rules to test the checkers of S17."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from fullhouse.inbound import rules_in_use
from fullhouse.inbound.sync.edits_beside import EditsBeside
from fullhouse.inbound.sync.waitlist_sheet import matching
from fullhouse.inbound.sync.waitlist_sheet.matching import Matcher
from fullhouse.kernel.decisions import Decision
from fullhouse.products.frontdesk.refill.removal_questions import DecideRemoval
from fullhouse.products.frontdesk.shared import held_removals
from fullhouse.products.frontdesk.waitlist.commands import EditEntry
from sim.planting import Bug, rule, swap, together, wrap


def _always_ended(
    old: Callable[..., Decision], found: Any, command: DecideRemoval, now: Any
) -> Decision:
    return old(found, replace(command, keep=False), now)


def _whatever_changed(
    old: Callable[..., Decision], state: Any, command: EditEntry, now: Any
) -> Decision:
    return old(state, replace(command, rev=None), now)


def _slots_of(renamings: Sequence[Any]) -> list[Any]:
    return [slot for renaming in renamings for slot in renaming.one.slots]


def _entries_first() -> Bug:
    slots, entries = (getattr(rules_in_use, name) for name in ("_slot_edits", "_edits"))
    return together(
        swap(rules_in_use, "_slot_edits", lambda names, _slots: entries(names, ())),
        swap(rules_in_use, "_edits", lambda names, _booked: slots(names, _slots_of(names))),
    )


def _all_survive(
    typed: Mapping[str, Any], _before: Mapping[str, Any], stored: Callable[[str], Any]
) -> EditsBeside:
    """Prefer what staff typed to what customers changed."""
    return EditsBeside({name: said for name, said in typed.items() if said != stored(name)}, [])


def _none_is_late(old: Callable[..., EditsBeside], *args: Any) -> EditsBeside:
    """Keep what customers changed, and tell nobody."""
    return EditsBeside(old(*args).survive, [])


PLANTED: Mapping[str, Mapping[str, Bug]] = {
    "S17": {
        "a wiped sheet is believed": swap(held_removals, "is_many", lambda *_: False),
        "what staff keep is ended": rule(DecideRemoval, _always_ended),
        "a rename forgets the slots": swap(rules_in_use, "_slot_edits", lambda *_: []),
        "a rename forgets those who wait": swap(rules_in_use, "_edits", lambda *_: []),
        "a rename begins with those who wait": _entries_first(),
        "a rename overwrites what a customer wishes": together(
            swap(rules_in_use, "_as_they_are", lambda _engine, names: names),
            rule(EditEntry, _whatever_changed),
        ),
        "a file of the rules drops what is in use": swap(rules_in_use, "dropped", lambda *_: []),
        "edits in the sheet are dropped": swap(matching, "differences", lambda *_: {}),
        "edits beside a customer's are dropped": swap(
            Matcher, "_note_edits_beside", lambda *_: None
        ),
        "a wish of a customer is overwritten": swap(matching, "edits_beside", _all_survive),
        "an edit overwrites a wish that comes while the sheet is read": rule(
            EditEntry, _whatever_changed
        ),
        "staff are not told of an edit that came too late": wrap(
            matching, "edits_beside", _none_is_late
        ),
    },
}
