"""The common part of everyone at a clinic: the diary, known names, and ways to give commands."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.frontdesk.appointments.model import Appointment
from sim.frontdesk.appointments import places
from sim.frontdesk.appointments.actions import DEEDS
from sim.frontdesk.appointments.schedule_view import Diary
from sim.frontdesk.waitlist.waitlist_view import Desk

if TYPE_CHECKING:
    from sim.world import World


class ClinicCrew:
    """Someone at a clinic."""

    deeds: Mapping[str, float] = DEEDS

    def __init__(self, world: "World") -> None:
        """Come in."""
        self.world = world
        self.draw = world.chance.of("clinic")
        self.crowd = self.draw.choice((3, 6, 12))
        self.made = 0
        self.proposed: list[str] = []

    @property
    def diary(self) -> Diary:
        """The appointments ahead."""
        return self.world.watch.book.view(Diary)

    @property
    def desk(self) -> Desk:
        """The front desk as it is, with the rules on it."""
        return self.world.watch.book.view(Desk)

    def ask(self, command: Command, by: str = "staff") -> None:
        """Give a command; an impatient person clicks twice."""
        if self.draw.random() < 0.06:
            self.world.interrupt = lambda: self.world.ask(command, by)
        self.world.ask(command, by)

    def _new(self, kind: str) -> str:
        self.made += 1
        return f"{kind}{self.made}"

    def _addresses(self) -> tuple[str, str]:
        """Draw someone's addresses; they may wait at the salon next door, too."""
        who = self.draw.randrange(self.crowd)
        phone, email = f"+4915100000{who:02d}", f"c{who}@example.org"
        return self.draw.choice(
            ((phone, ""), ("", email), (phone, email), (phone, email), ("", ""))
        )

    def _service(self) -> str:
        known = [name for name, _ in self.desk.rules.services] or ["Cut"]
        name = self.draw.choice((*known, *known, *known, *known, "Massage"))
        return name.upper() if self.draw.random() < 0.1 else name

    def _staff(self) -> str:
        return self.draw.choice(("", *self.desk.rules.staff, *self.desk.rules.staff, "jess"))

    def _time(self) -> datetime:
        """Draw a time; often that of an open slot, which is free for bookings."""
        waiting = self.diary.waiting()
        if waiting and self.draw.random() < 0.4:
            return self.draw.choice(waiting).starts_at
        return places.a_time(self.draw, self.desk.rules.zone, self.world.now)

    def _booking(self, **more: Any) -> BookAppointment:
        phone, email = self._addresses()
        fields: dict[str, Any] = {
            "appointment_id": self._new("a"),
            "name": "Anna",
            "phone": phone,
            "email": email,
            "service": self._service(),
            "staff": self._staff(),
            "starts_at": self._time(),
            "minutes": self.draw.choice((0, 0, 0, 15, 90, 150)),
            "remind_at": self.draw.choice((None, None, None, None, (), (5, 1), (168, 24))),
            "ref": self.draw.choice(("", "", f"booking {self.draw.randrange(6)}")),
            "source": self.draw.choice(("desk", "api", "sheet")),
            "tell": self.draw.random() < 0.5,
            **more,
        }
        return BookAppointment(**fields)

    def _someone(self, *statuses: str) -> Appointment | None:
        found = [
            one
            for one in self.diary.appointments.values()
            if not statuses or one.status in statuses
        ]
        return self.draw.choice(found) if found else None

    def _name(self, *statuses: str) -> str:
        one = self._someone(*statuses) or self._someone()
        return one.id if one is not None else "nobody"
