"""Actions of a clinic's staff: book, change, delete, restore, and record what customers said."""

from typing import Any

import msgspec

from fullhouse.engine.webhooks import RecordWebhook
from fullhouse.products.frontdesk.appointments import commands, proposals
from fullhouse.products.frontdesk.appointments.bookings import BookMany
from fullhouse.products.frontdesk.appointments.model import Source
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from sim.clocks import hours, minutes, ms
from sim.frontdesk.appointments.actors import ClinicCrew

# Who takes an ending back, and whether its customer is to hear of it.
TAKEN_BACK: tuple[tuple[Source, bool], ...] = (
    ("desk", True),
    ("desk", False),
    ("api", True),
    ("sheet", False),
)


class ClinicStaff(ClinicCrew):
    """The front desk, its sheet, and the tools around it."""

    def book(self) -> None:
        """Write an appointment down, whatever else is in the book."""
        self.ask(self._booking())

    def book_free(self) -> None:
        """Book a time only if it is really free; two may want it in the same moment."""
        first = self._booking(free=True, source="api")
        self.ask(first)
        if self.draw.random() < 0.5:
            second = self._booking(free=True, starts_at=first.starts_at, staff=first.staff)
            self.world.at(self.world.now + self.draw.choice((ms(0), ms(1))), self.ask, second)

    def book_many(self) -> None:
        """Bring several rows of the sheet at once."""
        rows = tuple(
            self._booking(source="sheet", tell=False) for _ in range(self.draw.choice((2, 4)))
        )
        self.ask(BookMany(books=rows))

    def edit(self) -> None:
        """Change when someone comes, to whom, what for, or where they are reached."""
        phone, email = self._addresses()
        some: dict[str, Any] = {
            "starts_at": self._time(),
            "staff": self._staff(),
            "service": self._service(),
            "phone": phone,
            "email": email,
            "minutes": self.draw.choice((15, 30, 90)),
            "remind_at": self.draw.choice((None, (), (24,), (5, 2, 1))),
            "name": "Bea",
        }
        chosen = {
            name: some[name]
            for name in self.draw.sample(sorted(some), self.draw.choice((1, 1, 2, 3)))
        }
        source: Source = self.draw.choice(("desk", "desk", "sheet", "api"))
        edit = commands.EditAppointment(
            appointment_id=self._name("booked", "confirmed"),
            source=source,
            tell=self.draw.random() < 0.5,
            **chosen,
        )
        self.ask(edit)

    def say_confirmed(self) -> None:
        """Record for a customer that they are coming."""
        source: Source = self.draw.choice(("desk", "sheet"))
        self.ask(commands.ConfirmAppointment(appointment_id=self._name("booked"), source=source))

    def unconfirm(self) -> None:
        """Take back that someone is coming, sometimes in the moment in which they say so."""
        if self.draw.random() < 0.3:
            self.say_confirmed()
        self.ask(commands.Unconfirm(appointment_id=self._name("confirmed")))

    def say_cancelled(self) -> None:
        """Record for a customer that they are not coming."""
        source: Source = self.draw.choice(("desk", "sheet"))
        tell = self.draw.random() < 0.5
        self.ask(
            commands.CancelAppointment(
                appointment_id=self._name("booked", "confirmed"), source=source, tell=tell
            )
        )

    def no_show(self) -> None:
        """Record that someone did not come; sometimes before they could have."""
        now = self.world.now
        begun = [one.id for one in self.diary.standing() if now - hours(2) < one.starts_at <= now]
        name = (
            self.draw.choice(begun)
            if begun and self.draw.random() < 0.9
            else self._name("booked", "confirmed")
        )
        self.ask(commands.NoShow(appointment_id=name))

    def restore(self) -> None:
        """Take a cancellation or no-show back, often while its time is on offer."""
        held = {one.id for one in (*self.diary.held(), *self.diary.waiting())}
        offered = [
            one.id
            for one in self.diary.appointments.values()
            if one.frees in held and not one.stands
        ]
        name = (
            self.draw.choice(offered)
            if offered and self.draw.random() < 0.7
            else self._name("cancelled", "no_show")
        )
        source, tell = self.draw.choice(TAKEN_BACK)
        self.ask(commands.RestoreAppointment(appointment_id=name, source=source, tell=tell))

    def erase(self) -> None:
        """Forget someone."""
        self.ask(commands.EraseAppointment(appointment_id=self._name()))

    def tell(self) -> None:
        """Let the booking tool report a free time: a customer's here, or an unknown one."""
        one = self._someone("booked", "confirmed", "cancelled")
        ref = self.draw.choice(
            (
                one.ref if one is not None else "",
                one.id if one is not None else "",
                "",
                f"booking {self.draw.randrange(6)}",
            )
        )
        told = FreeSlot(
            slot_id=self._new("t"),
            service=one.service
            if one is not None and self.draw.random() < 0.8
            else self._service(),
            starts_at=one.starts_at
            if one is not None and self.draw.random() < 0.8
            else self._time(),
            staff=one.staff if one is not None and self.draw.random() < 0.8 else self._staff(),
            reason=self.draw.choice(("cancelled", "cancelled", "opening", "no_show")),
            ref=ref,
        )
        late = self.draw.choice((ms(0), ms(0), minutes(3), hours(2)))
        hook = RecordWebhook(hook="slots", digest=self._new("clinic's digest "), asks=told)
        self.world.at(self.world.now + late, self.world.ask, hook, "webhook")

    def propose(self) -> None:
        """Read a booking out of a mail, or a change of one out of a calendar."""
        name = self._new("a")
        self.proposed.append(name)
        about = self._someone()
        fields: tuple[ProposedField, ...] = ()
        if about is not None and self.draw.random() < 0.6:
            what = self.draw.choice(("moved", "gone"))
            fields = (ProposedField("appointment", about.id), ProposedField("change", what))
        proposal = Proposal(
            id=name,
            product="appointments",
            fields=fields,
            sender="c1@example.org",
            at=self.world.now,
        )
        self.ask(
            proposals.ProposeAppointment(proposal=proposal, renew=self.draw.random() < 0.3), "mail"
        )

    def decide(self) -> None:
        """Approve a proposal, or let it go."""
        name = self.draw.choice((*self.proposed, "nothing"))
        book = self._booking(appointment_id=name, source="mail")
        approve = proposals.ApproveAppointment(proposal_id=name, book=book)
        others = (
            msgspec.structs.replace(approve, book=None),
            proposals.DiscardAppointment(proposal_id=name),
        )
        self.ask(self.draw.choice((approve, approve, approve, *others)))

    def forget_proposal(self) -> None:
        """Forget what was proposed."""
        name = self.draw.choice((*self.proposed, "nothing"))
        self.ask(proposals.EraseAppointmentProposal(proposal_id=name))

    def write_sheet(self) -> None:
        """Write some rows back, a few of them as they were a while ago."""
        unwritten = [one for one in self.diary.appointments.values() if one.unwritten]
        some = self.draw.sample(unwritten, min(3, len(unwritten)))
        rows = tuple((one.id, one.rev - int(self.draw.random() < 0.2)) for one in some)
        self.world.ask(
            commands.MarkAppointmentsSynced(appointments=(*rows, ("nobody", 0))), "setup"
        )

    def keep_time(self) -> None:
        """Begin the rounds once more, as every start of the house does."""
        self.world.ask(commands.StartReminderTicks(), "setup")

    def keep_appointments(self) -> None:
        """Decide how long those are kept whose appointment is over, or for ever."""
        self.world.ask(
            commands.SetAppointmentRetention(days=self.draw.choice((0, 1, 1, 2))), "setup"
        )
