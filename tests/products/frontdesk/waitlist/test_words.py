"""What customers read in their mail, and what holds for every letter in every language."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from inline_snapshot import snapshot

from fullhouse.kernel.letter_html import as_html, as_text
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.links import LINKS_HOLD, Link
from fullhouse.kernel.messages import Channel, Message
from fullhouse.products.frontdesk.shared.our_voice import DEFAULT_VOICE
from fullhouse.products.frontdesk.shared.voice import PLACEHOLDERS, parse_voice
from fullhouse.products.frontdesk.waitlist import delivery
from fullhouse.products.frontdesk.waitlist.wording import STAFF_KINDS, compose
from tests.products.frontdesk.waitlist.told import NOW, letter, message
from tests.products.saying import link, read

BOTH: tuple[Channel, ...] = ("mail", "text")


def body(told: Letter) -> str:
    return " ".join(told.paragraphs)


def test_an_offer_reads_whole() -> None:
    assert read(as_text(letter("offer", rolls_on=True))) == snapshot("""\
A slot is free for you, Ada.

What: Colour
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 1 hour 30 minutes
Held for you: until 11:10

We're holding this slot for you until 11:10. If you don't answer by then, it goes to the next
person, and you stay on the waitlist.

Please use the buttons: a reply to this email doesn't book the slot.

Can't come this time? Say no, and you keep your place on the waitlist.

Yes, I'll take it:
https://salon.example/l/claim

No thanks, not this time:
https://salon.example/l/decline

--
You get this email because this address was put on the waitlist at Salon Jess.
Leave the waitlist: https://salon.example/l/leave
""")


def test_new_wishes_are_confirmed_by_a_link() -> None:
    told = letter("joined", asked={"on": "20260611", "weekdays": ("tue",)})
    assert told.paragraphs[0] == snapshot(
        "Someone, perhaps you, has asked for other wishes in your name. If they are yours, "
        "please confirm them with the button: until then, your earlier wishes count."
    )


def test_a_confirmation_of_the_place_on_the_list_reads_whole() -> None:
    assert read(as_text(letter("joined", entry={"staff": "Jess", "party": 2}))) == snapshot("""\
You're on the waitlist, Ada.

What: Colour
With: Jess
People: 2
Dates: Wednesday 10 June 2026 to Tuesday 30 June 2026

When a slot that suits you comes free and it's your turn, we hold it for you and write to you. You
then have a little while to say yes. Until then there is nothing you need to do.

Plans changed? You can change your days and times, or leave the waitlist, at any time.

Change my days and times:
https://salon.example/l/wishes

Leave the waitlist:
https://salon.example/l/leave

--
You get this email because this address was put on the waitlist at Salon Jess.
Leave the waitlist: https://salon.example/l/leave
""")


def test_a_booking_reads_whole() -> None:
    assert read(as_text(letter("booked"))) == snapshot("""\
The slot is yours, Ada.

What: Colour
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 1 hour 30 minutes

It is booked for you, and the date is attached for your calendar. We look forward to seeing you.

If you can't come after all, please tell us soon, so that someone else can have the time.

Want an earlier time? Join the waitlist once more, and we write to you when one comes free.

I can't come:
https://salon.example/l/give_up

Ask for an earlier time:
https://salon.example/l/waitlist

--
You get this email because this address was put on the waitlist at Salon Jess.
""")


def test_a_cancelled_booking_reads_whole() -> None:
    assert read(as_text(letter("cancelled"))) == snapshot("""\
Your booking is cancelled, Ada.

What: Colour
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 1 hour 30 minutes

The slot is no longer booked for you, and this email removes it from your calendar.

Would you like another time? Join the waitlist, and we write to you when one comes free.

To the waitlist:
https://salon.example/l/waitlist

--
You get this email because this address was put on the waitlist at Salon Jess.
""")


def test_someone_off_the_list_is_welcome_back() -> None:
    told = letter("cancelled", slot=None)
    assert (told.subject, told.heading) == (
        "You're off the waitlist: Colour",
        "You're off the waitlist, Ada.",
    )
    assert "welcome back" in body(told)
    assert told.links == {"waitlist": link("waitlist")}
    assert told.calendar is None


def test_a_rolled_on_offer_reads_exactly_like_a_first_one() -> None:
    for channel in BOTH:
        third = letter("offer", channel, offer={"seq": 3, "name": "S1-3"}, slot={"tried": 3})
        assert third == letter("offer", channel)


@pytest.mark.parametrize("kind", ["joined", "offer"])
def test_whoever_still_waits_can_leave_with_one_click(kind: str) -> None:
    told = letter(kind)
    assert told.stop_url == link("leave")
    assert told.stop_label


@pytest.mark.parametrize("kind", ["booked", "cancelled", *STAFF_KINDS])
def test_where_nothing_more_comes_there_is_nothing_to_stop(kind: str) -> None:
    assert (letter(kind).stop_url, letter(kind).stop_label) == ("", "")


@pytest.mark.parametrize(
    ("language", "today", "tomorrow", "later"),
    [
        ("en", "until 11:10", "until tomorrow, 08:10", "until Saturday 13 June, 08:10"),
        ("de", "bis 11:10 Uhr", "bis morgen, 08:10 Uhr", "bis Samstag, 13. Juni, 08:10 Uhr"),
        ("fr", "jusqu'à 11h10", "jusqu'à demain à 8h10", "jusqu'au samedi 13 juin à 8h10"),
        ("es", "hasta las 11:10", "hasta mañana, 08:10", "hasta el sábado 13 de junio, 08:10"),
    ],
)
def test_a_deadline_is_said_as_short_as_it_may_be(
    language: str, today: str, tomorrow: str, later: str
) -> None:
    ends = (
        datetime(2026, 6, day, hour, 10, tzinfo=UTC) for day, hour in ((11, 9), (12, 6), (13, 6))
    )
    told = [
        letter("offer", business={"language": language}, offer={"ends_at": one}) for one in ends
    ]
    assert [one.details[-1][1] for one in told] == [today, tomorrow, later]
    assert [
        said in body(one) for said, one in zip((today, tomorrow, later), told, strict=True)
    ] == [True] * 3


@pytest.mark.parametrize(
    ("earliest", "latest", "said"),
    [
        ("2026-06-10", "2026-06-30", "Wednesday 10 June 2026 to Tuesday 30 June 2026"),
        ("2026-06-10", "", "from Wednesday 10 June 2026"),
        ("", "2026-06-30", "until Tuesday 30 June 2026"),
        ("", "sometime", "until sometime"),
        ("2026-06-02", "2026-06-02", "Tuesday 2 June 2026"),
        ("", "", None),
    ],
)
def test_the_dates_between_which_someone_waits_are_said(
    earliest: str, latest: str, said: str | None
) -> None:
    told = letter("joined", entry={"earliest": earliest, "latest": latest})
    assert dict(told.details).get("Dates") == said


@pytest.mark.parametrize(
    ("language", "wish", "said"),
    [
        (
            "en",
            {"weekdays": ["tue", "thu"], "from_time": "17:00"},
            "Tuesdays and Thursdays only, from 17:00 on",
        ),
        ("en", {"from_time": "09:00", "until_time": "12:00"}, "starting between 09:00 and 12:00"),
        ("en", {"until_time": "12:00"}, "before 12:00"),
        ("de", {"weekdays": ["mon"], "until_time": "12:00"}, "nur montags, vor 12:00 Uhr"),
        ("fr", {"from_time": "09:45"}, "à partir de 9h45"),
        ("fr", {"weekdays": ["thu"]}, "seulement le jeudi"),
        ("es", {"weekdays": ["fri", "sat"]}, "solo los viernes y los sábados"),
        ("it", {"weekdays": ["sun"]}, "solo di domenica"),
        ("pt", {"weekdays": ["tue", "sat"]}, "só às terças-feiras e aos sábados"),
        ("nl", {"weekdays": ["mon"]}, "alleen op maandag"),
        ("pl", {"weekdays": ["tue", "thu"]}, "tylko we wtorki i w czwartki"),
        ("sv", {"weekdays": ["fri"]}, "bara fredagar"),
        ("ar", {"weekdays": ["thu"]}, "أيام الخميس فقط"),
        (
            "pl",
            {"earliest": "2026-06-11", "latest": "2026-06-18"},
            "od 11 czerwca 2026 (czwartek) do 18 czerwca 2026 (czwartek)",
        ),
        (
            "es",
            {"from_time": "17:00", "latest": "2026-06-30"},
            "hasta el martes 30 de junio de 2026, desde las 17:00",
        ),
    ],
)
def test_the_weekdays_and_times_that_suit_are_said_too(
    language: str, wish: dict[str, Any], said: str
) -> None:
    open_dates = {"earliest": "", "latest": ""}
    told = letter("joined", business={"language": language}, entry={**open_dates, **wish})
    assert said in [value for _, value in told.details]


def test_a_wish_for_one_day_names_it_once() -> None:
    day = {"earliest": "2026-06-02", "latest": "2026-06-02", "weekdays": ["tue"]}
    told = letter("joined", entry={**day, "until_time": "12:00"})
    assert dict(told.details)["Dates"] == "Tuesday 2 June 2026, before 12:00"


def test_one_person_is_not_counted_and_several_are() -> None:
    assert "People" not in dict(letter("offer").details)
    assert ("People", "4") in letter(
        "offer", entry={"party": 4}, slot={"party_capacity": 6}
    ).details
    assert ("People", "6") in letter("handed_back", slot={"party_capacity": 6}).details


class TestNamesThatMeanNoGood:
    def test_that_advertise_are_not_greeted(self) -> None:
        told = letter("offer", entry={"name": "Win at spam.example/now"})
        assert (told.heading, told.to_name) == ("A slot is free for you.", "")

    def test_of_staff_that_advertise_are_not_repeated_to_whoever_was_put_on_the_list(self) -> None:
        told = as_text(letter("joined", entry={"staff": "us, see evil.example/prize"}))
        assert "evil" not in told
        assert "With:" not in told

    def test_that_advertise_are_not_repeated_to_staff(self) -> None:
        told = letter("handed_back", tried=[{"name": "www.spam.example"}, {"name": "Ben"}])
        assert ("Asked", "someone and Ben") in told.details

    def test_that_run_from_right_to_left_are_greeted_as_they_are(self) -> None:
        assert (
            letter("offer", entry={"name": "\u202bעדה\u202c"}).heading
            == "A slot is free for you, עדה."
        )


class TestFactsOfAnotherTime:
    def test_an_offer_without_its_deadline_holds_as_long_as_its_message_is_of_use(self) -> None:
        bare = message("offer", offer=None)
        until = msgspec.structs.replace(bare, use_by=datetime(2026, 6, 11, 9, 30, tzinfo=UTC))
        assert ("Held for you", "until 11:30") in compose(until, link).details


class TestTheStaffsOwnVoice:
    def voiced(self, mail: str = "", subject: str = "", **facts: Any) -> Letter:
        return letter("offer", template={"text": "", "mail": mail, "subject": subject}, **facts)

    def test_replaces_subject_and_body_and_leaves_the_rest(self) -> None:
        own, ours = (
            self.voiced("Hi {{ name }}!\n\n{{ service }}: {{ when }}.", "{{ service }} is free"),
            letter("offer"),
        )
        assert own.subject == "Colour is free"
        assert own.paragraphs == ("Hi Ada!", "Colour: Friday 12 June, 14:00.")
        assert (own.heading, own.details, own.buttons) == (ours.heading, ours.details, ours.buttons)

    def test_may_use_every_placeholder(self) -> None:
        own = self.voiced("\n\n".join(f"{name}={{{{ {name} }}}}" for name in PLACEHOLDERS))
        assert own.paragraphs == snapshot(
            (
                "service=Colour",
                "when=Friday 12 June, 14:00",
                "soon=tomorrow, 14:00",
                "staff=Jess",
                "party=",
                "window=10 minutes",
                "until=until 11:10",
                "name=Ada",
                "business=Salon Jess",
                "phone=",
                "address=",
                "claim=https://salon.example/l/claim",
                "decline=https://salon.example/l/decline",
            )
        )

    def test_may_name_the_party_if_there_is_one(self) -> None:
        source = "{{ service }}{% if party %} for {{ party }}{% endif %}"
        assert self.voiced(source).paragraphs == ("Colour",)
        assert self.voiced(source, entry={"party": 4}).paragraphs == ("Colour for 4",)

    @pytest.mark.parametrize("source", ["{{ name", "{{ nobody }}", "{{ name > 3 }}", "   "])
    def test_is_left_aside_if_it_fails_when_the_letter_leaves(self, source: str) -> None:
        assert self.voiced(source, source) == letter("offer")

    def test_stays_text(self) -> None:
        own = self.voiced("<b>{{ name }}</b>", entry={"name": "Bo & Co"})
        assert "&lt;b&gt;Bo &amp; Co&lt;/b&gt;" in as_html(own)

    @pytest.mark.parametrize(
        ("source", "said"),
        [
            ("Hi {{ name }}, it is free.", "Hi, it is free."),
            ("{{ name }}, it is free.", "it is free."),
            ("Hola, {{ name }}: libre.", "Hola: libre."),
        ],
    )
    def test_reads_well_without_a_name(self, source: str, said: str) -> None:
        assert self.voiced(source, entry={"name": "www.spam.example"}).paragraphs == (said,)

    def test_is_ours_in_english_and_said_in_our_words_elsewhere_until_staff_write_their_own(
        self,
    ) -> None:
        ours = parse_voice(DEFAULT_VOICE).templates
        template = {"text": ours.text, "mail": ours.mail, "subject": ours.mail_subject}
        for channel in BOTH:
            assert letter("offer", channel, template=template) == letter("offer", channel)
            german = letter("offer", channel, template=template, business={"language": "de"})
            assert german == letter("offer", channel, business={"language": "de"})

    @pytest.mark.parametrize("kind", ["joined", "booked", "cancelled"])
    def test_is_for_offers_only(self, kind: str) -> None:
        assert message(kind).facts["template"] == {}


def test_a_letter_is_the_same_each_time() -> None:
    def again() -> Message:
        return message("offer", now=NOW)

    assert compose(again(), link) == compose(again(), link)


MANAGED: dict[str, Any] = {"managed": True, "instead_of": datetime(2026, 6, 23, 12, 0, tzinfo=UTC)}


def test_a_booking_that_replaces_a_later_one_reads_whole() -> None:
    assert read(as_text(letter("booked", **MANAGED))) == snapshot("""\
The slot is yours, Ada.

What: Colour
When: tomorrow, Friday 12 June, 14:00
Instead of: Tuesday 23 June, 14:00
With: Jess
How long: 1 hour 30 minutes

It replaces your later appointment (Tuesday 23 June, 14:00), which is now cancelled.

It is booked for you, and the date is attached for your calendar. We look forward to seeing you.

If you can't come after all, please tell us soon, so that someone else can have the time.

Want an earlier time? Join the waitlist once more, and we write to you when one comes free.

I need another time:
https://salon.example/l/reschedule

I can't come:
https://salon.example/l/cancel

Ask for an earlier time:
https://salon.example/l/waitlist

--
You get this email because this address was put on the waitlist at Salon Jess.
""")


def test_a_text_says_which_time_was_given_up_and_where_to_change_the_new_one() -> None:
    assert letter("booked", "text", **MANAGED).text == (
        "Salon Jess: Booked: Colour with Jess, tomorrow, Friday 12 June, 14:00, instead of "
        "Tuesday 23 June, 14:00. To change it: https://salon.example/l/reschedule"
    )


def test_a_slot_that_is_no_appointment_here_can_be_given_up() -> None:
    links = letter("booked").links
    assert "give_up" in links
    assert not {"reschedule", "cancel"} & set(links)
    assert "give_up" not in letter("booked", **MANAGED).links
    assert letter("booked", "text").text == (
        "Salon Jess: Booked: Colour with Jess, tomorrow, Friday 12 June, 14:00. "
        "To cancel it: https://salon.example/l/give_up"
    )


def test_a_mail_removes_the_entry_of_the_time_that_was_given_up() -> None:
    old = {"uid": "appointments.A1.customer@fullhouse", "sequence": 3, "minutes": 60}
    replaced = letter("booked", **MANAGED, replaced=old).replaced
    assert replaced is not None
    assert (replaced.uid, replaced.method, replaced.sequence) == (old["uid"], "CANCEL", 3)
    assert replaced.ends == MANAGED["instead_of"] + timedelta(hours=1)
    assert letter("booked", **MANAGED).replaced is None


def test_links_of_a_booking_are_those_of_its_appointment() -> None:
    booked = message("booked", managed=True)
    expires_at = NOW + LINKS_HOLD
    for purpose in ("reschedule", "cancel"):
        assert delivery.link(booked, purpose) == Link(
            purpose, "appointments", "S1", "1-0", expires_at
        )
