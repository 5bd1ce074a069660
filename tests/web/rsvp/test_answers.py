"""Questions of the host in the sign-up form and on the guest's own page."""

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from fullhouse.locale import LANGUAGES
from fullhouse.products.rsvp.commands import ChangeContact
from fullhouse.products.rsvp.form_questions import (
    Answers,
    ChangeAnswers,
    EditQuestions,
    FormQuestion,
)
from tests.support.event_app import Evening

FOOD = FormQuestion("food", "What do you eat?", "choice", ("Fish", "Vegan"), True, "party")
NOTE = FormQuestion("note", "Anything <else>?")
BUS = FormQuestion("bus", "Do you take the bus?", "yes_no")
ADA = {"name": "Ada", "email": "ada@example.org", "nonce": "one"}


def asks(evening: Evening, *questions: FormQuestion, **settings: Any) -> None:
    evening.opens(cap=9, settings={"max_party": 3, **settings})
    command = EditQuestions(event_id="party", questions=questions or (FOOD, NOTE, BUS))
    assert evening.give(command).code == "changed"


def shown(text: str) -> dict[str, str]:
    """Return the fields of the questions with what is in them."""
    typed = dict(re.findall(r'<input id="(answers\.[^"]+)" [^>]*?value="([^"]*)"', text))
    for name, options in re.findall(
        r'<select id="(answers\.[^"]+)".*?>(.*?)</select>', text, re.DOTALL
    ):
        chosen = re.search(r'value="([^"]*)" selected', options)
        typed[name] = chosen[1] if chosen else ""
    return typed


def signs_up(web: TestClient, **more: str) -> str:
    answer = web.post("/e/party", data={**ADA, "answers.food.1": "Fish", **more})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_the_form_asks_and_the_answers_are_stored(evening: Evening, web: TestClient) -> None:
    asks(evening)
    text = web.get("/e/party").text
    assert shown(text) == {"answers.food.1": "", "answers.note": "", "answers.bus": ""}
    assert "Anything &lt;else&gt;?" in text
    signs_up(web, **{"answers.bus": "no", "answers.note": " a\n b\u202e ", "answers.gone": "x"})
    assert evening.guest("Ada").answers == {"food": ("Fish",), "note": ("a b",), "bus": ("no",)}


def test_an_event_without_questions_shows_none(evening: Evening, web: TestClient) -> None:
    evening.opens()
    assert "answers." not in web.get("/e/party").text
    page = web.post("/e/party", data={**ADA, "answers.food": "Fish"}).headers["location"]
    assert evening.guest("Ada").answers is None
    assert "Your answers" not in web.get(page).text


def test_what_is_missing_or_unknown_is_said_beside_its_field(
    evening: Evening, web: TestClient
) -> None:
    asks(evening)
    wrong = {"answers.food.1": "", "answers.note": "x" * 301, "answers.bus": "perhaps"}
    refused = web.post("/e/party", data={**ADA, "name": "", **wrong})
    assert refused.status_code == 422
    for sentence in (
        "Please tell us your name.",
        "Please answer this question.",
        "An answer may have at most 300 characters.",
        "Please choose one of the answers.",
    ):
        assert sentence in refused.text
    assert shown(refused.text)["answers.note"] == "x" * 301
    assert evening.event().confirmed == 0


def test_each_person_of_a_party_is_asked_without_scripts(evening: Evening, web: TestClient) -> None:
    asks(evening)
    again = web.post("/e/party", data={**ADA, "party": "2", "answers.food.1": "Fish"})
    assert again.status_code == 422
    assert "Almost there: please answer for each person." in again.text
    assert ("<legend>You</legend>" in again.text, "Person 2" in again.text) == (True, True)
    fields = shown(again.text)
    assert (fields["answers.food.1"], fields["answers.food.2"]) == ("Fish", "")
    signs_up(web, **{"party": "2", "answers.food.2": "Vegan"})
    assert evening.guest("Ada").answers == {"food": ("Fish", "Vegan")}


def test_a_party_beyond_what_the_event_allows_shows_no_more_fields(
    evening: Evening, web: TestClient
) -> None:
    asks(evening)
    refused = web.post("/e/party", data={**ADA, "party": "50", "answers.food.1": "Fish"})
    assert refused.status_code == 422
    assert "answers.food.3" in shown(refused.text)
    assert "answers.food.4" not in refused.text


def test_the_same_submission_with_other_answers_is_another_one(
    evening: Evening, web: TestClient
) -> None:
    asks(evening)
    signs_up(web)
    web.cookies.clear()
    same = web.post("/e/party", data={**ADA, "answers.food.1": "Fish"})
    assert same.status_code == 303
    web.cookies.clear()
    other = web.post("/e/party", data={**ADA, "answers.food.1": "Vegan"})
    assert "has already signed up" in other.text
    assert evening.guest("Ada").answers == {"food": ("Fish",)}


def test_guests_change_their_answers_on_their_own_page(evening: Evening, web: TestClient) -> None:
    asks(evening)
    signs_up(web, **{"answers.note": "Wheelchair"})
    page = evening.link("manage", "Ada")
    assert shown(web.get(page).text)["answers.note"] == "Wheelchair"
    wrong = web.post(page, data={"do": "answers", "answers.food.1": "", "answers.note": "Dog"})
    assert wrong.status_code == 422
    assert "Please check the fields in red." in wrong.text
    assert shown(wrong.text)["answers.note"] == "Dog"
    assert evening.guest("Ada").answers == {"food": ("Fish",), "note": ("Wheelchair",)}
    saved = web.post(page, data={"do": "answers", "answers.food.1": "Vegan"})
    assert "Saved." in saved.text
    assert evening.guest("Ada").answers == {"food": ("Vegan",)}
    evening.give(ChangeContact(event_id="party", guest_id=evening.guest("Ada").id, name="Ida"))
    evening.passes(days=60)
    assert "Your answers" not in web.get(page).text


def test_their_page_asks_for_what_is_missing(evening: Evening, web: TestClient) -> None:
    evening.opens()
    evening.signs_up("Ada")
    page = evening.link("manage", "Ada")
    assert "Please answer the host" not in web.get(page).text
    evening.give(EditQuestions(event_id="party", questions=(FOOD,)))
    text = web.get(page).text
    assert "Please answer the host&#39;s questions." in text
    assert re.search(r'<details class="already" open>\s*<summary>Your answers', text)
    web.post(page, data={"do": "answers", "answers.food.1": "Fish"})
    assert "Please answer the host" not in web.get(page).text


def test_whoever_signed_up_an_address_neither_reads_nor_changes_its_answers(
    evening: Evening, web: TestClient
) -> None:
    asks(evening)
    page = signs_up(web, **{"answers.note": "Typed"})
    guest = evening.guest("Ada")
    owner: Answers = {"food": ("Vegan",), "note": ("Private",)}
    evening.give(ChangeAnswers(event_id="party", guest_id=guest.id, answers=owner))
    assert "Private" not in web.get(page).text
    assert "Typed" not in web.get(page).text
    refused = web.post(page, data={"do": "answers", "answers.food.1": "Fish"})
    assert refused.status_code == 400
    assert "Private" not in refused.text
    assert "Private" not in web.post(page, data={"do": "cancel"}).text
    assert "Private" not in web.post(page, data={"do": "back"}).text
    assert (evening.guest("Ada").state, evening.guest("Ada").answers) == ("confirmed", owner)
    known = web.post("/e/party", data={**ADA, "nonce": "two", "answers.food.1": "Fish"})
    assert "Private" not in known.text
    assert evening.guest("Ada").answers == owner


def test_a_confirmed_request_brings_its_answers(evening: Evening, web: TestClient) -> None:
    asks(evening)
    for number in range(20):
        web.post(
            "/e/party",
            data={"name": "N", "email": f"n{number}@example.org", "answers.food.1": "Fish"},
        )
    asked = web.post("/e/party", data={**ADA, "answers.food.1": "Fish"})
    assert asked.status_code == 200
    link = evening.mails("invite", "ada@example.org")[0]
    assert link.facts["guest"]["answers"] == {"food": ["Fish"]}


def test_more_fields_than_any_party_has_are_refused(evening: Evening, web: TestClient) -> None:
    asks(evening)
    many = {f"answers.{number}": "x" for number in range(600)}
    assert web.post("/e/party", data={**ADA, **many}).status_code == 400


@pytest.mark.parametrize("language", LANGUAGES)
def test_guests_are_asked_in_their_language(
    evening: Evening, web: TestClient, language: str
) -> None:
    asks(evening)
    text = web.get(f"/e/party?lang={language}").text
    assert "What do you eat?" in text
    assert ("Please choose" in text) == (language == "en")
    assert (">Yes<" in text) == (language == "en")


def test_the_page_has_fields_for_as_many_as_its_address_says(
    evening: Evening, web: TestClient
) -> None:
    asks(evening)
    text = web.get("/e/party?party=2").text
    assert [name for name in shown(text) if "food" in name] == ["answers.food.1", "answers.food.2"]
    assert "answers.food.3" in web.get("/e/party?party=99").text
    assert "answers.food.2" not in web.get("/e/party?party=-1").text


def test_one_person_answers_without_a_number(evening: Evening, web: TestClient) -> None:
    asks(evening, FOOD)
    refused = web.post("/e/party", data=ADA)
    assert refused.status_code == 422
    assert 'id="answers.food.1-wrong"' in refused.text
    web.post("/e/party", data={**ADA, "answers.food": "Fish"})
    assert evening.guest("Ada").answers == {"food": ("Fish",)}


def of_two(evening: Evening, web: TestClient) -> str:
    """Ada comes with one other; return the page that her sign-up leads to."""
    asks(evening)
    others = {"party": "2", "answers.food.2": "Vegan", "answers.note": "Hi"}
    return signs_up(web, **others)


@pytest.mark.parametrize("is_visitor", [False, True])
def test_a_party_that_grows_is_asked_for_the_new_people(
    evening: Evening, web: TestClient, *, is_visitor: bool
) -> None:
    page = of_two(evening, web)
    page = page if is_visitor else evening.link("manage", "Ada")
    assert "answers.food.3" not in web.get(page).text
    assert shown(web.get(f"{page}?party=3").text)["answers.food.3"] == ""
    grown = {"do": "party", "party": "3"}
    asked = web.post(page, data=grown)
    assert asked.status_code == 422
    assert "Almost there: please answer for each person." in asked.text
    assert 'name="party" type="number" inputmode="numeric" min="1" max="3" value="3"' in asked.text
    empty = web.post(page, data={**grown, "answers.food.3": ""})
    assert (empty.status_code, 'id="answers.food.3-wrong"' in empty.text) == (422, True)
    assert evening.guest("Ada").party == 2
    done = web.post(page, data={**grown, "answers.food.3": "Fish"})
    assert done.status_code == 200
    answers = {"food": ("Fish", "Vegan", "Fish"), "note": ("Hi",)}
    assert (evening.guest("Ada").party, evening.guest("Ada").answers) == (3, answers)


def test_whoever_only_signed_up_reads_no_answer_where_the_new_people_are_asked(
    evening: Evening, web: TestClient
) -> None:
    page = of_two(evening, web)
    assert shown(web.get(f"{page}?party=3").text) == {"answers.food.3": ""}
    wrong = web.post(page, data={"do": "party", "party": "3", "answers.food.3": "Beef"})
    assert shown(wrong.text) == {"answers.food.3": ""}
    more = {"answers.food.3": "Fish", "answers.food.1": "Vegan", "answers.note": "Bye"}
    web.post(page, data={"do": "party", "party": "3", **more})
    answers = {"food": ("Fish", "Vegan", "Fish"), "note": ("Hi",)}
    assert evening.guest("Ada").answers == answers


def test_a_party_that_shrinks_is_asked_nothing_and_leaves_no_answers(
    evening: Evening, web: TestClient
) -> None:
    of_two(evening, web)
    page = evening.link("manage", "Ada")
    assert web.post(page, data={"do": "party", "party": "1"}).status_code == 200
    assert evening.guest("Ada").answers == {"food": ("Fish",), "note": ("Hi",)}
    asked = shown(web.get(f"{page}?party=99").text)
    assert [name for name in asked if "food" in name] == [
        "answers.food.2",
        "answers.food.3",
        "answers.food.1",
    ]


def test_an_event_that_asks_once_asks_nothing_of_new_people(
    evening: Evening, web: TestClient
) -> None:
    asks(evening, BUS)
    web.post("/e/party", data=ADA)
    page = evening.link("manage", "Ada")
    assert 'data-each=""' in web.get(page).text
    assert web.post(page, data={"do": "party", "party": "2"}).status_code == 200
    assert evening.guest("Ada").party == 2
