from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.aws.play import Play, address

pytestmark = pytest.mark.timeout(1800)
ASK, SEATS, AT_ONCE = 160, 100, 8


def test_of_many_who_ask_at_once_at_the_front_door_exactly_as_many_get_a_seat_as_there_are(play: Play) -> None:
    """Several processes of the register take them, as many at once as this machine bears."""
    event = play.opens("Stadium", SEATS)
    play.signs_up(event, "First")
    with ThreadPoolExecutor(AT_ONCE) as crowd:
        told = list(crowd.map(lambda number: play.signs_up(event, f"Fan{number}")["state"], range(ASK - 1)))
    assert Counter(told) == {"confirmed": SEATS - 1, "waitlisted": ASK - SEATS}
    counted = play.headcount(event)
    assert (counted["confirmed"], counted["held"], counted["waiting"]) == (SEATS, 0, ASK - SEATS)
    listed = Counter(one["state"] for one in play.guests(event).values())
    assert sum(listed.values()) <= ASK
    assert address(event, "First") in play.guests(event)
