"""The ask page of the whole desk: answers from the store with links, and examples."""

import re
from html import unescape

import pytest

from fullhouse.inbound.llm.port import Answer, ModelUnavailable, Shape
from fullhouse.inbound.questions import queries
from fullhouse.products.frontdesk.appointments import questions as of_book
from fullhouse.products.frontdesk.appointments.commands import CancelAppointment
from fullhouse.products.frontdesk.waitlist import questions as of_line
from fullhouse.products.rsvp.commands import CancelGuest
from fullhouse.products.rsvp.questions import ShowTime
from fullhouse.web.desk import questions
from fullhouse.web.desk.answer_view import MOST_ROWS
from tests.support.attaching import change_desk
from tests.web.desk.frontdesk.appointments.book import Front, full_book
from tests.web.desk.frontdesk.salon import Salon, busy_day
from tests.web.desk.support import Desk, text_of


def asks(desk: Desk, question: str) -> str:
    answer = desk.web.get("/desk/ask", params={"q": question})
    assert answer.status_code == 200
    return text_of(answer).partition(" messages Ask ")[2]


@pytest.fixture
def line(desk: Desk) -> Salon:
    """Ada and three more wait for Colour; one slot is filled, one offered to another, one open."""
    return busy_day(desk.evening)


@pytest.fixture
def book(desk: Desk) -> Front:
    return full_book(desk.evening)


def test_the_head_of_the_desk_leads_to_the_page_and_the_page_shows_what_can_be_asked(
    desk: Desk, line: Salon
) -> None:
    assert 'href="/desk/ask"' in desk.web.get("/desk").text
    page = desk.web.get("/desk/ask").text
    assert 'aria-current="page">Ask' in page
    assert page.count("aria-current") == 1
    said = text_of(desk.web.get("/desk/ask"))
    for example in queries.front_desk_examples(questions.context_of(desk.evening.engine).book):
        assert example in said


@pytest.mark.parametrize(
    ("path", "examples"),
    [("/desk/waitlist", of_line.EXAMPLES), ("/desk/appointments", of_book.EXAMPLES)],
)
def test_the_front_desk_shows_its_questions_as_links(
    desk: Desk, line: Salon, path: str, examples: dict[str, type]
) -> None:
    book = questions.context_of(desk.evening.engine).book
    links = re.findall(
        r'<li><a href="(/desk/ask\?q=[^"]+)">([^<]+)</a></li>', desk.web.get(path).text
    )
    names = queries.names_in(queries.QuestionContext(book))
    assert [question for _, question in links] == [*queries.with_names(examples, names)]
    for link, _ in links:
        assert "I didn't understand" not in text_of(desk.web.get(link))


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_examples_are_in_the_readers_language_and_can_be_typed_as_they_are(
    desk: Desk, line: Salon, language: str
) -> None:
    desk.evening.opens(name="Picnic")

    def heading(question: str) -> str:
        page = desk.web.get(
            "/desk/ask", params={"q": question}, headers={"accept-language": language}
        )
        found = re.search(r'<h2 class="answer">([^<]+)', page.text)
        assert found is not None
        return found[1]

    page = desk.web.get("/desk/ask", headers={"accept-language": language})
    chips = re.findall(r'<li><a href="/desk/ask\?q=[^"]+">([^<]+)</a></li>', page.text)
    english = queries.examples(questions.context_of(desk.evening.engine))
    assert len(chips) == len(english) > 18
    assert {unescape(words) for words in chips}.isdisjoint(english)
    not_understood = heading("qwertz")
    for words in chips:
        assert heading(unescape(words)) != not_understood, words


def test_a_slot_that_was_given_up_again_was_not_filled_but_handed_back(
    desk: Desk, line: Salon
) -> None:
    line.evening.give(CancelAppointment(appointment_id="early"), "customer")
    assert "No slot was filled this week." in asks(desk, "How many slots were filled this week?")
    said = asks(desk, "Which slots were handed back this week?")
    assert "1 slot was handed back this week. Cut, Mon 1 Jun 2026, 12:30 with Sam · handed" in said
    assert "with Sam · handed back" in asks(desk, "Which slots were freed today?")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many are waiting?", "4 people wait."),
        ("Who waits for Colour?", "4 people wait for Colour. Ada Colour · any day Ben"),
        ("Who waits for Table?", "Nobody waits for Table."),
        ("How many wait for Colour with Jess?", "Nobody waits for Colour with Jess."),
        ("Is Dora on the list?", "Dora waits for Colour, since Mon 1 Jun 2026, 11:00."),
        (
            "Is Ben on the list?",
            "Ben waits for Colour, since Mon 1 Jun 2026, 11:00. They hold an offer just now.",
        ),
        ("Is d on the list?", "2 entries on the list are under “d”. Ada"),
        ("Is Zoe on the list?", "“Zoe” is not on the list."),
        (
            "Is emil@example.org on the list?",
            "emil@example.org is not on the list. Emil Cut · any day · booked",
        ),
        (
            "Is dora@example.org on the list for Cut?",
            "dora@example.org is not on the list for Cut.",
        ),
        ("How many slots were filled this week?", "1 slot was filled this week."),
        (
            "Which slots were freed today?",
            "4 slots were freed today. Cut, Mon 1 Jun 2026, 12:30 with Sam · filled",
        ),
        (
            "Which slots are open?",
            "3 slots are open. Colour, Mon 1 Jun 2026, 14:00 with Jess · offered just now",
        ),
        ("Which slots are open on Friday?", "No slot is open on Fri 5 Jun 2026."),
        (
            "How many slots were handed back with Jess in the last 3 days?",
            "No slot was handed back with Jess in the last",
        ),
        ("Who has an offer?", "2 people hold an offer just now. "),
        (
            "Who was offered the slot on Monday at 2?",
            "2 people were asked about slots on Mon 1 Jun 2026 at 2:00. Ada Colour, Mon",
        ),
        (
            "Who was offered the slot on Tuesday at 3?",
            "There is no freed slot on Tue 26 May 2026 at 3:00.",
        ),
    ],
)
def test_a_question_about_the_line_is_answered_from_it(
    desk: Desk, line: Salon, question: str, said: str
) -> None:
    assert asks(desk, question).startswith(said)


def test_several_services_are_told_apart(desk: Desk, line: Salon) -> None:
    line.joins("Fay", "Cut")
    assert asks(desk, "How many are waiting?").startswith("5 people wait. Colour 4, Cut 1.")


def test_of_a_weekday_to_come_without_slots_the_last_one_is_meant(desk: Desk, line: Salon) -> None:
    desk.evening.passes(days=1)
    said = asks(desk, "Who was asked for the slot on Monday at 14:00?")
    assert said.startswith("2 people were asked about slots on Mon 1 Jun 2026 at 14:00.")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "Who comes today?",
            "4 appointments today. Ada Mon 1 Jun 2026, 14:00 · Cut · with Jess · not answered yet",
        ),
        ("Who comes tomorrow?", "No appointment tomorrow."),
        ("How many appointments has Sam today?", "3 appointments with Sam today."),
        (
            "How many appointments are there this week?",
            "5 appointments this week. 2 more were cancelled or missed.",
        ),
        ("Who comes today at 3?", "1 appointment today at 3:00. Ben"),
        ("Who has not confirmed?", "4 appointments from now on: not confirmed. Ada"),
        ("Who confirmed?", "1 appointment from now on: confirmed. Ben"),
        ("Who cancelled this week?", "1 appointment was cancelled this week. Gus"),
        ("Who cancelled yesterday?", "No appointment was cancelled yesterday."),
        ("How many cancelled today?", "1 appointment was cancelled today."),
        ("Whose appointments this week were cancelled?", "1 appointment this week: cancelled. Gus"),
        ("Who did not come?", "1 person did not come in the last 30 days. Ida"),
        ("Who did not come last week?", "Nobody stayed away last week."),
        ("How many come in the next 3 days?", "5 appointments in the next 3 days."),
        (
            "When does Emil come?",
            "Emil is booked for Wed 3 Jun 2026, 10:00. Cut: not answered yet.",
        ),
        ("Did Gus cancel?", "Gus was booked for Mon 1 Jun 2026, 12:00. Cut with Jess: cancelled."),
        (
            "When does ben@example.org come?",
            "Ben is booked for Mon 1 Jun 2026, 15:00. Cut with Sam: confirmed.",
        ),
        ("When does Zoe come?", "“Zoe” has no appointment from now on."),
        ("Does Emil come tomorrow?", "“Emil” has no appointment tomorrow."),
        ("Does d come today?", "3 appointments are under “d” today. Ida"),
    ],
)
def test_a_question_about_the_book_is_answered_from_it(
    desk: Desk, book: Front, question: str, said: str
) -> None:
    assert asks(desk, question).startswith(said)


@pytest.fixture
def party(desk: Desk) -> Desk:
    """Anna has a seat, Bert waits; Cleo has cancelled."""
    desk.evening.opens(cap=2)
    for name in ("Cleo", "Anna", "Bert"):
        desk.evening.signs_up(name)
    desk.evening.give(CancelGuest(event_id="party", guest_id="cleo"), "guest")
    return desk


def test_events_and_their_guests_are_asked_about_by_name(party: Desk) -> None:
    name = questions.context_of(party.evening.engine).events[0].name
    assert asks(party, "Which events are coming?").startswith(
        f"1 event is coming. {name} Sat 20 Jun 2026, 18:00"
    )
    assert asks(party, "Which events are over?").startswith("No event is over.")
    assert asks(party, "Which events are this month?").startswith("1 event this month.")
    assert asks(party, f"Who cancelled for {name}?").startswith(
        f"{name}: 1 guest has cancelled. Cleo cleo@example.org"
    )
    assert asks(party, "How many seats are open?").startswith(f"{name}: No seat is open.")


def test_of_several_events_the_asker_picks_one(party: Desk) -> None:
    party.evening.opens("second", name="Second night")
    page = party.web.get("/desk/ask", params={"q": "How many seats are open?"})
    assert "Which event do you mean?" in text_of(page)
    path = re.search(r'href="(/desk/e/second/ask\?[^"]+)"', page.text)
    assert path is not None
    assert "open" in text_of(party.web.get(path[1]))
    assert asks(party, "Which events are coming?").startswith("2 events are coming.")


def test_an_event_that_is_gone_meanwhile_puzzles(party: Desk) -> None:
    engine = party.evening.engine
    query = queries.OfEvent("gone", ShowTime())
    assert (
        questions.answer_for(engine, questions.context_of(engine), query, "").said
        == "I didn't understand."
    )


def test_messages_are_found_by_address_and_by_how_they_stand(party: Desk) -> None:
    said = asks(party, "What was sent to anna@example.org?")
    assert said.startswith(
        "1 message was written to anna@example.org. Confirmation anna@example.org · Mon 1 Jun 2026"
    )
    assert asks(party, "Which messages failed?").startswith("No message has failed.")
    assert asks(party, "Which messages are waiting today?").startswith(
        "No message waits to leave today."
    )
    assert asks(party, "What was sent to zoe@example.org?").startswith(
        "No message was written to zoe@example.org."
    )


def test_a_person_is_found_wherever_they_are(party: Desk) -> None:
    salon = Front(party.evening)
    salon.writes()
    salon.joins("Anna")
    salon.books("Anna")
    said = asks(party, "Where is anna@example.org?")
    assert said.startswith(
        "anna@example.org is known in 3 places. Anna Colour · any day Anna Mon 1 Jun 2026, 14:00"
    )
    assert "has a seat" in said
    assert asks(party, "zoe@example.org").startswith("zoe@example.org is not known here.")


@pytest.mark.parametrize("most", [questions.MOST_EVENTS, 1, 2])
def test_a_guest_of_an_event_that_is_over_is_known(
    party: Desk, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(questions, "MOST_EVENTS", most)
    party.evening.opens("zumba", name="Zumba")
    party.evening.signs_up("Zoe", event_id="zumba")
    party.evening.passes(days=25)
    for name, event in (("anna", "Summer party"), ("zoe", "Zumba")):
        said = asks(party, f"Where is {name}@example.org?")
        assert said.startswith(f"{name}@example.org is known in 1 place.")
        assert f"{event} · Sat 20 Jun 2026, 18:00" in said
        assert "has a seat" not in said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many vegetarians are coming?", "I don't know “vegetarians” here."),
        ("Who comes today and tomorrow?", "Please ask one thing at a time."),
    ],
)
def test_what_it_cannot_answer_it_says_with_examples(
    desk: Desk, book: Front, question: str, said: str
) -> None:
    answer = asks(desk, question)
    assert answer.startswith(f"I didn't understand. {said} You can ask:")
    assert "Who comes tomorrow?" in answer


def test_a_long_list_is_cut_and_says_so(desk: Desk) -> None:
    salon = Salon(desk.evening)
    salon.writes()
    for number in range(MOST_ROWS + 2):
        salon.joins(f"N{number}", phone="", email=f"n{number}@example.org")
    said = asks(desk, "Who waits?")
    assert said.startswith("52 people wait.")
    assert "These are the first 50; 2 others are left out: see all of them" in said


def test_where_only_a_part_is_looked_through_it_says_at_least(
    desk: Desk, line: Salon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_line, "LOOKED_THROUGH", 2)
    assert asks(desk, "Who waits?").startswith("At least 2 people wait.")
    assert asks(desk, "How many slots were freed today?").startswith(
        "At least 2 slots were freed today."
    )
    assert asks(desk, "Is Zoe waiting?").startswith(
        "“Zoe” is not on the list. I looked through the first 2 on the list."
    )


def test_a_long_book_is_walked_page_by_page_and_not_for_ever(
    desk: Desk, book: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_book, "PAGE", 2)
    assert asks(desk, "Who comes today?").startswith("4 appointments today.")
    monkeypatch.setattr(of_book, "LOOKED_THROUGH", 3)
    assert asks(desk, "Who comes today?").startswith("At least 1 appointment today.")
    assert asks(desk, "When does Zoe come?").startswith(
        "“Zoe” has no appointment from now on. I looked through the first 3."
    )


def test_many_messages_are_looked_through_in_part(
    party: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "MOST_MESSAGES", 2)
    assert "I looked through the newest 2." in asks(party, "Which messages failed?")


class Model:
    """Reads every question as one of who is booked today, or is down."""

    def __init__(self, **answer: str) -> None:
        self.answer = answer

    def ask(self, task: str, material: str, shape: Shape) -> Answer:
        if not self.answer:
            raise ModelUnavailable("it is asleep")
        return {**self.answer}


def lend(desk: Desk, model: Model) -> None:
    change_desk(desk.web.app, model=model)


def test_a_model_reads_what_puzzles_the_rules_and_the_answer_says_so(
    desk: Desk, book: Front
) -> None:
    lend(desk, Model(query="ListAppointments", period="today"))
    said = asks(desk, "Anybody popping round?")
    assert said.startswith(
        "4 appointments today. A language model picked this question for what you typed."
    )
    assert "A language model" not in asks(desk, "Who comes tomorrow?")


@pytest.mark.parametrize("model", [Model(), Model(query="none"), Model(query="EraseEverything")])
def test_without_a_model_that_helps_it_stays_puzzled(desk: Desk, book: Front, model: Model) -> None:
    lend(desk, model)
    assert asks(desk, "Anybody popping round?").startswith("I didn't understand.")


def test_a_strangers_question_is_not_answered(door: Desk) -> None:
    assert door.web.get("/desk/ask?q=who").status_code == 303


def test_markup_in_a_question_stays_text(desk: Desk) -> None:
    assert "<b>" not in desk.web.get("/desk/ask", params={"q": "<b>who</b>"}).text


def test_who_cancelled_goes_by_when_they_did_and_whose_by_when_they_would_have_come(
    desk: Desk, book: Front
) -> None:
    book.books("Zoe", "2026-06-16T10:00")
    book.cancels("Zoe")
    assert asks(desk, "Who cancelled this week?").startswith(
        "2 appointments were cancelled this week. Gus"
    )
    assert asks(desk, "Whose appointments this week were cancelled?").startswith(
        "1 appointment this week: cancelled."
    )
    desk.evening.passes(days=14)
    assert asks(desk, "Who cancelled this week?").startswith(
        "No appointment was cancelled this week."
    )
    assert asks(desk, "Whose appointments this week were cancelled?").startswith(
        "1 appointment this week: cancelled. Zoe"
    )
