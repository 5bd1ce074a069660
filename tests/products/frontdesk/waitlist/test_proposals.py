"""A forwarded request is put before staff; only what one of them approves happens, once."""

import msgspec
import pytest

from fullhouse.kernel.commands import Command
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage, ProposedField
from fullhouse.products.frontdesk.waitlist import wording
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist
from fullhouse.products.frontdesk.waitlist.model import ERASED_NAME, Entry
from fullhouse.products.frontdesk.waitlist.proposals import (
    ApproveProposal,
    DiscardProposal,
    EraseProposal,
    Propose,
)
from tests.products.frontdesk.waitlist.salon import Salon, mail, phone

READ = (
    ProposedField("name", "Ada Lovelace", "sure", "From: Ada Lovelace"),
    ProposedField("phone", "0151 2345678", "likely", "call me at 0151 2345678"),
    ProposedField("service", "Cut", "sure", "a cut"),
)


def request(salon: Salon, name: str = "p1") -> Proposal:
    return Proposal(
        id=name,
        product="waitlist",
        fields=READ,
        sender="sam@salon.example",
        subject="Fwd: a cut",
        text="…",
        mail="m1",
        at=salon.now,
    )


def join(name: str = "p1", **fields: str) -> JoinWaitlist:
    usual = {"name": "Ada", "phone": phone("ada"), "service": "Cut", "source": "mail"}
    return msgspec.convert({"entry_id": name, **usual, **fields}, JoinWaitlist)


def proposal(salon: Salon, name: str = "p1") -> Proposal:
    found = salon.store.load(Get(Proposal, (name,)))
    assert found is not None
    return found


def test_a_request_is_kept_and_staff_are_told_once() -> None:
    salon = Salon()
    assert salon.ask(Propose(proposal=request(salon))).code == "proposed"
    assert salon.ask(Propose(proposal=request(salon))).code == "proposed"
    assert proposal(salon) == request(salon)
    (note,) = [one for one in salon.carrier.handed if one.kind == "proposal"]
    told = {
        "id": "p1",
        "sender": "sam@salon.example",
        "subject": "Fwd: a cut",
        "name": "Ada Lovelace",
        "phone": "0151 2345678",
    }
    assert note.facts["proposal"] == {**told, "service": "Cut"}
    assert salon.store.load(Get(Entry, ("p1",))) is None


def test_many_requests_give_a_few_notes_and_then_one_for_all() -> None:
    salon = Salon()
    for number in range(40):
        salon.give(Propose(proposal=request(salon, f"p{number:02}")), "mail")
    notes = [one for one in salon.carrier.handed if one.kind == "proposal"]
    assert [one.facts["proposal"]["id"] for one in notes] == [f"p{n:02}" for n in range(5)]
    salon.after(minutes=15)
    *_, shared = [one for one in salon.carrier.handed if one.kind == "proposal"]
    assert len(salon.messages("proposal")) == 6
    letter = wording.compose(shared, lambda purpose: f"https://x/{purpose}")
    assert letter.heading == "Several requests are waiting for you."
    assert (letter.details, [one.url for one in letter.buttons]) == ((), ["https://x/desk"])


def test_requests_that_staff_decide_on_are_told_one_by_one() -> None:
    salon = Salon()
    for number in range(8):
        salon.give(Propose(proposal=request(salon, f"p{number}")), "mail")
        salon.give(DiscardProposal(proposal_id=f"p{number}"))
    assert len([one for one in salon.carrier.handed if one.kind == "proposal"]) == 8


def read_since(salon: Salon, **fields: str) -> Proposal:
    return msgspec.structs.replace(request(salon), **{"text": "… and its file", **fields})


def test_what_is_read_later_is_said_by_the_same_proposal_and_staff_are_told_once_more() -> None:
    salon = Salon()
    salon.give(Propose(proposal=request(salon)))
    for _ in range(2):
        assert salon.ask(Propose(proposal=read_since(salon), renew=True)).code == "proposed"
    assert proposal(salon) == msgspec.structs.replace(read_since(salon), rev=1)
    assert len(salon.messages("proposal")) == 2


def test_without_the_wish_a_known_proposal_stays_as_it_is() -> None:
    salon = Salon()
    salon.give(Propose(proposal=request(salon)))
    assert salon.decide(Propose(proposal=read_since(salon))).is_empty
    assert proposal(salon) == request(salon)


@pytest.mark.parametrize(
    "decide", [DiscardProposal(proposal_id="p1"), ApproveProposal(proposal_id="p1", join=join())]
)
def test_what_was_decided_is_not_read_anew(decide: Command) -> None:
    salon = Salon()
    salon.give(Propose(proposal=request(salon)))
    salon.give(decide)
    over = proposal(salon)
    assert salon.decide(Propose(proposal=read_since(salon), renew=True)).is_empty
    assert proposal(salon) == over


def test_what_is_approved_joins_in_the_same_commit_and_forgets_what_was_written() -> None:
    salon = Salon()
    salon.give(Propose(proposal=request(salon)))
    decision = salon.decide(ApproveProposal(proposal_id="p1", join=join()))
    assert decision.answer.code == "joined"
    assert [one.action for one in decision.steps] == ["joined", "proposal_approved"]
    assert salon.entry("p1").source == "mail"
    over = proposal(salon)
    assert (over.state, over.became, over.closed_at, over.mail) == (
        "approved",
        "p1",
        salon.now,
        "m1",
    )
    assert (over.fields, over.sender, over.subject, over.text) == ((), "", "", "")
    assert over.value("name") == ""


def test_approving_twice_joins_once() -> None:
    salon = Salon()
    salon.give(Propose(proposal=request(salon)))
    salon.give(ApproveProposal(proposal_id="p1", join=join()))
    assert (
        salon.ask(ApproveProposal(proposal_id="p1", join=join(name="Ada again"))).code
        == "proposal_approved"
    )
    assert salon.entry("p1").name == "Ada"
    assert salon.ask(DiscardProposal(proposal_id="p1")).code == "proposal_approved"


def test_whoever_waits_already_closes_the_proposal_too() -> None:
    salon = Salon()
    salon.join("ada")
    salon.give(Propose(proposal=request(salon)))
    fields = {"phone": "", "email": mail("ada")} if not salon.entry("ada").phone else {}
    answer = salon.ask(
        ApproveProposal(proposal_id="p1", join=join(service=salon.entry("ada").service, **fields))
    )
    assert answer.code == "already"
    assert (proposal(salon).state, proposal(salon).became) == ("approved", "ada")


def test_what_cannot_be_joined_stays_open() -> None:
    salon = Salon()
    salon.give(Propose(proposal=request(salon)))
    assert (
        salon.ask(ApproveProposal(proposal_id="p1", join=join(service="Shave"))).code
        == "unknown_service"
    )
    assert proposal(salon).state == "open"


def test_what_is_discarded_does_nothing() -> None:
    salon = Salon()
    salon.give(Propose(proposal=request(salon)))
    assert salon.ask(DiscardProposal(proposal_id="p1")).code == "discarded"
    assert salon.ask(DiscardProposal(proposal_id="p1")).code == "proposal_discarded"
    assert salon.ask(ApproveProposal(proposal_id="p1", join=join())).code == "proposal_discarded"
    assert salon.store.load(Get(Entry, ("p1",))) is None
    assert [one.state for one in salon.store.load(ProposalPage())] == ["discarded"]


def told_staff(salon: Salon) -> dict[str, str]:
    (note,) = salon.messages("proposal")
    found: dict[str, str] = note.facts["proposal"]
    return found


GONE = {
    "id": "p1",
    "sender": "",
    "subject": "",
    "name": ERASED_NAME,
    "service": "Cut",
    "phone": "",
}


@pytest.mark.parametrize("discarded", [False, True])
def test_a_request_is_forgotten_with_what_staff_were_told_of_it(*, discarded: bool) -> None:
    salon = Salon()
    salon.give(Propose(proposal=request(salon)))
    if discarded:
        salon.give(DiscardProposal(proposal_id="p1"))
    assert salon.ask(EraseProposal(proposal_id="p1")).code == "erased"
    over = proposal(salon)
    assert (over.state, over.fields, over.sender, over.subject, over.text) == (
        "discarded",
        (),
        "",
        "",
        "",
    )
    assert told_staff(salon) == GONE
    assert salon.actions("p1")[-1] == "erased"


def test_what_is_known_of_a_request_goes_with_the_entry_that_it_became() -> None:
    salon = Salon()
    salon.give(Propose(proposal=request(salon)))
    salon.give(ApproveProposal(proposal_id="p1", join=join()))
    assert salon.decide(EraseProposal(proposal_id="p1")).is_empty
    assert salon.entry("p1").name == "Ada"
    assert told_staff(salon)["name"] == "Ada Lovelace"
    salon.erase("p1")
    assert told_staff(salon) == GONE


def test_a_request_of_whoever_waited_already_is_forgotten_by_itself() -> None:
    salon = Salon()
    salon.join("ada")
    salon.give(Propose(proposal=request(salon)))
    salon.give(ApproveProposal(proposal_id="p1", join=join(service=salon.entry("ada").service)))
    salon.give(EraseProposal(proposal_id="p1"))
    assert (proposal(salon).state, proposal(salon).became) == ("approved", "ada")
    assert told_staff(salon) == GONE
    assert salon.entry("ada").name == "Ada"


@pytest.mark.parametrize(
    "deed",
    [
        DiscardProposal(proposal_id="none"),
        EraseProposal(proposal_id="none"),
        ApproveProposal(proposal_id="none", join=join()),
    ],
)
def test_there_has_to_be_a_proposal(
    deed: DiscardProposal | EraseProposal | ApproveProposal,
) -> None:
    assert Salon().ask(deed).code == "unknown_proposal"


def test_whoever_saw_something_else_decides_nothing() -> None:
    salon = Salon()
    salon.give(Propose(proposal=request(salon)))
    salon.give(
        Propose(proposal=msgspec.structs.replace(request(salon), text="For two."), renew=True)
    )
    assert (
        salon.ask(ApproveProposal(proposal_id="p1", join=join(), rev=0)).code == "proposal_changed"
    )
    assert salon.ask(DiscardProposal(proposal_id="p1", rev=0)).code == "proposal_changed"
    assert (proposal(salon).state, salon.store.load(Get(Entry, ("p1",)))) == ("open", None)
    assert salon.ask(DiscardProposal(proposal_id="p1", rev=1)).code == "discarded"
