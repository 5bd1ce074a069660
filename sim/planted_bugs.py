"""Every planted bug, by workload and promise: the checkers must catch each of them."""

from collections.abc import Mapping

from sim.frontdesk.appointments.planted_bugs import IN_THE_LOOP
from sim.frontdesk.appointments.planted_bugs import PLANTED as IN_APPOINTMENTS
from sim.frontdesk.sheets.planted_bugs import PLANTED as IN_SHEETS
from sim.frontdesk.waitlist.planted_bugs import PLANTED as IN_WAITLIST
from sim.planting import Bug
from sim.rsvp.planted_bugs import PLANTED as IN_RSVP

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
