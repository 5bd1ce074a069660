"""Why her, why not him: what the ledger says is what really happened."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.engine.ports import AuditOfSubject
from fullhouse.kernel.messages import Refused
from fullhouse.products.frontdesk.shared import documents
from fullhouse.products.frontdesk.waitlist.model import SCOPE, OffersOfEntry
from fullhouse.products.frontdesk.waitlist.slot_history import (
    Candidate,
    SlotHistory,
    Verdict,
    moves,
    rules_at,
    why,
)
from tests.products.frontdesk.waitlist.doings import DEEDS, do
from tests.products.frontdesk.waitlist.salon import RULES_TEXT, Salon, mail, phone


def person(salon: Salon, name: str) -> Candidate:
    told = salon.store.load(AuditOfSubject(SCOPE, name, limit=10_000))
    return Candidate(salon.entry(name), told, salon.store.load(OffersOfEntry(name)))


def story(salon: Salon, slot_id: str = "slot") -> SlotHistory:
    offers = salon.offers(slot_id)
    told = salon.store.load(AuditOfSubject(SCOPE, slot_id, limit=10_000))
    rules = salon.store.load(AuditOfSubject(documents.SCOPE, "rules", limit=10_000))
    return SlotHistory(
        salon.slot(slot_id),
        told,
        offers,
        {one.entry_id: person(salon, one.entry_id) for one in offers},
        rules,
    )


def asked_why(salon: Salon, name: str, slot_id: str = "slot") -> list[str]:
    return [one.code for one in why(story(salon, slot_id), person(salon, name))]


def verdict(salon: Salon, name: str, slot_id: str = "slot") -> Verdict:
    return why(story(salon, slot_id), person(salon, name))[-1]


def test_it_tells_who_was_asked_in_which_order_and_how_it_ended() -> None:
    salon = Salon()
    salon.join("anna")
    salon.join("ben", priority=1)
    salon.free()
    salon.decline("ben")
    salon.after(minutes=10)
    first, second, last = moves(story(salon))
    assert (first.action, first.entry and (first.entry.id, first.entry.priority)) == (
        "offered",
        ("ben", 1),
    )
    assert (second.action, second.offer and second.offer.status) == ("rolled_on", "timed_out")
    assert (last.action, last.why, last.offer) == ("line_spent", "line_spent", None)
    assert last.is_open


def test_whoever_was_asked_is_told_so_and_those_behind_are_told_who_was_ahead() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.join("vip", priority=1)
    salon.free()
    assert verdict(salon, "vip").code == "asked"
    found = verdict(salon, "anna")
    assert (found.code, found.than, found.by) == ("behind", "vip", "priority")
    salon.decline("vip")
    assert asked_why(salon, "vip") == ["asked", "tried_before"]
    assert verdict(salon, "vip").offer == "slot-1"
    found = verdict(salon, "ben")
    assert (found.code, found.than, found.by) == ("behind", "anna", "joined")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"service": "Cut"}, "other_service"),
        ({"party": 2}, "party_does_not_fit"),
        ({"latest": "2026-06-19"}, "date_does_not_fit"),
        ({"staff": "Sam"}, "other_staff"),
    ],
)
def test_whom_the_slot_did_not_fit_is_told_why_and_what_was_edited_since(
    fields: dict[str, Any], code: str
) -> None:
    salon = Salon()
    salon.join("anna", **fields)
    salon.join("ben")
    salon.free()
    salon.edit("anna", **{name: getattr(salon.entry("ben"), name) for name in fields})
    found = verdict(salon, "anna")
    assert found.code == code
    assert found.edited_since == tuple("line" if name == "service" else name for name in fields)
    assert found.entry is not None
    assert all(getattr(found.entry, name) == value for name, value in fields.items())


def test_who_came_later_and_who_had_gone() -> None:
    salon = Salon()
    salon.join("gone", "booked", "anna")
    salon.leave("gone")
    salon.free("first", "2026-06-20 20:00")
    salon.claim("booked")
    salon.after(seconds=1)
    salon.free()
    salon.join("late")
    assert [verdict(salon, one).code for one in ("gone", "booked", "late")] == [
        "had_left",
        "had_left",
        "not_yet_there",
    ]
    salon.join("other", latest="2026-06-19")
    found = verdict(salon, "other")
    assert found.entry is not None
    assert (found.code, found.entry.id) == ("date_does_not_fit", "other")


def test_who_could_not_be_reached() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.reach(phone("anna"), "opted_out")
    salon.free()
    salon.reach(phone("anna"), "fine")
    assert verdict(salon, "anna").code == "unreachable"


def test_who_held_another_offer_themselves() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free("first")
    salon.free("second", staff="Sam")
    found = verdict(salon, "anna", "second")
    assert (found.code, found.offer) == ("held_another_offer", "first-1")


def test_who_let_another_offer_go_at_the_same_instant_held_it_still() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.free("first")
    salon.free("second", staff="Sam")
    salon.decline("anna")
    assert salon.offers("first")[0].ended_at == salon.offers("second")[0].made_at
    assert verdict(salon, "anna", "second").code == "held_another_offer"


def test_who_was_passed_over_at_one_move_may_be_behind_at_the_next() -> None:
    salon = Salon()
    salon.join("colour", phone=phone("anna"))
    salon.join("cut", phone=phone("anna"), service="Cut")
    salon.join("ben", service="Cut")
    salon.free("first")
    salon.free("second", service="Cut", staff="Sam")
    salon.decline("colour")
    salon.join("vip", service="Cut", priority=1)
    salon.decline("ben")
    assert asked_why(salon, "cut", "second") == ["held_another_offer", "behind"]


def test_who_held_another_offer_under_another_name_is_told_even_after_that_is_long_over() -> None:
    salon = Salon()
    salon.join("colour", phone=phone("anna"))
    salon.join("cut", phone=phone("anna"), service="Cut")
    salon.join("ben", service="Cut")
    salon.free("first")
    salon.free("second", service="Cut", staff="Sam")
    salon.claim("colour")
    salon.decline("ben")
    assert asked_why(salon, "cut", "second") == ["held_another_offer", "asked"]
    assert salon.actions("cut") == ["joined", "text_counted", "passed_over", "text_counted"]


def test_who_could_have_been_asked_by_text_alone_when_those_were_spent() -> None:
    salon = Salon(("Quiet hours", "Texts: at most 0.20 EUR a month, 0.08 EUR each\nQuiet hours"))
    salon.join("anna", "ben", source="desk")
    salon.join("cem", email=mail("cem"))
    salon.reach(mail("dora"), "bounced")
    salon.join("dora", email=mail("dora"), priority=1)
    salon.free()
    assert [verdict(salon, one).code for one in ("anna", "cem", "dora")] == [
        "texts_spent",
        "asked",
        "unreachable",
    ]


def test_why_nobody_was_asked() -> None:
    salon = Salon()
    salon.join("anna", latest="2026-06-19")
    salon.free()
    assert asked_why(salon, "anna") == ["date_does_not_fit"]


@pytest.mark.parametrize("code", ["too_late", "tries_spent", "withdrawn"])
def test_why_nobody_more_was_asked(code: str) -> None:
    salon = Salon(("Tries per slot: 5", "Tries per slot: 1"))
    salon.join("anna", "ben")
    salon.free()
    if code == "too_late":
        salon.jump("2026-06-20 19:00")
        salon.settle()
    elif code == "tries_spent":
        salon.decline("anna")
    else:
        salon.withdraw()
    assert asked_why(salon, "ben") == ["behind", code]
    assert asked_why(salon, "anna") == ["asked", "tried_before"]


def test_who_was_asked_twice_because_the_first_never_left() -> None:
    salon = Salon()
    salon.join("anna", "ben")
    salon.carrier.answers.append(Refused("busy"))
    salon.free()
    salon.after(minutes=1)
    assert (asked_why(salon, "anna"), asked_why(salon, "ben")) == (
        ["asked", "asked"],
        ["behind", "behind"],
    )


def test_the_rules_are_those_that_were_in_force_then() -> None:
    salon = Salon()
    salon.join("anna")
    salon.join("vip", priority=1)
    salon.free()
    salon.after(minutes=1)
    salon.write(RULES_TEXT, ("Order: priority first, then join time", "Order: join time"))
    assert verdict(salon, "anna").code == "behind"
    told = story(salon).rules
    assert [rules_at(told, line.at).order for line in told] == ["priority", "joined"]
    assert rules_at((), salon.now) == documents.rulebook_of(None)


def test_someone_is_rebuilt_as_they_were_though_they_were_erased_since() -> None:
    salon = Salon()
    salon.join("anna", staff="Jess")
    salon.free()
    salon.erase("anna")
    (first, second) = why(story(salon), person(salon, "anna"))
    assert (first.code, first.entry and first.entry.staff) == ("asked", "Jess")
    assert (second.move.action, second.code) == ("line_spent", "had_left")


def test_an_overlooked_person_would_be_named() -> None:
    """A history that the rules cannot make: the ledger does not explain it away."""
    salon = Salon()
    salon.join("anna", "ben")
    salon.free()
    salon.decline("anna")
    found = story(salon)
    without = SlotHistory(found.slot, found.lines[2:], found.offers, found.asked, found.rules)
    assert [one.code for one in why(without, person(salon, "anna"))] == ["overlooked"]
    back = SlotHistory(found.slot, (), found.offers, found.asked)
    assert why(back, person(salon, "anna")) == ()


def check_ledger(salon: Salon) -> None:
    """Each offer was made to whom the ledger says, and nobody could have been asked before."""
    everyone = {one.id: person(salon, one.id) for one in salon.entries()}
    for slot in salon.slots():
        told = story(salon, slot.id)
        made = [one.offer.entry_id for one in moves(told) if one.offer is not None]
        assert made == [one.entry_id for one in salon.offers(slot.id)]
        for name, one in everyone.items():
            for found in why(told, one):
                assert found.code != "overlooked", (slot.id, name, found)
                assert (found.code == "asked") == (
                    found.move.offer is not None and found.move.offer.entry_id == name
                )


@given(steps=st.lists(DEEDS, max_size=30), limit=st.sampled_from(["20", "0.40"]))
def test_the_ledger_agrees_with_any_history(steps: list[tuple[Any, ...]], limit: str) -> None:
    texts = ("Quiet hours", f"Texts: at most {limit} EUR a month, 0.08 EUR each\nQuiet hours")
    salon = Salon(texts, checks=False)
    for deed in steps:
        salon.now = salon.now.replace(microsecond=salon.now.microsecond + 1000)
        do(salon, *deed)
    check_ledger(salon)
