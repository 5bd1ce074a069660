"""S4, S10 and S11 for slots: how offers end, queue before staff, and one booking per time."""

from datetime import datetime, timedelta

import msgspec

from fullhouse.engine.webhooks import RecordWebhook
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.commands import RestoreAppointment
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot, WithdrawSlot
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, SlotOffer
from sim.checks.record import said
from sim.checks.state_model import Commit, StateModel
from sim.frontdesk.waitlist import reference_rules
from sim.frontdesk.waitlist.waitlist_view import DeskCheck, rules_seen, theirs


class S4SlotOffersEndOnce(DeskCheck):
    """No claim takes effect at or after its deadline; an offer ends once and never comes back."""

    promise = "S4"

    def commit(self, commit: Commit) -> None:
        """Judge offers that begin and end."""
        for before, offer in commit.of(SlotOffer):
            if before is None:
                self._began(offer, commit)
            elif before != offer:
                self.require(before.status == "live", f"{before} ended before, and is now {offer}")
                self.require(
                    offer.ends_at == before.ends_at, f"{before} has another deadline now: {offer}"
                )
                self._ended(offer, commit)

    def _began(self, offer: SlotOffer, commit: Commit) -> None:
        rules, slot = rules_seen(commit), self.desk.slots[offer.slot_id]
        self.require(
            offer.status == "live" and offer.seq not in self.desk.offers[slot.id],
            f"{offer} is not new",
        )
        whole = min(offer.made_at + rules.window_length, slot.closes_at)
        self.require(
            commit.at < whole <= offer.ends_at <= slot.closes_at,
            f"{offer} does not hold its window: {slot}",
        )
        by_day = offer.ends_at == slot.closes_at or not reference_rules.quiet(rules, offer.ends_at)
        self.require(by_day, f"{offer} ends in quiet hours")

    def _ended(self, offer: SlotOffer, commit: Commit) -> None:
        at, name = commit.at, f"{offer.slot_id}-{offer.seq}"
        if offer.status == "timed_out":
            self.require(at >= offer.ends_at, f"{name} lapsed at {at}, before {offer.ends_at}")
        if offer.status == "claimed":
            self.require(
                at < offer.ends_at, f"{name} was claimed at {at}, it ended at {offer.ends_at}"
            )
            entry = next((one for _, one in commit.of(Entry) if one.id == offer.entry_id), None)
            slot = next((one for _, one in commit.of(Slot) if one.id == offer.slot_id), None)
            told = (
                slot is not None
                and entry is not None
                and (slot.booked_by, entry.booked) == (entry.id, slot.id)
            )
            self.require(told, f"{name} was claimed, and {slot} is not booked by {entry}")


class S10LineBeforeStaff(DeskCheck):
    """A freed slot is offered to all who may be asked before staff get it back, with a note."""

    promise = "S10"

    def commit(self, commit: Commit) -> None:
        """Judge slots that are opened, offered once more, and handed back."""
        for before, slot in commit.of(Slot):
            if before is None:
                self._opened(slot, freeing(commit), commit)
            elif before.status == "open" and slot.status == "handed_back":
                self._handed_back(before, commit)
        for was, offer in commit.of(SlotOffer):
            tries, before_it = rules_seen(commit).tries, self.desk.offers[offer.slot_id].values()
            if was is None and tries:
                had = reference_rules.had_their_chance(before_it)
                self.require(len(had) < tries, f"{offer} is made after {len(had)} tries of {tries}")

    def _opened(self, slot: Slot, told: FreeSlot, commit: Commit) -> None:
        rules, late = rules_seen(commit), told.reason == "no_show" and told.starts_at < commit.at
        lasts = _lasts(slot, told, commit)
        past = told.starts_at + lasts - slot.ends_at
        self.require(
            timedelta() <= past < timedelta(minutes=1),
            f"{slot} should last {lasts} from {told.starts_at} on",
        )
        closes = (
            told.starts_at + lasts / 2
            if late
            else told.starts_at - timedelta(minutes=rules.cut_off)
        )
        self.require(slot.closes_at == closes, f"{slot} should close at {closes}")
        self.require(
            slot.starts_at == (commit.at if late else told.starts_at),
            f"{slot} starts at another time than {told}",
        )

    def _handed_back(self, slot: Slot, commit: Commit) -> None:
        if isinstance(commit.order.command, WithdrawSlot | RestoreAppointment):
            return
        rules, offers = rules_seen(commit), self.desk.offers[slot.id].values()
        line = reference_rules.Line(
            self.desk, rules, slot, commit.saw(SmsSpend, "texts"), commit.at
        )
        late = reference_rules.opens_by(rules, commit.at) >= slot.closes_at
        spent = rules.tries and len(reference_rules.asked(offers)) >= rules.tries
        left = [] if late or spent else [one.id for one in line.left()]
        self.require(not left, f"{slot.id} went back to staff though {left} may be asked")
        notes = [one for was, one in commit.of(Message) if was is None and one.channel == "staff"]
        self.require(len(notes) == 1, f"{slot.id} went back to staff with {len(notes)} notes")


def freeing(commit: Commit) -> FreeSlot:
    """Return how a slot was told to be free."""
    command = commit.order.command
    told = command.asks if isinstance(command, RecordWebhook) else command
    assert isinstance(told, FreeSlot)
    return told


class S11OneSlotOneBooking(DeskCheck):
    """One live offer per slot and per person, and no staff member is booked twice at one time."""

    promise = "S11"

    def __init__(self, book: StateModel) -> None:
        """Know of no chair yet."""
        super().__init__(book)
        self.told: dict[datetime, list[tuple[str, FreeSlot]]] = {}

    def commit(self, commit: Commit) -> None:
        """Judge what becomes of slots and people, and whether a chair may be opened."""
        self._learn(commit)
        for before, slot in commit.of(Slot):
            if before is None:
                self._opened(slot, freeing(commit))
            else:
                same = (before.status, before.booked_by) == (slot.status, slot.booked_by)
                self.require(
                    same or before.status == "open", f"{before} was over, and is now {slot}"
                )
                self.require(
                    bool(slot.booked_by) == (slot.status == "booked"), f"{slot} is booked by nobody"
                )
        for was, entry in commit.of(Entry):
            again = was is not None and was.booked and entry.booked != was.booked
            self.require(not again, f"{entry.id} is booked twice: {was} {entry}")

    def _learn(self, commit: Commit) -> None:
        """Learn what the booking tool calls a slot that was told without a name."""
        answer = said(commit.written.decision)
        if isinstance(commit.order.command, FreeSlot | RecordWebhook) and getattr(
            answer, "code", ""
        ).startswith("already_"):
            told = freeing(commit)
            for same in self.told.values():
                for at, (name, one) in enumerate(same):
                    if name == answer.slot.id and not one.ref:
                        same[at] = (name, msgspec.structs.replace(one, ref=told.ref))

    def _opened(self, slot: Slot, told: FreeSlot) -> None:
        """Judge a new opening beside those before it on the same chair at the same time."""
        earlier = self.told.setdefault(told.starts_at.replace(second=0, microsecond=0), [])
        chair = [(name, one) for name, one in earlier if self._is_same_chair(name, slot, one, told)]
        for name, one in chair:
            self.require(
                self.desk.slots[name].status != "open",
                f"{slot.id} is the same chair as {name}: {one}",
            )
        if chair and self.desk.slots[chair[-1][0]].status == "booked":
            self.require(
                _is_freed_again(*chair[-1], told),
                f"{chair[-1]} is booked, and {told} opens it again",
            )
        earlier.append((slot.id, told))

    def _is_same_chair(self, name: str, slot: Slot, one: FreeSlot, told: FreeSlot) -> bool:
        other = self.desk.slots[name]
        if slot.staff or other.staff:
            return reference_rules.plain(slot.staff) == reference_rules.plain(other.staff)
        tables = (
            reference_rules.plain(slot.service) == reference_rules.plain(other.service)
            and slot.party_capacity == other.party_capacity
        )
        return tables and not (one.ref and told.ref and one.ref != told.ref)

    def turned(self, commit: Commit) -> None:
        """Count the live offers of each slot and of each person."""
        for _, slot in commit.of(Slot):
            live = [one.seq for one in self.desk.live_on(slot.id)]
            known = [slot.live_offer_seq] if slot.live_offer_seq else []
            self.require(live == known, f"{slot} has live offers {live}")
            self.require(not live or slot.status == "open", f"{slot} is over and still offered")
            claims = [one for one in self.desk.offers[slot.id].values() if one.status == "claimed"]
            self.require(
                len(claims) == int(slot.status == "booked"), f"{slot} was claimed by {claims}"
            )
        for _, entry in commit.of(Entry):
            for address in theirs(entry):
                held = [one for name in self.desk.at[address] for one in self.desk.live[name]]
                self.require(len(held) <= 1, f"{address} holds several offers: {held}")


def _is_freed_again(name: str, one: FreeSlot, told: FreeSlot) -> bool:
    """Return True if a booked time is freed anew.

    Staff say so of this slot, nobody came, or it is another booking. An appointment releases its
    own time under a new name; the checks of appointments judge that it had it.
    """
    if told.again == told.slot_id:
        return True
    nobody_came = told.reason == "no_show" and one.reason != "no_show"
    return told.again == name or nobody_came or bool(one.ref and told.ref and one.ref != told.ref)


def _lasts(slot: Slot, told: FreeSlot, commit: Commit) -> timedelta:
    """Return a slot's duration: as reported, else as its appointment's, else as its service's."""
    gave_up = [one.minutes for _, one in commit.of(Appointment) if one.frees == slot.id]
    return timedelta(
        minutes=next((one for one in (told.minutes, *gave_up) if one), _usual(slot, commit))
    )


def _usual(slot: Slot, commit: Commit) -> int:
    return dict(rules_seen(commit).services)[slot.service]
