"""A host imports a list: upload, preview of each row, progress; a repeat changes nothing."""

import re
import time
from html import unescape

import pytest
from httpx2 import Response

from fullhouse.engine.ports import StoreDown
from fullhouse.products.rsvp.commands import CancelEvent, CancelGuest
from fullhouse.products.rsvp.form_questions import EditQuestions, FormQuestion
from fullhouse.products.rsvp.model import GuestPage
from tests.inbound.guest_import.books import book
from tests.web.desk.support import OURS, Desk, text_of

PATH = "/desk/e/party/import"
LIST = (
    "Name;E-Mail;Personen\nAnna;anna@example.org;1\nBen;ben@example.org;1\n"
    "Cleo;cleo@example.org;1\n"
)
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')


def look(
    desk: Desk, text: str = "", file: bytes | None = None, place_as: str = "confirmed"
) -> Response:
    """Give a list, and see the page that says what would become of it."""
    fields = {"form_token": desk.token(), "place_as": place_as, "text": text}
    return desk.web.post(PATH, data=fields, files={"file": ("list", file or b"")}, headers=OURS)


def agree(desk: Desk, seen: Response) -> str:
    """Press the button of that page, and follow the import to its end; return its page."""
    fields = {
        name: unescape(value) for name, value in HIDDEN.findall(seen.text) if name != "form_token"
    }
    answer = desk.web.post(
        f"{PATH}/run",
        data={"form_token": desk.token(), **fields},
        files={"file": ("", b"")},
        headers=OURS,
    )
    assert answer.status_code == 303, answer.text
    return ended(desk, answer.headers["location"])


def ended(desk: Desk, path: str) -> str:
    page = desk.web.get(path)
    while 'data-state="running"' in page.text:
        time.sleep(0.05)
        page = desk.web.get(path)
    return text_of(page)


def states(desk: Desk) -> dict[str, str]:
    return {guest.name: guest.state for guest in desk.evening.load(GuestPage("party"))}


def test_a_list_is_given_looked_at_and_put_on_the_list(desk: Desk) -> None:
    desk.evening.opens(cap=2)
    assert f'href="{PATH}"' in desk.web.get("/desk/e/party/guests").text
    assert "Import a list" in desk.read(PATH)
    seen = look(desk, LIST)
    text = text_of(seen)
    assert "Import 3 guests?" in text
    assert "Nothing has changed yet." in text
    assert "2 Anna <anna@example.org> Gets a seat." in text
    assert "4 Cleo <cleo@example.org> Number 1 on the waitlist." in text
    assert states(desk) == {}
    page = agree(desk, seen)
    assert "The list is in 3 of 3 done." in page
    assert "got a seat 2" in page
    assert states(desk) == {"Anna": "confirmed", "Ben": "confirmed", "Cleo": "waitlisted"}
    assert {guest.source for guest in desk.evening.load(GuestPage("party"))} == {"import"}


def test_people_are_invited_unless_they_have_said_yes(desk: Desk) -> None:
    desk.evening.opens(cap=2)
    seen = look(desk, LIST, place_as="pending")
    assert "Is invited; a seat is held." in text_of(seen)
    agree(desk, seen)
    assert states(desk) == {"Anna": "pending", "Ben": "pending", "Cleo": "waitlisted"}


def test_the_preview_names_all_seats_of_a_party_and_who_cancelled_before(desk: Desk) -> None:
    desk.evening.opens(cap=5, settings={"max_party": 3})
    desk.evening.signs_up("Ben")
    desk.evening.give(CancelGuest(event_id="party", guest_id="ben"))
    rows = "name,email,party\nAnna,anna@example.org,2\nBen,ben@example.org,1\n"
    text = text_of(look(desk, rows, place_as="pending"))
    assert "Is invited; 2 seats are held." in text
    assert "cancelled before 1" in text
    assert "on the list already" not in text
    assert "Gets 2 seats." in text_of(look(desk, rows))


def test_the_same_list_twice_changes_nothing(desk: Desk) -> None:
    desk.evening.opens(cap=2)
    agree(desk, look(desk, LIST))
    before, event = desk.evening.load(GuestPage("party")), desk.evening.event()
    seen = look(desk, LIST)
    assert "There is nobody to put on the list" in text_of(seen)
    assert "On the list already: stays as it is." in text_of(seen)
    assert "button class" not in seen.text.partition("import/run")[2]
    fields = {"run": "again", "place_as": "confirmed", "rows": '[[2,"Anna","anna@example.org",1]]'}
    answer = desk.send(f"{PATH}/run", fields)
    assert "on the list already, or given twice 1" in ended(desk, answer.headers["location"])
    assert (desk.evening.load(GuestPage("party")), desk.evening.event()) == (before, event)


def test_each_row_says_what_is_wrong_with_it(desk: Desk) -> None:
    desk.evening.opens(cap=5)
    desk.evening.signs_up("Ben")
    desk.evening.signs_up("Eve")
    desk.evening.give(CancelGuest(event_id="party", guest_id="eve"))
    rows = (
        "Dora;dora@example.org;3\n;fay@example.org;1\nGus;gus at home;1\n"
        "Anna again;ANNA@example.org;1\n"
    )
    text = text_of(look(desk, f"{LIST}{rows}Eve;eve@example.org;1\n"))
    assert (
        "5 Dora <dora@example.org>, party of 3 The party is larger than this event allows." in text
    )
    assert "6 fay@example.org · 1 There is no name in this row." in text
    no_address = "That doesn't look like an email address. It should look like anna@example.org."
    assert f"7 Gus · gus at home · 1 {no_address}" in text
    assert "8 Anna again <anna@example.org> Given twice: see line 2." in text
    assert "9 Eve <eve@example.org> Was on the list and cancelled: stays off." in text
    assert "3 Ben <ben@example.org> On the list already: stays as it is." in text
    assert "with a seat 2" in text
    assert "left out 3" in text


def test_a_spreadsheet_is_taken_as_a_file(desk: Desk) -> None:
    desk.evening.opens(cap=5)
    seen = look(
        desk, file=book(["Prénom", "Nom", "Courriel"], ["Zoë", "Dupont", "zoe@example.org"])
    )
    assert "first name from “Prénom”" in text_of(seen)
    agree(desk, seen)
    assert states(desk) == {"Zoë Dupont": "confirmed"}


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (b"", "There is nothing on this list."),
        (b"%PDF-1.7", "neither text nor a spreadsheet"),
        (b"a,b\n" + b"x" * (2 * 1024 * 1024), "larger than 2 MB"),
        (b"PK\x03\x04" + bytes(100), "This spreadsheet is damaged."),
        (b"name,email\n" + b"A,a@example.org\n" * 10_001, "more than 10,000 rows"),
    ],
)
def test_what_is_no_list_gets_a_sentence_and_what_was_typed_stays(
    desk: Desk, file: bytes, said: str
) -> None:
    desk.evening.opens()
    answer = look(desk, "" if not file else "<typed>", file)
    assert answer.status_code == 422
    assert said in text_of(answer)
    assert "Nothing was changed." in text_of(answer)
    assert ("&lt;typed&gt;" in answer.text) == bool(file)


def test_a_body_beyond_all_bounds_is_not_read_to_its_end(desk: Desk) -> None:
    desk.evening.opens()
    assert look(desk, file=b"x" * (5 * 1024 * 1024)).status_code == 413


def test_other_forms_of_the_desk_take_no_files_and_no_long_bodies(desk: Desk) -> None:
    desk.evening.opens()
    fields = {"form_token": desk.token(), "text": "x"}
    answer = desk.web.post(
        "/desk/e/party/close", data=fields, files={"file": ("list", b"x")}, headers=OURS
    )
    assert answer.status_code == 400
    answer = desk.web.post("/desk/e/party/close", data={"text": "x" * 2_000_000}, headers=OURS)
    assert answer.status_code == 413
    assert desk.evening.event().state == "open"


def test_strangers_and_foreign_forms_give_no_list(door: Desk) -> None:
    door.evening.opens()
    answer = door.web.post(PATH, data={"text": LIST}, headers=OURS)
    assert answer.headers["location"].startswith("/desk/sign-in")
    door.sign_in()
    for path in (PATH, f"{PATH}/run"):
        answer = door.web.post(
            path, data={"text": LIST, "rows": "[]", "form_token": "x"}, headers=OURS
        )
        assert answer.status_code == 403
    assert states(door) == {}


@pytest.mark.parametrize(
    "rows", ["", "no", '{"rows": 1}', '[[1,"Anna","not an address",1]]', '[["x"]]']
)
def test_rows_that_were_tampered_with_are_read_again_and_refused(desk: Desk, rows: str) -> None:
    desk.evening.opens()
    answer = desk.send(f"{PATH}/run", {"rows": rows, "run": "x"})
    assert answer.status_code == 422
    assert states(desk) == {}


def test_pressing_twice_imports_once(desk: Desk) -> None:
    desk.evening.opens()
    fields = {"run": "one", "place_as": "confirmed", "rows": '[[2,"Anna","anna@example.org",1]]'}
    paths = {desk.send(f"{PATH}/run", fields).headers["location"] for _ in range(2)}
    assert paths == {f"{PATH}/progress?run=one"}
    assert "got a seat 1" in ended(desk, paths.pop())


def test_an_import_that_nobody_knows_any_more_says_what_to_do(desk: Desk) -> None:
    desk.evening.opens()
    desk.evening.opens("other")
    desk.send(f"{PATH}/run", {"run": "one", "rows": '[[2,"Anna","anna@example.org",1]]'})
    for path in (f"{PATH}/progress?run=two", "/desk/e/other/import/progress?run=one"):
        answer = desk.web.get(path)
        assert answer.status_code == 404
        assert "import the same list again" in text_of(answer)


def test_an_import_that_the_store_cuts_short_says_how_to_go_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.evening.opens(cap=500)
    rows = ",".join(f'[{number},"G{number}","g{number}@example.org",1]' for number in range(401))
    calls = 0
    give = desk.evening.engine.execute

    async def gives(*order: object) -> object:
        nonlocal calls
        calls += 1
        if calls > 300:
            raise StoreDown("the disk is full")
        return await give(*order)  # type: ignore[arg-type] # handed on as it came

    monkeypatch.setattr(desk.evening.engine, "execute", gives)
    answer = desk.send(f"{PATH}/run", {"run": "one", "place_as": "confirmed", "rows": f"[{rows}]"})
    page = ended(desk, answer.headers["location"])
    assert "The import stopped 200 of 401 done." in page
    assert "it goes on where it stopped" in page
    monkeypatch.undo()
    answer = desk.send(f"{PATH}/run", {"run": "two", "place_as": "confirmed", "rows": f"[{rows}]"})
    assert "401 of 401 done." in ended(desk, answer.headers["location"])
    assert desk.evening.event().confirmed == 401


def test_a_row_that_the_rules_refuse_meanwhile_is_named_at_the_end(desk: Desk) -> None:
    desk.evening.opens()
    seen = look(desk, LIST)
    desk.evening.give(CancelEvent(event_id="party"))
    page = agree(desk, seen)
    assert "not taken 3" in page
    assert "2 Anna <anna@example.org> The event has been cancelled." in page
    assert "nobody can be put on its list any more" in desk.read(PATH)
    assert f'href="{PATH}"' not in desk.web.get("/desk/e/party/guests").text


def test_a_long_list_keeps_its_order_and_shows_its_first_rows(desk: Desk) -> None:
    desk.evening.opens(cap=150)
    rows = "\n".join(f"Guest {number},guest{number}@example.org" for number in range(451))
    seen = look(desk, rows)
    assert "And 351 more rows." in text_of(seen)
    assert "on the waitlist 301" in agree(desk, seen)
    assert desk.evening.guest("guest149").state == "confirmed"
    assert [desk.evening.guest(f"guest{number}").place for number in (150, 151, 450)] == [1, 2, 301]


def test_names_are_never_markup(desk: Desk) -> None:
    desk.evening.opens()
    seen = look(desk, 'name,email\n"<script>x</script>",x@example.org\n"<b>",<b>\n')
    assert "<script>x" not in seen.text
    assert "<b>" not in seen.text
    agree(desk, seen)
    assert states(desk) == {"<script>x</script>": "confirmed"}


def test_a_column_under_a_questions_words_brings_its_answers(desk: Desk) -> None:
    desk.evening.opens(cap=9)
    food = FormQuestion("food", "What do you eat?", "choice", ("Fish", "Vegan"), required=True)
    desk.evening.give(EditQuestions(event_id="party", questions=(food,)))
    text = "Name,Email,What do you eat?\nAda,ada@example.org,fish\nBea,bea@example.org,Meat\n"
    seen = look(desk, text)
    assert "answers from “What do you eat?”" in text_of(seen)
    assert "The answer can't be read, and is left out: “What do you eat?”." in text_of(seen)
    agree(desk, seen)
    assert desk.evening.guest("Ada").answers == {"food": ("Fish",)}
    assert desk.evening.guest("Bea").answers is None
    assert desk.evening.event().confirmed == 2
