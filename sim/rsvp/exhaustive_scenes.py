"""Scenes of a tiny room: what has happened, and then what happens in every possible order."""

from collections.abc import Mapping

from fullhouse.products.rsvp.commands import (
    CancelEvent,
    ChangeParty,
    EditEvent,
    KeepSeat,
    ResumeMail,
    StopMail,
)
from sim.clocks import hours
from sim.exhaustive import Deed, Scene
from sim.rsvp.sweep_stories import STARTS, cancel, claim, decline, give_up, house, of, up

FILL = "Fill"
ANNA_SEATED: tuple[Deed, ...] = (house(1), up("anna"), up("ben"), up("cleo"))
BEN_ASKED: tuple[Deed, ...] = (*ANNA_SEATED, cancel("anna"), FILL)
LAPSE_BEN = "LapseOffer"

ANNA_GIVES_UP: tuple[Deed, ...] = (
    house(1, mail_grace="5m"),
    up("anna"),
    up("ben"),
    give_up("anna"),
)

SCENES: Mapping[str, Scene] = {
    "three for one seat": ((house(1),), (up("anna"), up("ben"), up("cleo"))),
    "one address twice for two seats": (
        (house(2), up("anna")),
        (up("ben"), up("ben"), up("cleo", 2)),
    ),
    "freed, joined and looked for": (ANNA_SEATED, (cancel("anna"), FILL, up("dora"))),
    "freed, left and more chairs": (
        ANNA_SEATED,
        (cancel("anna"), cancel("ben"), EditEvent(event_id="e", cap=2)),
    ),
    "claimed, declined and cancelled": (BEN_ASKED, (claim("ben"), decline("ben"), cancel("ben"))),
    "claimed while it lapses": (BEN_ASKED, (claim("ben"), LAPSE_BEN, FILL)),
    "claimed while fewer chairs": (
        BEN_ASKED,
        (claim("ben"), EditEvent(event_id="e", cap=2), cancel("cleo")),
    ),
    "silent while looked for": (
        (*ANNA_SEATED, cancel("anna")),
        (FILL, StopMail(**of("ben")), ResumeMail(**of("ben"))),
    ),
    "called off with everything out": (
        BEN_ASKED,
        (CancelEvent(event_id="e"), claim("ben"), up("dora")),
    ),
    "moved while looked for": (
        (*ANNA_SEATED, cancel("anna")),
        (FILL, EditEvent(event_id="e", starts_at=STARTS - hours(54)), "RecapOffers"),
    ),
    "joined and put back while looked for": (
        (*ANNA_SEATED, cancel("anna"), StopMail(**of("ben"))),
        (FILL, ResumeMail(**of("ben")), up("dora")),
    ),
    "given up, kept and ended": (ANNA_GIVES_UP, ("EndGrace", KeepSeat(**of("anna")), FILL)),
    "given up, moved and cancelled": (
        ANNA_GIVES_UP,
        (
            EditEvent(event_id="e", starts_at=STARTS - hours(24)),
            "MoveGraces",
            cancel("anna"),
        ),
    ),
    "invited while it moves": (
        (house(1, invite_window="72h"),),
        (
            up("anna", source="import", place_as="pending"),
            EditEvent(event_id="e", starts_at=STARTS - hours(24)),
            "RecapOffers",
        ),
    ),
    "a party shrinks to an open seat": (
        (house(3), up("anna"), up("ben", 2), up("cleo", 3), cancel("anna"), FILL),
        (ChangeParty(**of("cleo"), party=1), FILL, up("dora")),
    ),
    "parties grow and shrink": (
        (house(2), up("anna", 2), up("ben"), up("cleo", 2)),
        (ChangeParty(**of("anna"), party=1), FILL, ChangeParty(**of("cleo"), party=1)),
    ),
}
