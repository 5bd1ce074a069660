"""Answers by a calendar, and reports of bounces and complaints."""

import pytest

from tests.inbound.mail.letters import TO, bounce, calendar_mail, complaint, mail
from tests.inbound.mail.street import POST, PROVEN, Street

pytestmark = pytest.mark.anyio


async def test_a_calendar_that_declines_cancels_if_proven(street: Street) -> None:
    await street.signs_up()
    assert (await street.brings(calendar_mail("DECLINED"), POST)).what == "link_sent"
    assert (await street.brings(proven_calendar_mail("2"), POST)).what == "link_sent"
    assert (await street.brings(proven_calendar_mail("3"), TO)).what == "link_sent"
    assert street.state() == "confirmed"
    assert (await street.brings(proven_calendar_mail("4"), street.organizer())).what == "cancelled"


async def test_the_mark_in_a_calendar_proves_nothing_else(street: Street) -> None:
    await street.signs_up()
    await street.signs_up("ben")
    raw = mail("Sorry, I can't make it.", authentication_results=PROVEN)
    assert (await street.brings(raw, street.organizer())).what == "link_sent"
    of_ben = street.organizer("ben")
    assert (await street.brings(proven_calendar_mail(), of_ben)).what == "link_sent"
    assert (street.state(), street.state("ben")) == ("confirmed", "confirmed")


def proven_calendar_mail(number: str = "1") -> bytes:
    declined = calendar_mail("DECLINED").replace(b"<DECLINED", f"<{number}".encode())
    return b"Authentication-Results: " + PROVEN.encode() + b"\r\n" + declined


async def test_a_calendar_that_accepts_or_wavers_moves_nothing(street: Street) -> None:
    await street.signs_up()
    assert (await street.brings(calendar_mail("ACCEPTED"))).what == "already"
    assert "perhaps" in (await street.brings(calendar_mail("TENTATIVE"))).reason
    assert street.kinds() == ["confirmation"]


async def test_a_calendar_answer_from_another_address_sends_the_guest_their_link(
    street: Street,
) -> None:
    await street.signs_up()
    written = await street.brings(calendar_mail(sender="Ben <ben@example.org>"))
    assert (written.what, street.kinds(), street.kinds("ben")) == (
        "link_sent",
        ["confirmation", "link"],
        [],
    )


@pytest.mark.parametrize("uid", ["party.nobody@fullhouse", "other.anna@fullhouse"])
async def test_a_calendar_answer_to_no_entry_of_ours_is_set_aside(street: Street, uid: str) -> None:
    await street.signs_up()
    assert (await street.brings(calendar_mail(uid=uid))).made == "ignored"


async def test_a_bounce_of_our_mail_marks_the_guest(street: Street) -> None:
    await street.signs_up()
    written = await street.brings(bounce(street.mail_id()), POST, sender="")
    guest = street.guest()
    assert (written.what, written.scope, written.person) == ("bounced", "party", "anna")
    assert guest is not None
    assert (guest.reach, guest.reach_note) == ("bounced", "smtp; 550 5.1.1 no such user")


@pytest.mark.parametrize(
    "raw",
    [
        bounce("0" * 32 + "@rsvp.test"),
        bounce("", to=""),
        complaint("0" * 32 + "@rsvp.test", "ben@example.org"),
    ],
)
async def test_a_made_up_report_is_believed_by_nobody(street: Street, raw: bytes) -> None:
    await street.signs_up()
    assert (await street.brings(raw, POST)).reason == "it is a report about no mail of ours"
    guest = street.guest()
    assert guest is not None
    assert guest.reach == "fine"


async def test_a_mail_that_is_only_late_marks_nobody(street: Street) -> None:
    await street.signs_up()
    written = await street.brings(bounce(street.mail_id(), action="delayed", status="4.4.7"), POST)
    assert (written.made, written.person) == ("ignored", "anna")
    assert "late" in written.reason


async def test_a_complaint_ends_reminders_and_offers(street: Street) -> None:
    await street.signs_up()
    assert (await street.brings(complaint(street.mail_id()), POST)).what == "stopped"
    guest = street.guest()
    assert guest is not None
    assert guest.reach == "opted_out"
