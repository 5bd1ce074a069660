"""The tester tested: what Google's documents don't know is refused by our own Google, too."""

from collections.abc import Iterator

import pytest

from fullhouse.inbound.google.account import GoogleDown, ServiceAccount
from fullhouse.inbound.google.client import GoogleClient, GoogleUrls
from tests.inbound.google.discovery import Mismatch, check_value, checked, cut, masked
from tests.inbound.google.fake import APIS, FakeGoogle, fake_google, key_file
from tests.inbound.google.grid import Spreadsheet, tab

SHEET = "/v4/spreadsheets/s1"
EVENTS = "/calendar/v3/calendars/a%40b/events"


@pytest.fixture
def google() -> Iterator[FakeGoogle]:
    with fake_google() as made:
        made.spreadsheets["s1"] = Spreadsheet(tab("List", ["Name"]))
        yield made


@pytest.mark.parametrize(
    ("verb", "target", "body", "why"),
    [
        ("GET", "/v4/spreadsheet/s1", b"", "no method"),
        ("PUT", SHEET, b"", "no method"),
        ("GET", f"{SHEET}:batchUpdate", b"", "no method"),
        ("GET", f"{SHEET}?range=A1", b"", "no parameter range"),
        ("GET", f"{SHEET}?includeGridData=True", b"", "no boolean"),
        ("GET", f"{SHEET}?fields=sheets&fields=sheets", b"", "more than once"),
        ("GET", f"{SHEET}?fields=sheets(propertys)", b"", "propertys"),
        ("GET", f"{SHEET}?fields=sheets(properties", b"", "lacks"),
        ("GET", f"{SHEET}?fields=sheets)", b"", "ends in"),
        ("GET", f"{SHEET}?fields=sheets,", b"", "no name"),
        ("GET", f"{SHEET}?commentsViewMode=ALL", b"", "none of"),
        ("GET", SHEET, b"{}", "no body"),
        ("GET", "/drive/v3/files/f1/export", b"", "needs"),
        ("GET", f"{EVENTS}?maxResults=many", b"", "no integer"),
        ("GET", f"{EVENTS}?maxResults=0", b"", "too small"),
        ("GET", f"{EVENTS}?timeMin=2026-06-01", b"", "no string"),
        ("POST", f"{SHEET}:batchUpdate", b'{"request": []}', "no property request"),
        ("POST", f"{SHEET}:batchUpdate", b'{"requests": {}}', "no array"),
        (
            "POST",
            f"{SHEET}:batchUpdate",
            b'{"requests": [{"deleteRows": {}}]}',
            "no property deleteRows",
        ),
        (
            "POST",
            f"{SHEET}:batchUpdate",
            b'{"requests": [{"appendDimension": {"length": "1"}}]}',
            "no integer",
        ),
        (
            "POST",
            f"{SHEET}:batchUpdate",
            b'{"requests": [{"appendDimension": {"dimension": "ROW"}}]}',
            "none of",
        ),
    ],
)
def test_a_request_that_google_did_not_publish_is_refused(
    verb: str, target: str, body: bytes, why: str
) -> None:
    with pytest.raises(Mismatch, match=why):
        checked(APIS, verb, target, body)


def test_a_request_that_google_did_publish_is_understood() -> None:
    call = checked(
        APIS,
        "GET",
        f"{EVENTS}?maxResults=5&timeMin=2026-06-01T00:00:00Z"
        "&eventTypes=default&eventTypes=birthday",
        b"",
    )
    assert (call.method.id, call.path) == ("calendar.events.list", {"calendarId": "a@b"})


def test_an_answer_holds_what_its_mask_names_and_nothing_that_is_unknown() -> None:
    mask = masked("sheets.v4", "Spreadsheet", "sheets(properties(title)),spreadsheetId")
    given = {"sheets": [{"properties": {"title": "a", "index": 1}, "data": []}]}
    assert cut(given, mask) == {"sheets": [{"properties": {"title": "a"}}]}
    with pytest.raises(Mismatch, match="no property tabs"):
        check_value("sheets.v4", {"$ref": "Spreadsheet"}, {"tabs": []})


def test_a_wrong_request_gets_a_refusal_over_the_wire(google: FakeGoogle) -> None:
    with pytest.raises(GoogleDown, match="knows no parameter sheet"):
        google.client().read(f"{google.url}{SHEET}", {"sheet": "List"})
    assert google.refused == ["sheets.spreadsheets.get knows no parameter sheet"]


def test_a_scope_that_does_not_cover_the_method_is_refused(google: FakeGoogle) -> None:
    scopes = ["https://www.googleapis.com/auth/calendar.readonly"]
    client = GoogleClient(
        ServiceAccount(key_file(f"{google.url}/token"), scopes), GoogleUrls(google.url, google.url)
    )
    with pytest.raises(GoogleDown, match="insufficient"):
        client.read(f"{google.url}{SHEET}", {})
    assert google.asked == []


def test_a_change_that_cannot_be_made_whole_is_not_made_at_all(google: FakeGoogle) -> None:
    start = {"sheetId": 0, "rowIndex": 1, "columnIndex": 0}
    good = {
        "fields": "userEnteredValue",
        "rows": [{"values": [{"userEnteredValue": {"stringValue": "x"}}]}],
    }
    requests = [
        {"updateCells": good | {"start": start}},
        {"updateCells": good | {"start": start | {"rowIndex": 99}}},
    ]
    with pytest.raises(GoogleDown, match="beyond"):
        google.client().write(f"{google.url}{SHEET}:batchUpdate", {"requests": requests})
    assert google.spreadsheets["s1"].tabs[0].cells[1][0].value is None
