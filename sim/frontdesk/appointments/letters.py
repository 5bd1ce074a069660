"""The links in reminders, and what their buttons do."""

from typing import TYPE_CHECKING

from fullhouse.kernel.commands import Command
from fullhouse.kernel.links import Link
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.commands import (
    CancelAppointment,
    ConfirmAppointment,
    Reschedule,
)
from fullhouse.products.frontdesk.appointments.model import Appointment
from sim.frontdesk.appointments import places
from sim.frontdesk.appointments.schedule_view import Diary
from sim.frontdesk.waitlist.waitlist_view import Desk
from sim.inbox import Inbox

if TYPE_CHECKING:
    from sim.world import World

LINKS = {
    "reminder": ("confirm", "reschedule", "cancel"),
    "booked": ("reschedule", "cancel"),
    "rescheduled": ("reschedule", "cancel"),
    "restored": ("reschedule", "cancel"),
}


class ReminderInbox(Inbox):
    """Every token that was ever sent to those who are expected."""

    def __init__(self, world: "World") -> None:
        """Start empty."""
        super().__init__(world, "reminders")

    def purposes(self, message: Message) -> tuple[str, ...]:
        """Name the links in a message."""
        return LINKS.get(message.kind, ()) if message.person else ()

    def persons(self) -> list[str]:
        """Name every appointment."""
        return list(self.world.watch.book.view(Diary).appointments)

    def visit(self, link: Link) -> Appointment | None:
        """Load the appointment of a link."""
        return self.world.store.inner.load(Get(Appointment, (link.person,)))

    def press(self, link: Link, visit: Appointment) -> None:
        """Press the button."""
        self.world.ask(self._command(link, visit), "customer", link)

    def _command(self, link: Link, appointment: Appointment) -> Command:
        chain = int(link.offer.partition("-")[0])
        reply = f"{link.purpose}-{link.offer}"
        if link.purpose == "confirm":
            return ConfirmAppointment(appointment_id=appointment.id, chain=chain, reply=reply)
        if link.purpose == "cancel":
            return CancelAppointment(appointment_id=appointment.id, chain=chain, reply=reply)
        rules = self.world.watch.book.view(Desk).rules
        starts_at = places.a_time(self.draw, rules.zone, self.world.now)
        staff = self.draw.choice(("", "", *rules.staff))
        return Reschedule(
            appointment_id=appointment.id,
            chain=chain,
            reply=reply,
            starts_at=starts_at,
            staff=staff,
        )
