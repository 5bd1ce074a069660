"""Customers, staff and the clock of a front desk, who act alike on several stores."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments import commands
from fullhouse.products.frontdesk.appointments.bookings import BookMany
from fullhouse.products.frontdesk.appointments.model import (
    Appointment,
    Source,
    UnwrittenAppointments,
)
from fullhouse.products.frontdesk.appointments.proposals import (
    ApproveAppointment,
    DiscardAppointment,
    EraseAppointmentProposal,
    ProposeAppointment,
)
from fullhouse.products.frontdesk.shared.contacts import NoteReach, Reach
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.holidays import Holidays, KeepHolidays
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot, FreeSlot, JoinWaitlist
from tests.engine.front_desk import NO_REFILL, OPEN
from tests.platforms.aws import crowd
from tests.platforms.aws.crowd import PEOPLE, Crowd
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, mail, phone

BOOKABLE = "Online booking: yes\nBooking notice: 30 minutes before\n"
REMINDING = RULES_TEXT.replace(*OPEN).replace("55 EUR", "55 EUR; remind at 24 and 1 hours")
REMINDING = f"{REMINDING}{BOOKABLE}"
HOURS = (1, 2, 3, 5, 23, 25, 26, 47, 50)


class DeskCrowd(Crowd):
    """Whoever waits, whoever is booked, and what joins them."""

    def __init__(self, *how: object) -> None:
        super().__init__(*how)  # type: ignore[arg-type] # a seed and stores
        self.booked: list[str] = []

    def play(self, steps: int) -> None:
        """Begin with rules by which people are reminded, and a few who are booked."""
        self.give(SaveDocument(name="rules", text=REMINDING))
        self.give(
            KeepHolidays(holidays=Holidays(id="DE-BE", days=("2026-06-22",), until="2027-12-31"))
        )
        self.give(commands.SetAppointmentRetention(days=1))
        for step in range(steps):
            self.give(
                self.draw.choice(DEEDS)(self) if step > crowd.FIRST_JOIN else self.one_of_both()
            )
            self.now += timedelta(minutes=self.draw.choice(crowd.MINUTES))
            self.settle()
        self.last_day()

    def one_of_both(self) -> Command:
        return self.draw.choice((self.join, self.book))()

    def last_day(self) -> None:
        """Leave one customer reminded, moved and answered, one erased, and some proposals."""
        self.now = (self.now + timedelta(days=1)).replace(hour=12, minute=0)
        self.give(SaveDocument(name="rules", text=REMINDING))
        at = self.now + timedelta(days=2)
        for name in ("x", "y", "z"):
            self.booked.append(name)
            self.give(
                commands.BookAppointment(
                    appointment_id=name,
                    name=name,
                    phone=phone(name),
                    service="Cut",
                    starts_at=at,
                    tell=True,
                )
            )
        self.settle()
        self.give(
            commands.Reschedule(
                appointment_id="x",
                chain=1,
                reply="reschedule-1-24",
                starts_at=at + timedelta(days=1),
            )
        )
        self.give(commands.ConfirmAppointment(appointment_id="y", chain=1, reply="confirm-1-24"))
        said = {"phone": phone("y"), "text_id": "t1", "words": "Please use this link."}
        self.give(commands.TextBackAppointment(appointment_id="y", **said))
        self.give(commands.EraseAppointment(appointment_id="z"))
        self.book_publicly(at - timedelta(hours=2))
        self.claim_a_time(at + timedelta(hours=2))
        for name in ("q1", "q2"):
            asked = Proposal(id=name, product="appointments", sender=mail(name), at=self.now)
            self.give(ProposeAppointment(proposal=asked))
        book = commands.BookAppointment(
            appointment_id="q1", name="Quinn", email=mail("q1"), service="Cut", starts_at=at
        )
        self.give(ApproveAppointment(proposal_id="q1", book=book))
        self.give(DiscardAppointment(proposal_id="q2"))
        self.give(EraseAppointmentProposal(proposal_id="q2"))
        self.give(commands.SummariseWeek(week="2026-06-15", again=False))

    def claim_a_time(self, at: datetime) -> None:
        """Let someone from the waitlist claim a time, which becomes an appointment."""
        who: dict[str, Any] = {"name": "w1", "email": mail("w1"), "service": "Cut"}
        self.give(JoinWaitlist(entry_id="w1", **who, priority=9, source="desk"))
        self.give(FreeSlot(slot_id="won", service="Cut", starts_at=at, source="desk"))
        self.settle()
        self.give(ClaimSlot(slot_id="won", seq=1, entry_id="w1"))
        self.settle()

    def book_publicly(self, at: datetime) -> None:
        """Let four strangers want one time, of whom two come, and one of them comes again."""
        for name in ("p1", "p2", "p3", "p4", "p1"):
            number = f"s{len(self.booked)}"
            self.booked.append(number)
            self.give(
                commands.BookPublicly(
                    appointment_id=number,
                    name=name,
                    phone=phone(name) if name == "p2" else "",
                    email=mail(name),
                    service="Cut",
                    starts_at=at,
                )
            )
            self.settle()

    # What they do.

    def some_booking(self) -> str:
        return self.draw.choice(self.booked[-8:] or ["nobody"])

    def some_time(self) -> datetime:
        return self.now.replace(minute=0, second=0) + timedelta(hours=self.draw.choice(HOURS))

    def a_booking(self) -> commands.BookAppointment:
        self.booked.append(f"b{len(self.booked)}")
        draw, who = self.draw, self.draw.choice(PEOPLE)
        sources: tuple[Source, ...] = ("desk", "sheet", "calendar")
        return commands.BookAppointment(
            appointment_id=self.booked[-1],
            name=who.title() * 3,
            phone=draw.choice((phone(who), "")),
            email=draw.choice((mail(who), "")),
            service=draw.choice(("Cut", "Cut", "Colour")),
            staff=draw.choice(("", "Jess", "Sam")),
            starts_at=self.some_time(),
            remind_at=draw.choice((None, None, (24, 2), ())),
            source=draw.choice(sources),
            tell=draw.random() < 0.5,
        )

    def book(self) -> Command:
        return self.a_booking()

    def book_many(self) -> Command:
        return BookMany(books=tuple(self.a_booking() for _ in range(3)))

    def edit_booking(self) -> Command:
        fields = self.draw.choice(
            ({"starts_at": self.some_time()}, {"staff": "Sam"}, {"email": mail("new")})
        )
        return commands.EditAppointment(appointment_id=self.some_booking(), **fields)

    def reply(self) -> Command:
        name = self.some_booking()
        known = self.ask(Get(Appointment, (name,)))
        chain, hours = (known.chain if known is not None else 1), self.draw.choice((24, 1))
        kind = self.draw.choice(("confirm", "cancel", "reschedule"))
        said = f"{kind}-{chain}-{hours}"
        if kind == "reschedule":
            return commands.Reschedule(
                appointment_id=name, chain=chain, reply=said, starts_at=self.some_time()
            )
        ends = commands.ConfirmAppointment if kind == "confirm" else commands.CancelAppointment
        return ends(appointment_id=name, chain=chain, reply=said)

    def no_show(self) -> Command:
        return commands.NoShow(appointment_id=self.some_booking())

    def restore(self) -> Command:
        return commands.RestoreAppointment(appointment_id=self.some_booking())

    def unconfirm(self) -> Command:
        return commands.Unconfirm(appointment_id=self.some_booking())

    def erase_booking(self) -> Command:
        return commands.EraseAppointment(appointment_id=self.some_booking())

    def note_customer(self) -> Command:
        who = self.draw.choice(PEOPLE)
        reaches: tuple[Reach, ...] = ("fine", "fine", "opted_out", "bounced")
        address = self.draw.choice((phone(who), mail(who)))
        return NoteReach(address=address, reach=self.draw.choice(reaches), note="told so")

    def mark_booked(self) -> Command:
        page = self.ask(UnwrittenAppointments(limit=5))
        known = tuple((one.id, one.rev - self.draw.choice((0, 0, 1))) for one in page)
        return commands.MarkAppointmentsSynced(appointments=known)

    def keep_time(self) -> Command:
        return commands.StartReminderTicks()

    def save(self) -> Command:
        texts = (
            REMINDING,
            REMINDING.replace(*NO_REFILL),
            f"{REMINDING}\nTexts: 1 EUR a month, 0.08 EUR each\n",
        )
        return SaveDocument(name="rules", text=self.draw.choice(texts))


DEEDS: tuple[Callable[[DeskCrowd], Command], ...] = (
    *[DeskCrowd.book] * 6,
    *[DeskCrowd.reply] * 8,
    *[DeskCrowd.join] * 4,
    *[DeskCrowd.answer] * 4,
    *[DeskCrowd.edit_booking] * 3,
    *[DeskCrowd.no_show] * 2,
    *[DeskCrowd.restore] * 2,
    *[DeskCrowd.unconfirm] * 2,
    *[DeskCrowd.mark_booked] * 2,
    DeskCrowd.book_many,
    DeskCrowd.free,
    DeskCrowd.erase_booking,
    DeskCrowd.note_customer,
    DeskCrowd.keep_time,
    DeskCrowd.save,
    DeskCrowd.housekeep,
)
