"""Lists of deeds drawn by Hypothesis, so that a failure comes back as the shortest list that fails."""

from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fullhouse.platforms.virtual.store import MemoryStore
from sim.rsvp.deeds import DEEDS
from sim.stories import new_world, play_deeds

WAITS = st.sampled_from((0, 0, 1, 9, 60, 360, 361, 1440))
DEED = st.tuples(st.sampled_from(sorted(DEEDS)), WAITS, st.integers(0, 999))


@settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None)
@given(seed=st.integers(0, 10_000), deeds=st.lists(DEED, max_size=25))
def test_any_list_of_deeds_keeps_every_promise(seed: int, deeds: list[tuple[str, int, int]]) -> None:
    world, people, _ = new_world(f"rsvp:h{seed}", MemoryStore(), Counter())
    play_deeds(world, people.crowds["rsvp"], deeds)
