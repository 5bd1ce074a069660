"""Lists of actions drawn by Hypothesis, so that a failure shrinks to the shortest list."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fullhouse.platforms.memory.store import MemoryStore
from sim.frontdesk.appointments.actions import DEEDS as AT_A_CLINIC
from sim.frontdesk.waitlist.actions import DEEDS as IN_A_SALON
from sim.rsvp.actions import DEEDS as TO_A_LIST
from sim.stories import new_world, play_deeds

DEEDS = {
    "rsvp": sorted(TO_A_LIST),
    "waitlist": sorted(IN_A_SALON),
    "appointments": sorted(AT_A_CLINIC),
}
WAITS = st.sampled_from((0, 0, 1, 9, 60, 360, 361, 1440))


@pytest.mark.parametrize("workload", DEEDS)
@settings(
    max_examples=settings().max_examples // 3,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    database=None,
)
@given(seed=st.integers(0, 10_000), data=st.data())
def test_any_list_of_deeds_keeps_every_promise(
    workload: str, seed: int, data: st.DataObject
) -> None:
    deed = st.tuples(st.sampled_from(DEEDS[workload]), WAITS, st.integers(0, 999))
    world, people, _ = new_world(f"{workload}:h{seed}", MemoryStore(), Counter())
    play_deeds(world, people.crowds[workload], data.draw(st.lists(deed, max_size=25)))
