"""Requests to Google match its documents, are retried where safe, and fail in words."""

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from fullhouse.inbound import http_client
from fullhouse.inbound.google.account import SCOPES, GoogleDown, ServiceAccount
from fullhouse.inbound.google.calendar import list_events
from fullhouse.inbound.google.client import GoogleClient, GoogleUrls
from fullhouse.inbound.google.drive import text_of, version_of
from fullhouse.inbound.google.spreadsheets import cells_set, change, find_tab, read_cells
from fullhouse.inbound.http_client import HttpDown, HttpRequest, send
from tests.inbound.google.drip import dripping
from tests.inbound.google.fake import EMAIL, FakeGoogle, fake_google, key_file
from tests.inbound.google.grid import Calendar, Spreadsheet, tab
from tests.support.cpu_time import assert_within
from tests.support.fake_servers import Speaker, speaking

JUNE, JULY = datetime(2026, 6, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC)


@pytest.fixture
def google() -> Iterator[FakeGoogle]:
    with fake_google() as made:
        made.spreadsheets["s1"] = Spreadsheet(
            tab("Old", hidden=True, sheet_id=4), tab("Jess's list", ["Name"], ["Anna"], sheet_id=9)
        )
        made.documents["d1"] = "Claim window: 10 minutes\nQuiet hours: 21:00 to 08:00\n"
        made.calendars["salon@example.org"] = Calendar()
        yield made


class Pauses(list[float]):
    """Waits without waiting."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


def test_a_token_is_asked_for_once_with_a_signed_assertion_and_our_scopes(
    google: FakeGoogle,
) -> None:
    client = google.client()
    version_of(client, "s1")
    version_of(client, "s1")
    assert google.tokens == {"token-1": list(SCOPES)}


def test_a_key_that_google_does_not_know_is_told_with_its_address(google: FakeGoogle) -> None:
    other = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    client = GoogleClient(
        ServiceAccount(key_file(f"{google.url}/token", other)), GoogleUrls(google.url, google.url)
    )
    with pytest.raises(GoogleDown, match=EMAIL):
        version_of(client, "s1")


@pytest.mark.parametrize(
    "key", [b"", b"{}", b"[]", b'{"type": "authorized_user"}', key_file("x")[:-9]]
)
def test_what_is_no_key_file_is_refused_with_the_way_to_one(key: bytes) -> None:
    with pytest.raises(GoogleDown, match="Add key, JSON"):
        ServiceAccount(key)


def test_a_key_file_with_a_broken_key_is_refused() -> None:
    broken = json.loads(key_file("http://127.0.0.1/token")) | {"private_key": "not a key"}
    with pytest.raises(GoogleDown, match="Add key, JSON"):
        ServiceAccount(json.dumps(broken).encode())


def test_no_secret_is_shown(google: FakeGoogle) -> None:
    client = google.client()
    request = HttpRequest("GET", f"{google.url}/x?key=secret", {"Authorization": "Bearer secret"})
    shown = f"{client.account!r} {client.account.key!r} {request!r}"
    assert "secret" not in shown
    assert "PRIVATE" not in shown


def test_a_token_that_went_bad_is_replaced_once(google: FakeGoogle) -> None:
    client = google.client(pause=Pauses())
    version_of(client, "s1")
    google.tokens.clear()
    assert version_of(client, "s1")
    google.fail(401)
    google.fail(401)
    with pytest.raises(GoogleDown, match="401"):
        version_of(client, "s1")


@pytest.mark.parametrize("status", [429, 500, 503])
def test_reading_is_tried_again_with_longer_and_longer_pauses(
    google: FakeGoogle, status: int
) -> None:
    pauses = Pauses()
    for _ in range(3):
        google.fail(status)
    assert version_of(google.client(pause=pauses), "s1")
    assert len(pauses) == 3
    assert pauses == sorted(pauses)


def test_a_limit_may_also_be_told_as_forbidden(google: FakeGoogle) -> None:
    google.fail(403, "userRateLimitExceeded")
    pauses = Pauses()
    assert version_of(google.client(pause=pauses), "s1")
    assert len(pauses) == 1


def test_google_says_how_long_to_wait(google: FakeGoogle) -> None:
    pauses = Pauses()
    google.fail(429, Retry_After="7")
    google.fail(503, Retry_After="Thu, 01 Jan 2026 00:00:00 GMT")
    assert version_of(google.client(pause=pauses), "s1")
    assert pauses[0] == 7
    assert 0 < pauses[1] < 5


def test_a_wait_that_is_too_long_is_not_begun(google: FakeGoogle) -> None:
    pauses = Pauses()
    google.fail(429, Retry_After="3600")
    with pytest.raises(GoogleDown, match="429"):
        version_of(google.client(pause=pauses), "s1")
    assert pauses == []


def test_after_a_few_tries_it_is_said_that_google_is_down(google: FakeGoogle) -> None:
    for _ in range(9):
        google.fail(503)
    with pytest.raises(GoogleDown, match="503"):
        version_of(google.client(pause=Pauses()), "s1")
    assert len(google.failures) == 4


def test_a_change_is_sent_again_only_where_it_did_not_begin(google: FakeGoogle) -> None:
    client = google.client(pause=Pauses())
    found = find_tab(client, "s1")
    google.fail(429)
    change(client, "s1", [cells_set(found, 2, 0, ["Ben"])])
    google.fail(503)
    with pytest.raises(GoogleDown, match="503"):
        change(client, "s1", [cells_set(found, 3, 0, ["Cleo"])])
    google.lost_answers = 1
    with pytest.raises(GoogleDown, match="cannot be reached"):
        change(client, "s1", [cells_set(found, 4, 0, ["Dora"])])
    names = [row[0].value for row in read_cells(client, "s1", found)]
    assert names[:5] == ["Name", "Anna", "Ben", None, "Dora"]


def test_nobody_there_is_told_as_such() -> None:
    with fake_google() as google:
        google.spreadsheets["s1"] = Spreadsheet(tab("List"))
        new, known = google.client(pause=Pauses()), google.client(pause=Pauses())
        version_of(known, "s1")
    for client in (new, known):
        with pytest.raises(GoogleDown, match="cannot be reached"):
            version_of(client, "s1")


def test_what_is_not_shared_is_told_with_the_address_to_share_it_with(google: FakeGoogle) -> None:
    with pytest.raises(GoogleDown, match=f"not shared with {EMAIL}") as caught:
        version_of(google.client(), "nowhere/../s1")
    assert caught.value.status == 404


def test_an_answer_that_is_no_json_is_told() -> None:
    with fake_google() as google:
        google.documents["d1"] = "no json"
        with pytest.raises(GoogleDown, match="understood"):
            google.client().read(
                f"{google.url}/drive/v3/files/d1/export", {"mimeType": "text/plain"}
            )


def test_an_answer_is_bounded_in_size(google: FakeGoogle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_client, "LARGEST_ANSWER", 5)
    with pytest.raises(HttpDown, match="far too large"):
        send(HttpRequest("GET", f"{google.url}/none", {}), 5)


class BreaksOff(Speaker):
    """Promises more than it says, as a connection that is lost half way."""

    def answer(self, _body: bytes) -> None:
        self.close_connection = True
        self.say(200, b"Services\n- Cut: 45 minutes\n", Content_Length="1000")


def test_an_answer_that_breaks_off_is_none() -> None:
    with speaking(BreaksOff) as port, pytest.raises(HttpDown, match="broke off"):
        send(HttpRequest("GET", f"http://127.0.0.1:{port}/", {}), 5)


def test_an_answer_is_bounded_in_time() -> None:
    with dripping() as url, pytest.raises(HttpDown, match="too slowly"):
        send(HttpRequest("GET", url, {}), 0.3)


def test_a_version_changes_with_the_file_and_a_file_in_the_bin_is_down(google: FakeGoogle) -> None:
    client = google.client()
    before = version_of(client, "s1")
    assert version_of(client, "s1") == before
    google.spreadsheets["s1"].set("A3", "Ben", tab=1)
    assert version_of(client, "s1") != before
    google.spreadsheets["s1"].trashed = True
    with pytest.raises(GoogleDown, match="bin"):
        version_of(client, "s1")


def test_a_document_is_read_as_plain_lines(google: FakeGoogle) -> None:
    assert text_of(google.client(), "d1") == google.documents["d1"]


def test_a_tab_is_found_by_its_title_or_is_the_first_that_can_be_seen(google: FakeGoogle) -> None:
    client = google.client()
    assert find_tab(client, "s1").sheet_id == 9
    assert find_tab(client, "s1", "Old").sheet_id == 4
    with pytest.raises(GoogleDown, match="There are: Old, Jess's list"):
        find_tab(client, "s1", "New")


def test_a_calendar_is_listed_in_pages_and_then_only_what_changed(google: FakeGoogle) -> None:
    calendar = google.calendars["salon@example.org"]
    for name in "abc":
        calendar.put(id=name, status="confirmed")
    client = google.client()
    first = list_events(client, "salon@example.org", JUNE, JULY)
    assert [event["id"] for event in first.events] == ["a", "b", "c"]
    assert (first.whole, first.zone) == (True, "Europe/Berlin")
    calendar.put(id="b", status="cancelled")
    then = list_events(client, "salon@example.org", JUNE, JULY, first.token)
    assert ([event["id"] for event in then.events], then.whole) == (["b"], False)
    assert list_events(client, "salon@example.org", JUNE, JULY, then.token).events == ()
    assert google.refused == []


def test_an_expired_token_starts_over(google: FakeGoogle) -> None:
    calendar = google.calendars["salon@example.org"]
    calendar.put(id="a")
    client = google.client()
    token = list_events(client, "salon@example.org", JUNE, JULY).token
    calendar.forget_tokens()
    again = list_events(client, "salon@example.org", JUNE, JULY, token)
    assert ([event["id"] for event in again.events], again.whole) == (["a"], True)


def test_a_calendar_that_is_not_there_is_down_also_with_a_token(google: FakeGoogle) -> None:
    with pytest.raises(GoogleDown, match="not shared"):
        list_events(google.client(), "other@example.org", JUNE, JULY, "change-1")


def test_a_calendar_without_end_is_refused(google: FakeGoogle) -> None:
    calendar = google.calendars["salon@example.org"]
    calendar.page = 1
    for name in range(41):
        calendar.put(id=str(name))
    with pytest.raises(GoogleDown, match="far more events"):
        list_events(google.client(), "salon@example.org", JUNE, JULY)


@pytest.mark.timing
@pytest.mark.parametrize(
    "head", [b"HTTP/1.1 200 OK\r\n\r\n", b"HTTP/1.1 200 OK\r\nslow: ", b"HTTP/1.1 "]
)
def test_an_answer_that_drips_is_cut_off_in_time_wherever_it_drips(head: bytes) -> None:
    began = time.monotonic()
    with dripping(head) as url, pytest.raises(HttpDown):
        send(HttpRequest("GET", url, {}), 0.5)
    assert_within(time.monotonic() - began, 5)
