"""Stories of an evening's last hours: offers that hold for less time, and news at night."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from tests.aws.play import ZONE, Letter, Play, address
from tests.aws.stories import Story
from tests.aws.words import NEXT_IS_ASKED


def in_the_last_hours_a_seat_still_finds_someone_and_news_comes_at_night(play: Play) -> None:
    starts = (play.there() + timedelta(hours=3)).replace(second=0, microsecond=0)
    event = play.opens("Late show", 1, starts=starts, reminders=[], shortest_window="10m")
    for name in ("Kim", "Lea", "Max"):
        play.signs_up(event, name)
    play.answers(play.letter(address(event, "Kim"), "confirmation").links["cancel"])
    assert NEXT_IS_ASKED in _words(play.letter(address(event, "Lea"), "offer"))
    ends = _ends(play, event, "Lea")
    assert timedelta(hours=1, minutes=20) < starts - ends < timedelta(hours=1, minutes=31)
    minute = ends.replace(second=0, microsecond=0) + timedelta(minutes=1)
    play.moves_to(minute - timedelta(seconds=1))
    last = play.letter(address(event, "Max"), "offer")
    assert NEXT_IS_ASKED not in _words(last)
    assert _ends(play, event, "Max") == starts
    now = play.there()
    quiet = {"from": f"{now - timedelta(hours=1):%H:%M}", "to": f"{now + timedelta(hours=9):%H:%M}"}
    play.api("PATCH", f"/events/{event}", {"settings": {"quiet_hours": quiet}})
    play.api("PATCH", f"/events/{event}", {"venue": "The barn"})
    play.letter(address(event, "Lea"), "changed")
    play.answers(last.links["claim"])


def _words(letter: Letter) -> str:
    return " ".join(letter.text.split())


def _ends(play: Play, event: str, name: str) -> datetime:
    """Return when someone's offer ends, on the wall where the events are."""
    ends = datetime.fromisoformat(play.guests(event)[address(event, name)]["offer_ends_at"])
    return ends.astimezone(ZoneInfo(ZONE)).replace(tzinfo=None)


LAST_MINUTES: tuple[Story, ...] = (
    in_the_last_hours_a_seat_still_finds_someone_and_news_comes_at_night,
)
