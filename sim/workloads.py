"""All workloads there are. A new product is one more line here."""

from sim.frontdesk.appointments.workload import APPOINTMENTS
from sim.frontdesk.sheets.workload import SHEETS
from sim.frontdesk.waitlist.workload import WAITLIST
from sim.rsvp.workload import RSVP
from sim.workload import Workload

WORKLOADS: dict[str, Workload] = {one.name: one for one in (RSVP, WAITLIST, APPOINTMENTS, SHEETS)}
