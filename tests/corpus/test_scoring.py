"""The scorer itself: it knows what stands in a mail from what does not."""

import asyncio
from datetime import datetime

import msgspec
import pytest

from fullhouse.engine.inbound_mail import InboundMail, Made
from fullhouse.inbound.attachments.reader import NoReader
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from tests.corpus.running import Outcome, run
from tests.corpus.sample import Expected, Sample
from tests.corpus.scoring import Tally, count, is_in, is_made_up

SOURCE = (
    "Anna Müller <anna@example.org>\n"
    "Thursday 11th, 14h30 or 2pm, six of us, call 0171/39 200 31 about a haircut"
)
MAIL = Sample(
    about="A customer asks for a cut.",
    language="en",
    client="gmail",
    lane="waitlist",
    now=datetime.fromisoformat("2026-06-03T10:12:00+02:00"),
    sender="Ada Holloway <ada@example.org>",
    subject="A cut?",
    text="A cut on 10 June 2026, please.\n",
    expect=Expected(
        fields={"name": "Ada Holloway", "email": "ada@example.org", "service": "Cut", "party": "2"}
    ),
)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("phone", "+491713920031"),
        ("email", "anna@example.org"),
        ("name", "Anna Müller"),
        ("service", "Haircut"),
        ("date", "2026-06-11"),
        ("time", "14:30"),
        ("time", "14:00"),
        ("party", "6"),
    ],
)
def test_what_stands_in_a_mail_is_found(field: str, value: str) -> None:
    assert is_in(field, value, SOURCE)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("phone", "+491719999999"),
        ("email", "eve@example.org"),
        ("name", "Anna Schmidt"),
        ("service", "Colour"),
        ("latest", "2026-06-12"),
        ("time", "16:30"),
        ("party", "5"),
    ],
)
def test_what_does_not_is_made_up(field: str, value: str) -> None:
    assert not is_in(field, value, SOURCE)


def test_words_that_are_not_in_the_mail_are_made_up_even_if_the_value_is_right() -> None:
    assert not is_made_up(
        ProposedField("service", "Cut", "sure", "A cut on 10 June 2026,"), "Cut", MAIL
    )
    assert is_made_up(ProposedField("service", "Cut", "sure", "I would love a cut"), "Cut", MAIL)


def test_words_count_as_a_page_shows_them_not_as_its_tags_are_written() -> None:
    page = (
        "<p>A <b>c</b>ut f&uuml;r Ada&nbsp;Holloway</p><!-- Massage --><p title='Colour'>&nbsp;</p>"
        "<style>p{margin:12px}</style><div style='display:none'>Dinner</div>"
    )
    mail = msgspec.structs.replace(MAIL, subject="", text="", html=page)
    assert not is_made_up(
        ProposedField("service", "Cut", "sure", "A cut für Ada Holloway"), "Cut", mail
    )
    for words in ("Massage", "Colour", "Dinner", "margin", "uuml", "title"):
        assert is_made_up(ProposedField("service", "Cut", "sure", words), "Cut", mail)
    assert is_made_up(ProposedField("earliest", "2026-06-12", "sure", "Ada"), "2026-06-10", mail)


def test_a_day_in_words_that_is_misread_is_wrong_but_not_made_up() -> None:
    spoken = msgspec.structs.replace(MAIL, text="A cut next Tuesday, please.")
    assert not is_made_up(
        ProposedField("earliest", "2026-06-16", "likely", "A cut next Tuesday"),
        "2026-06-09",
        spoken,
    )
    assert is_made_up(
        ProposedField("earliest", "2026-06-16", "likely", "please."), "2026-06-09", spoken
    )


def outcome(fields: dict[str, str], made: Made = "done") -> Outcome:
    line = InboundMail(id="m", place="1", scope="waitlist", at=MAIL.now, made=made)
    proposed = tuple(ProposedField(field, value) for field, value in fields.items())
    proposal = Proposal(id="p", product="waitlist", fields=proposed, at=MAIL.now)
    return Outcome(line=line, proposal=proposal, decision="nothing", answers=0)


def test_fields_are_counted_apart_as_right_missing_wrong_and_extra() -> None:
    tally = Tally()
    read = {
        "name": "Ada Holloway",
        "email": "ada@example.org",
        "service": "Colour",
        "earliest": "2026-06-10",
    }
    count(tally, MAIL, "mail", outcome(read))
    assert (tally.fields, tally.fields_right, tally.fields_missing) == (4, 2, 1)
    assert (tally.fields_wrong, tally.fields_extra, tally.fields_invented) == (1, 1, 1)
    assert tally.right == 2 / 5
    assert "mail: party is '' instead of '2'" in tally.notes


@pytest.mark.parametrize(("made", "counted"), [("done", 1), ("ignored", 0)])
def test_a_machine_that_is_taken_for_a_person_counts_against_it(made: Made, counted: int) -> None:
    tally = Tally()
    count(
        tally,
        msgspec.structs.replace(MAIL, expect=Expected(aside="automatic")),
        "mail",
        outcome({}, made),
    )
    assert (tally.asides, tally.asides_counted, tally.fields) == (1, counted, 0)


@pytest.mark.parametrize(("text", "right"), [("I can't come.", 1), ("I'm coming!", 0)])
def test_a_cancel_is_one_if_the_seat_is_gone(text: str, right: int) -> None:
    tally = Tally()
    reply = msgspec.structs.replace(
        MAIL, lane="rsvp", text=text, expect=Expected(decision="cancel")
    )
    count(tally, reply, "mail", asyncio.run(run(reply, "mail", NoReader())))
    assert (tally.cancels, tally.cancels_found, tally.cancels_right) == (1, right, right)
