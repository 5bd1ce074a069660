"""The two products of a business as they speak, for tests of what holds for the words of both."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message
from fullhouse.products.frontdesk.appointments import wording as appointment_words
from fullhouse.products.frontdesk.appointments.sample_messages import (
    sample_message as sample_reminder,
)
from fullhouse.products.frontdesk.shared.our_voice import offer_voice, reminder_voice
from fullhouse.products.frontdesk.waitlist import wording as waitlist_words
from fullhouse.products.frontdesk.waitlist.sample_messages import sample_message as sample_offer
from tests.products.frontdesk.appointments import told as appointments
from tests.products.frontdesk.waitlist import told as waitlist
from tests.products.saying import HOSTILE
from tests.support.phrases import Phrases, phrases

Facts = dict[str, Any]
WITHOUT_A_SLOT = ("joined", "summary", "proposal", "text_limit", "removal")


class Speaker(msgspec.Struct, frozen=True, kw_only=True):
    """A product's phrases, its message facts, and what is read in its messages.

    `voiced` is the kind that staff may put into their own words, `subject` how its subject begins;
    `several` are kinds of which there is more than one, with the facts that make the difference;
    `buttons` are those of each kind that customers get, and which of them is the main one.
    """

    phrases: Mapping[str, Phrases]
    to_customers: Sequence[str]
    to_staff: Sequence[str]
    message: Callable[..., Message]
    letter: Callable[..., Letter]
    compose: Callable[[Message, Callable[[str], str]], Letter]
    our_voice: Callable[[str], str]
    sample: Callable[..., Message]
    voiced: str
    subject: str
    several: tuple[tuple[str, Facts], ...]
    buttons: Mapping[str, tuple[list[str], list[str]]]
    named: Callable[[str, str], Facts]
    hostile: Callable[[str], Facts]

    def sample_letter(self, *given: Any) -> Letter:
        """Return the letter of a sample."""
        return self.letter_of(self.sample(*given))

    def letter_of(self, message: Message) -> Letter:
        """Return a message's letter, with links of a usual length."""
        return self.compose(message, lambda purpose: f"https://salon.example/{purpose}")

    @property
    def kinds(self) -> list[str]:
        """Every kind of message."""
        return [*self.to_customers, *self.to_staff]

    @property
    def told(self) -> list[tuple[str, Facts]]:
        """Every kind of message, and those of which there are several."""
        return [*((kind, {}) for kind in self.kinds), *self.several]


def _hostile_to_those_who_wait(kind: str) -> Facts:
    slot = {} if kind in WITHOUT_A_SLOT else {"slot": {"service": HOSTILE, "staff": HOSTILE}}
    return {
        "tried": [{"id": "E1", "name": HOSTILE}],
        "entry": _all_of("name", "service", "staff", "earliest"),
        **slot,
    }


def _hostile_to_those_booked(_kind: str) -> Facts:
    summary = {"appointments": 1, "quiet": [{"id": "A2", "name": HOSTILE}]}
    return {
        "appointment": _all_of("name", "service", "staff", "phone", "email"),
        "summary": summary,
    }


def _all_of(*fields: str) -> dict[str, str]:
    return dict.fromkeys(fields, HOSTILE)


REASONS = (*appointment_words.REASONS, "")
OUTCOMES = ("", "offered", *appointment_words.OUTCOMES)
ALERTS: list[tuple[str, Facts]] = [
    ("gap_alert", {"reason": reason, "frees": frees, "outcome": outcome})
    for reason in REASONS
    for frees, outcome in (("", ""), *(("A1c1", outcome) for outcome in OUTCOMES))
]
ONE_WEEK = {
    "appointments": 1,
    "prevented": 1,
    "freed": 1,
    "refilled": 1,
    "quiet": [{"id": "A2", "name": "Ben"}],
}
SPEAKERS = {
    "waitlist": Speaker(
        phrases=phrases("frontdesk", "waitlist", "notes", "waitlist_notes"),
        to_customers=waitlist_words.CUSTOMER_KINDS,
        to_staff=waitlist_words.STAFF_KINDS,
        message=waitlist.message,
        letter=waitlist.letter,
        compose=waitlist_words.compose,
        our_voice=offer_voice,
        sample=sample_offer,
        voiced="offer",
        subject="A slot is free for you: Colour",
        several=(
            ("booked", {"managed": True}),
            ("booked", {"managed": True, "instead_of": waitlist.NOW}),
        ),
        buttons={
            "joined": (["wishes", "leave"], []),
            "offer": (["claim", "decline"], ["claim"]),
            "booked": (["give_up", "waitlist"], []),
            "offer_withdrawn": (["wishes"], []),
            "cancelled": (["waitlist"], []),
        },
        named=lambda name, service: {"entry": {"name": name}, "slot": {"service": service}},
        hostile=_hostile_to_those_who_wait,
    ),
    "appointments": Speaker(
        phrases=phrases("frontdesk", "appointments", "notes", "appointments_notes"),
        to_customers=appointment_words.CUSTOMER_KINDS,
        to_staff=appointment_words.STAFF_KINDS,
        message=appointments.message,
        letter=appointments.letter,
        compose=appointment_words.compose,
        our_voice=reminder_voice,
        sample=sample_reminder,
        voiced="reminder",
        subject="Are you coming? Cut",
        several=(
            ("reminder", {"move": "second_reminder"}),
            *ALERTS,
            ("gap_alert", {"reason": "rescheduled", "before": appointments.NOW}),
            ("gap_alert", {"reason": "moved_earlier", "elsewhere": True}),
            ("rescheduled", {"was_with": "Sam"}),
            ("summary", {"summary": {"appointments": 0}}),
            ("summary", {"summary": ONE_WEEK}),
            ("summary", {"summary": {"more_quiet": 1}}),
        ),
        buttons={
            "reminder": (["confirm", "reschedule", "cancel"], ["confirm"]),
            "booked": (["reschedule", "cancel", "earlier"], []),
            "rescheduled": (["reschedule", "cancel", "earlier"], []),
            "restored": (["reschedule", "cancel", "earlier"], []),
            "cancelled": (["waitlist"], []),
        },
        named=lambda name, service: {"appointment": {"name": name, "service": service}},
        hostile=_hostile_to_those_booked,
    ),
}
