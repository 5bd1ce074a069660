"""Proposals on the desk: fields with their sources; approved, edited or discarded, once."""

import pytest

from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.proposals import (
    Confidence,
    Proposal,
    ProposalPage,
    ProposedField,
)
from fullhouse.products.frontdesk.waitlist.model import Entry
from fullhouse.products.frontdesk.waitlist.proposals import Propose
from tests.web.desk.frontdesk.salon import Salon, tidy
from tests.web.desk.support import Desk

PROPOSALS = "/desk/waitlist/proposals"
READ: tuple[tuple[str, str, Confidence], ...] = (
    ("name", "Ada Lovelace", "sure"),
    ("phone", "+4915123456789", "likely"),
    ("service", "Colour", "guess"),
)


def proposes(salon: Salon, name: str = "p1", *, without: str = "") -> None:
    fields = tuple(
        ProposedField(field, value, how, f"… {value} …")
        for field, value, how in READ
        if field != without
    )
    proposal = Proposal(
        id=name,
        product="waitlist",
        fields=fields,
        sender="sam@salon.example",
        subject="Fwd: <b>Colour</b>",
        text="Hello <script>",
        mail="m1",
        at=salon.evening.engine.now(),
    )
    salon.evening.give(Propose(proposal=proposal), "mail")


def proposes_weekdays(salon: Salon, value: str) -> None:
    fields = [ProposedField(field, value, how, "") for field, value, how in READ]
    fields.append(ProposedField("weekdays", value, "likely", "on Mondays"))
    now = salon.evening.engine.now()
    proposal = Proposal(id="p1", product="waitlist", fields=tuple(fields), mail="m1", at=now)
    salon.evening.give(Propose(proposal=proposal), "mail")


def test_weekdays_are_shown_as_words_and_approved_as_read(desk: Desk, salon: Salon) -> None:
    proposes_weekdays(salon, "mon thu")
    assert "Mon, Thu (probably)" in tidy(desk.read(PROPOSALS))
    assert 'value="Mon, Thu"' in desk.web.get(f"{PROPOSALS}/p1").text
    cells = {"name": "Ada", "phone": "+4915123456789", "service": "Colour", "party": "1"}
    desk.send(f"{PROPOSALS}/p1", {**cells, "weekdays": "Mon, Thu"})
    assert salon.entry("p1").weekdays == ("mon", "thu")


def test_weekdays_that_staff_type_count(desk: Desk, salon: Salon) -> None:
    proposes_weekdays(salon, "mon thu")
    cells = {"name": "Ada", "phone": "+4915123456789", "service": "Colour", "party": "1"}
    desk.send(f"{PROPOSALS}/p1", {**cells, "weekdays": "Tue"})
    assert salon.entry("p1").weekdays == ("tue",)


def test_what_are_no_weekdays_stays_as_it_was_read(desk: Desk, salon: Salon) -> None:
    proposes_weekdays(salon, "often")
    assert "often (probably)" in tidy(desk.read(PROPOSALS))


def states(salon: Salon) -> list[str]:
    return [one.state for one in salon.evening.load(ProposalPage())]


@pytest.mark.usefixtures("salon")
def test_where_nothing_waits_the_page_says_so(desk: Desk) -> None:
    assert "There is nothing to decide on." in tidy(desk.read(PROPOSALS))


def test_a_request_is_shown_with_its_words_and_how_sure_they_are(desk: Desk, salon: Salon) -> None:
    proposes(salon)
    page = tidy(desk.read(PROPOSALS))
    assert "Ada Lovelace" in page
    assert "+4915123456789 (probably) … +4915123456789 …" in page
    assert "Colour (a guess)" in page
    assert "they join the waitlist and get a message that says so" in page
    one = desk.web.get(f"{PROPOSALS}/p1").text
    assert "Hello &lt;script&gt;" in one
    assert "Fwd: &lt;b&gt;Colour" in one


def test_approving_puts_them_on_the_list(desk: Desk, salon: Salon) -> None:
    proposes(salon)
    answer = desk.send(f"{PROPOSALS}/p1/approve")
    assert answer.headers["location"].endswith(f"{PROPOSALS}?done=joined_consent")
    assert salon.entry("p1").name == "Ada Lovelace"
    page = desk.web.get(PROPOSALS).text
    assert '<a href="/desk/waitlist/entries/p1">approved</a>' in page
    assert desk.send(f"{PROPOSALS}/p1/approve").status_code == 404
    assert desk.web.get(f"{PROPOSALS}/p1").status_code == 404


def test_what_is_missing_is_asked_for_and_then_approved(desk: Desk, salon: Salon) -> None:
    proposes(salon, without="service")
    answer = desk.send(f"{PROPOSALS}/p1/approve")
    assert answer.status_code == 422
    assert "Choose a service." in answer.text
    right = {
        "name": "Ada L.",
        "phone": "0151 23456789",
        "service": "Cut",
        "party": "2",
        "priority": "3",
    }
    answer = desk.send(f"{PROPOSALS}/p1", right)
    assert answer.status_code == 303
    entry = salon.entry("p1")
    assert (entry.name, entry.service, entry.party, entry.priority) == ("Ada L.", "Cut", 2, 3)
    assert salon.evening.load(Get(Entry, ("none",))) is None


def test_what_the_rules_refuse_stays_open(desk: Desk, salon: Salon) -> None:
    proposes(salon)
    answer = desk.send(
        f"{PROPOSALS}/p1",
        {"name": "Ada", "email": "ada@example.org", "service": "Cut", "priority": "x"},
    )
    assert answer.status_code == 422
    assert states(salon) == ["open"]


def test_discarding_does_nothing_else(desk: Desk, salon: Salon) -> None:
    proposes(salon)
    answer = desk.send(f"{PROPOSALS}/p1/discard")
    assert answer.headers["location"].endswith("done=discarded")
    assert states(salon) == ["discarded"]
    assert desk.send(f"{PROPOSALS}/p1/discard").status_code == 409


def test_many_come_in_pages(desk: Desk, salon: Salon) -> None:
    for number in range(22):
        proposes(salon, f"p{number:02}")
    first = desk.web.get(PROPOSALS).text
    assert first.count('aria-labelledby="p-') == 20
    assert "before=p02" in first
    assert desk.web.get(f"{PROPOSALS}?before=p02").text.count('aria-labelledby="p-') == 2


def texts(salon: Salon, entry: Entry, starts_at: str = "", late: str = "") -> None:
    change = ProposedField("change", "reply", "sure", "Ida sent a text from +491711234567.")
    known = {"entry": entry.id, "starts_at": starts_at, "name": entry.name, "late": late}
    fields = (ProposedField(name, value, "sure") for name, value in known.items() if value)
    proposal = Proposal(
        id="p1",
        product="waitlist",
        fields=(change, *fields),
        sender="+491711234567",
        text="Yes please!",
        at=salon.evening.engine.now(),
    )
    salon.evening.give(Propose(proposal=proposal), "text")


def test_a_yes_that_came_too_late_says_so(desk: Desk, salon: Salon) -> None:
    holder = salon.joins("Ida")
    salon.frees()
    texts(salon, holder, salon.slot().starts_at.isoformat(), late="yes")
    page = tidy(desk.read(f"{PROPOSALS}/p1"))
    assert "This YES came after the offer ended, so nothing is booked." in page
    assert "The link in our text" not in page


def test_a_text_about_an_offer_says_what_takes_it_until_it_is_taken(
    desk: Desk, salon: Salon
) -> None:
    holder = salon.joins("Ida")
    salon.frees()
    texts(salon, holder, salon.slot().starts_at.isoformat())
    assert "A text from a customer" in tidy(desk.read(PROPOSALS))
    page = tidy(desk.read(f"{PROPOSALS}/p1"))
    assert "The link in our text takes the slot, or a plain YES" in page
    assert "button in our message" not in page
    assert "has this slot now" not in page
    salon.claims()
    now = f"{holder.name} has this slot now."
    assert now in tidy(desk.read(PROPOSALS))
    page = tidy(desk.read(f"{PROPOSALS}/p1"))
    assert now in page
    assert "takes the slot" not in page


def test_a_text_of_someone_who_waits_changes_nothing(desk: Desk, salon: Salon) -> None:
    texts(salon, salon.joins("Ida"))
    page = tidy(desk.read(f"{PROPOSALS}/p1"))
    assert "Nothing has changed yet." in page
    assert "takes the slot" not in page
