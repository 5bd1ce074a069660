"""The part of a mail that the host should read, and the limit of such mails in a day."""

from datetime import timedelta

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import MessagePage
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.inbound.mail.wanted import UnderstoodMail
from fullhouse.inbound.mail.wishes import Wish
from fullhouse.inbound.mail.without_links import beginning_without_links
from fullhouse.inbound.replies.intent import REPLY_PREFIX
from fullhouse.kernel.messages import Message
from fullhouse.products.rsvp.guest_questions import LONGEST_TEXT
from fullhouse.products.rsvp.model import Event, Guest

MOST_IN_A_DAY = 20
MOST_OF_ONE = 5
# The rest of a day's mails is for proven people on the list.
MOST_OF_STRANGERS = 12
MOST_OF_DOMAIN = 5
DAY = timedelta(days=1)
FOR_HOST_AFTERWARDS = ("come", "thanks")


class QuestionLimit:
    """Counts what the host of an event was mailed within a day."""

    def __init__(self, engine: Engine) -> None:
        """Count messages of this engine."""
        self._engine = engine

    def may_pass(self, event: Event, sender: str, *, is_guest: bool) -> bool:
        """Return True if the host may be mailed another question, and another of this sender.

        A share is for people who prove that they are on the list; others share theirs by domain.
        """
        if not event.host_email:
            return False
        page = MessagePage(event.id, event.host_email, "question", limit=MOST_IN_A_DAY)
        since = self._engine.now() - DAY
        today = [one for one in self._engine.load(page) if one.queued_at > since]
        if len(today) >= MOST_IN_A_DAY or _from(sender, today) >= MOST_OF_ONE:
            return False
        return is_guest or _has_share(sender, today)


def _from(sender: str, questions: list[Message]) -> int:
    return sum(_writer(message) == sender for message in questions)


def _has_share(sender: str, questions: list[Message]) -> bool:
    """Return True if the share of those who are no proven guests has room for this sender."""
    others = [_writer(message) for message in questions if not message.facts.get("is_guest")]
    own = domain_key(sender)
    near = sum(domain_key(other) == own for other in others)
    return len(others) < MOST_OF_STRANGERS and near < MOST_OF_DOMAIN


def _writer(message: Message) -> str:
    return str(message.facts["guest"]["email"])


def domain_key(address: str) -> str:
    """Return the last two names of a domain, since whoever owns it can invent those below.

    All of .co.uk count together, which costs them a wait or a confirmation at worst.
    """
    return ".".join(address.rpartition("@")[2].split(".")[-2:])


def text_for_host(
    reading: ReadMail, found: UnderstoodMail, wish: Wish, news: str, guest: Guest | None = None
) -> str:
    """Return what the host should read: a question, or what we cannot carry out; else ""."""
    is_for_host = found.asks or found.is_partial or _is_for_host(wish, news, guest)
    if wish.wants == "stop" or not is_for_host:
        return ""
    subject = reading.mail.subject
    asked = found.said.strip() or ("" if REPLY_PREFIX.match(subject) else subject.strip())
    return beginning_without_links(asked, LONGEST_TEXT)


def _is_for_host(wish: Wish, news: str, guest: Guest | None) -> bool:
    """Return True if only the host can answer: after the event thanks are for them, too.

    A guest who is checked in can't cancel by mail, and after the start nobody can.
    """
    if news in ("over", "called_off") and wish.wants in FOR_HOST_AFTERWARDS:
        return True
    if guest is not None and wish.wants in ("cancel", "doubt"):
        return guest.arrived > 0 or (news == "begun" and guest.state == "confirmed")
    return wish.wants == "ask"
