"""YES and NO by text after the end of an offer: the reply says what is so by then."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fullhouse.products.frontdesk.appointments.commands import CancelAppointment
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.waitlist.commands import EditEntry, LeaveWaitlist
from tests.web.appointments.shop import Shop, shop_at
from tests.web.waitlist.test_reminder_answers import CALLED, PHONE, heard

THEN = "2026-06-03T11:00"


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[tuple[Shop, TestClient]]:
    with shop_at(tmp_path) as stage:
        stage[0].rules(CALLED)
        yield stage


@pytest.fixture
def shop(stage: tuple[Shop, TestClient]) -> Shop:
    return stage[0]


@pytest.fixture
def web(stage: tuple[Shop, TestClient]) -> TestClient:
    return stage[1]


def offered(shop: Shop) -> None:
    """Offer Ada the time in two days."""
    shop.joins("Ada", service="Cut", phone=PHONE, email="")
    shop.frees(service="Cut", hours=48)
    assert shop.entry("Ada").offer == "s1-1"


def test_yes_is_answered_that_they_are_booked(shop: Shop, web: TestClient) -> None:
    offered(shop)
    shop.books("Ada", THEN, phone=PHONE, email="")
    said = heard(web, "YES")
    assert "Salon Jess: You are booked: Cut, Wednesday 3 June, 11:00." in said
    assert "waitlist" not in said


def test_no_of_whoever_is_booked_reaches_staff(shop: Shop, web: TestClient) -> None:
    offered(shop)
    shop.books("Ada", THEN, phone=PHONE, email="")
    assert "we will read your message" in heard(web, "NO")


def test_yes_is_told_that_the_offer_ended_if_the_booking_is_cancelled(
    shop: Shop, web: TestClient
) -> None:
    offered(shop)
    shop.books("Ada", THEN, phone=PHONE, email="")
    shop.give(CancelAppointment(appointment_id="ada"))
    said = heard(web, "YES")
    assert "You are booked" not in said


def test_yes_of_whoever_still_waits_is_told_so(shop: Shop, web: TestClient) -> None:
    offered(shop)
    shop.books("Ole", THEN)
    assert "This offer has ended. You stay on the waitlist." in heard(web, "YES")


STILL_FREE = "Your YES came after the offer ended, but the time is still free."


def notes(shop: Shop) -> tuple[Proposal, ...]:
    return shop.load(ProposalPage("open"))


def test_a_late_yes_to_a_time_that_nobody_has_reaches_staff(shop: Shop, web: TestClient) -> None:
    offered(shop)
    shop.passes(minutes=11)
    assert (shop.offer().status, shop.slot().status) == ("timed_out", "open")
    said = heard(web, "YES")
    assert f"Salon Jess: {STILL_FREE} We will read it. Nothing is booked yet." in said
    assert "+49301234567" in said
    (note,) = notes(shop)
    assert (note.sender, note.text, note.value("entry")) == (PHONE, "YES", "ada")
    assert note.value("late") == "yes"
    assert shop.slot().status == "open"


def test_a_late_yes_is_told_that_the_offer_ended_once_someone_else_is_asked(
    shop: Shop, web: TestClient
) -> None:
    offered(shop)
    shop.passes(minutes=11)
    shop.joins("Ole", service="Cut")
    assert shop.slot().live_offer_seq == 2
    assert "This offer has ended. You stay on the waitlist." in heard(web, "YES")
    assert notes(shop) == ()


def test_a_late_no_and_a_yes_after_the_cut_off_are_told_that_the_offer_ended(
    shop: Shop, web: TestClient
) -> None:
    shop.joins("Ada", service="Cut", phone=PHONE, email="")
    shop.frees(service="Cut", hours=0.5)
    shop.passes(minutes=15)
    assert "This offer has ended." in heard(web, "NO")
    shop.passes(minutes=7)
    assert "This offer has ended." in heard(web, "YES", "SM2")
    assert notes(shop) == ()


def test_a_late_yes_of_a_number_that_stopped_gets_no_reply(shop: Shop, web: TestClient) -> None:
    offered(shop)
    shop.passes(minutes=11)
    heard(web, "STOP")
    assert "still free" not in heard(web, "YES", "SM2")


def test_yes_of_whoever_is_off_the_waitlist_is_told_of_no_place_on_it(
    shop: Shop, web: TestClient
) -> None:
    offered(shop)
    shop.give(LeaveWaitlist(entry_id="ada", removed=True, source="desk"))
    said = heard(web, "YES")
    assert "This offer has ended." in said
    assert "waitlist" not in said


def test_an_offer_that_moved_to_a_corrected_number_takes_yes(shop: Shop, web: TestClient) -> None:
    shop.joins("Ada", service="Cut", phone="+491718888888", email="")
    shop.frees(service="Cut", hours=48)
    shop.give(EditEntry(entry_id="ada", phone=PHONE))
    assert (shop.offer().status, shop.entry("Ada").offer) == ("withdrawn", "s1-2")
    assert "<Message>" not in heard(web, "YES")
    assert shop.slot().status == "booked"
