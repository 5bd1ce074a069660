"""S4, S10 and S11 for slots: how offers end, queue before staff, and one booking per time."""

from datetime import datetime, timedelta

import msgspec

from fullhouse.engine.webhooks import RecordWebhook
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments.commands import RestoreAppointment
from fullhouse.products.frontdesk.appointments.model import STANDING, Appointment
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist.commands import FreeSlot, WithdrawSlot
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot, SlotOffer
from sim.checks import windows
from sim.checks.record import said
from sim.checks.state_model import Commit, StateModel
from sim.frontdesk.refill.claim_checks import freed_by
from sim.frontdesk.waitlist import reference_rules
from sim.frontdesk.waitlist.waitlist_view import DeskCheck, rules_seen, theirs

# Reasons why an open slot ends because of what else is in the schedule.
LOST = ("booked_over", "gave_way")
# Why a claimed slot goes back to staff.
GIVEN_UP = "given_up"
# Bookings that staff wrote down or approved.
BY_STAFF = ("desk", "sheet", "mail", "calendar")


class S4SlotOffersEndOnce(DeskCheck):
    """No claim takes effect at or after its deadline; an offer ends once and never comes back.

    Its customer is told once if its slot is taken from them before that, and only then.
    """

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
        terms = reference_rules.terms(rules, slot)
        people = len(self._line(slot, commit).askable())
        left = max(1, windows.rounds(people, 1))
        if rules.tries:
            left = max(1, min(left, rules.tries - self.desk.tries(slot.id, slot.asked, commit.saw)))
        earliest = terms.deadline(offer.made_at, windows.MOST_ROUNDS)
        latest = terms.deadline(offer.made_at, left)
        self.require(
            commit.at < earliest <= offer.ends_at <= latest <= slot.closes_at,
            f"{offer} does not hold its window: {slot}",
        )
        by_day = offer.ends_at == slot.closes_at or not reference_rules.quiet(rules, offer.ends_at)
        self.require(by_day, f"{offer} ends in quiet hours")

    def _line(self, slot: Slot, commit: Commit) -> reference_rules.Line:
        spend = commit.saw(SmsSpend, "texts")
        rules = rules_seen(commit)
        return reference_rules.Line(self.desk, rules, slot, spend, commit.at, commit.saw)

    def _ended(self, offer: SlotOffer, commit: Commit) -> None:
        at, name = commit.at, f"{offer.slot_id}-{offer.seq}"
        self._told(offer, commit)
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

    def _told(self, offer: SlotOffer, commit: Commit) -> None:
        """Judge who hears of an offer's end: nobody hears of what they did themselves."""
        told = [
            one.person
            for was, one in commit.of(Message)
            if was is None and one.kind == "offer_withdrawn"
        ]
        if offer.status != "withdrawn":
            self.require(not told, f"{told} hear that {offer} was taken back")
            return
        ended = [one.id for _, one in commit.of(Slot) if one.status == "handed_back"]
        if offer.slot_id in ended:
            self.require(told == [offer.entry_id], f"{offer} was taken back, and {told} were told")


class S10LineBeforeStaff(DeskCheck):
    """A slot is open until its cut-off or last try; then staff get it back, with a note.

    They are told once if nobody is left to ask. A time that is offered again is not offered to
    those who let it pass.
    """

    promise = "S10"

    def __init__(self, book: StateModel) -> None:
        """No time was offered before."""
        super().__init__(book)
        self.offered_before: dict[str, str] = {}
        self.known_to_staff: list[tuple[datetime, datetime]] = []

    def commit(self, commit: Commit) -> None:
        """Judge slots that are opened, offered once more, and handed back."""
        self.known_to_staff += [
            (one.starts_at, one.ends_at)
            for _, one in commit.of(Appointment)
            # Staff get a note of each booking that is made online.
            if one.source in BY_STAFF or one.source == "form" or one.gave_up
        ]
        for before, slot in commit.of(Slot):
            if before is None:
                self._opened(slot, freeing(commit), commit)
                self._note_earlier(slot, freeing(commit))
            elif before.status == "open" and slot.status == "handed_back":
                self._handed_back(before, slot, commit)
        self._judge_notes(commit)
        for was, offer in commit.of(SlotOffer):
            if was is None:
                self._offered_anew(offer)
                self._offered_while_open(offer, commit)
        for was, offer in commit.of(SlotOffer):
            tries, before_it = rules_seen(commit).tries, self.desk.offers[offer.slot_id].values()
            if was is None and tries:
                had = reference_rules.had_their_chance(before_it)
                used = self.desk.tries(offer.slot_id, had, commit.saw)
                self.require(used < tries, f"{offer} is made after {used} tries of {tries}")

    def _judge_notes(self, commit: Commit) -> None:
        for known, message in commit.of(Message):
            if known is None and message.kind == "nobody_fits":
                self._nobody_fits(self.desk.slots[message.facts["slot"]["id"]], commit)
        for message in _told_in_notes(commit):
            # A time that is an open slot already becomes no other: that one was judged before.
            slot = self.desk.slots.get(message.facts["frees"])
            if slot is not None and message.facts["outcome"] == "nobody":
                self._nobody_fits(slot, commit)

    def _opened(self, slot: Slot, told: FreeSlot, commit: Commit) -> None:
        rules, late = rules_seen(commit), told.reason == "no_show" and told.starts_at <= commit.at
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

    def _note_earlier(self, slot: Slot, told: FreeSlot) -> None:
        """Note the slot that a time was before, where that is beyond doubt."""
        others = [one.id for one in self.desk.slots.values() if one.agenda == slot.agenda]
        had = {one.entry_id for name in others for one in self.desk.offers[name].values()}
        self.require(set(slot.tried) <= had, f"{slot} was offered to nobody of {slot.tried}")
        earlier = self.desk.slots.get(told.again)
        if not told.again and not told.another and slot.staff:
            same = [
                one
                for one in self.desk.slots.values()
                if one.agenda == slot.agenda
                and reference_rules.plain(one.staff) == reference_rules.plain(slot.staff)
            ]
            earlier = same[-1] if same else None
        if earlier is not None and earlier.status == "handed_back":
            self.offered_before[slot.id] = earlier.id

    def _offered_while_open(self, offer: SlotOffer, commit: Commit) -> None:
        slot = self.desk.slots[offer.slot_id]
        self.require(
            not reference_rules.is_shut(rules_seen(commit), slot.starts_at),
            f"{offer} is of a day when the business is closed: {slot}",
        )

    def _offered_anew(self, offer: SlotOffer) -> None:
        name = self.offered_before.get(offer.slot_id, "")
        while name:
            had = reference_rules.had_their_chance(self.desk.offers[name].values())
            self.require(offer.entry_id not in had, f"{offer} is of a time that they let pass")
            name = self.offered_before.get(name, "")

    def _nobody_fits(self, slot: Slot, commit: Commit) -> None:
        left = [one.id for one in self._line(slot, commit).left()]
        self.require(not left, f"staff hear that nobody fits {slot}, and {left} do")

    def _line(self, slot: Slot, commit: Commit) -> reference_rules.Line:
        spend = commit.saw(SmsSpend, "texts")
        rules = rules_seen(commit)
        return reference_rules.Line(self.desk, rules, slot, spend, commit.at, commit.saw)

    def _lost(self, slot: Slot, told: list[Message], commit: Commit) -> None:
        """Staff hear once that a slot lost its time, unless they know the booking that took it."""
        command = commit.order.command
        known = isinstance(command, WithdrawSlot) and command.known
        is_theirs = any(
            begins < slot.ends_at and slot.starts_at < ends for begins, ends in self.known_to_staff
        )
        if not told and slot.why == "booked_over":
            self.require(is_theirs, f"{slot} was withdrawn, and staff did not hear of it")
            return
        self.require(len(told) == 1 and not known, f"{slot} was withdrawn with {len(told)} notes")

    def _handed_back(self, slot: Slot, after: Slot, commit: Commit) -> None:
        notes = [one for was, one in commit.of(Message) if was is None and one.channel == "staff"]
        told = [one for one in notes if one.kind == "handed_back"]
        told += [one for one in _told_in_notes(commit) if one.facts["frees"] == slot.id]
        if after.why == "withdrawn":
            by_staff = isinstance(commit.order.command, WithdrawSlot | RestoreAppointment)
            self.require(by_staff, f"nobody stopped offering {after}")
            return
        if after.why in LOST:
            self._lost(after, told, commit)
            return
        rules, offers = rules_seen(commit), self.desk.offers[slot.id].values()
        if after.why == "closed":
            self.require(
                reference_rules.is_shut(rules, slot.starts_at, holidays=True),
                f"{after} went back to staff, and they are open then",
            )
            return
        late = reference_rules.opens_by(rules, commit.at) >= slot.closes_at
        asked = reference_rules.asked(offers)
        spent = rules.tries and self.desk.tries(slot.id, asked, commit.saw) >= rules.tries
        self.require(late or spent, f"{after} went back to staff before its time")
        # If there is nobody to name, the note that nobody fits is the only one; what is left of a
        # slot needs none then.
        named = {*slot.asked, *reference_rules.had_their_chance(offers)}
        was_told = not named and (
            slot.rest_minutes > 0
            or any(_says_nobody_fits(one, slot) for one in self.book.messages.values())
        )
        self.require(
            len(told) == int(not was_told), f"{after} went back to staff with {len(told)} notes"
        )


def _told_in_notes(commit: Commit) -> list[Message]:
    """Return the notes about given-up times that now say what became of these."""
    changed = [(was, one) for was, one in commit.of(Message) if was is not None]
    outcomes = [(one, was.facts.get("outcome"), one.facts.get("outcome")) for was, one in changed]
    return [one for one, before, after in outcomes if after and after != before]


def _says_nobody_fits(note: Message, slot: Slot) -> bool:
    """Return True if a note says that nobody fits a slot."""
    if note.kind == "nobody_fits":
        return bool(note.facts["slot"]["id"] == slot.id)
    return note.facts.get("frees") == slot.id and note.facts.get("outcome") == "nobody"


def freeing(commit: Commit) -> FreeSlot:
    """Return how a slot was told to be free."""
    told = freed_by(commit.order)
    assert told is not None
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
                ends = before.status == "open" or slot.why == GIVEN_UP
                self.require(same or ends, f"{before} was over, and is now {slot}")
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
                self._is_freed_again(chair[-1][0], told),
                f"{chair[-1]} is booked, and {told} opens it again",
            )
        earlier.append((slot.id, told))

    def _is_freed_again(self, name: str, told: FreeSlot) -> bool:
        """Return True if a booked time is freed anew.

        Staff say so of this slot, or that nobody came, or the report names the booking. An
        appointment releases its own time under a new name; the checks of appointments judge that
        it had it.
        """
        if told.again in (told.slot_id, name):
            return True
        was_no_show = self.desk.slots[name].reason == "no_show"
        if told.source == "desk" and told.reason == "no_show" and not was_no_show:
            return True
        booking = self.book.find(Appointment, (name,))
        if booking is None:
            return told.ref == name
        has_it = booking.status in STANDING and booking.starts_at == self.desk.slots[name].starts_at
        return not has_it or told.ref in (name, booking.ref)

    def _is_same_chair(self, name: str, slot: Slot, one: FreeSlot, told: FreeSlot) -> bool:
        other = self.desk.slots[name]
        if slot.staff or other.staff:
            return reference_rules.plain(slot.staff) == reference_rules.plain(other.staff)
        if told.another:
            return told.again == name
        if told.again not in ("", told.slot_id):
            # Staff name the table, so the equal ones of that time are others.
            return told.again in (name, one.again)
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
            is_claimed = slot.status == "booked" or slot.why == GIVEN_UP
            self.require(len(claims) == int(is_claimed), f"{slot} was claimed by {claims}")
        for _, entry in commit.of(Entry):
            for address in theirs(entry):
                held = [one for name in self.desk.at[address] for one in self.desk.live[name]]
                self.require(len(held) <= 1, f"{address} holds several offers: {held}")


def _lasts(slot: Slot, told: FreeSlot, commit: Commit) -> timedelta:
    """Return a slot's duration: as reported, else as its appointment's, else as its service's."""
    gave_up = [one.minutes for _, one in commit.of(Appointment) if one.frees == slot.id]
    return timedelta(
        minutes=next((one for one in (told.minutes, *gave_up) if one), _usual(slot, commit))
    )


def _usual(slot: Slot, commit: Commit) -> int:
    return dict(rules_seen(commit).services)[slot.service]
