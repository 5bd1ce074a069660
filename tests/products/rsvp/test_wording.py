import re
from datetime import UTC, datetime, timedelta
from string import Formatter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot

from fullhouse.kernel.letter_html import as_html, as_text
from fullhouse.kernel.letters import LONGEST_SUBJECT, Letter
from fullhouse.kernel.templates import TemplateProblem
from fullhouse.products.rsvp.host_templates import (
    check_template,
    template_variables,
    thank_you_draft,
)
from fullhouse.products.rsvp.wording import compose
from tests.products.rsvp.told import (
    EVENT,
    GUEST_KINDS,
    HOST_KINDS,
    NOW,
    OFFER,
    letter,
    link,
    message,
)
from tests.support.phrases import phrases

PHRASES = phrases("rsvp")

HOSTILE = "<script>x</script>\r\nBcc: all@example.org\u202e{deadline}{{ 7*7 }}"


def body(told: Letter) -> str:
    return " ".join(told.paragraphs)


def test_an_offer_reads_whole() -> None:
    assert as_text(letter("offer", rolls_on=True)) == snapshot("""\
A seat is free for you, Ada.

What: Summer party
When: Saturday 20 June 2026, 18:00 \N{EN DASH} 21:00 (Berlin time)
Where: The old mill
Seats: 1
Held for you until: Saturday 20 June, 16:00 (Berlin time)

We're holding this seat for you until Saturday 20 June, 16:00. \
If we don't hear from you by then, it goes to the next guest on the waitlist.

Can't come this time? Say no, and you keep your place on the waitlist.

Yes, I'll take the seat:
https://party.example/l/claim

No thanks, not this time:
https://party.example/l/decline

Open your page:
https://party.example/l/manage

-- \n\
You get this email because this address is on the list for Summer party.
No more reminders or offers: https://party.example/l/stop
""")


def test_a_confirmation_reads_whole() -> None:
    assert as_text(letter("confirmation", guest={"party": 2})) == snapshot("""\
You're in, Ada.

What: Summer party
When: Saturday 20 June 2026, 18:00 \N{EN DASH} 21:00 (Berlin time)
Where: The old mill
Seats: 2

Your 2 seats are confirmed, and the date is attached for your calendar.

If you can't come after all, please cancel your seats.

Your code for the door:
It is on your page: open the link below, and show it when you come.

See your seats:
https://party.example/l/manage

I can't come:
https://party.example/l/cancel

Add to your calendar (Google):
https://calendar.google.com/calendar/render?action=TEMPLATE&text=Summer%20party&dates=\
20260620T160000Z%2F20260620T190000Z&location=The%20old%20mill&details=\
https%3A%2F%2Fparty.example%2Fl%2Fevent

Add to your calendar (Outlook):
https://outlook.live.com/calendar/0/action/compose?path=%2Fcalendar%2Faction%2Fcompose&\
rru=addevent&subject=Summer%20party&startdt=2026-06-20T16%3A00%3A00Z&\
enddt=2026-06-20T19%3A00%3A00Z&location=The%20old%20mill&body=\
https%3A%2F%2Fparty.example%2Fl%2Fevent

-- \n\
You get this email because this address is on the list for Summer party.
No more reminders or offers: https://party.example/l/stop
""")


@pytest.mark.parametrize("kind", ["confirmation", "reminder"])
def test_who_has_a_seat_gets_a_code_for_the_door(kind: str) -> None:
    told = letter(kind)
    assert told.code is not None
    assert told.code.content == "https://party.example/l/door#door-G1"


@pytest.mark.parametrize("kind", sorted({*GUEST_KINDS, *HOST_KINDS} - {"confirmation", "reminder"}))
def test_others_get_no_code(kind: str) -> None:
    assert letter(kind).code is None


@pytest.mark.parametrize("state", ["waitlisted", "pending", "cancelled"])
def test_nobody_without_a_seat_gets_a_code(state: str) -> None:
    assert letter("confirmation", guest={"state": state}).code is None
    waiting = datetime(2026, 6, 14, 9, 0, tzinfo=UTC)
    assert letter("confirmation", cancels_at=waiting).code is None


def test_an_offer_says_until_when_the_seat_is_kept_and_what_happens_then() -> None:
    told = letter("offer", rolls_on=True)
    assert "We're holding this seat for you until Saturday 20 June, 16:00." in body(told)
    assert "it goes to the next guest on the waitlist" in body(told)
    last = body(letter("offer"))
    assert "Please confirm by then." in last
    assert "next guest" not in last
    assert ("Held for you until", "Saturday 20 June, 16:00 (Berlin time)") in told.details


def test_a_deadline_in_another_year_says_which() -> None:
    ends_at = datetime(2027, 1, 1, 11, 0, tzinfo=UTC)
    assert "Friday 1 January 2027, 12:00" in body(
        letter("offer", offer={**OFFER, "ends_at": ends_at})
    )


def test_an_invite_without_an_offer_holds_until_the_start() -> None:
    assert "until Saturday 20 June, 18:00" in body(letter("invite", offer=None))


def test_several_seats_are_said_as_such() -> None:
    assert "Your 3 seats are confirmed" in body(letter("confirmation", guest={"party": 3}))
    assert ("Seats", "3") in letter("confirmation", guest={"party": 3}).details
    assert letter("offer", guest={"party": 3}).heading == "3 seats are free for you, Ada."


def test_one_seat_is_counted_too() -> None:
    assert ("Seats", "1") in letter("confirmation").details


def test_a_place_in_line_is_said() -> None:
    told = letter("waitlisted", position=3)
    assert told.heading == "You're number 3 on the waitlist, Ada."
    assert "Your number on the waitlist" not in dict(told.details)
    declined = letter("declined", position=3)
    assert ("Your number on the waitlist", "3") in declined.details


def test_an_unknown_place_in_line_is_left_out() -> None:
    told = letter("waitlisted", position=None)
    assert told.heading == "You're on the waitlist, Ada."
    assert "Your number on the waitlist" not in dict(told.details)


@pytest.mark.parametrize(
    ("days", "said"), [(7, "In one week"), (3, "In 3 days"), (1, "Tomorrow"), (0, "Today")]
)
def test_a_reminder_counts_the_days_on_the_wall(days: int, said: str) -> None:
    evening_in_berlin = datetime(2026, 6, 20, 15, 0, tzinfo=UTC) - timedelta(days=days)
    assert letter("reminder", now=evening_in_berlin).subject == f"{said}: Summer party"


def test_someone_who_let_an_offer_pass_is_still_in_line() -> None:
    told = letter("offer_lapsed", position=2)
    assert "still on the waitlist" in body(told)
    assert set(told.links) == {"manage", "leave"}


def test_someone_who_let_too_many_pass_has_a_way_back() -> None:
    told = letter("offer_lapsed", guest={"state": "cancelled"}, left_line=True)
    assert "no longer on the list" in body(told)
    assert set(told.links) == {"back"}


def test_a_guest_who_cancels_is_thanked_and_has_a_way_back() -> None:
    told = letter("cancelled", had="confirmed")
    assert "Thanks for telling us" in body(told)
    assert set(told.links) == {"back"}


def test_a_guest_whom_the_host_took_off_may_ask_why() -> None:
    told = letter("cancelled", by_host=True)
    assert "the host cancelled your seat for Summer party" in body(told)
    assert "Just reply to this email" in body(told)
    assert told.links == {}


def test_nobody_is_told_to_reply_where_nobody_would_read_it() -> None:
    told = letter("event_cancelled", event={"host_email": ""})
    assert "reply" not in body(told)
    assert told.reply_to == ""


@pytest.mark.parametrize(
    ("changes", "news"),
    [
        (
            ["starts_at", "ends_at"],
            "There is a new date or time: Saturday 20 June 2026, 18:00 (Berlin time).",
        ),
        (["venue"], "There is a new place: The old mill."),
        (["name"], "There is a new name: Summer party."),
        (["else"], "Please look at the details below."),
    ],
)
def test_a_change_is_named(changes: list[str], news: str) -> None:
    told = letter("changed", changes=changes)
    assert told.paragraphs == (
        news,
        "Your seat is still yours. If you can't come now, please cancel it.",
    )


def test_a_place_that_is_no_longer_known_is_not_announced() -> None:
    assert (
        letter("changed", changes=["venue"], event={"venue": ""}).paragraphs[0]
        == "Please look at the details below."
    )


@pytest.mark.parametrize(
    ("state", "offer", "still"),
    [
        ("waitlisted", None, "You keep your place on the waitlist."),
        ("waitlisted", OFFER, "Your seat is held for you until Saturday 20 June, 16:00."),
        ("pending", OFFER, "Your seat is held for you until Saturday 20 June, 16:00."),
    ],
)
def test_a_change_says_where_the_guest_stands(
    state: str, offer: dict[str, object] | None, still: str
) -> None:
    assert (
        letter("changed", changes=["name"], guest={"state": state}, offer=offer).paragraphs[1]
        == still
    )


def test_a_change_promises_nothing_to_someone_off_the_list() -> None:
    assert len(letter("changed", changes=["name"], guest={"state": "cancelled"}).paragraphs) == 1


def test_a_changed_party_is_about_the_guest_not_the_event() -> None:
    told = letter("changed", changes=["party"], guest={"party": 2})
    assert (told.heading, told.paragraphs) == (
        "Your seats have changed.",
        ("Your 2 seats are confirmed.",),
    )


# The second one is Arabic.
QUESTION_MARK = re.compile("[?\u061f]")


@pytest.mark.parametrize("language", PHRASES)
def test_a_link_may_ask_whether_its_reader_gives_the_place_up(language: str) -> None:
    told = letter("link", event={"language": language}, asks=True)
    assert [one.purpose for one in told.buttons] == ["cancel", "manage"]
    assert told.buttons[0].main
    assert QUESTION_MARK.search(told.subject)
    assert QUESTION_MARK.search(told.heading)
    assert len(told.paragraphs) == 2


def test_whoever_gave_the_place_up_meanwhile_is_not_asked_any_more() -> None:
    assert letter("link", guest={"state": "cancelled"}, asks=True) == letter(
        "link", guest={"state": "cancelled"}
    )


@pytest.mark.parametrize(
    ("state", "offer", "purposes"),
    [
        ("confirmed", None, ["manage", "cancel"]),
        ("waitlisted", None, ["manage", "leave"]),
        ("waitlisted", OFFER, ["claim", "decline", "manage"]),
        ("pending", OFFER, ["confirm", "cancel", "manage"]),
        ("cancelled", None, ["back"]),
    ],
)
def test_a_link_fits_where_the_guest_stands(
    state: str, offer: dict[str, object] | None, purposes: list[str]
) -> None:
    assert list(letter("link", guest={"state": state}, offer=offer).links) == purposes


@pytest.mark.parametrize(
    ("kind", "purposes"),
    [
        ("confirmation", ["manage", "cancel"]),
        ("reminder", ["manage", "cancel"]),
        ("waitlisted", ["manage", "leave"]),
        ("declined", ["manage", "leave"]),
        ("offer", ["claim", "decline", "manage"]),
        ("invite", ["confirm", "cancel", "manage"]),
        ("event_cancelled", []),
        ("thank_you", []),
        ("headcount", ["desk"]),
        ("summary", ["desk"]),
    ],
)
def test_each_kind_has_the_buttons_one_expects_the_main_one_first(
    kind: str, purposes: list[str]
) -> None:
    buttons = letter(kind).buttons
    assert [button.purpose for button in buttons] == purposes
    assert [button.main for button in buttons] == [True, False, False][: len(purposes)]


def test_a_thank_you_says_what_the_host_wrote() -> None:
    told = letter("thank_you", text="What an evening.\nTruly.\n\nYours, Jo")
    assert told.paragraphs == ("What an evening.\nTruly.", "Yours, Jo")
    assert told.details == ()


def test_the_headcount_stands_first_in_the_host_mail() -> None:
    told = letter("headcount")
    assert told.subject == "71 of 80 seats confirmed: Summer party"
    assert told.details[-4:] == (
        ("Confirmed", "71"),
        ("Waiting to be confirmed", "4"),
        ("On the waitlist", "9"),
        ("Open", "5"),
    )
    assert (told.stop_url, told.reply_to) == ("", "")


def test_the_summary_brings_a_thank_you_to_edit() -> None:
    draft = thank_you_draft(EVENT)
    assert letter("summary").paragraphs[1] == draft
    assert "Summer party" in draft


def test_a_draft_written_elsewhere_is_used() -> None:
    assert letter("summary", text="Dear all, thank you.").paragraphs[1] == "Dear all, thank you."


@pytest.mark.parametrize("kind", [kind for kind in GUEST_KINDS if kind != "cancelled"])
def test_every_letter_to_a_guest_can_be_stopped_and_answered(kind: str) -> None:
    told = letter(kind)
    assert told.stop_url == link("stop")
    assert told.stop_label
    assert told.reply_to == "host@example.org"


@pytest.mark.parametrize("kind", [*GUEST_KINDS, *HOST_KINDS])
def test_facts_read_back_from_json_say_the_same(kind: str) -> None:
    fresh = message(kind)
    stored = msgspec.structs.replace(
        fresh, facts=msgspec.json.decode(msgspec.json.encode(fresh.facts))
    )
    assert compose(stored, link) == compose(fresh, link)


@pytest.mark.parametrize("language", PHRASES)
@pytest.mark.parametrize("kind", [*GUEST_KINDS, *HOST_KINDS])
@pytest.mark.parametrize("party", [1, 2])
def test_every_kind_is_said_in_every_language(kind: str, language: str, party: int) -> None:
    guest = {} if kind in HOST_KINDS else {"guest": {"party": party}}
    told = letter(
        kind, event={"language": language}, position=3, text="Hello.", changes=["venue"], **guest
    )
    said = as_text(told)
    assert told.language == language
    assert not re.search(r"[{}]|\bNone\b", said)


@pytest.mark.parametrize("language", PHRASES)
def test_every_language_has_the_same_phrases_with_the_same_values(language: str) -> None:
    def values(phrase: str | tuple[str, ...]) -> list[set[str]]:
        each = phrase if isinstance(phrase, tuple) else (phrase,)
        return [
            {name for _, name, _, _ in Formatter().parse(text) if name} - {"party"} for text in each
        ]

    def shape(phrases: dict[str, str | tuple[str, ...]]) -> dict[str, set[str]]:
        return {key: set().union(*values(phrase)) for key, phrase in phrases.items()}

    assert shape(PHRASES[language]) == shape(PHRASES["en"])


def test_an_unknown_language_falls_back_to_english() -> None:
    assert letter("offer", event={"language": "tlh"}).language == "en"
    assert letter("offer", event={"language": "de-AT"}).language == "de"


@pytest.mark.parametrize("kind", [*GUEST_KINDS, *HOST_KINDS])
def test_hostile_text_stays_text(kind: str) -> None:
    guest = {} if kind in HOST_KINDS else {"guest": {"name": HOSTILE}}
    told = letter(
        kind,
        event={"name": HOSTILE, "venue": HOSTILE, "host_email": HOSTILE},
        text=HOSTILE,
        **guest,
    )
    for line in (told.subject, told.preview, told.heading, told.reply_to, *told.footer):
        assert line.isprintable()
    assert "<script>" not in as_html(told)
    assert "49" not in as_html(told)
    assert "\u202e" not in as_text(told)


def test_a_name_that_advertises_is_not_greeted() -> None:
    told = letter("confirmation", guest={"name": "Win at spam.example/now"})
    assert told.heading == "You're in."
    assert told.to_name == ""


def test_a_long_event_name_leaves_a_subject_of_one_line() -> None:
    assert len(letter("offer", event={"name": "x" * 1000}).subject) == LONGEST_SUBJECT


@given(name=st.text(), venue=st.text(), guest=st.text())
def test_any_text_makes_a_letter(name: str, venue: str, guest: str) -> None:
    told = letter(
        "changed",
        event={"name": name, "venue": venue},
        guest={"name": guest},
        changes=["venue", "name"],
    )
    assert "\n" not in told.subject + told.heading
    assert as_text(told).encode()
    assert as_html(told).encode()


class TestTheHostsOwnWords:
    def test_replace_the_body_and_leave_the_rest(self) -> None:
        own, ours = (
            letter("waitlisted", position=3, template="Hi {{ name }}!\n\nNumber {{ position }}."),
            letter("waitlisted", position=3),
        )
        assert own.paragraphs == ("Hi Ada!", "Number 3.")
        assert (own.subject, own.details, own.buttons) == (ours.subject, ours.details, ours.buttons)

    def test_may_use_everything_that_is_promised_for_the_kind(self) -> None:
        for kind in GUEST_KINDS:
            names = template_variables(kind)
            source = " ".join(f"{name}={{{{ {name} }}}}" for name in names)
            check_template(kind, source)
            assert all(
                f"{name}=" in body(letter(kind, template=source, position=3)) for name in names
            )

    @pytest.mark.parametrize("source", ["{{ name", "{{ nobody }}", "{{ position > 3 }}", "   "])
    def test_are_left_aside_if_they_fail_when_the_letter_leaves(self, source: str) -> None:
        assert letter("waitlisted", template=source) == letter("waitlisted")

    def test_stay_text(self) -> None:
        told = letter("confirmation", template="<b>{{ name }}</b>", guest={"name": "Bo & Co"})
        assert "&lt;b&gt;Bo &amp; Co&lt;/b&gt;" in as_html(told)

    def test_cannot_use_what_the_kind_does_not_know(self) -> None:
        with pytest.raises(TemplateProblem, match=r"there is no .* deadline .* in this message"):
            check_template("confirmation", "Until {{ deadline }}")

    @pytest.mark.parametrize("kind", ["headcount", "no_such_kind"])
    def test_are_for_messages_to_guests(self, kind: str) -> None:
        with pytest.raises(TemplateProblem, match="guests get no message called"):
            check_template(kind, "Hello")


def test_a_letter_is_the_same_each_time() -> None:
    assert compose(message("offer"), link) == compose(message("offer", now=NOW), link)


def test_a_paragraph_that_was_written_for_the_host_stands_in_their_mail() -> None:
    said = "A warm evening is coming up."
    assert letter("headcount", narrative=said).paragraphs[-1] == said
    assert letter("summary", narrative=said).paragraphs[-1] == said
    assert said not in body(letter("headcount")) + body(letter("summary"))


def drawn(told: Letter) -> str:
    """Return the room of a letter, a row per line."""
    assert told.seats is not None
    dots = {"taken": "x", "mine": "M", "held": "h", "open": "."}
    rows = ("".join(dots[state] * count for state, count in row) for row in told.seats.rows)
    return "\n".join(rows)


def test_the_room_is_shown_as_it_was_when_the_message_left() -> None:
    told = letter("confirmation", event={"cap": 12, "confirmed": 6, "held": 2}, guest={"party": 2})
    assert drawn(told) == snapshot("""\
xxx
xMMh
..h..""")
    assert "\nSeats when we sent this: 6 taken, 2 held, 4 open\n" in as_text(told)


def test_only_those_with_a_seat_see_one_of_theirs() -> None:
    seats = {"cap": 12, "confirmed": 12, "held": 0}
    assert "M" not in drawn(letter("waitlisted", event=seats))
    assert drawn(letter("reminder", event=seats)).count("M") == 1


def test_a_large_room_has_rows_that_fit_a_phone() -> None:
    seats = {"cap": 2000, "confirmed": 1000, "held": 0}
    rows = drawn(letter("confirmation", event=seats)).split("\n")
    assert max(map(len, rows)) <= 16
    assert "".join(rows).count("x") == 49


def test_messages_that_left_before_have_no_room() -> None:
    assert letter("confirmation").seats is None


@pytest.mark.parametrize("kind", ["confirmation", "waitlisted", "invite", "reminder"])
def test_who_answered_nothing_reads_that_there_are_questions(kind: str) -> None:
    asked = "We have a few questions for you. You can answer them on your page."
    assert asked in letter(kind, unanswered=True).paragraphs
    assert asked not in letter(kind).paragraphs
    assert asked not in letter("changed", unanswered=True).paragraphs
