"""The door page and what devices send: a batch of check-ins, door passes, no-shows."""

import re
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import msgspec
import pytest
from httpx2 import Response

from fullhouse.engine.rate_limit import DOOR_ACTION, InMemoryRateLimiter
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.sqlite.store import SqliteStore
from fullhouse.products.rsvp.commands import CancelGuest, CheckIn, EraseGuest, SignUp
from fullhouse.products.rsvp.form_questions import EditQuestions, FormQuestion
from fullhouse.products.rsvp.model import Guest
from fullhouse.web.dependencies import attach, dependencies_of
from fullhouse.web.desk.events.check_in import TEXTS
from tests.web.desk.support import OURS, Desk, text_of

PAGE = "/desk/e/party/check-in"
SYNC = f"{PAGE}/sync"
DOORS_OPEN = datetime(2026, 6, 20, 15, 30, tzinfo=UTC)
STARTED = datetime(2026, 6, 20, 16, 10, tzinfo=UTC)
TOKEN = re.compile(r'data-token="([^"]+)"')
ADDRESS = re.compile(r'data-copy value="([^"]+)"')


@pytest.fixture
def party(desk: Desk) -> Desk:
    """Four seats: Anna comes with two others, Bert alone; Cleo waits."""
    desk.evening.opens(cap=4, settings={"max_party": 4})
    desk.evening.signs_up("Anna", party=3)
    desk.evening.signs_up("Bert")
    desk.evening.signs_up("Cleo")
    desk.evening.clock.move_to(DOORS_OPEN)
    desk.sign_in()
    return desk


def token(desk: Desk) -> str:
    found = TOKEN.search(desk.web.get(PAGE).text)
    assert found is not None
    return unescape(found[1])


def send(desk: Desk, *actions: dict[str, Any], version: str = "", **headers: str) -> Response:
    given = {"actions": actions, "version": version}
    usual = {**OURS, "x-form-token": headers.pop("token", "") or token(desk)}
    return desk.web.post(SYNC, json=given, headers={**usual, **headers})


def told(desk: Desk, *actions: dict[str, Any], version: str = "") -> dict[str, Any]:
    answer = send(desk, *actions, version=version)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


class Seconds:
    """A clock that is moved by hand."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def stand_still(desk: Desk) -> Seconds:
    """Give the desk a limiter whose clock stands still."""
    clock = Seconds()
    app: Any = desk.web.app
    lent = msgspec.structs.replace(dependencies_of(app), limiter=InMemoryRateLimiter(clock))
    attach(app, lent)
    return clock


def tap(nonce: str, guest: str, **more: Any) -> dict[str, Any]:
    return {"kind": "in", "nonce": nonce, "guest": guest, **more}


def test_the_page_opens_with_its_texts_and_may_use_the_camera(party: Desk) -> None:
    answer = party.web.get(PAGE)
    assert answer.status_code == 200
    assert "camera=(self)" in answer.headers["permissions-policy"]
    assert "Offline: [count] waiting to be sent." in unescape(answer.text)
    assert "Release seats of guests who did not come" in text_of(answer)


def test_a_batch_gets_an_answer_each_and_the_list(party: Desk) -> None:
    answer = told(party, tap("n1", "anna", people=2), tap("n2", "cleo"), tap("n 3", "bert"))
    assert [result["code"] for result in answer["results"]] == [
        "checked_in",
        "no_seat_here",
        "not_saved",
    ]
    rows = {row["id"]: row for row in answer["list"]["guests"]}
    assert (rows["anna"]["in"], rows["anna"]["party"], rows["anna"]["nonces"]) == (2, 3, ["n1"])
    assert (rows["cleo"]["state"], rows["cleo"]["in"]) == ("waitlisted", 0)
    assert answer["list"]["counts"] == {"cap": 4, "confirmed": 4, "taken": 4}


def test_a_batch_is_carried_out_in_order_and_saved_at_once(
    party: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = token(party)
    saved: list[str] = []
    group = SqliteStore.group

    def counted(store: SqliteStore, **more: bool) -> AbstractContextManager[None]:
        saved.append("once")
        return group(store, **more)

    monkeypatch.setattr(SqliteStore, "group", counted)
    send(party, tap("n1", "bert"), token=own)
    alone = len(saved)
    undo = {"kind": "out", "nonce": "u", "guest": "bert"}
    answer = send(party, undo, tap("n2", "bert"), tap("n3", "anna"), token=own)
    codes = [result["code"] for result in answer.json()["results"]]
    assert codes == ["checked_out", "checked_in", "checked_in"]
    assert len(saved) == 2 * alone


def test_an_unchanged_list_is_not_sent_again(party: Desk) -> None:
    version = told(party)["version"]
    again = told(party, version=version)
    assert "list" not in again
    assert again["ask_again_ms"] == 5000
    news = told(party, tap("n1", "bert"), version=version)
    assert "list" not in news
    assert [(row["id"], row["in"]) for row in news["changed"]] == [("bert", 1)]
    assert news["counts"]["confirmed"] == 4
    party.evening.give(CancelGuest(event_id="party", guest_id="bert", by_host=True))
    assert told(party, version=news["version"])["gone"] == ["bert"]


def test_undoing_a_walk_in_takes_them_off_the_list_and_frees_the_seat(party: Desk) -> None:
    party.evening.give(CancelGuest(event_id="party", guest_id="bert", by_host=True))
    party.evening.give(CancelGuest(event_id="party", guest_id="cleo", by_host=True))
    first = told(party, {"kind": "walk", "nonce": "w", "name": "Wrong Typo"})
    assert first["list"]["counts"]["taken"] == 4
    undo = {"kind": "out", "nonce": "u", "guest": "door-w", "nonces": ["w"]}
    after = told(party, undo, version=first["version"])
    assert after["gone"] == ["door-w"]
    assert after["counts"] == {"cap": 4, "confirmed": 3, "taken": 3}


@pytest.mark.parametrize("version", ["", "x", "9" * 21, "99999"])
def test_a_device_without_a_list_or_from_before_a_restore_gets_the_whole_list(
    party: Desk, version: str
) -> None:
    assert "list" in told(party, version=version)


def test_a_device_that_missed_much_gets_the_whole_list(party: Desk) -> None:
    version = told(party)["version"]
    for number in range(101):
        name = ("anna", "bert")[number % 2]
        party.evening.give(CheckIn(event_id="party", guest_id=name, nonce=f"n{number}", people=1))
    assert "list" in told(party, version=version)


def test_what_was_admitted_offline_is_listed_as_extra(party: Desk) -> None:
    at = {"at": "2026-06-20T15:20:00Z", "offline": True}
    walk = {"kind": "walk", "nonce": "w1", "name": "Wanda", "party": 2, **at}
    answer = told(party, walk, {"kind": "out", "nonce": "o1", "guest": "anna", **at})
    assert [result["code"] for result in answer["results"]] == ["admitted_extra", "checked_out"]
    rows = {row["id"]: row for row in answer["list"]["guests"]}
    assert (rows["door-w1"]["extra"], rows["door-w1"]["state"]) == (2, "cancelled")
    local = {**walk, "nonce": "w2", "at": "2026-06-20T15:20:00"}
    assert told(party, {**local, "offline": False})["results"][0]["code"] == "not_saved"
    assert told(party, local)["results"][0]["code"] == "admitted_extra"


@pytest.mark.parametrize("offline", [False, True])
@pytest.mark.parametrize("guest", ["z.y", "a/b", "../../x", "x" * 65, "nobody"])
def test_no_guest_is_made_from_an_invented_id(party: Desk, guest: str, offline: bool) -> None:
    for kind in ("walk", "in", "out"):
        action = {"kind": kind, "nonce": "w1", "guest": guest, "offline": offline}
        assert told(party, action)["results"][0]["code"] == "unknown_guest"
    rows = told(party)["list"]["guests"]
    assert {row["id"] for row in rows} == {"anna", "bert", "cleo"}


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ({"name": "Wanda", "email": "anna@gmail"}, "Wanda"),
        ({"name": "Bob", "email": "bob@localhost"}, "Bob"),
        ({"name": "\u200b\u2060"}, ""),
        ({"name": "W" * 200}, "W" * 120),
        ({"name": "Wanda", "party": 0}, "Wanda"),
    ],
)
def test_nobody_let_in_offline_is_lost(party: Desk, wrong: dict[str, Any], name: str) -> None:
    walk = {"kind": "walk", "nonce": "w1", **wrong}
    assert told(party, walk)["results"][0]["code"] == "not_saved"
    answer = told(party, {**walk, "offline": True})
    assert answer["results"][0]["code"] == "admitted_extra"
    (row,) = (row for row in answer["list"]["guests"] if row["id"] == "door-w1")
    assert (row["name"], row["extra"]) == (name, 1)


def test_a_guest_erased_meanwhile_who_was_let_in_offline_is_listed_without_name(
    party: Desk,
) -> None:
    version = told(party)["version"]
    party.evening.give(EraseGuest(event_id="party", guest_id="bert"))
    answer = told(party, tap("n1", "bert", people=1, offline=True), version=version)
    assert answer["results"][0]["code"] == "admitted_extra"
    (row,) = (row for row in answer["changed"] if row["id"] == "bert")
    assert (row["id"], row["name"], row["extra"]) == ("bert", "", 1)


def test_undoing_undoes_also_extras_without_a_place(party: Desk) -> None:
    taps = [tap(f"n{number}", "cleo", people=1, offline=True) for number in range(100)]
    told(party, *taps)
    answer = told(party, tap("one-more", "cleo", people=1, offline=True))
    (row,) = (row for row in answer["list"]["guests"] if row["id"] == "cleo")
    assert "nonces" not in row
    undone = told(party, {"kind": "out", "nonce": "o1", "guest": "cleo"})
    (row,) = (row for row in undone["list"]["guests"] if row["id"] == "cleo")
    assert row["extra"] == 0


def test_a_helper_may_not_do_more_than_people_do(party: Desk) -> None:
    limiter = stand_still(party)
    own = token(party)
    taps = [tap(f"n{number}", "nobody") for number in range(100)]
    version = told(party)["version"]
    for _ in range(DOOR_ACTION.holds // 100):
        assert len(send(party, *taps, version=version, token=own).json()["results"]) == 100
    refused = send(party, *taps, version=version, token=own)
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
    limiter.seconds += 3
    assert len(send(party, *taps, version=version, token=own).json()["results"]) == 3


def test_whole_lists_are_not_sent_without_end(party: Desk) -> None:
    stand_still(party)
    for _ in range(10):
        assert "list" in told(party)
    late = told(party)
    assert "list" not in late
    assert late["version"] == ""
    assert "changed" in told(party, version="1")


def test_two_devices_agree_after_syncing(party: Desk) -> None:
    first = told(party, tap("a", "anna", people=2, offline=True))
    second = told(party, tap("b", "anna", people=2, offline=True))
    assert told(party)["version"] == second["version"] != first["version"]
    (anna,) = (row for row in told(party)["list"]["guests"] if row["id"] == "anna")
    assert anna["in"] == 3


@pytest.mark.parametrize("body", ["", "[]", '{"actions": [1]}'])
def test_a_batch_that_cannot_be_read_is_refused(party: Desk, body: str) -> None:
    headers = {**OURS, "x-form-token": token(party)}
    assert party.web.post(SYNC, content=body, headers=headers).status_code == 422


def test_a_batch_has_a_bound(party: Desk) -> None:
    many = [tap(f"n{number}", "anna") for number in range(101)]
    assert send(party, *many).status_code == 422


def test_a_batch_needs_a_session_and_its_token(party: Desk) -> None:
    assert send(party, token="wrong").status_code == 403
    assert send(party, origin="https://elsewhere.example").status_code == 403
    own = token(party)
    party.web.cookies.clear()
    answer = send(party, token=own)
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "signed_out"
    assert party.web.get(PAGE).headers["location"].startswith("/desk/sign-in?next=")


def test_an_unknown_event_has_no_door(desk: Desk) -> None:
    assert desk.web.get("/desk/e/nowhere/check-in").status_code == 303


def test_a_device_that_is_not_signed_in_learns_nothing_from_a_code(party: Desk) -> None:
    assert party.web.get(f"{PAGE}?code=1").status_code == 200
    party.web.cookies.clear()
    known, unknown = (
        party.web.get(f"/desk/e/{event}/check-in?code=1") for event in ("party", "none")
    )
    assert known.status_code == unknown.status_code == 403
    assert "Show this code when you come to the event." in text_of(known)
    assert known.text.replace("/party/", "/none/") == unknown.text
    assert "/desk/sign-in?next=/desk/e/party/check-in" in known.text


def test_the_worker_may_serve_the_page(party: Desk) -> None:
    answer = party.web.get(f"{PAGE}/worker.js")
    assert answer.headers["service-worker-allowed"] == PAGE
    assert answer.headers["content-type"].startswith("text/javascript")


def test_seats_are_released_after_asking(party: Desk) -> None:
    assert "from the start of the event" in party.read(f"{PAGE}/no-shows")
    party.evening.clock.move_to(STARTED)
    party.sign_in()
    party.evening.give(CheckIn(event_id="party", guest_id="bert", nonce="n1"))
    page = party.read(f"{PAGE}/no-shows")
    assert "1 guest has not come." in page
    assert "3 seats will be free for walk-ins." in page
    answer = party.send(f"{PAGE}/no-shows")
    assert answer.headers["location"] == f"{PAGE}?done=released"
    assert party.evening.event().taken == 1
    assert "There are no more seats to release." in party.read(f"{PAGE}/no-shows")
    rows = {row["id"]: row for row in told(party)["list"]["guests"]}
    assert rows["anna"]["state"] == "released"
    let_in = {"kind": "walk", "nonce": "w1", "guest": "anna"}
    assert told(party, let_in)["results"][0]["code"] == "checked_in"


def test_a_walk_in_without_an_address_is_erased_from_their_page(party: Desk) -> None:
    for name in ("cleo", "bert"):
        party.evening.give(CancelGuest(event_id="party", guest_id=name))
    walk = {"kind": "walk", "nonce": "w1", "name": "Wanda Wal", "party": 1}
    assert told(party, walk)["results"][0]["code"] == "checked_in"
    path = "/desk/e/party/g/door-w1"
    page = party.read(path)
    assert "Erase…" in page
    assert "Email them their link again" not in page
    asked = party.read(f"{path}/erase")
    assert "Erase Wanda Wal ?" in asked
    assert "They are checked in, so their seat stays taken." in asked
    answer = party.send(f"{path}/erase")
    assert answer.headers["location"] == f"{path}?done=erased"
    erased = party.read(path)
    assert "Erase…" not in erased
    assert "Email them their link again" not in erased
    assert "asked for no more email" not in erased
    assert "Their data was erased" in erased
    assert "1 guest cannot be reached" not in party.read("/desk/e/party")
    assert "Erased guest" not in party.read("/desk/e/party/unreached")
    assert "asked for no more email" not in party.web.get("/desk/e/party/guests.csv").text
    for shown in (path, "/desk/e/party/audit", "/desk/e/party/guests", "/desk/e/party/guests.csv"):
        assert "Wanda" not in party.web.get(shown).text
    assert "Wanda" not in str(told(party))


def test_a_guest_with_an_address_is_erased_by_it(party: Desk) -> None:
    path = "/desk/e/party/g/anna"
    assert "Erase…" not in party.read(path)
    for answer in (party.web.get(f"{path}/erase"), party.send(f"{path}/erase")):
        assert answer.status_code == 404
    assert "Anna" in party.read(path)


def make_pass(desk: Desk) -> str:
    """Make a pass and return the path of its link."""
    answer = desk.send(f"{PAGE}/passes", {"name": "Mia"})
    assert answer.headers["location"] == f"{PAGE}/passes?done=pass_made"
    found = ADDRESS.search(desk.web.get(f"{PAGE}/passes").text)
    assert found is not None
    return unescape(found[1]).removeprefix("http://testserver")


def test_a_door_pass_opens_only_the_door_page_of_its_event(party: Desk) -> None:
    party.evening.opens("other", starts_at=datetime(2026, 6, 20, 18, 0))
    path = make_pass(party)
    party.web.cookies.clear()
    answer = party.web.get(path)
    assert answer.headers["location"] == PAGE
    assert f"Path={PAGE};" in answer.headers["set-cookie"]
    page = party.web.get(PAGE)
    assert page.status_code == 200
    assert "Door passes for helpers" not in page.text
    assert "Please ask the host for a new one." in page.text  # when the pass has ended
    assert "sign in again" not in page.text
    assert told(party, tap("n1", "bert"))["results"][0]["code"] == "checked_in"
    assert party.web.get("/desk/e/other/check-in").status_code == 303
    for closed in ("/desk", "/desk/e/party", "/desk/e/party/guests", f"{PAGE}/passes"):
        assert party.web.get(closed).headers["location"].startswith("/desk/sign-in")
    party.sign_in()
    assert "a helper at the door" in party.read("/desk/e/party/audit")


def test_a_pass_shows_no_address_of_a_guest_without_a_name(party: Desk) -> None:
    bare = SignUp(event_id="party", guest_id="bare", name="", email="bare@example.org")
    party.evening.give(bare)
    path = make_pass(party)
    names = {row["id"]: row["name"] for row in told(party)["list"]["guests"]}
    assert names["bare"] == "bare@example.org"
    party.web.cookies.clear()
    party.web.get(path)
    answer = told(party)
    assert "@" not in str(answer)
    names = {row["id"]: row["name"] for row in answer["list"]["guests"]}
    assert names["bare"] == ""


def test_an_address_on_the_list_is_answered_with_the_name_on_the_list(party: Desk) -> None:
    walk = {"kind": "walk", "nonce": "w", "name": "Cleopatra", "email": "cleo@example.org"}
    (answer,) = told(party, walk)["results"]
    assert answer == {"nonce": "w", "code": "address_taken", "name": "Cleo"}


def test_a_revoked_pass_opens_nothing(party: Desk) -> None:
    path = make_pass(party)
    party.web.get(path)
    pass_id = party.evening.event().door_passes[0].id
    party.send(f"{PAGE}/passes/{pass_id}/revoke")
    assert "There are no door passes yet." in party.read(f"{PAGE}/passes")
    cookie = party.web.cookies["fullhouse_door"]
    party.web.cookies.clear()
    party.web.cookies.set("fullhouse_door", cookie)
    assert party.web.get(PAGE).status_code == 303
    assert party.web.get(path).status_code == 410


def test_a_pass_works_on_the_day_only(party: Desk) -> None:
    path = make_pass(party)
    party.evening.clock.move_to(DOORS_OPEN + timedelta(days=2))
    answer = party.web.get(path)
    assert answer.status_code == 403
    works = "It works from Sat 20 Jun 2026, 00:00 to Sun 21 Jun 2026, 09:00."
    assert works in text_of(answer)


def test_other_cookies_are_no_passes(party: Desk) -> None:
    session = party.web.cookies["fullhouse_desk"]
    party.web.cookies.clear()
    party.web.cookies.set("fullhouse_door", session)
    assert party.web.get(PAGE).status_code == 303


def test_a_pass_needs_a_name(party: Desk) -> None:
    answer = party.send(f"{PAGE}/passes", {"name": " "})
    assert answer.status_code == 422
    assert "Please tell us your name." in text_of(answer)


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_the_pages_are_translated(party: Desk, language: str) -> None:
    make_pass(party)
    party.evening.clock.move_to(STARTED)
    party.sign_in()
    english = {text for text in TEXTS.values() if len(text.split()) > 2}
    for path in (PAGE, f"{PAGE}/no-shows", f"{PAGE}/passes"):
        answer = party.web.get(path, headers={"accept-language": language})
        assert f'lang="{language}"' in answer.text
        assert not [text for text in english if text in unescape(answer.text)]
        assert "%(" not in answer.text
    data = re.search(r'data-texts="([^"]+)"', party.web.get(PAGE).text)
    assert data is not None
    assert set(msgspec.json.decode(unescape(data[1]))) == {*TEXTS, "undo"}


BUS = FormQuestion("bus", "By bus?", "yes_no", required=True)
FOOD = FormQuestion("food", "Food?", "choice", ("Fish", "Vegan"), per="party")


@pytest.fixture
def roomy(desk: Desk) -> Desk:
    """Eight of nine seats are open."""
    desk.evening.opens(cap=9, settings={"max_party": 4})
    desk.evening.signs_up("Anna")
    desk.evening.clock.move_to(DOORS_OPEN)
    desk.sign_in()
    return desk


def asks(desk: Desk, *questions: FormQuestion) -> None:
    desk.evening.give(EditQuestions(event_id="party", questions=questions))


def walk(answers: Any, **more: Any) -> dict[str, Any]:
    return {"kind": "walk", "nonce": "w1", "name": "Wim", "answers": answers, **more}


def walked_in(desk: Desk) -> Guest:
    guest = desk.evening.load(Get(Guest, ("party", "door-w1")))
    assert guest is not None
    return guest


def test_devices_get_the_questions_with_the_list_and_when_they_change(roomy: Desk) -> None:
    asks(roomy, BUS)
    whole = told(roomy)
    (bus,) = whole["list"]["questions"]
    assert (bus["label"], bus["options"]) == ("By bus?", [["yes", "Yes"], ["no", "No"]])
    came = told(roomy, tap("n1", "anna"), version=whole["version"])
    assert "questions" not in came
    asks(roomy, FOOD, BUS)
    news = told(roomy, version=came["version"])
    assert [question["id"] for question in news["questions"]] == ["food", "bus"]


def test_a_walk_in_has_the_answers_that_were_typed_at_the_door(roomy: Desk) -> None:
    asks(roomy, BUS, FOOD)
    assert told(roomy, walk({"bus": ["no"]}))["results"][0]["code"] == "checked_in"
    assert walked_in(roomy).answers == {"bus": ("no",)}
    assert "By bus? No" in roomy.read("/desk/e/party/g/door-w1")


@pytest.mark.parametrize("offline", [False, True])
def test_a_question_that_changed_meanwhile_keeps_nobody_outside(
    roomy: Desk, *, offline: bool
) -> None:
    asks(roomy, BUS)
    action = walk({"bus": ["maybe"], "food": ["Fish"]}, offline=offline)
    assert told(roomy, action)["results"][0]["code"] == "checked_in"
    assert walked_in(roomy).answers is None
