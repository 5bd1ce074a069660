import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.aws.play import Play, address

pytestmark = pytest.mark.timeout(1800)
AT_ONCE = 8


@pytest.mark.parametrize(
    ("ask", "seats"), [(40, 25), pytest.param(160, 100, marks=pytest.mark.proof)]
)
def test_of_many_who_ask_at_once_at_the_front_door_exactly_as_many_get_a_seat_as_there_are(
    play: Play, ask: int, seats: int
) -> None:
    """Several processes of the register take them, as many at once as this machine bears."""
    event = play.opens("Stadium", seats)
    play.signs_up(event, "First")
    with ThreadPoolExecutor(AT_ONCE) as crowd:
        told = list(crowd.map(lambda number: _asks(play, event, f"Fan{number}"), range(ask - 1)))
    assert Counter(told) == {"confirmed": seats - 1, "waitlisted": ask - seats}
    counted = play.headcount(event)
    assert (counted["confirmed"], counted["held"], counted["waiting"]) == (seats, 0, ask - seats)
    listed = Counter(one["state"] for one in play.guests(event).values())
    assert sum(listed.values()) <= ask
    assert address(event, "First") in play.guests(event)


def _asks(play: Play, event: str, name: str, tries: int = 10) -> str:
    """Ask, and if told to wait, ask again later: nobody who asks twice gets two seats."""
    person = {"name": name, "email": address(event, name)}
    answer = play.visitor().send("POST", f"{play.urls['register']}/e/{event}", person)
    if answer.status >= 500 and tries:
        time.sleep(float(answer.headers.get("retry-after", "1")))
        return _asks(play, event, name, tries - 1)
    assert answer.status in {200, 201}, answer.text
    return str(answer.json["state"])
