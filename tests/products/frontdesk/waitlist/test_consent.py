"""Phone numbers: how and when each was given, and no offers to one that was only forwarded."""

import msgspec
import pytest

from fullhouse.products.frontdesk.shared.contacts import (
    ConfirmConsent,
    Contact,
    contact_id,
    takes_offers,
)
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposedField
from fullhouse.products.frontdesk.waitlist.commands import AdvanceSlot, JoinWaitlist
from fullhouse.products.frontdesk.waitlist.delivery import check_delivery
from fullhouse.products.frontdesk.waitlist.group_joins import JoinMany
from fullhouse.products.frontdesk.waitlist.model import Source, WaitlistState
from fullhouse.products.frontdesk.waitlist.proposals import ApproveProposal, Propose
from tests.products.frontdesk.waitlist.salon import Salon, mail, phone

ADA = phone("ada")


def approve(
    salon: Salon,
    *,
    read: str = ADA,
    typed: str = ADA,
    sender: str = "sam@salon.example",
    proven: bool = True,
    email: str = "",
    consent: bool = False,
) -> None:
    proposal = Proposal(
        id="p1",
        product="waitlist",
        fields=(ProposedField("name", "Ada"), ProposedField("phone", read)),
        sender=sender,
        proven=proven,
        at=salon.now,
    )
    salon.ask(Propose(proposal=proposal))
    join = JoinWaitlist(
        entry_id="p1", name="Ada", phone=typed, email=email, service="Colour", source="mail"
    )
    answer = salon.ask(ApproveProposal(proposal_id="p1", join=join, consent=consent), "sam")
    assert answer.code == "joined"


@pytest.mark.parametrize(
    ("source", "given"),
    [
        ("form", "form"),
        ("desk", "staff"),
        ("sheet", "sheet"),
        ("api", "api"),
        ("mail", "forwarded"),
    ],
)
def test_how_and_when_a_number_was_given_is_recorded_by_whoever_gave_it(
    source: str, given: str
) -> None:
    salon = Salon()
    now = salon.now
    salon.join("ada", source=source, email=mail("ada"))
    contact = salon.contact(ADA)
    assert (contact.given, contact.given_at) == (given, now)
    assert salon.contact(mail("ada")).given == ""
    (line,) = [one for one in salon.lines("ada") if one.action == "joined"]
    assert line.by == "someone"


def test_a_forwarded_number_gets_no_offer_until_staff_confirm() -> None:
    salon = Salon()
    approve(salon)
    assert salon.entry("p1").channel == ""
    assert salon.contact(ADA).awaits_consent
    salon.free()
    assert salon.messages("offer") == []
    salon.ask(ConfirmConsent(address=ADA), "sam")
    assert salon.entry("p1").channel == "text"
    assert salon.contact(ADA).consent_at == salon.now
    salon.free("other", "2026-06-20 17:00")
    assert [one.to for one in salon.messages("offer")] == [ADA]


def test_who_has_a_mail_address_too_gets_offers_there() -> None:
    salon = Salon()
    approve(salon, email=mail("ada"))
    salon.free()
    assert [(one.channel, one.to) for one in salon.messages("offer")] == [("mail", mail("ada"))]


def test_staff_may_confirm_while_they_approve() -> None:
    salon = Salon()
    approve(salon, consent=True)
    contact = salon.contact(ADA)
    assert (contact.given, contact.consent_at) == ("forwarded", salon.now)
    assert salon.entry("p1").channel == "text"


def test_a_number_that_staff_typed_themselves_is_theirs() -> None:
    salon = Salon()
    approve(salon, read="0151 999888")
    assert (salon.contact(ADA).given, salon.entry("p1").channel) == ("staff", "text")


def test_a_number_is_the_same_with_and_without_the_code_of_its_country() -> None:
    salon = Salon()
    approve(salon, read=f"0{ADA[3:6]} {ADA[6:]}")
    assert salon.contact(ADA).given == "forwarded"


@pytest.mark.parametrize(("proven", "given"), [(True, "email"), (False, "forwarded")])
def test_a_mail_of_the_customer_is_their_consent_if_it_proves_to_be_theirs(
    proven: bool, given: str
) -> None:
    salon = Salon()
    approve(salon, sender=mail("ada"), email=mail("ada"), proven=proven)
    assert salon.contact(ADA).given == given


def test_who_gives_the_same_number_on_the_page_agrees() -> None:
    salon = Salon()
    approve(salon)
    assert salon.join("ada", service="Colour", source="form").code == "already"
    assert salon.contact(ADA).given == "form"
    assert salon.entry("p1").channel == "text"


def test_who_joins_another_line_with_the_number_agrees_for_both() -> None:
    salon = Salon()
    approve(salon)
    salon.join("ada", service="Cut", source="form")
    assert [salon.entry(one).channel for one in ("p1", "ada")] == ["text", "text"]


def test_who_waited_first_is_asked_first_when_the_number_is_given_again() -> None:
    salon = Salon()
    approve(salon)
    salon.after(minutes=1)
    salon.free()
    assert salon.messages("offer") == []
    salon.join("bea", phone=ADA, source="form")
    assert [one.person for one in salon.messages("offer")] == ["p1"]


@pytest.mark.parametrize("source", ["form", "sheet"])
def test_a_look_right_after_the_number_is_given_again_finds_who_waits_with_it(source: str) -> None:
    salon = Salon(settles=False)
    approve(salon)
    salon.free()
    join = JoinWaitlist(
        entry_id="bea", name="Bea", phone=ADA, service="Cut", source=msgspec.convert(source, Source)
    )
    salon.give(JoinMany(joins=(join,)) if source == "sheet" else join)
    salon.give(AdvanceSlot(slot_id="slot"))
    assert salon.messages("nobody_fits") == []
    assert [one.person for one in salon.messages("offer")] == ["p1"]


def test_who_gives_it_again_is_asked_for_slots_of_another_service() -> None:
    salon = Salon()
    approve(salon)
    salon.free(service="Cut")
    salon.join("bea", phone=ADA, service="Cut", source="form")
    assert [one.person for one in salon.messages("offer")] == ["bea"]


def test_a_second_forwarded_mail_changes_nothing() -> None:
    salon = Salon()
    approve(salon)
    assert salon.join("ada", service="Colour", source="mail").code == "already"
    salon.join("ada", service="Cut", source="mail")
    assert salon.contact(ADA).awaits_consent
    assert salon.entry("ada").channel == ""


def test_a_known_number_keeps_its_consent_when_a_mail_with_it_is_forwarded() -> None:
    salon = Salon()
    salon.join("ada", service="Cut", source="form")
    salon.join("p2", phone=ADA, service="Colour", source="mail")
    assert salon.contact(ADA).given == "form"
    assert salon.entry("p2").channel == "text"


def test_approving_a_second_request_with_consent_counts_for_both() -> None:
    salon = Salon()
    salon.join("ada", service="Cut", source="mail")
    approve(salon, consent=True)
    assert [salon.entry(one).channel for one in ("p1", "ada")] == ["text", "text"]


def test_a_number_that_staff_type_into_an_entry_is_theirs() -> None:
    salon = Salon()
    approve(salon)
    salon.edit("p1", party=2)
    assert salon.contact(ADA).awaits_consent
    salon.edit("p1", service="Cut")
    assert salon.contact(ADA).awaits_consent
    salon.edit("p1", phone=phone("bob"))
    assert salon.contact(phone("bob")).given == "staff"
    assert salon.entry("p1").channel == "text"


def test_confirming_what_needs_no_consent_changes_nothing() -> None:
    salon = Salon()
    salon.join("ada")
    before = salon.contact(ADA)
    assert salon.ask(ConfirmConsent(address=ADA)).code == "noted"
    assert salon.ask(ConfirmConsent(address=phone("nobody"))).code == "noted"
    assert salon.contact(ADA) == before


def test_the_delivery_check_stops_an_offer_to_a_number_without_consent() -> None:
    salon = Salon(settles=False)
    salon.join("ada")
    salon.free()
    salon.ring()
    (offer,) = salon.messages("offer")
    contact = msgspec.structs.replace(salon.contact(ADA), given="forwarded", given_at=salon.now)
    state = WaitlistState(
        slot=salon.slot(),
        offer=salon.offers()[0],
        entry=salon.entry("ada"),
        contacts=(contact,),
        entries=(salon.entry("ada"),),
        lines=(salon.line(),),
    )
    verdict = check_delivery(offer, state, salon.now)
    assert getattr(verdict, "reason", "") == "nobody has confirmed that they agree to texts"


def test_an_unknown_number_takes_offers() -> None:
    contact = Contact(id=contact_id(ADA), at=Salon().now, reach="opted_out")
    assert takes_offers(ADA, ())
    assert not takes_offers(ADA, (contact,))
