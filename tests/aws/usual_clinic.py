"""The usual month of a business with appointments, of any size, as its costs are counted.

Each is written down by a script and reminded of once, by text. Four of five confirm; the fifth
cancels, and nobody waits for the time.
"""

import re
from datetime import timedelta

from tests.aws.counting import used, without
from tests.aws.play import STAFF, Play
from tests.aws.stories_of_appointments import books, moves_to_before, stands
from tests.aws.usual_month import ROUNDS

GIVES_UP = 5
APPOINTMENTS = 10
SERVICE = "Polish"  # nobody else's: those who were not served still wait for it


def usual_clinic(play: Play, appointments: int = APPOINTMENTS) -> dict[str, float]:
    """Play a month with so many appointments, and return its usage without the periodic rounds."""
    play.salon.says()
    play.desk("/appointments")
    began = play.emulator.now().timestamp()
    noon = (play.there() + timedelta(days=2)).replace(hour=12, minute=0, second=0, microsecond=0)
    times = [noon + timedelta(minutes=30 * number) for number in range(appointments)]
    booked = [
        books(play, SERVICE, f"Customer {number}", starts_at=f"{at:%Y-%m-%dT%H:%M}", remind_at=[24])
        for number, at in enumerate(times)
    ]
    moves_to_before(play, booked[-1], 24)
    for number, one in enumerate(booked):
        link = play.text(one["phone"]).link
        given_up = number % GIVES_UP == 0
        play.answers(_to_cancel(play, link) if given_up else link)
        stands(play, one, "cancelled" if given_up else "confirmed")
    play.wait(lambda: len(play.letters(STAFF, "gap_alert")) >= len(booked[::GIVES_UP]))
    for _ in range(appointments):
        play.desk("/appointments")
    return used(without(play.record.since(began), *ROUNDS))


def _to_cancel(play: Play, link: str) -> str:
    """Find the way to give it up on the page to which a text leads."""
    found = re.search(r"/l/[\w-]+\.cancel\.[\w.-]+", play.visitor().get(link).text)
    assert found
    return f"{play.urls['replies']}{found[0]}"
