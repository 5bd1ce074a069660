"""Keys for scripts: shown once, listed by name, and of no use once they are revoked."""

import re
from datetime import timedelta

import pytest

from fullhouse.engine.team import Tokens
from tests.web.desk.support import Desk, text_of


def made(desk: Desk, name: str = "till") -> str:
    answer = desk.send("/desk/tokens", {"name": name})
    assert answer.headers["cache-control"] == "no-store"
    found = re.search(r'value="(fh_[^"]+)"', answer.text)
    assert found is not None
    return found[1]


def lets_in(desk: Desk, secret: str) -> bool:
    answer = desk.web.get("/api/v1/events", headers={"authorization": f"Bearer {secret}"})
    assert answer.status_code in (200, 401)
    return answer.status_code == 200


def test_a_key_works_and_is_shown_this_once(desk: Desk) -> None:
    secret = made(desk)
    assert lets_in(desk, secret)
    assert "till" in desk.read("/desk/tokens")
    assert secret not in desk.web.get("/desk/tokens").text


def test_a_revoked_key_lets_nobody_in_and_the_others_still_do(desk: Desk) -> None:
    till, website = made(desk), made(desk, "website")
    key = next(one for one in desk.evening.load(Tokens()) if one.name == "till")
    assert (
        desk.send(f"/desk/tokens/{key.id}/revoke").headers["location"]
        == "/desk/tokens?done=revoked"
    )
    assert (lets_in(desk, till), lets_in(desk, website)) == (False, True)
    assert "Revoked till" in desk.read("/desk/tokens")


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\x00b"])
def test_a_key_without_a_fitting_name_is_not_made(desk: Desk, name: str) -> None:
    answer = desk.send("/desk/tokens", {"name": name})
    assert answer.status_code == 422
    assert "Give it a name" in text_of(answer)
    assert desk.evening.load(Tokens()) == ()


def test_what_was_chosen_stays_chosen_after_a_bad_name(desk: Desk) -> None:
    page = desk.send("/desk/tokens", {"name": "", "scope": "read", "expires": "90d"}).text
    chosen = re.findall(r'<option value="([^"]*)" selected>', page)
    assert chosen == ["read", "90d"]


def test_an_unknown_key_cannot_be_revoked(desk: Desk) -> None:
    assert desk.send("/desk/tokens/nothing/revoke").status_code == 404


def test_a_form_that_is_not_ours_makes_no_key(desk: Desk) -> None:
    assert desk.web.post("/desk/tokens", data={"name": "eve"}).status_code == 403
    assert desk.evening.load(Tokens()) == ()


def test_a_key_may_be_made_for_a_part_and_for_a_time(desk: Desk) -> None:
    desk.send("/desk/tokens", {"name": "website", "scope": "read", "expires": "90d"})
    (key,) = desk.evening.load(Tokens())
    assert (key.scopes, key.expires_at) == (("read",), key.created_at + timedelta(days=90))
    shown = desk.read("/desk/tokens")
    assert "Read everything except messages" in shown
    assert "valid until" in shown
    desk.evening.passes(days=29)
    assert "valid until" in desk.read("/desk/tokens")


def test_an_expired_key_is_listed_as_such(desk: Desk) -> None:
    desk.send("/desk/tokens", {"name": "website", "expires": "30d"})
    desk.evening.passes(days=29)
    desk.sign_in()
    desk.evening.passes(days=2)
    assert "expired" in desk.read("/desk/tokens")
    (key,) = desk.evening.load(Tokens())
    assert key.scopes == ()


@pytest.mark.parametrize("unknown", [{"scope": "?"}, {"scope": "read", "expires": "1000d"}])
def test_a_key_with_unknown_rights_or_length_is_not_made(
    desk: Desk, unknown: dict[str, str]
) -> None:
    response = desk.send("/desk/tokens", {"name": "website", **unknown})
    assert response.status_code == 422
    assert "choose what it may do" in response.text
    assert desk.evening.load(Tokens()) == ()
