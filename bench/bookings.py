"""Many people who book one time online at once: one booking, and other times for everyone else."""

import secrets
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode

from bench.figures import Figure, Figures, Sizes
from bench.load import Job
from bench.processes import crowd, serving
from bench.stock import clock, folder, ids
from fullhouse.engine.access import AddSigningKey
from fullhouse.engine.catalogue import RULES
from fullhouse.engine.execute import execute
from fullhouse.engine.ports import Invocation
from fullhouse.platforms.local.sqlite.database import open_store
from fullhouse.products.frontdesk.shared.documents import SaveDocument

WANTED_SECONDS = 1.0
RULES_TEXT = (
    "Time zone: UTC\nQuiet hours: none\nServices\n- Cut: 45 minutes\n"
    "Opening hours: Mon-Sun 09:00-18:00\nOnline booking: yes\n"
)
BOOKED, POLITE = "<h1>Your time is booked.</h1>", "This time has just been taken"


def bookings(sizes: Sizes) -> Figures:
    """Let many people book one time online at once."""
    number = sizes.claims
    with folder() as place:
        _open(place)
        day = (clock.now() + timedelta(days=2)).date()
        forms = [_form(f"{day}T10:00Z", at) for at in range(number)]
        with serving(place) as server:
            # Someone else has booked since the server started, as on any other day.
            crowd(Job(server.port, "/book", 1, [_form(f"{day}T16:00Z", number)]))
            result = crowd(Job(server.port, "/book", number, forms))
            stored = server.ask("GET", "/api/v1/appointments")["items"]
    booked = sum(BOOKED in answer for answer in result.answers)
    polite = sum(POLITE in answer for answer in result.answers)
    yield Figure(
        f"{number} people book one time at once",
        f"{booked} booked, {polite} polite answers",
        f"1, and {number - 1}",
        (booked, polite, len(stored)) == (1, number - 1, 2),
    )
    yield Figure(
        "the last of them is answered after",
        f"{result.seconds:.2f} s",
        f"under {WANTED_SECONDS:.0f} s",
        result.seconds < WANTED_SECONDS,
    )


def _open(place: Path) -> None:
    commands = (
        AddSigningKey(key_id="bench", secret=secrets.token_hex(32)),
        SaveDocument(name="rules", text=RULES_TEXT),
    )
    with open_store(place) as store:
        for command in commands:
            execute(store, RULES, Invocation(ids.new(), "staff", command), clock.now())


def _form(start: str, at: int) -> str:
    who = f"person{at}"
    return urlencode({"service": "Cut", "start": start, "name": who, "email": f"{who}@example.org"})
