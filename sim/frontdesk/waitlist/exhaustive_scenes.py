"""Scenes of a small salon with two or three people, played in every order of their actions."""

from collections.abc import Mapping

from fullhouse.products.frontdesk.waitlist.commands import (
    EditEntry,
    MarkEntriesSynced,
    WithdrawSlot,
)
from sim.clocks import hours
from sim.exhaustive import Deed, Scene
from sim.frontdesk.waitlist.sweep_stories import (
    claim,
    decline,
    free,
    house,
    join,
    leave,
    phone,
    start,
    stop,
)
from sim.sweep import BEGINS

TWO: tuple[Deed, ...] = (house(), join("anna", joined_at=BEGINS - hours(1)), join("ben"))
ASKED: tuple[Deed, ...] = (*TWO, free("s1"), "Look")
BOTH_FREE: tuple[Deed, ...] = (*TWO, free("s1"), free("s2", staff="Sam"))
ONE_WAITS: tuple[Deed, ...] = (
    house(),
    join("anna"),
    free("s1"),
    "Look",
    free("s2", staff="Sam"),
    "look:s2",
)

SCENES: Mapping[str, Scene] = {
    "claimed, declined and lapsed at once": (ASKED, (claim("anna"), decline("anna"), "LapseSlot")),
    "claimed while it lapses and rolls on": (ASKED, (claim("anna"), "LapseSlot", "Look")),
    "one slot, and one comes who stands ahead": (
        (*TWO, free("s1")),
        ("Look", join("dora", priority=2), leave("anna")),
    ),
    "told twice while it is looked for": (
        (*TWO, free("s1", ref="R1")),
        ("Look", free("again", ref="R1"), free("unnamed")),
    ),
    "told three times at once": (
        TWO,
        (free("s1", ref="R1"), free("s2", ref="R1"), free("s3", ref="R2")),
    ),
    "freed again by two clicks": (
        (*ASKED, claim("anna"), "FollowSlot"),
        (free("s2", again="s1"), free("s3", again="s1"), "Look"),
    ),
    "two slots for one person": (
        (house(), join("anna"), free("s1"), free("s2", staff="Sam")),
        ("look:s1", "look:s2", stop("anna")),
    ),
    "two slots for two people": (BOTH_FREE, ("look:s1", "look:s2", leave("anna"))),
    "two slots, and one is withdrawn": (
        BOTH_FREE,
        ("look:s1", "look:s2", WithdrawSlot(slot_id="s1")),
    ),
    "one phone for two services": (
        (
            *TWO,
            join("also", "Cut", phone=phone("anna")),
            free("s1"),
            free("s2", service="Cut", staff="Sam"),
        ),
        ("look:s1", "look:s2", EditEntry(entry_id="also", service="Colour")),
    ),
    "a slot waits, and the one it waits for says no": (
        ONE_WAITS,
        (decline("anna"), "look:s2", join("ben")),
    ),
    "a slot waits, and the one it waits for takes the other": (
        ONE_WAITS,
        (claim("anna"), "look:s2", leave("anna")),
    ),
    "silent while looked for": ((*TWO, free("s1")), ("Look", stop("anna"), start("anna"))),
    "changed while asked": (ASKED, (EditEntry(entry_id="anna", party=2), claim("anna"), "Look")),
    "withdrawn with an offer out": (
        ASKED,
        (WithdrawSlot(slot_id="s1"), claim("anna"), "LapseSlot"),
    ),
    "changed to one line from two": (
        (*TWO, join("also", "Cut", phone=phone("anna"))),
        (
            EditEntry(entry_id="also", service="Colour"),
            leave("anna"),
            join("third", phone=phone("anna")),
        ),
    ),
    "written to the sheet while it changes": (
        TWO,
        (
            MarkEntriesSynced(entries=(("anna", 0),)),
            EditEntry(entry_id="anna", party=2),
            leave("anna"),
        ),
    ),
    "the rules change while looked for": (
        (*TWO, join("cleo", priority=2), free("s1")),
        ("Look", house(by_priority=False), stop("cleo")),
    ),
}
