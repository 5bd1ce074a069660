"""The mail pipeline on a real engine with a clock that stands still: from mail to answer."""

import msgspec
import pytest

from fullhouse.engine.inbound_mail import (
    LOOPING,
    MOST_ANSWERS,
    InboundPage,
    RecordInboundMail,
)
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.rate_limit import SIGN_UP, Limit
from fullhouse.inbound.mail import event_mail
from fullhouse.inbound.mail.arrival import ReceivedMail
from fullhouse.inbound.mail.reasons import SEEMS
from fullhouse.kernel.letter_html import as_text
from fullhouse.products.rsvp.commands import CancelEvent
from tests.inbound.mail.letters import TO, bounce, mail
from tests.inbound.mail.street import POST, PROVEN, Street
from tests.support.rsvp_world import create

pytestmark = pytest.mark.anyio


async def test_a_proven_yes_is_a_seat_and_the_raw_mail_is_kept(street: Street) -> None:
    written = await street.writes("Yes!")
    assert (written.made, written.what, written.answered) == ("done", "confirmed", True)
    assert (written.name, written.text) == ("Anna Berg", "Yes!")
    assert (street.files.read(written.file) or b"").endswith(b"Yes!\r\n")
    assert street.kinds() == ["confirmation"]


async def test_a_mail_of_which_its_bringer_warns_is_set_aside_and_never_answered(
    street: Street,
) -> None:
    raw = mail("Yes!", authentication_results=PROVEN)
    written = await street.lane.take(ReceivedMail(raw, TO, warning="it is taken for spam"))
    assert (written.made, written.reason, written.answered) == (
        "ignored",
        "it is taken for spam",
        False,
    )
    assert street.kinds() == []


async def test_a_mail_that_is_kept_already_is_not_kept_twice(street: Street) -> None:
    written = await street.lane.take(
        ReceivedMail(mail("Yes!", authentication_results=PROVEN), TO, kept_as="k1")
    )
    assert (written.what, written.file) == ("confirmed", "k1")
    assert street.files.kept == {}


async def test_an_unproven_yes_has_to_be_confirmed(street: Street) -> None:
    assert (await street.writes("Yes!", proven=False)).what == "requested"
    assert street.kinds() == ["invite"]


async def test_a_burst_of_proven_sign_ups_from_one_domain_has_to_be_confirmed(
    street: Street,
) -> None:
    made = []
    for number in range(SIGN_UP.holds + 2):
        host = f"x{number}.example.org" if number % 2 else "example.org"
        results = f"mx.test; dmarc=pass header.from={host}"
        raw = mail("Yes!", sender=f"A <a{number}@{host}>", authentication_results=results)
        made.append((await street.brings(raw, sender=f"a{number}@{host}")).what)
    at_once, later = made[: SIGN_UP.holds], made[SIGN_UP.holds :]
    assert (set(at_once), later) == ({"confirmed", "waitlisted"}, ["requested"] * 2)
    results = "mx.test; dmarc=pass header.from=other.test"
    raw = mail("Yes!", sender="Ben <ben@other.test>", authentication_results=results)
    assert (await street.brings(raw, sender="ben@other.test")).what == "waitlisted"


async def test_an_answer_to_our_mail_is_no_burst(street: Street) -> None:
    await street.writes("Yes!")
    while street.lane.events.limiter.take(SIGN_UP, "example.org"):
        pass
    assert (await street.writes("Sorry, I can't make it.")).what == "cancelled"
    assert (await street.writes("Yes, I am coming!")).what == "confirmed"


async def test_the_same_mail_twice_has_one_effect_and_one_answer(street: Street) -> None:
    raw = mail("Yes!", authentication_results=PROVEN)
    first = await street.brings(raw)
    again = await street.brings(b"X-Other-Way: 1\r\n" + raw)
    assert again == first
    assert street.kinds() == ["confirmation"]
    assert len(street.engine.load(InboundPage())) == 1


async def test_a_proven_cancel_acts_and_an_unproven_one_gets_the_link(street: Street) -> None:
    await street.signs_up()
    assert (await street.writes("Sorry, I can't make it", proven=False)).what == "link_sent"
    assert street.state() == "confirmed"
    assert (await street.writes("Sorry, I can't make it.")).what == "cancelled"
    assert street.kinds() == ["confirmation", "link", "cancelled"]


async def test_whoever_only_seems_to_cancel_is_asked_and_keeps_the_seat(street: Street) -> None:
    await street.signs_up()
    line = await street.writes(
        "Oh no, Saturday! That's when I'm in Glasgow for Mum's 80th. Take loads of pictures."
    )
    assert (line.what, line.person, street.state()) == ("link_sent", "anna", "confirmed")
    assert line.reason == SEEMS
    asked = street.engine.composer.letter(street.engine.load(MessagePage())[0])
    assert asked.subject.startswith("Do you mean you can't come?")
    assert asked.buttons[0].purpose == "cancel"


async def test_whoever_has_no_seat_and_says_that_they_do_not_come_gets_none(street: Street) -> None:
    await street.writes("Sorry, I can't make it on Friday.")
    assert street.guest() is None


@pytest.mark.parametrize(
    "text",
    ["Bitte einen Platz für mich!", "I come to the evening. And a haircut some day, please."],
)
async def test_whoever_has_no_seat_is_not_weighed_against_those_who_give_one_up(
    street: Street, text: str
) -> None:
    await street.writes(text)
    assert street.state() == "confirmed"


BETWEEN = """On Mon, 1 Jun 2026, Jo wrote:
> How was the move?

Fine, thanks!

> Are you still coming on Saturday?

I'm so sorry, no, we can't make it: I'm flying to Oslo on the 8th.

> And did you find the recipe?

{last}
"""


@pytest.mark.parametrize("last", ["Yes! Check your spam.", "No, not yet."])
async def test_answers_between_the_lines_are_never_taken_at_their_word_but_asked_about(
    street: Street, last: str
) -> None:
    await street.signs_up()
    line = await street.writes(BETWEEN.format(last=last))
    guest = street.guest()
    assert guest is not None
    assert (line.what, guest.state, guest.reach) == ("link_sent", "confirmed", "fine")
    assert line.reason == SEEMS


@pytest.mark.parametrize(
    ("subject", "why"),
    [("Re: Sorry, I can't make it", "it sounds as if"), ("Re: You're in: Summer party", "neither")],
)
async def test_a_subject_that_was_changed_in_answering_is_read_where_there_is_no_text(
    street: Street, subject: str, why: str
) -> None:
    await street.signs_up()
    line = await street.brings(mail("Sent from my iPhone", subject=subject))
    assert (line.what, street.state()) == ("link_sent", "confirmed")
    assert why in line.reason


async def test_what_says_neither_yes_nor_no_moves_nothing_and_is_answered_with_the_link(
    street: Street,
) -> None:
    await street.signs_up()
    await street.writes("I can't come.", message_id="<1@x>")
    line = await street.writes("Thanks, and sorry again!", message_id="<2@x>")
    assert (line.what, line.person, street.state()) == ("link_sent", "anna", "cancelled")
    assert street.kinds()[-1] == "link"


async def test_whoever_is_not_on_the_list_and_says_so_wants_on_it(street: Street) -> None:
    await street.writes("Hello, I saw your poster. I'd love to come! Is there parking?")
    assert street.state() == "confirmed"


async def test_our_own_words_quoted_without_a_mark_do_not_cancel(street: Street) -> None:
    await street.signs_up()
    ours = as_text(street.engine.composer.letter(street.engine.load(MessagePage())[0]))
    assert "I can't come" in ours
    written = await street.writes(f"Great, thanks!\n\n{ours}")
    assert (written.what, written.text) == ("already", "Great, thanks!")
    assert street.state() == "confirmed"


@pytest.mark.parametrize(
    "text", ["Cancel", "Ich muss leider absagen", "Je ne peux pas venir", "No puedo ir"]
)
async def test_cancels_are_understood_in_four_languages(street: Street, text: str) -> None:
    await street.signs_up()
    await street.writes(text)
    assert street.state() == "cancelled"


async def test_a_sender_hidden_behind_a_lone_cr_cancels_no_seat(street: Street) -> None:
    await street.signs_up()
    hidden = b"X: y\rFrom: anna@example.org\r\rSorry, I can't make it.\r\n"
    genuine = mail("Yes!", sender="mallory@example.org", authentication_results=PROVEN)
    end = genuine.index(b"From:")
    result = genuine[genuine.index(b"authentication-results") :].partition(b"\r\n")[0] + b"\r\n"
    written = await street.brings(result + hidden + genuine[end:])
    assert (written.what, written.proof) == ("link_sent", "")
    assert street.state() == "confirmed"


async def test_stop_needs_a_proven_sender_and_the_mark_of_a_mail_to_them(street: Street) -> None:
    await street.signs_up()
    assert (await street.writes("STOP", proven=False)).what == "link_sent"
    assert (await street.writes("STOP!", marked=False)).what == "link_sent"
    answer = await street.writes("STOP!!")
    assert (answer.what, answer.answered) == ("stopped", False)


async def test_a_machine_is_never_answered(street: Street) -> None:
    written = await street.writes("I am on holiday", auto_submitted="auto-replied")
    assert (written.made, written.answered, written.reason) == (
        "ignored",
        False,
        "it was sent automatically",
    )
    assert (await street.brings(mail("Yes"), sender="")).reason == "it has no sender to answer to"
    assert street.kinds() == []


async def test_two_machines_do_not_talk_for_long(street: Street) -> None:
    for number in range(30):
        await street.writes(f"We are three now{'!' * number}")
    assert len(street.kinds()) == 6, "the budget of the address"
    assert [one.reason for one in street.engine.load(InboundPage())].count(LOOPING) == 24


async def test_forged_mail_does_not_silence_a_guest(street: Street) -> None:
    await street.signs_up()
    confirmation = f"<{street.mail_id()}>"
    for number in range(MOST_ANSWERS + 1):
        await street.writes(f"We are three now{'!' * number}", proven=False)
    looping = await street.writes("I can't come, really", proven=False)
    assert (looping.reason, street.state()) == (LOOPING, "confirmed")
    cancels = await street.writes("Cancel", in_reply_to=confirmation)
    assert (cancels.what, street.state()) == ("cancelled", "cancelled")
    comes = await street.writes("Yes please!", in_reply_to=confirmation)
    assert (comes.what, street.state()) == ("confirmed", "confirmed")
    assert (await street.writes("STOP", in_reply_to=confirmation)).what == "stopped"


async def test_a_proven_and_marked_command_takes_effect_after_many_answers(street: Street) -> None:
    await street.signs_up()
    confirmation = f"<{street.mail_id()}>"
    for number in range(MOST_ANSWERS):
        assert (await street.writes(f"We are three now{'!' * number}")).answered
    assert (await street.writes("We are three again")).reason == LOOPING
    assert (await street.writes("Cancel", in_reply_to=confirmation)).what == "cancelled"
    assert (await street.writes("Cancel!", in_reply_to=confirmation)).reason == LOOPING
    assert (await street.writes("Yes!", in_reply_to=confirmation)).what == "confirmed"
    gives_up = "Sadly we have to cancel, our sitter is ill."
    assert (await street.writes(gives_up, in_reply_to=confirmation)).what == "cancel_pending"
    assert (await street.writes("I am coming!", in_reply_to=confirmation)).what == "kept"
    assert (await street.writes("STOP", in_reply_to=confirmation)).what == "stopped"
    assert (await street.writes("Cancel please", marked=False)).reason == LOOPING


async def test_mail_that_was_written_to_others_counts_as_unproven(street: Street) -> None:
    """A signed mail to a friend can be sent on to us by anyone, as often as they like."""
    await street.signs_up()
    headers = {
        "authentication_results": "mx.test; dkim=pass header.d=example.org",
        "dkim_signature": "v=1; d=example.org; h=from",
    }
    for number in range(MOST_ANSWERS):
        line = await street.brings(mail(f"We are three now{'!' * number}", **headers))
        assert (line.answered, line.proof) == (True, "")
    assert (await street.writes("Yes", marked=False)).answered


async def test_answers_at_one_event_do_not_count_at_another(street: Street) -> None:
    await street.engine.execute(create("second"), "host")
    for number in range(MOST_ANSWERS + 1):
        await street.writes(f"Yes {number}", proven=False)
    assert (await street.brings(mail("Yes"), "rsvp+second@rsvp.test")).what == "requested"


async def test_bounces_count_however_many_offers_they_moved(street: Street) -> None:
    await street.signs_up()
    late = await street.brings(bounce(street.mail_id(), action="delayed", status="4.4.7"), POST)
    for number in range(MOST_ANSWERS):
        line = msgspec.structs.replace(late, id=f"b{number}", place=f"b{number}", answered=True)
        await street.engine.execute(RecordInboundMail(mail=line), "mail")
    assert (await street.brings(bounce(street.mail_id()), POST)).what == "bounced"


async def test_unproven_sign_ups_do_not_use_up_those_of_their_domain(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Limit(SIGN_UP.name, 3, SIGN_UP.fills_every)
    monkeypatch.setattr(event_mail, "SIGN_UP", few)
    for number in range(few.holds + 1):
        sender = f"a{number}@example.org"
        raw = mail("Yes!", sender=f"A <{sender}>")
        assert (await street.brings(raw, sender=sender)).what == "requested"
    assert (await street.writes("Yes!")).what == "confirmed"


async def test_a_mail_to_no_event_is_set_aside(street: Street) -> None:
    assert (
        await street.brings(mail("Yes"), "rsvp+nowhere@rsvp.test")
    ).reason == "there is no such event"
    assert (await street.brings(mail("Yes, really"), POST)).reason == "it names no event"


async def test_a_mail_fed_by_hand_finds_its_event_in_its_headers(street: Street) -> None:
    assert (await street.brings(mail("Yes"), "", None)).scope == "party"
    elsewhere = mail("Yes!").replace(b"rsvp+party@rsvp.test", b"someone@example.org")
    assert (await street.brings(elsewhere, "", None)).reason == "it names no event"


async def test_an_event_that_is_called_off_takes_nobody(street: Street) -> None:
    await street.engine.execute(CancelEvent(event_id="party"), "host")
    written = await street.writes("Yes!")
    assert (written.what, written.answered) == ("event_cancelled", True)
    assert (street.kinds(), street.guest()) == (["reply"], None)


@pytest.mark.parametrize(
    ("address", "known"),
    [
        ("rsvp+party@rsvp.test", True),
        ("RSVP+Party@RSVP.test", True),
        ("rsvp@rsvp.test", True),
        ("bounces@rsvp.test", True),
        ("rsvp+nowhere@rsvp.test", False),
        ("rsvp+party@other.test", False),
        ("anna@rsvp.test", False),
        ("rsvp+party@rsvp.test@x", False),
        ("", False),
    ],
)
async def test_only_who_is_here_is_known(street: Street, address: str, known: bool) -> None:
    assert street.lane.accepts(address) == known


async def test_what_was_not_let_in_is_written_down(street: Street) -> None:
    await street.lane.note_refused("anna@example.org", TO, 2_000_000, "larger than 1 MB")
    found = street.engine.load(InboundPage())[0]
    assert (found.made, found.reason, found.scope, found.file) == (
        "refused",
        "larger than 1 MB",
        "party",
        "",
    )


async def test_an_address_without_a_name_gives_one(street: Street) -> None:
    await street.writes("Yes!", sender="anna.lena_berg+x@example.org")
    await street.writes("Yes!", sender="=?utf-8?q?J=C3=B6rg?= <joerg@example.org>")
    names = {one.name for one in street.engine.load(InboundPage())}
    assert names == {"Anna Lena Berg", "Jörg"}


async def test_free_text_cancels_only_after_a_grace_and_exact_words_at_once(
    street: Street,
) -> None:
    await street.signs_up()
    free = "Hi Anna, we have come down with the flu, so sorry, we can't come on Friday."
    written = await street.writes(free)
    assert (written.made, written.what, written.answered) == ("done", "cancel_pending", True)
    assert (street.state(), street.kinds()) == ("confirmed", ["confirmation", "cancel_pending"])
    await street.writes("I can't come.")
    assert (street.state(), street.kinds()[-1]) == ("cancelled", "cancelled")


async def test_a_proven_yes_keeps_a_seat_that_was_given_up_in_free_text(street: Street) -> None:
    await street.signs_up()
    await street.writes("Hi Anna, we have come down with the flu, so sorry, we can't come.")
    await street.writes("Yes, I'm coming after all!")
    guest = street.guest()
    assert guest is not None
    assert (guest.state, guest.cancels_at) == ("confirmed", None)


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Re: You're in: Summer party", "I am out of the office until 12 June, back on Monday."),
        ("Abwesend", "Ich bin bis 12. Juni nicht im B\u00fcro."),
        ("Re: F\u00eate", "Je suis en cong\u00e9s jusqu'au 12. En cas d'urgence, appelez Paul."),
        ("Re: Fiesta", "Estoy fuera de la oficina hasta el lunes. Contestar\u00e9 a mi regreso."),
    ],
)
async def test_an_out_of_office_note_without_headers_is_never_answered_or_counted(
    street: Street, subject: str, text: str
) -> None:
    await street.signs_up()
    written = await street.writes(text, subject=subject)
    assert (written.made, written.reason) == ("ignored", "it is an automatic reply")
    assert (street.state(), street.kinds()) == ("confirmed", ["confirmation"])


async def test_a_person_on_holiday_is_no_machine(street: Street) -> None:
    await street.signs_up()
    written = await street.writes("I'm on holiday then, can't come")
    assert (written.made, written.what) == ("done", "cancel_pending")
