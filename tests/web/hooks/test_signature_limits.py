"""Forged webhooks are slowed down; signed ones from the same address still arrive."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

from fullhouse.engine.rate_limit import BAD_SIGNATURE
from fullhouse.inbound.webhook_signature import HEADER, sign
from tests.web.waitlist.salon import SECRET, Salon, salon_at

SLOT = {"service": "Colour", "starts_at": "2026-06-02T11:00", "staff": "Jess"}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Salon, TestClient]]:
    with salon_at(tmp_path) as (salon, web):
        salon.rules()
        yield salon, web


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/hooks/slots", 401),
        ("/hooks/texts", 401),
        ("/hooks/slack", 401),
        ("/hooks/calendar", 404),
    ],
)
def test_forged_ones_are_refused_and_then_told_to_wait(
    served: tuple[Salon, TestClient], path: str, status: int
) -> None:
    salon, web = served
    answers = [web.post(path, content=b"{}").status_code for _ in range(BAD_SIGNATURE.holds)]
    assert set(answers) == {status}
    late = web.post(path, content=b"{}")
    assert (late.status_code, late.json()["error"]["code"]) == (429, "too_often")
    body = msgspec.json.encode(SLOT)
    signed = web.post(
        "/hooks/slots", content=body, headers={HEADER: sign(SECRET, salon.clock.now(), body)}
    )
    assert signed.status_code == 200
