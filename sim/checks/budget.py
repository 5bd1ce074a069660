"""S14: how many messages that others triggered reach one inbox, and what a spent budget may do.

It judges by the commands, the records and what the carrier took, never by how the product counts.
"""

from bisect import insort
from collections import defaultdict
from datetime import datetime, timedelta
from typing import TypeVar

from fullhouse.engine.budget_record import MessageBudget
from fullhouse.engine.inbound_mail import RecordInboundMail
from fullhouse.engine.message_budget import SPENT
from fullhouse.engine.relay import LEASE, LeaseMessage, RecordSendResult
from fullhouse.kernel.commands import Command, tag_of
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Record
from fullhouse.products.frontdesk.appointments.model import Appointment
from fullhouse.products.frontdesk.waitlist.model import Entry
from fullhouse.products.rsvp.model import Guest
from sim.checks.state_model import Check, Commit, StateModel

R = TypeVar("R", bound=Record)
# Five an hour and 20 a day, and beyond them one email an hour that combines messages.
LIMITS = ((6, timedelta(hours=1)), (44, timedelta(days=1)))
COMBINED_LIMITS = ((1, timedelta(hours=1)), (24, timedelta(days=1)))
OWN_LIMITS = ((4, timedelta(hours=1)), (19, timedelta(days=1)))
UNPROVEN, UNPROVEN_WITH_PLUS = 5, 4
# News a day to addresses of one inbox that nobody has proven, besides those limits.
NEWS_A_DAY, NEWS_A_DAY_WITH_PLUS = 20, 16
DAY, ROUNDED = timedelta(days=1), timedelta(seconds=1)
# News about what somebody has, by product.
NEWS = {
    "rsvp": (
        *("reminder", "offer", "offer_lapsed", "declined"),
        *("changed", "cancelled", "event_cancelled", "cancel_pending"),
    ),
    "waitlist": ("offer",),
    "appointments": ("reminder",),
}
# At the front desk these are news only if neither customers nor strangers caused them, or if staff
# entered the address: whoever books online has the links of the booking at once.
NEWS_BY_STAFF = ("cancelled", "rescheduled", "restored", "offer_withdrawn")
TO_HOSTS = ("question",)
CUSTOMERS_AND_STRANGERS = ("guest", "customer", "mail", "text")
MAY_BE_DROPPED = ("link", "address", "reply")
ENTERED_BY_HOSTS = ("import", "host", "api")
# Commands behind the buttons of a signed link that only the reader of a message has.
OWN = frozenset(
    {
        *("CancelGuest", "ClaimOffer", "DeclineOffer", "TakeSeat", "ChangeParty"),
        *("ConfirmAddress", "StopMail", "ResumeMail", "ClaimSlot", "DeclineSlot", "Leave"),
        *("KeepSeat", "ConfirmSignUp", "GiveUpSlot"),
    }
)


class S14MessageBudget(Check):
    """No inbox gets more emails that others triggered than its budget; news is not delayed.

    What is beyond the budget is combined: nothing is dropped, and an email is for one mailbox. Only
    an offer may pass over whom it cannot reach in time. News to addresses that nobody has proven is
    bounded, too.
    """

    promise = "S14"

    def __init__(self, book: StateModel) -> None:
        """Nothing has been sent."""
        super().__init__(book)
        self.counted: set[str] = set()
        self.own: set[str] = set()
        self.news: set[str] = set()
        self.proofs: set[str] = set()
        self.proven: set[tuple[str, str]] = set()
        self.unproven: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        self.times: defaultdict[str, list[datetime]] = defaultdict(list)
        self.mails: set[str] = set()
        self.news_leases: defaultdict[str, list[tuple[datetime, str]]] = defaultdict(list)
        self.given_back: set[tuple[datetime, str]] = set()

    def commit(self, commit: Commit) -> None:
        """Note which new messages others triggered, and look at what is delayed and dropped."""
        for before, message in commit.of(Message):
            if before is None:
                self._note(message, commit)
            self._judge(message, commit)

    def _note(self, message: Message, commit: Commit) -> None:
        """Note what kind of message this is, by what caused it."""
        is_news, is_own = self._is_news(message, commit), _is_own(commit)
        if _answers_own_mail(message, commit):
            is_own = is_own or is_news
            if message.kind in MAY_BE_DROPPED:
                self.own.add(message.id)
        if is_own or message.id in self.own:
            self.proofs.add(message.id)
        if is_own or not message.person or message.kind in TO_HOSTS:
            return
        if not is_news and commit.order.by in CUSTOMERS_AND_STRANGERS:
            self.counted.add(message.id)
        elif is_news and not _staff_entered(message, commit, self.book):
            self.news.add(message.id)

    def _is_news(self, message: Message, commit: Commit) -> bool:
        if message.kind in NEWS.get(message.product, ()):
            return True
        if message.product == "rsvp" or message.kind not in NEWS_BY_STAFF:
            return False
        by_staff = commit.order.by not in CUSTOMERS_AND_STRANGERS
        return by_staff or _staff_entered(message, commit, self.book)

    def _judge(self, message: Message, commit: Commit) -> None:
        """Judge what a commit did to a message: a lease that counts it changes its budget."""
        dropped = message.status == "failed" and SPENT in message.error
        self.require(
            not dropped or self._may_be_dropped(message, commit.at),
            f"{message.id} is dropped, not combined",
        )
        sent = message.status == "sent" and message.id in self.counted
        self.require(not sent or message.id in self.mails, f"{message.id} was in no email")
        if isinstance(commit.order.command, RecordSendResult) and message.status != "sent":
            leases = self.news_leases[inbox(message.to)]
            self.given_back.update(lease for lease in leases if lease[1] == message.id)
        if not isinstance(commit.order.command, LeaseMessage):
            return
        leased = message.status == "sending"
        delayed = message.status == "queued" and bool(commit.of(MessageBudget))
        if leased and message.id in self.proofs:
            self.proven.add((message.scope, message.to))
        if message.id in self.news and (leased or delayed):
            self._judge_news(message, commit.at, delayed=delayed)

    def _judge_news(self, message: Message, at: datetime, *, delayed: bool) -> None:
        """Judge if news may be delayed; what leaves beyond a few unproven addresses counts."""
        if (message.scope, message.to) in self.proven:
            self.require(not delayed, f"{message.id} is news to a proven address, and delayed")
            return
        known = self.unproven[message.scope, inbox(message.to)]
        may_wait = self._may_wait(message, at)
        self.require(not delayed or may_wait, f"{message.id} is news, and delayed")
        if delayed or not self._is_known(message) or self._had_enough(message, at):
            self.counted.add(message.id)
            return
        self.news_leases[inbox(message.to)].append((at, message.id))
        if message.to not in known:
            known.append(message.to)

    def _may_be_dropped(self, message: Message, at: datetime) -> bool:
        """Return True if a message may be given up, and not only wait."""
        if message.kind == "offer" and message.id in self.news:
            return (message.scope, message.to) not in self.proven and self._may_wait(message, at)
        may_be = message.id in self.own or message.channel == "text"
        return may_be and message.kind in MAY_BE_DROPPED

    def _may_wait(self, message: Message, at: datetime) -> bool:
        """Return True if news to an unproven address may fall under the budget."""
        leases = self.news_leases[inbox(message.to)]
        recent = [time for time, _ in leases if time > at - DAY - ROUNDED]
        return not self._is_known(message) or len(recent) >= _news_a_day(message.to)

    def _had_enough(self, message: Message, at: datetime) -> bool:
        """Return True if news to an unproven address has to fall under the budget."""
        leases = set(self.news_leases[inbox(message.to)]) - self.given_back
        return len([time for time, _ in leases if time > at - DAY]) >= _news_a_day(message.to)

    def _is_known(self, message: Message) -> bool:
        """Return True if an unproven address is one of the few that get news at once."""
        known = self.unproven[message.scope, inbox(message.to)]
        return message.to in known or _has_room(known, message.to)

    def carried(self, messages: list[Message]) -> None:
        """Judge an email that the carrier took, and count it at the time of its first lease."""
        self.mails.update(message.id for message in messages)
        mailboxes = {_mailbox(message.to) for message in messages}
        self.require(len(mailboxes) == 1, f"an email has messages to {mailboxes}")
        counted = [message for message in messages if message.id in self.counted]
        leases = [one.lease_ends_at for one in counted if one.lease_ends_at is not None]
        if not leases:
            return
        address, leased_at = messages[0].to, min(leases) - LEASE
        if len(messages) > 1:
            self._count(f"combined {inbox(address)}", leased_at, COMBINED_LIMITS)
        if counted[0].id in self.own:
            self._count(f"own {inbox(address)}", leased_at, OWN_LIMITS)
        else:
            self._count(inbox(address), leased_at, LIMITS)

    def _count(
        self, name: str, leased_at: datetime, limits: tuple[tuple[int, timedelta], ...]
    ) -> None:
        times = self.times[name]
        insort(times, leased_at)
        for most, span in limits:
            pairs = zip(times, times[most:], strict=False)
            crowded = [first for first, last in pairs if last - first < span]
            self.require(not crowded, f"{name} gets more than {most} within {span}: {times}")


def inbox(address: str) -> str:
    """Return the inbox of an address: what stands behind a plus does not matter."""
    name, _, domain = address.lower().partition("@")
    name = name.split("+")[0] or name
    if domain in ("gmail.com", "googlemail.com"):
        return f"{name.replace('.', '')}@gmail.com"
    return f"{name}@{domain}"


def _mailbox(address: str) -> str:
    """Return the address, or one spelling where the provider delivers many to one mailbox."""
    found = inbox(address)
    return found if found.endswith("@gmail.com") else address


def _news_a_day(address: str) -> int:
    return NEWS_A_DAY_WITH_PLUS if "+" in address.partition("@")[0] else NEWS_A_DAY


def _has_room(known: list[str], address: str) -> bool:
    """Return True if one more unproven address of an inbox gets news at once."""
    if len(known) >= UNPROVEN:
        return False
    with_plus = [one for one in known if "+" in one.partition("@")[0]]
    return "+" not in address.partition("@")[0] or len(with_plus) < UNPROVEN_WITH_PLUS


def _answers_own_mail(message: Message, commit: Commit) -> bool:
    """Return True if a message answers a mail that proves to be its reader's: it counts apart."""
    command = _asked(commit)
    is_proven = commit.order.by == "mail" and getattr(command, "proven", False)
    return bool(is_proven and getattr(command, "marked", "") == message.person)


def _asked(commit: Commit) -> Command:
    given = commit.order.command
    if isinstance(given, RecordInboundMail) and given.asks is not None:
        return given.asks
    return given


def _is_own(commit: Commit) -> bool:
    """Return True if somebody used their own signed link."""
    command = commit.order.command
    is_own = tag_of(command) in OWN or getattr(command, "source", "") == "link"
    return is_own and commit.order.by in ("guest", "customer")


def _staff_entered(message: Message, commit: Commit, book: StateModel) -> bool:
    """Return True if staff entered the address of the person a message is for."""
    guest = _after(commit, book, Guest, (message.scope, message.person))
    if guest is not None:
        return guest.source in ENTERED_BY_HOSTS or guest.address_rev > 0
    customer = _after(commit, book, Entry, (message.person,)) or _after(
        commit, book, Appointment, (message.person,)
    )
    return customer is not None and customer.source != "form"


def _after(commit: Commit, book: StateModel, kind: type[R], key: tuple[str, ...]) -> R | None:
    """Return a record as it is after a commit."""
    changed = [after for _, after in commit.of(kind) if after.key == key]
    return changed[-1] if changed else book.find(kind, key)
