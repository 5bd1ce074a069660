"""Redirects never lead where a Host header says, and https stays https."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.web.desk.support import desk_at

HOSTILE = {"host": "evil.example"}


@pytest.mark.parametrize(
    ("asked", "sent_to"),
    [
        ("/desk/", "/desk"),
        ("/e/party/", "/e/party"),
        ("/waitlist/", "/waitlist"),
        ("/healthz/", "/healthz"),
        ("/api/v1/events/?limit=5&cursor=a%20b", "/api/v1/events?limit=5&cursor=a%20b"),
        ("/e/p%C3%A4rty%0d%0aX/", "/e/p%C3%A4rty%0D%0AX"),
    ],
)
def test_a_slash_too_many_is_taken_off_by_path_alone(
    tmp_path: Path, asked: str, sent_to: str
) -> None:
    with desk_at(tmp_path) as desk:
        answer = desk.web.get(asked, headers=HOSTILE)
        assert (answer.status_code, answer.headers["location"]) == (307, sent_to)


@pytest.mark.parametrize("asked", ["//evil.example/", "//evil.example/desk/", "///", "/nothing/"])
def test_what_is_not_here_is_not_redirected(tmp_path: Path, asked: str) -> None:
    with desk_at(tmp_path) as desk:
        answer = desk.web.get(f"http://testserver{asked}", headers=HOSTILE)
        assert answer.status_code == 404


def test_behind_a_path_the_redirect_stays_below_it(tmp_path: Path) -> None:
    with desk_at(tmp_path, "http://example.org/party") as desk:
        behind = TestClient(desk.web.app, follow_redirects=False, root_path="/party")
        answer = behind.get("/party/healthz/", headers=HOSTILE)
        assert (answer.status_code, answer.headers["location"]) == (307, "/party/healthz")


PAGES = [
    "/",
    "/desk",
    "/desk/",
    "/desk/sign-in",
    "/e/party",
    "/e/party?embed=1",
    "/e/party/embed.js",
    "/e/party/qr.svg",
    "/e/party/calendar.ics",
    "/waitlist",
    "/book",
    "/l/nothing",
    "/nothing",
    "/api/v1/openapi.json",
    "/api/v1/events",
    "/healthz",
]


@pytest.mark.parametrize("path", PAGES)
def test_no_answer_repeats_a_hostile_host(tmp_path: Path, path: str) -> None:
    with desk_at(tmp_path) as desk:
        desk.evening.opens()
        answer = desk.web.get(path, headers={**HOSTILE, "x-forwarded-host": "evil.example"})
        assert answer.status_code < 500
        assert "evil.example" not in answer.text
        assert not any("evil.example" in value for value in answer.headers.values())


DESK_PAGES = ["/desk", "/desk/e/party", "/desk/e/party/share", "/desk/mailbox", "/desk/team"]


def test_no_page_of_the_desk_repeats_a_hostile_host(tmp_path: Path) -> None:
    with desk_at(tmp_path) as desk:
        desk.evening.opens()
        assert desk.sign_in().status_code == 303
        for path in DESK_PAGES:
            answer = desk.web.get(path, headers=HOSTILE)
            assert answer.status_code == 200, path
            assert "evil.example" not in answer.text


@pytest.mark.parametrize("path", ["/e/party", "/desk/", "/healthz", "/nothing"])
def test_browsers_are_told_to_stay_on_https_where_the_address_is_https(
    tmp_path: Path, path: str
) -> None:
    with desk_at(tmp_path / "https", "https://party.example") as desk:
        found = desk.web.get(path).headers["strict-transport-security"]
        assert found == "max-age=31536000"
    with desk_at(tmp_path / "http", "http://party.example") as desk:
        assert "strict-transport-security" not in desk.web.get(path).headers
