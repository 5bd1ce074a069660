"""The usual evening, of any size, as its costs are counted: every seat is taken, a tenth of them change hands."""

import re
from datetime import datetime, timedelta

from tests.aws.counting import used
from tests.aws.play import OWNER, Play, address

LOOKS_AT_THE_DESK = 10
RUN_UP_DAYS = 7
STARTS_IN_DAYS = 10
STATIC = re.compile(r"(?:href|src)=\"(/static/[^\"]+)\"")


def usual_evening(play: Play, guests: int) -> dict[str, float]:
    """Play an evening with so many seats from its first guest to the morning after, and return what it used."""
    began = play.emulator.now().timestamp()
    starts = (play.there() + timedelta(days=STARTS_IN_DAYS)).replace(hour=19, minute=0, second=0, microsecond=0)
    event = play.opens(f"Evening of {guests}", guests, starts=starts)
    seated, waits = _names("Guest", guests), _names("Later", guests // 10)
    for name in (*seated, *waits):
        _comes(play, event, name)
    for gone, next_one in zip(seated, waits, strict=False):
        play.answers(play.letter(address(event, gone), "confirmation").links["cancel"])
        play.answers(play.letter(address(event, next_one), "offer").links["claim"])
    for _ in range(LOOKS_AT_THE_DESK):
        play.desk(f"/e/{event}")
    for moment, waves in _moments(starts):
        play.moves_to(moment)
        _settled(play, event, guests * waves)
    play.moves_to((starts + timedelta(days=1)).replace(hour=9, minute=5))
    play.wait(lambda: [one for one in play.letters(OWNER, "summary") if event in one.key], 60)
    return used(play.record.since(began))


def _moments(starts: datetime) -> list[tuple[datetime, int]]:
    """Say when something is sent, and how many reminders each guest has had by then: headcounts come at nine."""
    shortly = timedelta(minutes=1)
    mornings = [(starts - timedelta(days=days)).replace(hour=9) + shortly for days in range(RUN_UP_DAYS, -1, -1)]
    reminded = [starts - timedelta(days=7) + shortly, starts - timedelta(days=1) + shortly, mornings[-1]]
    return [(at, sum(one <= at for one in reminded)) for at in sorted({*mornings, *reminded})]


def _names(word: str, count: int) -> list[str]:
    return [f"{word}{number}" for number in range(count)]


def _comes(play: Play, event: str, name: str) -> None:
    """Open the page with what belongs to it, and sign up."""
    guest, url = play.visitor(), f"{play.urls['register']}/e/{event}"
    page = guest.get(url)
    for path in set(STATIC.findall(page.text)):
        guest.get(f"{play.urls['register']}{path}")
    guest.send("POST", url, {"name": name, "email": address(event, name)})


def _settled(play: Play, event: str, reminders: int) -> None:
    """Wait until so many reminders have left in all."""

    def look() -> bool:
        play.record  # noqa: B018 - reading it is what brings letters in
        return sum(one.kind == "reminder" and event in one.key for one in play.tail.letters) >= reminders

    play.wait(look, 60 + reminders)
