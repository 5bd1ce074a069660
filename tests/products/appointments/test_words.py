"""What customers read in their mail, and what holds for every letter in every language."""

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot

from fullhouse.kernel.letters import LONGEST_SUBJECT, Letter
from fullhouse.kernel.messages import Channel
from fullhouse.kernel.rendering import as_html, as_text
from fullhouse.kernel.voice_text import REMINDER_PLACEHOLDERS
from fullhouse.products.appointments.values import PHRASES
from fullhouse.products.appointments.words import CUSTOMER_KINDS, REASONS, STAFF_KINDS, compose
from tests.products.appointments.told import NOW, letter, message
from tests.products.saying import HOSTILE, is_said_whole, link, read, sentences, shape, stays_text

BOTH: tuple[Channel, ...] = ("mail", "text")
KINDS = [*CUSTOMER_KINDS, *STAFF_KINDS]
# Every kind, and those of which there are several.
TOLD: list[tuple[str, dict[str, Any]]] = [
    *((kind, {}) for kind in KINDS),
    ("reminder", {"move": "second_reminder"}),
    *(("gap_alert", {"reason": reason, "frees": frees}) for reason in (*REASONS, "") for frees in ("", "A1c1")),
    ("gap_alert", {"reason": "rescheduled", "before": NOW}),
    ("summary", {"summary": {"appointments": 0}}),
    (
        "summary",
        {"summary": {"appointments": 1, "prevented": 1, "refilled": 1, "quiet": [{"id": "A2", "name": "Ben"}]}},
    ),
    ("summary", {"summary": {"more_quiet": 1}}),
]


def body(told: Letter) -> str:
    return " ".join(told.paragraphs)


def test_a_reminder_reads_whole() -> None:
    assert read(as_text(letter("reminder"))) == snapshot("""\
Are you coming, Ada?

What: Cut
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 45 minutes

We look forward to seeing you. Please tell us whether you're coming: one tap is enough.

It doesn't suit you any more? Pick another time or cancel, and someone else will be glad of this
one.

Yes, I'll be there:
https://salon.example/l/confirm

I need another time:
https://salon.example/l/reschedule

I can't come:
https://salon.example/l/cancel

--
You get this mail because an appointment at Salon Jess was booked with this address.
""")


def test_a_later_reminder_reads_whole() -> None:
    assert read(as_text(letter("reminder", move="second_reminder"))) == snapshot("""\
Are you still coming, Ada?

What: Cut
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 45 minutes

We haven't heard from you yet. We look forward to seeing you: please tell us with one tap that
you're coming.

If you can't, that is one tap, too. It helps us a lot to know.

Yes, I'll be there:
https://salon.example/l/confirm

I need another time:
https://salon.example/l/reschedule

I can't come:
https://salon.example/l/cancel

--
You get this mail because an appointment at Salon Jess was booked with this address.
""")


def test_a_booking_reads_whole() -> None:
    assert read(as_text(letter("booked"))) == snapshot("""\
You're booked, Ada.

What: Cut
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 45 minutes

The date is attached for your calendar. We look forward to seeing you.

Plans changed? Pick another time or cancel here, and someone else will be glad of this one.

I need another time:
https://salon.example/l/reschedule

I can't come:
https://salon.example/l/cancel

I'd like an earlier time:
https://salon.example/l/earlier

--
You get this mail because an appointment at Salon Jess was booked with this address.
""")


def test_a_new_time_reads_whole() -> None:
    assert read(as_text(letter("rescheduled", appointment={"staff": ""}))) == snapshot("""\
You have a new time, Ada.

What: Cut
When: tomorrow, Friday 12 June, 14:00
How long: 45 minutes

The entry in your calendar moves with this mail. We look forward to seeing you.

It doesn't suit you after all? Pick another time or cancel here.

I need another time:
https://salon.example/l/reschedule

I can't come:
https://salon.example/l/cancel

I'd like an earlier time:
https://salon.example/l/earlier

--
You get this mail because an appointment at Salon Jess was booked with this address.
""")


def test_a_cancelled_appointment_reads_whole() -> None:
    assert read(as_text(letter("cancelled"))) == snapshot("""\
Your appointment is cancelled, Ada.

What: Cut
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 45 minutes

The time is no longer booked for you, and the date goes from your calendar with this mail.

Would you like another one? Join the waitlist, and we write to you when one comes free.

To the waitlist:
https://salon.example/l/waitlist

--
You get this mail because an appointment at Salon Jess was booked with this address.
""")


@pytest.mark.parametrize(
    ("kind", "purposes", "main"),
    [
        ("reminder", ["confirm", "reschedule", "cancel"], ["confirm"]),
        ("booked", ["reschedule", "cancel", "earlier"], []),
        ("rescheduled", ["reschedule", "cancel", "earlier"], []),
        ("cancelled", ["waitlist"], []),
        *((kind, ["desk"], ["desk"]) for kind in STAFF_KINDS),
    ],
)
@pytest.mark.parametrize("channel", BOTH)
def test_each_kind_has_the_buttons_one_expects(
    kind: str, purposes: list[str], main: list[str], channel: Channel
) -> None:
    told = letter(kind, channel)
    assert told.links == {purpose: link(purpose) for purpose in purposes}
    assert [button.purpose for button in told.buttons if button.main] == main


@pytest.mark.parametrize("kind", KINDS)
def test_there_is_nothing_to_leave(kind: str) -> None:
    assert (letter(kind).stop_url, letter(kind).stop_label) == ("", "")


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ("2026-06-12T08:00", "today, 14:00"),
        ("2026-06-11T20:00", "tomorrow, 14:00"),
        ("2026-06-11T23:00", "today, 14:00"),
        ("2026-06-10T20:00", "Friday 12 June, 14:00"),
        ("2025-12-01T09:00", "Friday 12 June 2026, 14:00"),
    ],
)
def test_days_are_counted_on_the_wall_of_the_business_when_the_message_leaves(now: str, said: str) -> None:
    at = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert letter("reminder", now=at).subject == f"Are you coming? Cut, {said}"
    assert letter("reminder", leaves_at=at).subject == f"Are you coming? Cut, {said}"


def test_a_reminder_that_waits_for_the_morning_speaks_of_that_day() -> None:
    evening = message("reminder", now=datetime(2026, 6, 11, 20, 0, tzinfo=UTC))
    waiting = msgspec.structs.replace(evening, not_before=evening.queued_at + timedelta(hours=10))
    assert compose(waiting, link).subject == "Are you coming? Cut, today, 14:00"


def test_the_clock_is_that_of_the_business() -> None:
    assert "tomorrow, 05:00" in letter("reminder", business={"zone": "America/Los_Angeles"}).subject


@pytest.mark.parametrize("language", PHRASES)
@pytest.mark.parametrize(("kind", "facts"), TOLD)
@pytest.mark.parametrize("channel", BOTH)
@pytest.mark.parametrize("named", [True, False])
def test_every_kind_is_said_in_every_language(
    kind: str, facts: dict[str, Any], language: str, channel: Channel, named: bool
) -> None:
    business = {"language": language, **({} if named else {"name": ""})}
    told = letter(kind, channel, business=business, **facts)
    is_said_whole(told)
    assert told.language == language


@pytest.mark.parametrize("language", PHRASES)
def test_every_language_has_the_same_phrases_with_the_same_values(language: str) -> None:
    assert shape(PHRASES[language]) == shape(PHRASES["en"])


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(PHRASES, 2)))
def test_no_language_says_a_sentence_in_the_words_of_another(one: str, other: str) -> None:
    assert sentences(PHRASES[one]) & sentences(PHRASES[other]) == set()


def test_every_phrase_is_used() -> None:
    first = {key: key.partition(".")[0] for key in PHRASES["en"] if "." in key}
    keys = {key for key, kind in first.items() if kind in KINDS or kind.startswith(("reminder_", "gap_"))}
    kinds = {"reminder_again", *CUSTOMER_KINDS, *(one for one in STAFF_KINDS if one != "gap_alert")}
    told = {f"{kind}.{part}" for kind in kinds for part in ("subject", "heading", "body")}
    told |= {f"{kind}.text" for kind in ("reminder_again", *CUSTOMER_KINDS)}
    told |= {f"gap_{reason}.{part}" for reason in (*REASONS, "other") for part in ("subject", "heading", "body")}
    told |= {f"gap_{reason}.{part}" for reason in ("cancelled", "rescheduled") for part in ("offered", "free")}
    told |= {"summary.heading.none", "summary.none", "summary.all", "summary.prevented", "summary.refilled"}
    told |= {"summary.money", "summary.quiet"}
    assert keys == told - {"summary.body"}


def test_an_unknown_language_falls_back_to_english() -> None:
    assert letter("reminder", business={"language": "tlh"}).language == "en"
    assert letter("reminder", business={"language": "de-AT"}).language == "de"


class TestNamesThatMeanNoGood:
    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("channel", BOTH)
    def test_stay_text(self, kind: str, channel: Channel) -> None:
        facts: dict[str, Any] = {
            "business": {"name": HOSTILE},
            "appointment": dict.fromkeys(("name", "service", "staff", "phone", "email"), HOSTILE),
            "proposal": dict.fromkeys(("sender", "subject", "name", "service"), HOSTILE),
            "summary": {"appointments": 1, "quiet": [{"id": "A2", "name": HOSTILE}]},
        }
        stays_text(letter(kind, channel, **facts))

    def test_that_advertise_are_not_greeted(self) -> None:
        told = letter("reminder", appointment={"name": "Win at spam.example/now"})
        assert (told.heading, told.to_name) == ("Are you coming?", "")

    def test_that_advertise_are_not_repeated_to_staff(self) -> None:
        assert letter("gap_alert", appointment={"name": "www.spam.example"}).heading == "A customer has not answered."
        quiet = [{"id": "A2", "name": "www.spam.example"}, {"id": "A3", "name": "Ben"}]
        assert ("Went quiet", "someone and Ben") in letter("summary", summary={"quiet": quiet}).details

    def test_that_never_end_leave_a_subject_of_one_line(self) -> None:
        assert len(letter("reminder", appointment={"service": "x" * 1000}).subject) == LONGEST_SUBJECT

    @given(name=st.text(), service=st.text(), business=st.text())
    def test_of_any_kind_make_a_letter(self, name: str, service: str, business: str) -> None:
        for channel in BOTH:
            told = letter(
                "reminder", channel, appointment={"name": name, "service": service}, business={"name": business}
            )
            assert "\n" not in told.subject + told.heading
            assert as_text(told).encode()
            assert as_html(told).encode()


class TestFactsOfAnotherTime:
    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("channel", BOTH)
    @pytest.mark.parametrize("language", PHRASES)
    def test_a_message_that_knows_nothing_still_says_something(
        self, kind: str, channel: Channel, language: str
    ) -> None:
        bare = msgspec.structs.replace(message(kind, channel), facts={"business": {"language": language}})
        assert as_text(compose(bare, link)).strip()
        assert as_html(compose(bare, link))

    @pytest.mark.parametrize("kind", KINDS)
    def test_facts_that_are_not_known_yet_are_passed_over(self, kind: str) -> None:
        fresh = message(kind)
        newer = msgspec.structs.replace(fresh, facts={**fresh.facts, "weather": {"sunny": True}})
        assert compose(newer, link) == compose(fresh, link)

    @pytest.mark.parametrize(("kind", "facts"), TOLD)
    def test_facts_read_back_from_json_say_the_same(self, kind: str, facts: dict[str, Any]) -> None:
        fresh = message(kind, **facts)
        stored = msgspec.structs.replace(fresh, facts=msgspec.json.decode(msgspec.json.encode(fresh.facts)))
        assert compose(stored, link) == compose(fresh, link)


class TestTheStaffsOwnVoice:
    def voiced(self, mail: str = "", subject: str = "", **facts: Any) -> Letter:  # noqa: ANN401 - any fact
        return letter("reminder", template={"text": "", "mail": mail, "subject": subject}, **facts)

    def test_replaces_subject_and_body_and_leaves_the_rest(self) -> None:
        own, ours = (
            self.voiced("Hi {{ name }}!\n\n{{ service }}: {{ when }}.", "{{ service }} is soon"),
            letter("reminder"),
        )
        assert own.subject == "Cut is soon"
        assert own.paragraphs == ("Hi Ada!", "Cut: Friday 12 June, 14:00.")
        assert (own.heading, own.details, own.buttons) == (ours.heading, ours.details, ours.buttons)

    def test_may_use_every_placeholder(self) -> None:
        own = self.voiced(" ".join(f"{{{{ {name} }}}}" for name in REMINDER_PLACEHOLDERS))
        assert own.paragraphs == (
            f"Cut Friday 12 June, 14:00 Jess Ada Salon Jess {link('confirm')} {link('reschedule')} {link('cancel')}",
        )

    def test_greets_nobody_where_there_is_no_name(self) -> None:
        assert self.voiced("Hi {{ name }}, see you.", appointment={"name": ""}).paragraphs == ("Hi, see you.",)

    @pytest.mark.parametrize("source", ["{{ claim }}", "{{ name", "   "])
    def test_is_left_aside_if_it_fails(self, source: str) -> None:
        assert self.voiced(source, source) == letter("reminder")
