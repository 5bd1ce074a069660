"""The page of who is too late is rendered once for all, and each reads only what they typed."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from fullhouse.web import pages, shared_pages
from fullhouse.web.shared_pages import MARK, MOST_KEPT
from tests.web.appointments.shop import Shop, at
from tests.web.appointments.test_booking_page import ONLINE, books

FORM = re.compile(r'name="form" value="([^"]+)"')


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the templates that are rendered for shared pages, from an empty store of them."""
    found: list[str] = []
    render: Callable[..., str] = pages.rendered

    def counted(request: object, template: str, **context: object) -> str:
        found.append(template)
        return render(request, template, **context)

    monkeypatch.setattr(shared_pages, "rendered", counted)
    monkeypatch.setattr(shared_pages, "_kept", {})
    return found


def late(web: TestClient, name: str, **more: str) -> Response:
    page = books(web, **{"name": name, "email": f"{name.lower()}@example.org", **more})
    assert page.status_code == 409
    return page


def full(shop: Shop) -> None:
    """Book the time of Tuesday with both of the staff."""
    shop.rules(ONLINE)
    shop.books("Ada", "2026-06-02T09:00", staff="Jess")
    shop.books("Ben", "2026-06-02T09:00", staff="Sam")


def test_each_reads_what_they_typed_and_the_page_is_rendered_once(
    shop: Shop, web: TestClient, rendered: list[str]
) -> None:
    full(shop)
    eve, dan = late(web, "Eve"), late(web, "Dan")
    assert len(rendered) == 1
    for page, name, other in ((eve, "Eve", "Dan"), (dan, "Dan", "Eve")):
        assert f'value="{name}"' in page.text
        assert f'value="{name.lower()}@example.org"' in page.text
        assert other not in page.text
        assert MARK not in page.text
    forms = [FORM.findall(page.text) for page in (eve, dan)]
    assert [len(found) for found in forms] == [1, 1]
    assert forms[0] != forms[1]


def test_it_is_the_page_that_would_be_rendered_for_them(
    shop: Shop, web: TestClient, rendered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    full(shop)
    first = late(web, "Dan", party="").text
    shared = late(web, "Eve", party="").text
    monkeypatch.setattr(shared_pages, "_kept", {})
    alone = late(web, "Eve", party="").text
    assert len(rendered) == 2
    assert FORM.sub("", shared) == FORM.sub("", alone) != FORM.sub("", first)


def test_what_is_typed_is_escaped_and_never_filled_in_twice(
    shop: Shop, web: TestClient, rendered: list[str]
) -> None:
    full(shop)
    late(web, "Eve")
    page = late(web, f"<i>{MARK}email{MARK}&", email="eve@example.org")
    assert len(rendered) == 1
    assert f"&lt;i&gt;{MARK}email{MARK}&amp;" in page.text
    assert "<i>" not in page.text


def test_a_booking_changes_the_times_that_are_shown(
    shop: Shop, web: TestClient, rendered: list[str]
) -> None:
    full(shop)
    assert 'value="2026-06-02T07:45Z"' in late(web, "Eve").text
    shop.books("Cem", "2026-06-02T09:45", staff="Jess")
    shop.books("Dora", "2026-06-02T09:45", staff="Sam")
    assert 'value="2026-06-02T07:45Z"' not in late(web, "Dan").text
    assert len(rendered) == 2


def test_few_pages_are_kept(shop: Shop, web: TestClient, rendered: list[str]) -> None:
    full(shop)
    for party in range(MOST_KEPT + 1):
        late(web, "Eve", party=str(party + 1))
    assert len(rendered) == MOST_KEPT + 1
    late(web, "Dan", party=str(MOST_KEPT + 1))
    assert len(rendered) == MOST_KEPT + 1
    late(web, "Dan", party="1")
    assert len(rendered) == MOST_KEPT + 2


@pytest.mark.parametrize(("seconds", "shown"), [(0, True), (1, False), (59, False)])
def test_a_time_is_shown_until_the_notice_begins(
    shop: Shop, web: TestClient, seconds: int, *, shown: bool
) -> None:
    shop.rules(f"{ONLINE}Booking notice: 15 minutes\n")
    soonest = shop.engine.now() + timedelta(minutes=15)
    assert soonest == at("2026-06-01T11:15")
    shop.passes(seconds=seconds)
    assert (f'value="{soonest:%Y-%m-%dT%H:%MZ}"' in web.get("/book?service=Cut").text) == shown
