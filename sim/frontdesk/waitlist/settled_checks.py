"""L1 and L2 for slots: what must be true after any sweep in which nothing went wrong."""

from datetime import datetime, timedelta

from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, SlotOffer
from sim.checks.state_model import Commit, StateModel
from sim.frontdesk.waitlist import reference_rules
from sim.frontdesk.waitlist.rules_text import HouseRules
from sim.frontdesk.waitlist.waitlist_view import DeskCheck, rules_seen

# The longest time until a refused offer is retried, and a waiting slot looks again.
A_WHILE = timedelta(minutes=11)
AN_HOUR = timedelta(hours=1)
TWO_NIGHTS = timedelta(hours=50)  # also where the salon moves to another zone in between


class L1HouseIsKept(DeskCheck):
    """An entry whose last day has passed is off the list after the nightly housekeeping."""

    promise = "L1"

    def __init__(self, book: StateModel) -> None:
        """The rounds have not begun."""
        super().__init__(book)
        self.since: datetime | None = None
        self.named_day: dict[str, datetime] = {}

    def commit(self, commit: Commit) -> None:
        """Note when the rounds begin."""
        begun = any(
            alarm.key.startswith("housekeeping:") for alarm in commit.written.decision.set_alarms
        )
        self.since = self.since or (commit.true_at if begun else None)
        for before, entry in commit.of(Entry):
            if before is None or before.latest != entry.latest:
                self.named_day[entry.id] = commit.true_at

    def calm(self, now: datetime) -> None:
        """Nobody is left whose day had passed two nights ago, and was named by then.

        A row of a sheet may come in late, after its day.
        """
        if self.since is None or now - self.since < TWO_NIGHTS:
            return
        then = reference_rules.day(self.desk.rules, now - TWO_NIGHTS)
        past = [
            one.id
            for one in self.desk.entries.values()
            if one.state == "waiting"
            and "" < one.latest < then
            and self.named_day[one.id] <= now - TWO_NIGHTS
        ]
        self.require(not past, f"still on the list at {now}, though their day has passed: {past}")


class L2SlotsRollOn(DeskCheck):
    """Every lapsed offer has rolled on within one sweep, and no open slot is forgotten."""

    promise = "L2"

    def __init__(self, book: StateModel) -> None:
        """No alarm is set."""
        super().__init__(book)
        self.set_under: dict[str, HouseRules] = {}

    def commit(self, commit: Commit) -> None:
        """Remember by which rules a slot's next look was planned."""
        for alarm in commit.written.decision.set_alarms:
            if alarm.key.startswith("look:"):
                self.set_under[alarm.key] = rules_seen(commit)

    def calm(self, now: datetime) -> None:
        """Check that no offer outlives its deadline, and that an open slot has a reason to wait.

        The reasons are the morning, the mail, or a person who holds another offer.
        """
        for slot in self.desk.open_slots():
            live = self.desk.live_on(slot.id)
            if live:
                self._offered(live[0], now)
            else:
                self._looks(slot, now)

    def _offered(self, offer: SlotOffer, now: datetime) -> None:
        self.require(offer.ends_at > now, f"{offer} outlives its deadline at {now}")
        alarm = self.book.alarms.get(f"lapse:{offer.slot_id}-{offer.seq}")
        self.require(
            alarm is not None and alarm.due_at <= offer.ends_at,
            f"nothing rings for {offer}: {alarm}",
        )

    def _looks(self, slot: Slot, now: datetime) -> None:
        alarm = self.book.alarms.get(f"look:{slot.id}")
        if alarm is None or alarm.due_at > slot.closes_at:
            self.require(
                alarm is not None and alarm.due_at <= now + A_WHILE,
                f"nobody looks after {slot}: {alarm}",
            )
            return
        if alarm.due_at <= now + A_WHILE or self._is_night(self.set_under[alarm.key], now):
            return
        line = reference_rules.Line(self.desk, self.desk.rules, slot, self.desk.spend, now)
        left, askable = line.left(), [one.id for one in line.askable()]
        self.require(
            left,
            f"nobody is left to ask at {now}, and {slot} is not handed back before {alarm.due_at}",
        )
        self.require(
            not askable, f"{askable} may be asked at {now}, and {slot} waits until {alarm.due_at}"
        )

    def _is_night(self, planned_by: HouseRules, now: datetime) -> bool:
        """Return True until the morning, which may be an hour late when clocks go forward."""
        return any(reference_rules.opens(planned_by, at) > at for at in (now, now - AN_HOUR))
