"""Large requests never hold the event loop for long."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from fullhouse.engine.access import digest
from tests.support.attaching import change_desk
from tests.support.cpu_time import assert_cpu
from tests.support.loop_watch import LONGEST_CALLBACK, Watch, watching
from tests.web.desk.support import OURS, Desk, desk_at


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_at(tmp_path) as desk:
        desk.evening.opens(cap=2)
        yield desk


@pytest.fixture(scope="module")
def no_old_garbage() -> None:
    """As a server does: else collecting the garbage of all tests counts as a callback's time."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch, no_old_garbage: None) -> Watch:
    return watching(monkeypatch)


@pytest.mark.timing
def test_a_large_sign_in_form_is_refused_unread(desk: Desk, watch: Watch) -> None:
    kind = {"content-type": "application/x-www-form-urlencoded"}
    # Loads the page's template.
    desk.web.post("/desk/sign-in", content=b"email=x", headers={**OURS, **kind})
    watch.longest = 0.0
    large = b"email=" + b"%41" * 340_000
    answer = desk.web.post("/desk/sign-in", content=large, headers={**OURS, **kind})
    assert answer.status_code == 413
    assert_cpu(watch.longest, LONGEST_CALLBACK)


@pytest.mark.timing
def test_a_long_import_by_the_api_lets_others_have_their_turn(desk: Desk, watch: Watch) -> None:
    change_desk(desk.web.app, admit={digest("token"): "api"})
    head = {"authorization": "Bearer token"}
    path = "/api/v1/events/party/guests"
    row = {"name": "=", "email": "nobody"}
    desk.web.post(path, json={"rows": [row], "preview": True}, headers=head)
    watch.longest = 0.0
    answer = desk.web.post(path, json={"rows": [row] * 10_000, "preview": True}, headers=head)
    assert answer.json()["counts"]["problems"] == 10_000
    assert_cpu(watch.longest, LONGEST_CALLBACK)


FORM, JSON = "application/x-www-form-urlencoded", "application/json"
BODIES = {
    "a long form": (FORM, b"email=" + b"%41" * 340_000),
    "countless fields": (FORM, b"a=b&" * 250_000),
    "deep JSON": (JSON, b'{"name":' + b"[" * 400_000),
    "countless keys": (JSON, b"{" + b'"a":1,' * 160_000 + b'"b":2}'),
    "a long name": (JSON, b'{"name":"' + b"x" * 900_000 + b'","email":"a@example.org"}'),
    "a file": (
        "multipart/form-data; boundary=b",
        b"--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n" * 15_000 + b"--b--",
    ),
}
PATHS = (
    "/e/party",
    "/waitlist",
    "/book",
    "/l/none",
    "/hooks/slots",
    "/hooks/texts",
    "/hooks/slack",
    "/hooks/calendar",
    "/desk/sign-in",
)


@pytest.mark.timing
@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("path", PATHS)
def test_no_body_of_a_stranger_holds_the_loop(
    path: str, body: str, desk: Desk, watch: Watch
) -> None:
    kind, content = BODIES[body]
    head = {**OURS, "content-type": kind}
    # Loads the page's template.
    desk.web.post(path, content=content[:6], headers=head)
    watch.longest = 0.0
    answer = desk.web.post(path, content=content, headers=head)
    assert 400 <= answer.status_code < 500
    assert_cpu(watch.longest, LONGEST_CALLBACK)
