"""The usual evening of any size, for counting costs: all seats taken, a tenth change hands."""

import re
from datetime import datetime, timedelta

from tests.aws.counting import used, without
from tests.aws.play import Play, address

LOOKS_AT_THE_DESK = 10
RUN_UP_DAYS = 7
STARTS_IN_DAYS = 10
STATIC = re.compile(r"(?:href|src)=\"(/static/[^\"]+)\"")


def usual_evening(play: Play, guests: int) -> dict[str, float]:
    """Play an evening of so many seats, first guest to morning after; return its usage."""
    began = play.emulator.now().timestamp()
    starts = (play.there() + timedelta(days=STARTS_IN_DAYS)).replace(
        hour=19, minute=0, second=0, microsecond=0
    )
    event = play.opens(f"Evening of {guests}", guests, starts=starts)
    seated, waits = _names("Guest", guests), _names("Later", guests // 10)
    for name in (*seated, *waits):
        _comes(play, event, name)
    for gone, next_one in zip(seated, waits, strict=False):
        play.answers(play.letter(address(event, gone), "confirmation").links["cancel"])
        play.answers(play.letter(address(event, next_one), "offer").links["claim"])
    for _ in range(LOOKS_AT_THE_DESK):
        play.desk(f"/e/{event}")
    for moment, waves, headcounts in _moments(starts):
        play.moves_to(moment)
        _wait_for(play, event, guests * waves, "reminder")
        _wait_for(play, event, headcounts, "headcount")
    play.moves_to((starts + timedelta(days=1)).replace(hour=9, minute=5))
    _wait_for(play, event, 1, "summary")
    return used(without(play.record.since(began), "wl-", "ar-"))


def _moments(starts: datetime) -> list[tuple[datetime, int, int]]:
    """Return the times of sending, each with the reminders and headcounts sent by then."""
    shortly = timedelta(minutes=1)
    mornings = [
        (starts - timedelta(days=days)).replace(hour=9) + shortly
        for days in range(RUN_UP_DAYS - 1, -1, -1)
    ]
    reminded = [
        starts - timedelta(days=7) + shortly,
        starts - timedelta(days=1) + shortly,
        mornings[-1],
    ]
    whens = sorted({*mornings, *reminded})
    return [
        (at, sum(one <= at for one in reminded), sum(one <= at for one in mornings)) for at in whens
    ]


def _names(word: str, count: int) -> list[str]:
    return [f"{word}{number}" for number in range(count)]


def _comes(play: Play, event: str, name: str) -> None:
    """Open the page with what belongs to it, and sign up from an address of one's own."""
    guest, url = play.visitor(), f"{play.urls['register']}/e/{event}"
    page = guest.get(url)
    for path in set(STATIC.findall(page.text)):
        guest.get(f"{play.urls['register']}{path}")
    guest.send("POST", url, {"name": name, "email": address(event, name)})


def _wait_for(play: Play, event: str, count: int, kind: str) -> None:
    """Wait until so many mails of a kind have left for an event."""

    def look() -> bool:
        play.record  # noqa: B018 - reading it is what brings letters in
        return sum(one.kind == kind and event in one.key for one in play.tail.letters) >= count

    play.wait(look)
