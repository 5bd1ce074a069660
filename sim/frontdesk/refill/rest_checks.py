"""L2 for what a booking leaves of a slot: it goes on, for whichever service fits."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import groupby

from fullhouse.products.frontdesk.appointments.model import Appointment, BusyTime, DaySchedule
from fullhouse.products.frontdesk.refill.slot_sync import SyncSlot
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot
from fullhouse.products.frontdesk.waitlist.model import Slot
from sim.checks.state_model import Commit
from sim.frontdesk.appointments import reference_rules
from sim.frontdesk.appointments.schedule_view import DiaryCheck
from sim.frontdesk.waitlist.rules_text import HouseRules
from sim.frontdesk.waitlist.waitlist_view import rules_seen

A_MINUTE = timedelta(minutes=1)


class L2TheRestGoesOn(DiaryCheck):
    """Whatever a booking leaves of a slot, and is long enough for a service, is freed at once.

    A booking takes a part of an open slot, or a customer claims a part of what was left of one.
    """

    promise = "L2"

    def commit(self, commit: Commit) -> None:
        """Judge the commit in which the schedule forgets the slot, or notes its appointment."""
        rules, command = rules_seen(commit), commit.order.command
        if not isinstance(command, SyncSlot) or not rules.refill or not rules.staff:
            return
        slot = self.desk.slots.get(command.slot_id)
        if slot is None or slot.party_capacity > 1:
            return
        for begins, ends in self._left(slot, rules, commit):
            is_late = begins - timedelta(minutes=rules.cut_off) <= commit.at
            is_short = ends - begins < min(length for _, length in rules.services) * A_MINUTE
            fine = is_late or is_short or _is_freed(begins, ends, commit)
            self.require(fine, f"{begins} to {ends} is left of {slot}, and nobody hears of it")

    def _left(
        self, slot: Slot, rules: HouseRules, commit: Commit
    ) -> Iterator[tuple[datetime, datetime]]:
        """Yield what is left of a slot, from and until when; nothing if no booking took its time.

        Where another slot ends in the same moment, its time counts as taken.
        """
        begins, ends = slot.starts_at, slot.ends_at
        is_claim = any(was is None and one.id == slot.id for was, one in commit.of(Appointment))
        if is_claim:
            begins, ends = ends, slot.starts_at + slot.rest_minutes * A_MINUTE
        elif not (slot.why == "booked_over" and _is_forgotten(slot.id, commit)):
            return
        minutes = [begins + n * A_MINUTE for n in range((ends - begins) // A_MINUTE)]
        for is_free, run in groupby(minutes, lambda at: self._is_free(slot, at, rules)):
            free = [*run]
            if is_free and (is_claim or len(free) < len(minutes)):
                yield free[0], free[-1] + A_MINUTE

    def _is_free(self, slot: Slot, at: datetime, rules: HouseRules) -> bool:
        """Return True if the chair of a slot is free for a minute."""
        minute = BusyTime(slot.id, at, 1, slot.staff, "slot", slot.service)
        beside: list[reference_rules.Span] = [
            *self.diary.standing(),
            *self.diary.held(),
            *self.diary.waiting(),
        ]
        return not reference_rules.crowded(
            rules, minute, [one for one in beside if one.id != slot.id]
        )


def _is_forgotten(slot_id: str, commit: Commit) -> bool:
    """Return True if the schedule had the time of a slot, and has it no more."""
    return any(
        _names(before, slot_id) and not _names(after, slot_id)
        for before, after in commit.of(DaySchedule)
    )


def _names(day: DaySchedule | None, slot_id: str) -> bool:
    return day is not None and any(one.id == slot_id for one in (*day.taken, *day.waiting))


def _is_freed(begins: datetime, ends: datetime, commit: Commit) -> bool:
    """Return True if all of a time will be freed, for any service."""
    told = [alarm.command for alarm in commit.written.decision.set_alarms]
    return any(
        one.rest and one.starts_at <= begins and ends <= one.starts_at + one.minutes * A_MINUTE
        for one in told
        if isinstance(one, FreeSlot)
    )
