"""The ask box: every kind of question, answered from the list; what it cannot answer it says."""

import re

import pytest

from fullhouse.inbound.llm.port import Answer, Shape
from fullhouse.locale import catalogue
from fullhouse.products.rsvp.commands import CancelGuest, DeclineOffer, SignUp, StopMail
from fullhouse.products.rsvp.questions import EXAMPLES
from tests.support.attaching import change_desk
from tests.web.desk.support import Desk, text_of

ANSWER = re.compile(r'<h2 class="answer">(.*?)</h2>')


@pytest.fixture
def full(desk: Desk) -> Desk:
    """Two seats: Anna's party has one, Bert holds one; Cleo and Dora wait, Emil has cancelled."""
    evening = desk.evening
    evening.opens(cap=3, settings={"max_party": 2})
    evening.signs_up("Anna", party=2)
    for name in ("Emil", "Bert", "Cleo", "Dora"):
        evening.signs_up(name)
    evening.give(CancelGuest(event_id="party", guest_id="emil"), "guest")
    return desk


def asks(desk: Desk, question: str) -> str:
    answer = desk.web.get("/desk/e/party/ask", params={"q": question})
    assert answer.status_code == 200
    return text_of(answer).partition(" list Ask ")[2]


def test_the_events_page_has_a_box_that_leads_to_the_answer(full: Desk) -> None:
    page = full.web.get("/desk/e/party").text
    assert 'action="/desk/e/party/ask"' in page
    assert 'method="get"' in page


@pytest.mark.parametrize(
    "path", ["/desk/e/party", "/desk/e/party/ask", "/desk/e/party/ask?q=When+does+it+start"]
)
def test_each_question_that_can_be_asked_is_a_link_to_its_answer(full: Desk, path: str) -> None:
    links = re.findall(
        r'<li><a href="(/desk/e/party/ask\?q=[^"]+)">([^<]+)</a></li>', full.web.get(path).text
    )
    assert [question for _, question in links] == [*EXAMPLES]
    for link, question in links:
        said = text_of(full.web.get(link))
        assert question in full.web.get(link).text
        assert "I didn't understand" not in said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "How many seats are still open?",
            "No seat is open. 3 of 3 are taken or held. 2 people are on the waitlist.",
        ),
        ("How many seats are taken?", "2 seats are taken, of 3. 1 seat is held besides."),
        ("How many seats are held?", "1 seat is held."),
        (
            "How many seats are there in all?",
            "There are 3 seats in all. 2 people are on the waitlist.",
        ),
        ("Who has not answered?", "1 guest has not answered yet. Bert bert@example.org"),
        (
            "Did anna@example.org confirm?",
            "Anna has a seat for 2. On the list since Mon 1 Jun 2026, 11:00, from the form.",
        ),
        ("Did nobody@example.org confirm?", "nobody@example.org is not on the list."),
        ("Is Cleo coming?", "Cleo is number 1 on the waitlist."),
        ("Is Bert coming?", "Bert has not answered yet."),
        ("Is Zoe coming?", "Zoe is not on the list."),
        ("Where does e stand?", "3 guests have “e” in their name."),
        ("How many came from the import?", "Nobody came from the import."),
        (
            "How many came from the form?",
            "5 guests came from the form. Of these: 1 confirmed, 3 on the waitlist, 1 cancelled.",
        ),
        ("Who cancelled this week?", "1 guest cancelled this week. Emil emil@example.org"),
        ("Who cancelled yesterday?", "Nobody cancelled yesterday."),
        ("Who signed up in the last 3 days?", "5 guests signed up in the last 3 days."),
        ("How many are on the waitlist?", "2 guests are on the waitlist. 1 more holds an offer."),
        ("Who from the form is in line?", "3 guests from the form are on the waitlist."),
        ("How many are coming?", "1 guest has a seat. 2 seats in all."),
        (
            "How many guests from the form signed up today?",
            "5 guests from the form signed up today.",
        ),
        ("How many guests are on the list?", "5 guests are or were on the list."),
        ("Who is next on the waitlist?", "Cleo is asked next, number 1 on the waitlist."),
        ("When does it start?", "It starts in 19 days: Sat 20 Jun 2026, 18:00 (Europe/Berlin)."),
        ("Who cannot be reached?", "Everybody can be reached by email."),
        ("Wer hat diese Woche abgesagt?", "1 guest cancelled this week."),
    ],
)
def test_a_question_is_answered_from_the_list(full: Desk, question: str, said: str) -> None:
    assert asks(full, question).startswith(said)


@pytest.mark.parametrize("language", ["de", "fr", "es"])
@pytest.mark.parametrize(
    ("path", "example"),
    [
        ("/desk/e/party/ask", "How many seats are still open?"),
        ("/desk/e/party/ask", "Is Anna Berg coming?"),
    ],
)
def test_an_example_can_be_typed_as_it_is_shown(
    full: Desk, language: str, path: str, example: str
) -> None:
    def answer(question: str) -> str:
        headers = {"accept-language": language}
        told = full.web.get(path, params={"q": question}, headers=headers)
        found = ANSWER.search(told.text)
        assert found is not None
        return found[1]

    shown = catalogue(language).translate(example)
    assert shown != example
    assert answer(shown) == answer(example)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many vegetarians are coming?", "I don't know “vegetarians” here. You can ask:"),
        ("Who cancelled and who confirmed?", "Please ask one thing at a time. You can ask:"),
    ],
)
def test_what_it_cannot_answer_it_says_with_examples(full: Desk, question: str, said: str) -> None:
    answer = asks(full, question)
    assert answer.startswith(f"I didn't understand. {said}")
    for example in EXAMPLES:
        assert example in answer


def test_an_empty_question_shows_what_can_be_asked(full: Desk) -> None:
    assert asks(full, " ").startswith(next(iter(EXAMPLES)))


def test_who_cannot_be_reached_or_said_no_is_named(full: Desk) -> None:
    full.evening.give(StopMail(event_id="party", guest_id="cleo"), "guest")
    assert asks(full, "Who cannot be reached?").startswith(
        "1 guest cannot be reached by email. Cleo"
    )
    full.evening.give(DeclineOffer(event_id="party", guest_id="bert", offer_id="bert-1"), "guest")
    assert asks(full, "Who said no?").startswith("1 guest said no to a seat. Bert")
    assert asks(full, "Who is next?").startswith("Nobody on the waitlist can be asked just now.")


def test_nobody_is_next_where_nobody_waits(desk: Desk) -> None:
    desk.evening.opens()
    assert asks(desk, "Who is next?").startswith("Nobody is on the waitlist.")


def test_a_long_list_of_names_is_cut_and_says_so(desk: Desk) -> None:
    desk.evening.opens(cap=100)
    for number in range(52):
        command = SignUp(
            event_id="party",
            guest_id=f"g{number}",
            name=f"G {number}",
            email=f"g{number}@example.org",
        )
        desk.evening.give(command, "guest")
    assert "These are the first 50; 2 others are left out: see all of them" in asks(
        desk, "Who is coming?"
    )


def test_after_the_start_it_says_so(desk: Desk) -> None:
    desk.evening.opens()
    desk.evening.passes(days=20)
    assert asks(desk, "When does it start?").startswith("It started")


def test_a_strangers_question_is_not_answered(door: Desk) -> None:
    door.evening.opens()
    assert door.web.get("/desk/e/party/ask?q=who").status_code == 303


def test_markup_in_a_question_stays_text(full: Desk) -> None:
    page = full.web.get("/desk/e/party/ask", params={"q": "<b>who</b>"}).text
    assert "<b>" not in page


class Model:
    """A language model that answers what it is told to, and remembers what it was shown."""

    def __init__(self, **answer: str) -> None:
        self.answer = answer
        self.shown = ""

    def ask(self, task: str, material: str, shape: Shape) -> Answer:
        self.shown += f"{task}\n{material}"
        return dict(self.answer)


def lend(desk: Desk, model: Model) -> Model:
    change_desk(desk.web.app, model=model)
    return model


def test_a_model_reads_what_puzzles_the_rules_here_as_well_and_the_answer_says_so(
    full: Desk,
) -> None:
    name = full.evening.event().name
    model = lend(full, Model(query="CountSeats", which="open", event=name))
    said = asks(full, "Any room left, mate?")
    assert said.startswith("No seat is open.")
    assert "A language model picked this question" in said
    assert name in model.shown
    assert "Anna" not in model.shown


def test_what_the_rules_understand_is_not_shown_to_a_model(full: Desk) -> None:
    model = lend(full, Model(query="CountSeats", which="cap", event=full.evening.event().name))
    assert asks(full, "How many seats are held?").startswith("1 seat is held.")
    assert model.shown == ""


@pytest.mark.parametrize(
    "answer",
    [
        {"query": "none"},
        {"query": "ListEvents"},
        {"query": "CountSeats", "which": "open", "event": "Another party"},
        {"query": "CountSeats", "which": "open"},
        {"query": "FindMessages", "status": "failed"},
    ],
)
def test_a_model_that_speaks_of_something_else_leaves_it_puzzled(
    full: Desk, answer: dict[str, str]
) -> None:
    lend(full, Model(**answer))
    assert asks(full, "Any room left, mate?").startswith("I didn't understand. I don't know")
