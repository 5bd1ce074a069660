"""Lines about requests: the route, and nothing that a stranger or a guest put into the path."""

import logging
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from fullhouse.engine.log_format import PlainLines
from tests.support.event_app import Evening


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.INFO, "fullhouse.requests"):
        yield caplog


def logged(lines: pytest.LogCaptureFixture) -> str:
    found = [one for one in lines.records if one.name == "fullhouse.requests"]
    return PlainLines().format(found[-1])


@pytest.mark.parametrize(
    ("asked", "path", "status"),
    [
        ("/nowhere%0aWARNING:%20the%20store%20is%20damaged", "/…", 404),
        ("/nowhere%1b%5b31m%0d%00%e2%80%ae", "/…", 404),
        ("/ada@example.org", "/…", 404),
        ("/e/ada@example.org", "/e/…", 404),
        ("/e/Ada%20Lovelace%0aINFO:%20answered", "/e/…", 404),
        ("/l/k1.manage.party.ada..ff.sig", "/l/…", 400),
    ],
)
def test_a_request_is_one_line_without_what_is_in_its_path(
    web: TestClient, lines: pytest.LogCaptureFixture, asked: str, path: str, status: int
) -> None:
    assert web.get(asked).status_code == status
    said = logged(lines)
    assert f"path={path} status={status} " in said
    assert said.isprintable()
    assert not any(word in said for word in ("example.org", "Lovelace", "damaged", "k1."))


def test_an_event_is_named_only_once_it_is_known(
    evening: Evening, web: TestClient, lines: pytest.LogCaptureFixture
) -> None:
    evening.opens()
    assert web.get("/e/party").status_code == 200
    assert "path=/e/party status=200" in logged(lines)
    assert web.delete("/e/party").status_code == 405
    assert "path=/e/… status=405" in logged(lines)
