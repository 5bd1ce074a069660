"""Proposed bookings beside the waitlist's: approved, edited, changed, cancelled, discarded."""

import re
from html import unescape

import pytest
from inline_snapshot import snapshot

from fullhouse.engine.core import Engine
from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.appointments.proposals import (
    ApproveAppointment,
    ProposeAppointment,
)
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage, ProposedField
from fullhouse.web.desk.frontdesk import proposals as pages
from tests.products.saying import read
from tests.web.desk.frontdesk.appointments.book import Front, at
from tests.web.desk.frontdesk.salon import tidy
from tests.web.desk.frontdesk.waitlist.test_proposals import proposes as proposes_entry
from tests.web.desk.support import Desk, text_of

PROPOSALS = "/desk/waitlist/proposals"
READ = {
    "name": "Zoe",
    "phone": "+4915123456780",
    "service": "Cut",
    "staff": "Jess",
    "date": "2026-06-02",
    "time": "10:00",
}


def proposal(front: Front, proposal_id: str = "b1", mail: str = "m1", **fields: str) -> Proposal:
    read = tuple(
        ProposedField(field, value, "likely", f"“{value}”")
        for field, value in {**READ, **fields}.items()
        if value
    )
    return Proposal(
        id=proposal_id,
        product="appointments",
        fields=read,
        sender="sam@salon.example",
        subject="Fwd: a cut",
        text="Zoe would like a cut at ten",
        mail=mail,
        at=front.evening.engine.now(),
    )


def proposes(front: Front, proposal_id: str = "b1", mail: str = "m1", **fields: str) -> None:
    made = proposal(front, proposal_id, mail, **fields)
    front.evening.give(ProposeAppointment(proposal=made, renew=True), "mail")


def states(front: Front) -> list[str]:
    return [one.state for one in front.evening.load(ProposalPage())]


def test_a_proposal_says_who_has_its_time(desk: Desk, front: Front) -> None:
    front.books("Tom", "2026-06-02T10:00")
    proposes(front)
    proposes(front, "b2", time="15:00")
    proposes(front, "b3", date="")
    told = tidy(desk.read(PROPOSALS))
    assert told.count("This time is taken by Tom.") == 1
    assert "This time is taken by Tom." in tidy(desk.read(f"{PROPOSALS}/b1"))


def test_a_proposal_says_to_whom_its_time_is_offered(desk: Desk, front: Front) -> None:
    front.joins("Gabi", "Cut")
    front.frees("two", "Cut", at("2026-06-02T10:00"), staff="Jess")
    proposes(front)
    assert "This time is on offer to Gabi." in tidy(desk.read(PROPOSALS))


def test_both_kinds_stand_on_one_page_with_their_words(desk: Desk, front: Front) -> None:
    proposes(front)
    proposes_entry(front, "p1")
    told = tidy(desk.read(PROPOSALS))
    assert "Zoe A booking" in told
    assert "Waitlist request" in told
    assert "Day Tuesday 2 June 2026 (probably)" in told
    assert "Zoe would like a cut at ten" in told


def test_approving_puts_it_in_the_book(desk: Desk, front: Front) -> None:
    proposes(front)
    answer = desk.send(f"{PROPOSALS}/b1/approve")
    assert answer.headers["location"] == f"{PROPOSALS}?done=booked&told=untold"
    booked = front.appointment("b1")
    assert (booked.name, booked.source, booked.starts_at) == ("Zoe", "mail", at("2026-06-02T10:00"))
    page = desk.web.get(f"{PROPOSALS}?done=booked&told=untold").text
    assert "It is in the book." in page
    assert '<a href="/desk/appointments/a/b1">approved</a>' in page


def test_a_taken_chair_is_said_and_not_refused(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-02T10:15")
    proposes(front)
    assert (
        desk.send(f"{PROPOSALS}/b1/approve")
        .headers["location"]
        .endswith("done=booked_over&told=untold")
    )


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("time", "Say the day and the time at which it starts."),
        ("service", "Choose a service."),
        ("name", "enter a name"),
    ],
)
def test_what_is_missing_is_asked_for_and_then_approved(
    desk: Desk, front: Front, missing: str, words: str
) -> None:
    proposes(front, **{missing: ""})
    answer = desk.send(f"{PROPOSALS}/b1/approve")
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert states(front) == ["open"]
    answer = desk.send(f"{PROPOSALS}/b1", {**READ, "minutes": "30", "staff": "Sam"})
    assert answer.status_code == 303
    assert (front.appointment("b1").staff, front.appointment("b1").minutes) == ("Sam", 30)


def test_what_the_rules_refuse_stays_open(desk: Desk, front: Front) -> None:
    proposes(front, date="2035-06-02")
    answer = desk.send(f"{PROPOSALS}/b1/approve")
    assert answer.status_code == 409
    assert "at most two years away" in text_of(answer)
    assert states(front) == ["open"]


def test_another_time_in_the_calendar_moves_the_appointment(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-02T14:00")
    proposes(front, mail="", change="moved", appointment="ada", name="Ada", phone="")
    page = desk.web.get(f"{PROPOSALS}/b1").text
    assert "A booking was moved" in page
    assert '<a href="/desk/appointments/a/ada">The appointment as it stands</a>' in page
    assert "<dt>Appointment</dt>" not in page
    assert re.search(r'name="tell"[^>]* checked', page)
    assert (
        desk.send(f"{PROPOSALS}/b1", READ | {"name": "Ada"})
        .headers["location"]
        .endswith("done=edited&told=untold")
    )
    assert front.appointment("Ada").starts_at == at("2026-06-02T10:00")


def test_a_booking_that_is_gone_is_cancelled_by_one_button(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-02T14:00")
    proposes(front, mail="", change="gone", appointment="ada")
    page = desk.read(f"{PROPOSALS}/b1")
    assert "Yes, cancel it" in page
    assert "its time is offered to the waitlist. We tell its customer." in page
    assert "If you approve it, we tell the customer." in desk.read(PROPOSALS)
    assert desk.send(f"{PROPOSALS}/b1").headers["location"].endswith("done=cancelled")
    assert front.appointment("Ada").status == "cancelled"
    assert states(front) == ["approved"]


def test_what_was_cancelled_before_only_closes_the_proposal(desk: Desk, front: Front) -> None:
    front.books("Ada", "2026-06-02T14:00")
    front.cancels("Ada")
    proposes(front, mail="", change="gone", appointment="ada")
    answer = desk.send(f"{PROPOSALS}/b1/approve")
    assert "It was cancelled before." in desk.read(answer.headers["location"])


def test_whoever_is_second_to_decide_is_told(
    desk: Desk, front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposes(front)
    proposes(front, "b2")
    desk.send(f"{PROPOSALS}/b2/discard")
    monkeypatch.setattr(pages, "approve", lambda *_: ApproveAppointment(proposal_id="b2"))
    answer = desk.send(f"{PROPOSALS}/b1/approve")
    assert answer.status_code == 404
    assert "Someone has decided on it already." in text_of(answer)


def test_discarding_does_nothing_else(desk: Desk, front: Front) -> None:
    proposes(front)
    assert desk.send(f"{PROPOSALS}/b1/discard").headers["location"].endswith("done=discarded")
    assert states(front) == ["discarded"]
    answer = desk.send(f"{PROPOSALS}/b1/discard")
    assert answer.status_code == 409
    assert "discarded before" in text_of(answer)
    assert desk.send(f"{PROPOSALS}/none/discard").status_code == 404


class TestAnOldPage:
    """What was proposed has changed since the page was opened."""

    @pytest.mark.parametrize("path", ["b1", "b1/approve", "b1/discard"])
    def test_nothing_is_decided_and_it_is_shown_as_it_stands(
        self, desk: Desk, front: Front, path: str
    ) -> None:
        proposes(front)
        for page in (PROPOSALS, f"{PROPOSALS}/b1"):
            assert desk.web.get(page).text.count('<input type="hidden" name="rev" value="0">') == 2
        proposes(front, time="16:00")
        answer = desk.send(f"{PROPOSALS}/{path}", {**READ, "rev": "0"})
        assert answer.status_code == 409
        assert (
            "It has changed since you opened it, so nothing was done. This is what it says now."
            in text_of(answer)
        )
        assert 'value="16:00"' in answer.text
        assert '<input type="hidden" name="rev" value="1">' in answer.text
        assert states(front) == ["open"]

    def test_what_is_seen_then_is_decided_on(self, desk: Desk, front: Front) -> None:
        proposes(front)
        proposes(front, time="16:00")
        assert desk.send(f"{PROPOSALS}/b1/approve", {"rev": "1"}).status_code == 303
        assert front.appointment("b1").starts_at == at("2026-06-02T16:00")

    def test_it_may_change_in_that_very_moment(
        self, desk: Desk, front: Front, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        proposes(front)
        anew = proposal(front, time="16:00")

        async def look(engine: Engine, _command: Command, _by: str) -> None:
            await engine.execute(ProposeAppointment(proposal=anew, renew=True), "calendar")

        monkeypatch.setattr(pages, "mail_if_landline", look)
        answer = desk.send(f"{PROPOSALS}/b1", {**READ, "rev": "0"})
        assert (answer.status_code, states(front)) == (409, ["open"])
        assert 'value="16:00"' in answer.text


def proposes_weekly(front: Front) -> None:
    for number, date in ((2, "2026-06-09"), (1, "2026-06-02"), (3, "2026-06-16")):
        proposes(front, f"k{number}", "", date=date, series="s1")


def test_a_weekly_entry_is_one_card_and_approved_with_all_its_times(
    desk: Desk, front: Front
) -> None:
    proposes_weekly(front)
    page = desk.web.get(PROPOSALS).text
    assert page.count('class="panel proposal"') == 1
    assert "You decide on 2 more times with it: Tuesday 9 June 2026, 10:00; " in tidy(
        desk.read(PROPOSALS)
    )
    desk.send(f"{PROPOSALS}/k1", {**READ, "staff": "Sam"})
    booked = [front.appointment(f"k{number}") for number in (1, 2, 3)]
    assert [(one.starts_at, one.staff) for one in booked] == [
        (at(f"2026-06-{day}T10:00"), "Sam") for day in ("02", "09", "16")
    ]


def cards(desk: Desk) -> list[str]:
    """Return what each card says, without what can be pressed."""
    page = desk.web.get(PROPOSALS).text
    found = re.findall(r'<section class="panel proposal".*?</section>', page, re.DOTALL)
    texts = [re.sub(r"<[^>]+>", " ", card.split('<div class="actions">')[0]) for card in found]
    return [tidy(" ".join(unescape(text).split())) for text in texts]


def test_a_card_says_who_when_and_how_to_reach_them(desk: Desk, front: Front) -> None:
    proposes(front, email="zoe@example.org", minutes="45")
    (card,) = cards(desk)
    assert read(card) == snapshot("""\
Zoe A booking From sam@salon.example, Mon 1 Jun 2026, 11:00 Name Zoe (probably) “Zoe” Mobile
+4915123456780 (probably) “+4915123456780” Service Cut (probably) “Cut” Staff Jess (probably) “Jess”
Day Tuesday 2 June 2026 (probably) “2026-06-02” Time 10:00 (probably) “10:00” Email zoe@example.org
(probably) “zoe@example.org” Minutes 45 (probably) “45” What was written Zoe would like a cut at ten
If you approve it, it is booked.\
""")


def test_a_card_of_a_weekly_entry_says_all_its_times(desk: Desk, front: Front) -> None:
    proposes_weekly(front)
    (card,) = cards(desk)
    assert read(card) == snapshot("""\
Zoe A booking From sam@salon.example, Mon 1 Jun 2026, 11:00 Name Zoe (probably) “Zoe” Mobile
+4915123456780 (probably) “+4915123456780” Service Cut (probably) “Cut” Staff Jess (probably) “Jess”
Day Tuesday 2 June 2026 (probably) “2026-06-02” Time 10:00 (probably) “10:00” The calendar entry
repeats. You decide on 2 more times with it: Tuesday 9 June 2026, 10:00; Tuesday 16 June 2026, 10:00
What was written Zoe would like a cut at ten If you approve it, it is booked.\
""")


def test_a_time_of_it_that_cannot_be_booked_stays_open(desk: Desk, front: Front) -> None:
    proposes_weekly(front)
    proposes(front, "k2", "", date="never", series="s1")
    desk.send(f"{PROPOSALS}/k1/approve")
    assert [one.id for one in front.evening.load(ProposalPage("open"))] == ["k2"]


def test_a_weekly_entry_is_discarded_with_all_its_times(desk: Desk, front: Front) -> None:
    proposes_weekly(front)
    desk.send(f"{PROPOSALS}/k1/discard")
    assert states(front) == ["discarded"] * 3
