"""Guest pages are true about seats, ends and people who wait."""

from datetime import datetime

import pytest
from starlette.testclient import TestClient

from fullhouse.products.rsvp.commands import (
    CancelGuest,
    CloseSignUp,
    EditEvent,
    ReleaseNoShows,
    SignUp,
    StopMail,
)
from tests.support.event_app import Evening, post_form

GLAD = "offered to the waitlist first"


def form(name: str, party: int = 1) -> dict[str, str]:
    return {"name": name, "email": f"{name.lower()}@example.org", "party": str(party)}


def test_a_party_that_does_not_fit_is_not_told_that_the_event_is_full(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=3, settings={"max_party": 3})
    evening.signs_up("Bob")
    answer = web.post("/e/party", json={"name": "Ada", "email": "ada@example.org", "party": 3})
    assert "We don't have 3 seats together yet." in answer.json()["message"]
    assert "full" not in answer.json()["message"]
    assert "2 seats open" in web.get("/e/party").text


@pytest.mark.parametrize("party", [1, 2])
def test_the_number_of_seats_is_on_every_page_of_a_guest(
    evening: Evening, web: TestClient, party: int
) -> None:
    evening.opens(cap=2, settings={"max_party": 2})
    evening.signs_up("Ada", party=party)
    seats = "2 seats" if party > 1 else "1 seat"
    line = f'<p class="seats">{seats}</p>'
    for purpose in ("manage", "cancel", "stop"):
        assert line in web.get(evening.link(purpose, "Ada")).text
    assert line in post_form(web, "/e/party", data=form("Bob", party)).text


def test_cancelling_says_how_many_seats_are_cancelled(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=2, settings={"max_party": 2})
    evening.signs_up("Ada", party=2)
    assert "Your 2 seats are cancelled." in web.post(evening.link("cancel", "Ada")).text


def test_someone_is_glad_of_a_seat_only_while_someone_waits(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=1)
    evening.signs_up("Ada")
    assert GLAD not in web.get(evening.link("cancel", "Ada")).text
    evening.signs_up("Bob")
    assert GLAD in web.get(evening.link("cancel", "Ada")).text


def test_the_next_person_is_mentioned_only_if_there_is_one(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=1)
    evening.signs_up("Ada")
    evening.signs_up("Bob")
    web.post(evening.link("cancel", "Ada"))
    assert "someone else" not in web.get(evening.link("decline", "Bob")).text
    evening.signs_up("Cy")
    assert "someone else" in web.get(evening.link("decline", "Bob")).text


def test_who_waits_without_emails_is_told_that_they_are_skipped(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=1)
    evening.signs_up("Ada")
    evening.signs_up("Bob")
    assert "but we skip you when a seat comes free" in web.get(evening.link("stop", "Bob")).text
    stopped = web.post(evening.link("stop", "Bob")).text
    assert "so we skip you when a seat comes free" in stopped
    assert "we hold it for" not in web.get(evening.link("manage", "Bob")).text


def test_a_party_larger_than_the_event_is_refused(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=2, settings={"max_party": 4})
    assert 'name="party" type="number" inputmode="numeric" min="1" max="2"' in (
        web.get("/e/party").text
    )
    refused = post_form(web, "/e/party", data=form("Ada", 3))
    assert refused.status_code == 422
    assert "A party can be from 1 to 2 people." in refused.text
    answer = web.post("/e/party", json={"name": "Ada", "email": "ada@example.org", "party": 3})
    assert answer.status_code == 422
    assert answer.json()["error"] == {
        "code": "party_too_big",
        "message": "The party is larger than this event allows.",
        "field": "party",
    }


def test_a_party_that_a_lowered_cap_outgrew_is_told_so(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=3, settings={"max_party": 3})
    evening.signs_up("Bob")
    evening.signs_up("Ada", party=3)
    evening.give(EditEvent(event_id="party", cap=2))
    page = web.get(evening.link("manage", "Ada")).text
    assert "There are only 2 seats in all now" in page
    assert "we hold them" not in page
    page = web.post(evening.link("manage", "Ada"), data={"do": "party", "party": "1"}).text
    assert "A seat is held for you." in page


def test_nobody_is_glad_of_a_seat_above_a_lowered_cap(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=3)
    for name in ("Ada", "Bob", "Cy", "Dan"):
        evening.signs_up(name)
    evening.give(EditEvent(event_id="party", cap=1))
    page = web.get(evening.link("cancel", "Ada")).text
    assert GLAD not in page
    assert "There are more guests than seats at the moment" in page
    web.post(evening.link("cancel", "Ada"))
    (mailed,) = evening.mails("cancelled")
    assert "waitlist come first" not in " ".join(evening.engine.composer.letter(mailed).paragraphs)


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_a_closed_event_promises_no_way_back(
    evening: Evening, web: TestClient, language: str
) -> None:
    evening.opens(cap=3, settings={"language": language})
    evening.signs_up("Ada")
    evening.give(CloseSignUp(event_id="party"))
    web.post(evening.link("cancel", "Ada"))
    (mailed,) = evening.mails("cancelled")
    letter = evening.engine.composer.letter(mailed)
    assert "back" not in letter.links
    closed = {
        "en": "Sign-up is closed now.",
        "de": "Die Anmeldung ist inzwischen geschlossen.",
        "fr": "Les inscriptions sont maintenant closes.",
        "es": "Las inscripciones ya están cerradas.",
    }
    assert closed[language] in " ".join(letter.paragraphs)


def test_a_closed_event_invites_nobody_to_sign_up_again(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=3)
    evening.signs_up("Ada")
    evening.give(CloseSignUp(event_id="party"))
    web.post(evening.link("cancel", "Ada"))
    page = web.get(evening.link("manage", "Ada")).text
    assert "Sign-up is closed." in page
    assert "sign up again" not in page


def test_the_page_shows_the_offer_that_a_smaller_party_brings(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=2, settings={"max_party": 2})
    evening.signs_up("Bob")
    evening.signs_up("Ada", party=2)
    page = web.post(evening.link("manage", "Ada"), data={"do": "party", "party": "1"}).text
    assert "A seat is held for you." in page
    assert "You are number" not in page
    kinds = sorted(mail.kind for mail in evening.mails() if mail.person == "ada")
    assert kinds == ["offer", "waitlisted"]


def test_the_page_shows_the_offer_that_emails_again_bring(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=1)
    evening.signs_up("Bob")
    evening.signs_up("Ada")
    evening.give(StopMail(event_id="party", guest_id="ada"))
    web.post(evening.link("cancel", "Bob"))
    page = web.post(evening.link("manage", "Ada"), data={"do": "resume"}).text
    assert "A seat is held for you." in page


def test_a_stranger_does_not_learn_that_an_address_opted_out(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=1)
    evening.signs_up("Ada")
    evening.signs_up("Bob")
    evening.give(StopMail(event_id="party", guest_id="bob"))
    web.post(evening.link("leave", "Bob"))
    page = post_form(web, "/e/party", data=form("Bob")).text
    assert "You are number 1 on the waitlist." in page
    assert "so we skip you" not in page
    assert "we hold it for" not in page
    (mailed, *_) = evening.mails("waitlisted")
    assert "so we skip you" in " ".join(evening.engine.composer.letter(mailed).paragraphs)


def test_an_end_that_nobody_entered_is_not_shown(evening: Evening, web: TestClient) -> None:
    evening.opens(starts_at=datetime(2026, 6, 20, 18, 0))
    page = web.get("/e/party").text
    assert '<bdi class="hours">18:00</bdi>' in page
    assert "21:00" not in page
    assert "DTEND" not in web.get("/e/party/calendar.ics").text
    evening.give(EditEvent(event_id="party", ends_at=datetime(2026, 6, 20, 23, 0)))
    assert '<bdi class="hours">18:00 to 23:00</bdi>' in web.get("/e/party").text
    assert "DTEND:20260620T210000Z" in web.get("/e/party/calendar.ics").text


def test_a_guest_whose_seat_was_released_is_sent_to_the_door(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=1)
    evening.signs_up("Ada")
    evening.clock.move_to(evening.event().starts)
    evening.give(ReleaseNoShows(event_id="party"))
    page = web.get(evening.link("manage", "Ada")).text
    assert "<h1>The event has begun and your seat was released.</h1>" in page
    assert "Please ask at the door: you can come in while a seat is free." in page
    assert "sign up again" not in page


def test_who_waits_beside_an_open_seat_is_not_told_to_wait_for_one(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=1)
    evening.signs_up("Ada")
    evening.signs_up("Bob")
    assert "we hold it for you" in web.get(evening.link("manage", "Bob")).text
    web.post(evening.link("cancel", "Ada"))
    web.post(evening.link("manage", "Bob"), data={"do": "decline", "offer": "bob-1"})
    page = web.get(evening.link("manage", "Bob")).text
    assert "A seat is free." in page
    assert "we hold it for you" not in page


def test_the_held_seat_is_the_readers_own_and_declining_has_no_countdown(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=1)
    evening.signs_up("Ada")
    evening.signs_up("Bob")
    web.post(evening.link("cancel", "Ada"))
    page = web.get(evening.link("manage", "Bob")).text
    assert "1 held for you" in page
    assert "held for someone" not in page
    assert "data-until" in web.get(evening.link("claim", "Bob")).text
    assert "data-until" not in web.get(evening.link("decline", "Bob")).text


def test_the_stop_page_names_what_ends(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=1)
    evening.signs_up("Ada")
    assert "<h1>Stop reminders and offers?</h1>" in web.get(evening.link("stop", "Ada")).text


def test_a_party_that_no_longer_fits_reads_that_it_would_join_the_waitlist(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=2, settings={"max_party": 2})
    evening.signs_up("Ada", party=2)
    web.post(evening.link("cancel", "Ada"))
    assert "Yes, put me back on the list" in web.get(evening.link("manage", "Ada")).text
    evening.signs_up("Bob")
    page = web.get(evening.link("manage", "Ada")).text
    assert "We don&#39;t have 2 seats together right now." in page
    assert "Join the waitlist for 2 seats" in page
    assert "put me back" not in page
    evening.signs_up("Cy")
    assert "Join the waitlist for 2 seats" in web.get(evening.link("manage", "Ada")).text


def test_an_invitation_is_declined_not_cancelled(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=1)
    invited = SignUp(
        event_id="party",
        guest_id="ada",
        name="Ada",
        email="ada@example.org",
        place_as="pending",
        source="host",
    )
    evening.give(invited, "host")
    page = web.get(evening.link("cancel", "Ada")).text
    assert "Decline the invitation?" in page
    assert "We&#39;ll release the seat held for you." in page
    assert "Cancel your seat?" not in page
    assert "data-until" not in page
    own = web.get(evening.link("manage", "Ada")).text
    assert "Yes, I&#39;m coming" in own
    assert own.count("No, I can&#39;t come") == 1
    assert "come after all" not in own


def test_a_party_that_takes_seats_reads_how_many(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=2, settings={"max_party": 2})
    evening.signs_up("Ada", party=2)
    evening.signs_up("Bob", party=2)
    evening.give(CancelGuest(event_id="party", guest_id="ada"), "guest")
    offer = evening.guest("Bob").offer
    assert offer is not None
    page = web.post(evening.link("claim", "Bob", offer=offer.id)).text
    assert "You have 2 seats." in page
    assert "You have a seat." not in page


def test_whoever_stops_emails_reads_of_seats_only_with_seats(
    evening: Evening, web: TestClient
) -> None:
    evening.opens()
    evening.signs_up("Ada")
    stop = evening.link("stop", "Ada")
    assert "You keep your seat." in web.get(stop).text
    evening.give(CancelGuest(event_id="party", guest_id="ada"), "guest")
    assert "You keep" not in web.get(stop).text
    assert "You keep" not in web.post(stop).text


def test_leaving_the_waitlist_twice_speaks_of_no_seat(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=1, settings={"language": "de"})
    evening.signs_up("Ada")
    evening.signs_up("Bob")
    leave = evening.link("leave", "Bob")
    web.post(leave)
    again = web.get(leave, headers={"Accept-Language": "de"}).text
    assert "Warteliste" in again
    assert "deinen Platz schon" not in again


def test_once_it_has_begun_nobody_is_promised_a_seat(evening: Evening, web: TestClient) -> None:
    evening.opens(cap=1)
    for name in ("Ada", "Bob", "Cy"):
        evening.signs_up(name)
    evening.give(CancelGuest(event_id="party", guest_id="cy"), "guest")
    evening.clock.move_to(evening.event().starts)
    for name in ("Bob", "Cy"):
        page = web.get(evening.link("manage", name)).text
        assert "This event has begun. Please ask at the door" in page
        assert "we hold it for you" not in page
        assert "sign up again" not in page
    late = web.get(evening.link("cancel", "Ada")).text
    assert "seats can&#39;t be cancelled any more" in late


def test_whoever_stops_emails_while_an_offer_is_open_can_still_answer_it(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(cap=1)
    for name in ("Ada", "Bob"):
        evening.signs_up(name)
    evening.give(CancelGuest(event_id="party", guest_id="ada"), "guest")
    assert "data-until" not in web.get(evening.link("stop", "Bob")).text
    page = web.post(evening.link("stop", "Bob")).text
    assert "You get no more reminders or offers." in page
    assert "Yes, I&#39;ll take it" in page
    leave = web.get(evening.link("leave", "Bob")).text
    assert "If you leave the waitlist, you give it up." in leave


def test_whoever_signed_up_cancels_a_sign_up_and_no_invitation(
    evening: Evening, web: TestClient
) -> None:
    evening.opens(settings={"confirm_by_mail": True})
    evening.signs_up("Ada")
    assert "Cancel your sign-up?" in web.get(evening.link("cancel", "Ada")).text
