"""A year of a clinic with three staff, without faults: book, remind, reply, cancel and refill."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from time import perf_counter, process_time

from bench.clinic import Clinic
from bench.figures import Figure, Figures, Sizes
from fullhouse.cli.server import settle_memory
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.commands import (
    BookAppointment,
    CancelAppointment,
    ConfirmAppointment,
    NoShow,
    Reschedule,
)
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import ClaimSlot, JoinWaitlist

WANTED_SECONDS = 10.0
BEGINS = datetime(2027, 1, 1, tzinfo=UTC)
STAFF = ("Ana", "Ben", "Cem")
SERVICES = ("Cleaning", "Cut", "Consult", "Follow-up")
A_DAY = timedelta(days=1)
FIRST_HOUR, HOURS_A_DAY, LAST_HOUR = 9, 8, 17
WEEKEND = 5
RULES_TEXT = f"""\
Time zone: UTC
Services
- Cleaning: 30 minutes; remind at 48 and 2 hours
- Cut: 45 minutes; remind at 24 and 1 hours
- Consult: 60 minutes; remind at 72, 24 and 3 hours
- Follow-up: 15 minutes; remind at 24 hours
Staff: {", ".join(STAFF)}
Opening hours: Mon-Fri 09:00-18:00
Closed: 25 Dec, 26 Dec, 1 Jan
Quiet hours: 21:00 to 08:00
Texts: at most 100000 EUR a month, 0.08 EUR each
"""


class Year:
    """The customers of the clinic, who book and reply by the same seeded draws every time."""

    def __init__(self, days: int) -> None:
        """Write the rules down, and what will happen on each working day."""
        self.draw = Random(days)
        self.clinic = Clinic(BEGINS, self.got)
        self.came: Counter[str] = Counter()
        self.clinic.give(SaveDocument(name="rules", text=RULES_TEXT))
        self.ends = BEGINS + days * A_DAY
        for number in range(days):
            day = BEGINS + number * A_DAY
            if day.weekday() < WEEKEND:
                self._plan(day)

    def _plan(self, day: datetime) -> None:
        """Book the day full but for an hour, some time before; let someone join the line."""
        for at in range(len(STAFF) * HOURS_A_DAY):
            starts_at = day + timedelta(hours=FIRST_HOUR + at % HOURS_A_DAY)
            made_at = starts_at - timedelta(
                days=self.draw.randrange(1, 15), hours=self.draw.randrange(3)
            )
            self.clinic.at(made_at, partial(self._book, starts_at, at))
        self.clinic.at(day + timedelta(hours=10), self._join)

    def _someone(self) -> tuple[str, str]:
        """Draw someone's phone or mail address."""
        number = self.draw.randrange(2000)
        return (f"+49151{number:08d}", "") if number % 2 else ("", f"customer{number}@example.org")

    def _book(self, starts_at: datetime, at: int) -> None:
        self.came["booked"] += 1
        name, staff = f"a{self.came['booked']}", STAFF[at // HOURS_A_DAY]
        service = self.draw.choice(SERVICES)
        phone, email = self._someone()
        booked = BookAppointment(
            appointment_id=name,
            name="Anna",
            phone=phone,
            email=email,
            service=service,
            staff=staff,
            starts_at=starts_at,
        )
        self.clinic.give(booked)
        self.clinic.at(starts_at + timedelta(minutes=10), lambda: self._begins(name))

    def _join(self) -> None:
        self.came["joined"] += 1
        name = f"w{self.came['joined']}"
        service, (phone, email) = self.draw.choice(SERVICES), self._someone()
        self.clinic.give(
            JoinWaitlist(entry_id=name, name="Bea", phone=phone, email=email, service=service),
            "customer",
        )

    def _begins(self, name: str) -> None:
        """Miss someone who never answered, now and then."""
        one: Appointment = self.clinic.store.shelf(Appointment)[name,]
        if one.status == "booked" and self.clinic.now >= one.starts_at and self.draw.random() < 0.1:
            self.clinic.give(NoShow(appointment_id=name))

    def got(self, message: Message) -> None:
        """Answer some of what arrives, after a while."""
        self.came[f"{message.product} {message.kind}"] += 1
        wait = timedelta(minutes=self.draw.randrange(2, 240))
        if message.kind == "reminder":
            self.clinic.at(self.clinic.now + wait, lambda: self._answer(message))
        elif message.kind == "offer" and self.draw.random() < 0.7:
            self.clinic.at(self.clinic.now + timedelta(minutes=5), lambda: self._claim(message))

    def _claim(self, message: Message) -> None:
        slot_id, _, seq = message.facts["offer"]["name"].rpartition("-")
        claim = ClaimSlot(slot_id=slot_id, seq=int(seq), entry_id=message.person)
        self.came[f"claim {self.clinic.give(claim, 'customer').answer.code}"] += 1

    def _answer(self, message: Message) -> None:
        chain, name, dice = (
            message.facts["appointment"]["chain"],
            message.person,
            self.draw.random(),
        )
        offer = message.facts["reply"]
        if dice < 0.6:
            said = ConfirmAppointment(appointment_id=name, chain=chain, reply=f"confirm-{offer}")
            self.came[self.clinic.give(said, "customer").answer.code] += 1
        elif dice < 0.7:
            gone = CancelAppointment(appointment_id=name, chain=chain, reply=f"cancel-{offer}")
            self.came[self.clinic.give(gone, "customer").answer.code] += 1
        elif dice < 0.78:
            self.came[self._picked(name, chain, f"reschedule-{offer}")] += 1

    def _picked(self, name: str, chain: int, reply: str) -> str:
        """Pick the last hour of some day, which is mostly free."""
        day = self.clinic.now.replace(hour=LAST_HOUR, minute=0, second=0, microsecond=0)
        starts_at = day + self.draw.randrange(1, 15) * A_DAY
        pick = Reschedule(appointment_id=name, chain=chain, reply=reply, starts_at=starts_at)
        code: str = self.clinic.give(pick, "customer").answer.code
        return code


def clinic_year(sizes: Sizes) -> Figures:
    """Play a year, or a part of one, with memory looked after as the server does it."""
    settle_memory()
    begun, worked = perf_counter(), process_time()
    year = Year(sizes.clinic_days)
    year.clinic.run_until(year.ends)
    took, came = perf_counter() - begun, year.came
    worked = process_time() - worked
    name = f"{sizes.clinic_days} days of a clinic with {len(STAFF)} staff"
    yield Figure(
        name,
        f"{took:.1f} s ({worked:.1f} s of CPU)",
        f"under {WANTED_SECONDS:.0f} s",
        took < WANTED_SECONDS,
    )
    counts = {
        "booked": came["booked"],
        "reminders": came["appointments reminder"],
        "confirmed": came["confirmed"],
        "cancelled": came["cancelled"],
        "moved": came["rescheduled"],
        "filled again": came["claim booked"],
    }
    told = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    yield Figure("what happened in it", f"{told}; {year.clinic.orders:,} commands")
