"""S7 for the waitlist: which message leaves when, and to whom. Judged at the door's commit."""

from datetime import datetime

from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.shared.sms_budget import SmsSpend
from fullhouse.products.frontdesk.waitlist.model import SlotOffer
from sim.checks.state_model import Commit, StateModel
from sim.frontdesk.stopped import Stopped
from sim.frontdesk.waitlist import reference_rules
from sim.frontdesk.waitlist.rules_text import HouseRules
from sim.frontdesk.waitlist.waitlist_view import DeskCheck, rules_seen


class S7NoBadTimeForOffers(DeskCheck):
    """Nothing is sent at a bad time or to a bad address.

    No offer leaves in quiet hours or after its use-by, nothing goes to someone who opted out, and
    no text leaves beyond the monthly limit.
    """

    promise = "S7"

    def __init__(self, book: StateModel) -> None:
        """Nobody has said STOP."""
        super().__init__(book)
        self.stopped = Stopped()

    def commit(self, commit: Commit) -> None:
        """Judge offers when they are made, and messages when the door lets them through."""
        for before, offer in commit.of(SlotOffer):
            if before is None:
                night = reference_rules.quiet(rules_seen(commit), commit.at)
                self.require(not night, f"{offer} is made in quiet hours, at {commit.at}")
        for _, message in commit.of(Message):
            if message.product == "waitlist" and message.status == "sending":
                self._leaves(message, rules_seen(commit), commit)
        self.stopped.hear(commit, self.book)

    def _leaves(self, message: Message, rules: HouseRules, commit: Commit) -> None:
        at = commit.at
        if message.kind == "offer":
            self.require(
                not reference_rules.quiet(rules, at), f"{message.id} leaves in quiet hours, at {at}"
            )
            self._offer_leaves(message, at)
        elif message.kind == "joined" and not self._is_own_request(message):
            self.require(
                not reference_rules.quiet(rules, at), f"{message.id} leaves in quiet hours, at {at}"
            )
        self.require(
            message.use_by is None or at < message.use_by,
            f"{message.id} leaves at {at}: {message.use_by}",
        )
        self.require(
            message.to not in self.stopped, f"{message.id} leaves though {message.to} said STOP"
        )
        free = message.channel != "text" or reference_rules.texts_leave(
            rules, commit.saw(SmsSpend, "texts"), at
        )
        self.require(free, f"{message.id} leaves though texts have cost all that they may")

    def _is_own_request(self, message: Message) -> bool:
        """Return True if a customer has just asked for this message on the page."""
        if message.facts.get("request"):
            return True
        return self.desk.entries[message.person].source == "form"

    def _offer_leaves(self, message: Message, at: datetime) -> None:
        about = message.facts["offer"]["name"]
        live = [
            one for one in self.desk.live[message.person] if f"{one.slot_id}-{one.seq}" == about
        ]
        self.require(live, f"{message.id} leaves though its offer has ended")
        self.require(at < live[0].ends_at, f"{message.id} leaves at {at}, after its deadline")
        self.require(
            reference_rules.takes(self.desk, message.to),
            f"{message.id} leaves though {message.to} takes nothing",
        )
        self.require(
            message.channel != "text" or reference_rules.takes_offers(self.desk, message.to),
            f"{message.id} leaves though nobody confirmed that {message.to} agrees to texts",
        )
