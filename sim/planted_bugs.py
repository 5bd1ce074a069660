"""Every planted bug, by workload and promise: the checkers must catch each of them."""

from collections import Counter
from collections.abc import Iterable, Mapping

from fullhouse.platforms.memory.store import MemoryStore
from sim.checks.state_model import PromiseBroken
from sim.frontdesk.appointments.planted_bugs import IN_THE_LOOP
from sim.frontdesk.appointments.planted_bugs import PLANTED as IN_APPOINTMENTS
from sim.frontdesk.sheets.planted_bugs import PLANTED as IN_SHEETS
from sim.frontdesk.waitlist.planted_bugs import PLANTED as IN_WAITLIST
from sim.planting import Bug
from sim.rsvp.planted_bugs import PLANTED as IN_RSVP
from sim.stories import new_world, play
from sim.watch import Watch

PLANTED_IN: Mapping[str, Mapping[str, Mapping[str, Bug]]] = {
    "rsvp": IN_RSVP,
    "waitlist": IN_WAITLIST,
    "appointments": IN_APPOINTMENTS,
    "waitlist+appointments": IN_THE_LOOP,
    "sheets": IN_SHEETS,
}
PLANTED: Mapping[str, tuple[tuple[str, str, Bug], ...]] = {
    promise: tuple(
        (workload, name, bug)
        for workload, bugs in PLANTED_IN.items()
        for name, bug in bugs.get(promise, {}).items()
    )
    for promise in dict.fromkeys(promise for bugs in PLANTED_IN.values() for promise in bugs)
}


def first_broken(workload: str, promise: str, seed: int) -> str | None:
    """Play a seed with only this promise's checker awake; return the promise that broke."""
    world, people, until = new_world(f"{workload}:p{seed}", MemoryStore(), Counter())
    world.watch = Watch(promise)
    try:
        play(world, people, until)
    except PromiseBroken as broken:
        return broken.promise
    return None


def first_catch(workload: str, promise: str, name: str, seeds: Iterable[int]) -> int | None:
    """Return the first of the seeds in which a planted bug breaks its promise."""
    with PLANTED_IN[workload][promise][name]():
        return next(
            (seed for seed in seeds if first_broken(workload, promise, seed) == promise), None
        )
