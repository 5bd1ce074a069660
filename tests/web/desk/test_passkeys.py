"""Passkeys where no browser signs: refused answers, missing library, and addresses that are IPs.

What a browser does with them is in `tests/browser/test_passkeys_browser.py`.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fullhouse.engine.passkeys import AddPasskey
from fullhouse.engine.rate_limit import BAD_TOKEN
from fullhouse.web.desk import webauthn
from tests.web.desk.support import OURS, Desk, desk_at

NONSENSE = (
    "",
    "[]",
    "null",
    "{",
    '{"response": {}}',
    '{"response": {"userHandle": 3}}',
    json.dumps({"id": "x", "type": "public-key", "response": {"userHandle": "am8"}}),
    json.dumps(
        {
            "id": "AAAA",
            "rawId": "AAAA",
            "type": "public-key",
            "response": {
                "userHandle": "am8",
                "clientDataJSON": "e30",
                "authenticatorData": "AA",
                "signature": "AA",
            },
        }
    ),
)


def challenge(desk: Desk) -> dict[str, str]:
    answer = desk.web.post("/desk/sign-in/passkey/options", headers=OURS)
    assert answer.status_code == 200
    options: dict[str, str] = answer.json()
    return options


def test_options_ask_for_verification_and_name_this_desk(door: Desk) -> None:
    first, second = challenge(door), challenge(door)
    assert (first["rpId"], first["userVerification"]) == ("testserver", "required")
    assert first["challenge"] != second["challenge"]


@pytest.mark.parametrize("answer", NONSENSE)
def test_nonsense_signs_nobody_in(door: Desk, answer: str) -> None:
    challenge(door)
    sent = {"credential": answer, "next": "/desk"}
    response = door.web.post("/desk/sign-in/passkey", data=sent, headers=OURS)
    assert response.status_code == 403
    assert "not accepted" in response.text
    assert door.web.get("/desk").status_code == 303


def test_guessing_passkeys_ends(door: Desk) -> None:
    sent = {"credential": NONSENSE[-1], "next": "/desk"}
    made = [
        door.web.post("/desk/sign-in/passkey", data=sent, headers=OURS).status_code
        for _ in range(BAD_TOKEN.holds + 1)
    ]
    assert made == [403] * BAD_TOKEN.holds + [429]


@pytest.mark.parametrize("answer", NONSENSE)
def test_nonsense_is_no_new_passkey(desk: Desk, answer: str) -> None:
    assert desk.send("/desk/account/passkeys/options").status_code == 200
    assert desk.send("/desk/account/passkeys", {"credential": answer}).status_code == 403
    assert "Add a passkey" in desk.read("/desk/account")


def test_a_challenge_is_for_one_use_one_member_and_a_few_minutes(desk: Desk) -> None:
    desk.send("/desk/account/passkeys/options")
    request = {"credential": NONSENSE[-1]}
    for _ in ("of another kind", "none"):
        assert desk.web.post("/desk/sign-in/passkey", data=request, headers=OURS).status_code == 403
        desk.web.cookies.delete(webauthn.CHALLENGE_COOKIE)
    challenge(desk)
    desk.evening.passes(minutes=6)
    assert desk.web.post("/desk/sign-in/passkey", data=request, headers=OURS).status_code == 403


def test_another_site_cannot_begin(door: Desk) -> None:
    for path in ("/desk/sign-in/passkey/options", "/desk/sign-in/passkey"):
        answer = door.web.post(path, headers={"origin": "https://evil.example.org"})
        assert answer.status_code == 403


def test_a_passkey_is_listed_and_removed(desk: Desk) -> None:
    command = AddPasskey(member_id="jo", passkey_id="key", name="Chrome · Mac", public_key="AAAA")
    desk.evening.give(command)
    assert "Chrome · Mac" in desk.read("/desk/account")
    assert desk.send("/desk/account/passkeys/none/remove").status_code == 404
    answer = desk.send("/desk/account/passkeys/key/remove")
    assert answer.headers["location"] == "/desk/account?done=passkey_removed"
    assert "Chrome · Mac" not in desk.read("/desk/account")


def check_not_offered(desk: Desk) -> None:
    assert "passkey" not in desk.web.get("/desk/sign-in").text.lower()
    for path in ("/desk/sign-in/passkey/options", "/desk/sign-in/passkey"):
        assert desk.web.post(path, headers={"sec-fetch-site": "same-origin"}).status_code == 404
    desk.web.post(desk.sign_in_path(), headers={"sec-fetch-site": "same-origin"})
    for path in ("/desk/account/passkeys/options", "/desk/account/passkeys"):
        sent = {"form_token": desk.token()}
        answer = desk.web.post(path, data=sent, headers={"sec-fetch-site": "same-origin"})
        assert answer.status_code == 404
    assert "passkey" not in desk.read("/desk/account").lower()


def test_without_the_library_nothing_is_offered(
    door: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webauthn, "find_spec", lambda _name: None)
    check_not_offered(door)


@pytest.fixture
def numbered(tmp_path: Path) -> Iterator[Desk]:
    with desk_at(tmp_path, "http://192.0.2.7:8000") as desk:
        yield desk


def test_an_address_without_a_name_offers_no_passkeys(numbered: Desk) -> None:
    check_not_offered(numbered)
