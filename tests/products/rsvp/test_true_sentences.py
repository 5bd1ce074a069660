"""Emails are true about seats, hosts, ends and people who wait."""

from datetime import UTC, datetime
from typing import Any

import pytest

from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Refused
from fullhouse.products.rsvp.calendar_entries import public_entry
from fullhouse.products.rsvp.sample_messages import default_templates
from fullhouse.products.rsvp.wording import compose
from tests.products.rsvp.told import EVENT, GUEST_KINDS, NOW, OFFER, letter
from tests.support.rsvp_world import Room, full_room

LANGUAGES = ("en", "de", "fr", "es")
SEATS = {"en": "Seats", "de": "Plätze", "fr": "Places", "es": "Plazas"}
GLAD = {"en": "waitlist", "de": "Warteliste", "fr": "liste d'attente", "es": "lista de espera"}

CLOSED = {
    "en": "Sign-up is closed now.",
    "de": "Die Anmeldung ist inzwischen geschlossen.",
    "fr": "Les inscriptions sont maintenant closes.",
    "es": "Las inscripciones ya están cerradas.",
}


def body(told: Letter) -> str:
    return " ".join(told.paragraphs)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [kind for kind in GUEST_KINDS if kind != "thank_you"])
@pytest.mark.parametrize("party", [1, 3])
def test_the_number_of_seats_is_in_every_email_to_a_guest(
    language: str, kind: str, party: int
) -> None:
    told = letter(kind, event={"language": language}, guest={"party": party})
    labels = [label for label, value in told.details if value == str(party)]
    assert any(label.startswith(SEATS[language]) for label in labels)


def test_a_cancelled_guest_reads_how_many_seats_they_had() -> None:
    details = dict(letter("cancelled", guest={"party": 2}, had="confirmed").details)
    assert details["Seats cancelled"] == "2"
    assert "Seats" not in details


def test_seats_that_are_not_free_together_are_not_called_full() -> None:
    told = body(letter("waitlisted", guest={"party": 3}, position=1))
    assert "We don't have 3 seats together yet." in told
    assert "Every seat is taken" not in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["confirmation", "reminder", "cancelled"])
@pytest.mark.parametrize("party", [1, 2])
def test_the_waitlist_is_mentioned_only_while_someone_waits(
    language: str, kind: str, party: int
) -> None:
    def told(waiting: int) -> str:
        event = {"language": language, "waiting": waiting}
        return body(letter(kind, event=event, guest={"party": party}, had="confirmed"))

    assert GLAD[language] in told(2)
    assert GLAD[language] not in told(0)


def test_a_reminder_stops_mentioning_the_waitlist_once_nobody_waits() -> None:
    room = Room(cap=1)
    room.sign_up("anna", "ben")
    room.until("2026-06-12 18:59")
    room.carrier.answers.append(Refused("try later"))
    room.until("2026-06-12 19:00")
    room.cancel("ben")
    room.until("2026-06-12 20:30")
    (reminder,) = room.messages("reminder")
    assert (reminder.status, "waiting" in reminder.facts["event"]) == ("sent", False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_invitation_names_the_host(language: str) -> None:
    told = letter("invite", event={"language": language}, guest={"invited": True})
    assert told.paragraphs[0].startswith("host@example.org ")
    assert "Summer party" in told.paragraphs[0]


def test_nobody_is_named_who_did_not_invite() -> None:
    asked_themselves = letter("invite")
    without_host = letter("invite", event={"host_email": ""}, guest={"invited": True})
    assert "invites" not in body(asked_themselves)
    assert "invites" not in body(without_host)


def test_an_imported_guest_is_invited_and_one_who_signed_up_is_not() -> None:
    room = Room(confirm_by_mail=True)
    room.sign_up("anna", source="import", place_as="pending")
    room.sign_up("ben")
    by_name = {message.to: message.facts["guest"] for message in room.messages("invite")}
    assert by_name["anna@example.org"]["invited"]
    assert "invited" not in by_name["ben@example.org"]


@pytest.mark.parametrize("kind", ["waitlisted", "changed", "link", "declined"])
def test_someone_on_the_waitlist_who_opted_out_reads_that_they_are_skipped(kind: str) -> None:
    skipped = "so we skip you when a seat comes free"
    waiting = {"state": "waitlisted", "reach": "opted_out"}
    assert skipped in body(letter(kind, guest=waiting, position=2))
    assert skipped not in body(letter(kind, guest={"state": "waitlisted"}, position=2))


def test_someone_with_a_seat_who_opted_out_is_not_skipped() -> None:
    assert "skip" not in body(letter("link", guest={"reach": "opted_out"}))


def test_a_message_that_waits_knows_that_its_guest_opted_out_since() -> None:
    room = Room(cap=1, now="2026-06-01 22:00")
    room.sign_up("anna", "ben")
    room.edit(venue="The other mill")
    room.stop_mail("ben")
    room.until("2026-06-02 09:00")
    (changed,) = [message for message in room.messages("changed") if "ben" in message.to]
    assert changed.facts["guest"]["reach"] == "opted_out"


def test_an_end_that_nobody_entered_is_in_no_calendar() -> None:
    assert public_entry({**EVENT, "open_end": True}, "", NOW).ends is None
    assert public_entry(EVENT, "", NOW).ends is not None


def test_an_end_can_be_left_out_entered_and_removed() -> None:
    room = Room(starts_at="2026-06-19 19:00")
    assert (room.event.open_end, room.event.ends_at) == (True, datetime(2026, 6, 19, 22, 0))
    room.edit(starts_at="2026-06-19 20:00")
    assert (room.event.open_end, room.event.ends_at) == (True, datetime(2026, 6, 19, 23, 0))
    room.edit(ends_at="2026-06-19 23:00")
    assert not room.event.open_end
    room.edit(starts_at="2026-06-19 18:00")
    assert (room.event.open_end, room.event.ends_at) == (False, datetime(2026, 6, 19, 21, 0))
    room.edit(ends_at=None)
    assert (room.event.open_end, room.event.ends_at) == (True, datetime(2026, 6, 19, 21, 0))


@pytest.mark.parametrize("language", LANGUAGES)
def test_strangers_and_waiting_guests_of_a_cancelled_event_read_of_no_seats(language: str) -> None:
    stranger = {"state": "", "party": 1}
    waiting = {"state": "waitlisted", "party": 2}
    event = {"language": language}
    for says in ("page", "not_on_list", "over", "closed", "called_off"):
        told = letter("reply", event=event, guest=stranger, says=says, stranger=True)
        assert not _seat_labels(told, language)
        assert not _seat_labels(letter("reply", event=event, guest=waiting, says=says), language)
    assert not _seat_labels(letter("event_cancelled", event=event, guest=waiting), language)
    holds = letter("event_cancelled", event=event, guest={"party": 2})
    assert _seat_labels(holds, language) == [SEATS[language]]


def _seat_labels(told: Letter, language: str) -> list[str]:
    return [label for label, _ in told.details if label.startswith(SEATS[language])]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["waitlisted", "declined", "offer_lapsed", "link", "broadcast"])
def test_seats_that_a_guest_waits_for_are_not_called_theirs(kind: str, language: str) -> None:
    waiting = {"state": "waitlisted", "party": 2}
    told = letter(kind, event={"language": language}, guest=waiting, position=1)
    (label,) = _seat_labels(told, language)
    assert label != SEATS[language]
    offered = letter("offer", event={"language": language}, guest=waiting)
    assert _seat_labels(offered, language) == [SEATS[language]]


def test_whoever_left_the_waitlist_had_no_seats() -> None:
    assert "Seats cancelled" not in dict(letter("cancelled", had="waitlisted").details)


@pytest.mark.parametrize(
    ("writer", "seats"),
    [
        ({"state": "confirmed", "party": 2}, "2"),
        ({"state": "waitlisted", "party": 2}, None),
        ({"state": ""}, None),
    ],
)
def test_the_host_reads_how_many_seats_a_writer_has(
    writer: dict[str, object], seats: str | None
) -> None:
    told = letter("question", guest={"email": "ada@example.org", "text": "Parking?", **writer})
    assert dict(told.details).get("Seats") == seats


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("party", [1, 2])
def test_an_offer_that_ended_while_seats_are_open_says_so(language: str, party: int) -> None:
    def lapsed(open_seats: int) -> str:
        event, guest = {"language": language}, {"party": party}
        return body(letter("offer_lapsed", event=event, guest=guest, open=open_seats, position=1))

    assert lapsed(party) == lapsed(party + 1) != lapsed(party - 1)


def test_a_lapsed_guest_reads_of_seats_that_nobody_took() -> None:
    room = Room(cap=1)
    room.sign_up("anna", "ben")
    room.cancel("anna")
    room.after(hours=24)
    (lapsed,) = room.messages("offer_lapsed")
    assert (room.event.free, lapsed.facts["open"]) == (1, 1)


@pytest.mark.parametrize(
    ("language", "heading"),
    [
        ("en", "1 of 3 guests came."),
        ("de", "1 von 3 G\u00e4sten sind gekommen."),
        ("fr", "1 invit\u00e9s venus sur 3."),
        ("es", "Vinieron 1 de 3 invitados."),
    ],
)
def test_the_summary_says_who_came_if_guests_were_checked_in(language: str, heading: str) -> None:
    counts = {"cap": 5, "confirmed": 3, "held": 1, "waiting": 1, "pending": 0, "open": 2}
    came = {**counts, "checked_in": 1, "no_shows": 2}
    told = letter("summary", event={"language": language}, headcount=came)
    assert told.heading == heading
    assert [value for _, value in told.details][-4:] == ["3", "2", "1", "2"]


def test_the_summary_without_check_ins_counts_seats_and_nobody_in_line() -> None:
    told = letter("summary")
    assert told.heading == "71 of 80 seats filled."
    assert [value for _, value in told.details][-2:] == ["71", "5"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("standing", ["seat", "line", "offer"])
def test_an_answer_to_a_question_says_first_that_the_host_has_it(
    language: str, standing: str
) -> None:
    event = {"language": language}
    state = "confirmed" if standing == "seat" else "waitlisted"
    offer = OFFER if standing == "offer" else None
    plain = letter("link", event=event, guest={"state": state}, offer=offer)
    passed = letter("link", event=event, guest={"state": state}, offer=offer, passed=True)
    stranger = letter("reply", event=event, says="page", passed=True, stranger=True)
    assert passed.heading == stranger.heading != plain.heading
    assert passed.subject == stranger.subject != plain.subject
    assert passed.paragraphs == plain.paragraphs
    unsure = letter(
        "link",
        event=event,
        guest={"state": state},
        offer=offer,
        passed=True,
        seems_cancel=True,
    )
    assert len(unsure.paragraphs) == len(plain.paragraphs) + 1


def test_a_doubt_is_asked_about_before_the_host_is_mentioned() -> None:
    told = letter("link", asks=True, passed=True)
    assert told.subject.startswith("Do you mean you can't come?")
    assert told.paragraphs[-1] == "We've passed your message on to the host."


def test_whoever_is_gone_has_nothing_to_give_up() -> None:
    gone = letter("link", guest={"state": "cancelled"}, passed=True, seems_cancel=True)
    assert len(gone.paragraphs) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_host_is_warned_of_a_sender_who_is_not_verified(language: str) -> None:
    guest = {"email": "ada@example.org", "text": "Parking?"}
    event = {"language": language}
    proven = letter("question", event=event, guest=guest)
    unproven = letter("question", event=event, guest=guest, unverified=True)
    assert (proven.subject, proven.heading) != (unproven.subject, unproven.heading)
    assert len(unproven.paragraphs) == len(proven.paragraphs) + 1
    assert "ada@example.org" in unproven.paragraphs[1]


UNTIL = {
    "en": ("until 17:00 today", "until Saturday 20 June, 16:00"),
    "de": ("heute bis 17:00 Uhr", "bis Samstag, 20. Juni, 16:00 Uhr"),
    "fr": ("aujourd'hui jusqu'à 17h00", "jusqu'au samedi 20 juin à 16h00"),
    "es": ("hasta hoy a las 17:00", "hasta el sábado 20 de junio, 16:00"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["offer", "invite", "cancel_pending", "changed", "link"])
@pytest.mark.parametrize("party", [1, 2])
def test_a_deadline_has_the_words_of_its_day(language: str, kind: str, party: int) -> None:
    def told(ends_at: datetime) -> str:
        facts: dict[str, Any] = {"offer": {**OFFER, "ends_at": ends_at}}
        if kind == "cancel_pending":
            facts = {"cancels_at": ends_at}
        guest = {"party": party, "state": "pending"}
        said = body(letter(kind, event={"language": language}, guest=guest, **facts))
        return said.replace("\u2019", "'").replace("\xa0", " ")

    today, later = UNTIL[language]
    assert today in told(datetime(2026, 6, 13, 15, 0, tzinfo=UTC))
    assert later in told(datetime(2026, 6, 20, 14, 0, tzinfo=UTC))


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_text_of_an_offer_as_a_template_keeps_the_words_of_its_day(language: str) -> None:
    template = default_templates("offer", Room(language=language).event)
    offer = {**OFFER, "ends_at": datetime(2026, 6, 13, 15, 0, tzinfo=UTC)}
    ours = letter("offer", event={"language": language}, offer=offer)
    theirs = letter("offer", event={"language": language}, offer=offer, template=template)
    assert theirs.paragraphs == ours.paragraphs


def test_a_cancel_above_a_lowered_cap_helps_nobody_on_the_waitlist() -> None:
    room = Room(cap=2)
    room.sign_up("anna", "ben", "cem")
    room.edit(cap=1)
    room.cancel("anna")
    (message,) = room.carrier.to("anna", "cancelled")
    assert "waiting" not in message.facts["event"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["cancelled", "offer_lapsed", "link"])
@pytest.mark.parametrize("waiting", [0, 2])
def test_nobody_is_welcome_back_once_sign_up_is_closed(
    language: str, kind: str, waiting: int
) -> None:
    event = {"language": language, "closed": True, "waiting": waiting}
    told = letter(kind, event=event, guest={"state": "cancelled"}, had="confirmed")
    assert told.buttons == ()
    assert CLOSED[language] in body(told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["cancelled", "offer_lapsed", "link"])
@pytest.mark.parametrize("by_host", [False, True])
def test_someone_off_the_list_does_not_read_that_they_are_on_it(
    language: str, kind: str, by_host: bool
) -> None:
    event, gone = {"language": language}, {"state": "cancelled"}
    on_it = letter("confirmation", event=event)
    off_it = letter(kind, event=event, guest=gone, had="confirmed", by_host=by_host)
    assert off_it.footer != on_it.footer
    assert (off_it.stop_url, off_it.stop_label) == ("", "")
    assert on_it.stop_url


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("kind", "had"), [("offer_lapsed", ""), ("offer_lapsed", "pending"), ("cancelled", "pending")]
)
def test_who_never_had_a_seat_reads_of_no_seats(language: str, kind: str, had: str) -> None:
    told = letter(kind, event={"language": language}, guest={"state": "cancelled"}, had=had)
    assert not [label for label, _value in told.details if label.startswith(SEATS[language])]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "had"), [("offer_lapsed", ""), ("cancelled", "pending")])
def test_the_way_back_may_lead_to_the_waitlist(language: str, kind: str, had: str) -> None:
    told = letter(kind, event={"language": language}, guest={"state": "cancelled"}, had=had)
    assert GLAD[language] in told.paragraphs[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_invitation_that_ended_is_not_called_an_offer(language: str) -> None:
    event, gone = {"language": language}, {"state": "cancelled"}
    invited = letter("offer_lapsed", event=event, guest=gone, had="pending")
    waited = letter("offer_lapsed", event=event, guest=gone)
    assert "nvita" in invited.subject or "Einladung" in invited.subject
    assert "nvita" not in waited.subject


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_signed_up_and_has_to_confirm_reads_why(language: str) -> None:
    event = {"language": language}
    told, request = (
        letter("invite", event=event, **more) for more in ({}, {"request": {"a": "b"}})
    )
    assert told.footer == request.footer
    assert "Summer party" in told.paragraphs[0]
    assert told.paragraphs != letter("invite", event=event, guest={"invited": True}).paragraphs


def test_only_the_last_offer_says_that_silence_leaves_the_waitlist() -> None:
    warning = "If you don't answer this time, you also leave the waitlist."
    room = full_room()
    room.cancel("anna")
    room.after(hours=6)
    room.claim("dora")
    room.until("2026-06-02 09:00")
    room.cancel("ben")
    offers = [body(compose(message, str)) for message in room.carrier.to("cem", "offer")]
    assert [warning in said for said in offers] == [False, True]
    room.after(hours=6)
    assert room.guest("cem").state == "cancelled"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_host_cancelled_what_the_guest_had(language: str) -> None:
    def told(had: str, party: int = 1) -> str:
        guest = {"state": "cancelled", "party": party}
        facts = {"by_host": True, "had": had}
        return letter("cancelled", event={"language": language}, guest=guest, **facts).paragraphs[0]

    assert "2" in told("confirmed", 2)
    assert GLAD[language] in told("waitlisted")
    assert len({told("confirmed"), told("waitlisted"), told("pending")}) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_button_to_open_seats_says_so(language: str) -> None:
    event = {"language": language}
    usual, opened = (letter("offer_lapsed", event=event, open=seats) for seats in (0, 1))
    assert usual.buttons[0].label != opened.buttons[0].label
    assert usual.buttons[0].purpose == opened.buttons[0].purpose == "manage"
