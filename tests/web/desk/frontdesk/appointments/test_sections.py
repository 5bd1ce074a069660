"""Shared pages of waitlist and appointments show the tabs of the half one comes from."""

import re
from html import unescape

import pytest

from tests.web.desk.frontdesk.appointments.book import Front
from tests.web.desk.frontdesk.appointments.test_proposals import proposes
from tests.web.desk.support import Desk

SHARED = {
    "Proposals": "/desk/waitlist/proposals",
    "Rules": "/desk/waitlist/rules",
    "Voice": "/desk/waitlist/voice",
    "Connections": "/desk/waitlist/connections",
}
OF_THE_BOOK = ["Today", "List", "Summary", *SHARED]
OF_THE_LINE = ["Today", "List", "Proposals", "Summary", "Rules", "Voice", "Connections"]
FROM = "from=appointments"


def tabs(page: str, label: str) -> dict[str, str]:
    """The tabs of a page, and where each leads; none if they are not those of this half."""
    found = re.search(rf'<nav class="tabs" aria-label="{label}">(.*?)</nav>', page, re.DOTALL)
    links = re.findall(r'<a href="([^"]+)"[^>]*>([^<]+)</a>', found[1] if found else "")
    return {name: unescape(address) for address, name in links}


def current(page: str) -> list[str]:
    """What is marked as here: the half, and the tab."""
    return re.findall(r'aria-current="\w+">([^<]+)</a>', page)


@pytest.mark.usefixtures("front")
@pytest.mark.parametrize("name", SHARED)
def test_a_shared_page_shows_the_tabs_of_where_one_comes_from(desk: Desk, name: str) -> None:
    address = tabs(desk.web.get("/desk/appointments").text, "Appointments")[name]
    assert address == f"{SHARED[name]}?{FROM}"
    page = desk.web.get(address).text
    assert list(tabs(page, "Appointments")) == OF_THE_BOOK
    assert tabs(page, "Appointments")["List"] == "/desk/appointments/list"
    assert current(page)[:2] == ["Appointments", name]
    assert tabs(page, "Waitlist") == {}


@pytest.mark.usefixtures("front")
@pytest.mark.parametrize("name", SHARED)
def test_from_the_waitlist_and_from_elsewhere_it_shows_those_of_the_waitlist(
    desk: Desk, name: str
) -> None:
    assert tabs(desk.web.get("/desk/waitlist").text, "Waitlist")[name] == SHARED[name]
    for address in (SHARED[name], f"{SHARED[name]}?from=nowhere"):
        page = desk.web.get(address).text
        assert list(tabs(page, "Waitlist")) == OF_THE_LINE
        assert current(page)[:2] == ["Waitlist", name]


@pytest.mark.usefixtures("front")
def test_a_page_of_the_waitlist_alone_keeps_its_tabs(desk: Desk) -> None:
    assert list(tabs(desk.web.get(f"/desk/waitlist/list?{FROM}").text, "Waitlist")) == OF_THE_LINE


def test_a_proposal_is_decided_on_without_leaving_the_half(desk: Desk, front: Front) -> None:
    proposes(front)
    page = desk.web.get(f"{SHARED['Proposals']}?{FROM}").text
    every = re.findall(r'(?:href|action)="([^"]*/proposals/b1[^"]*)"', page)
    assert len(every) == 4
    assert {one.partition("?")[2] for one in every} == {FROM}
    one = desk.web.get(f"{SHARED['Proposals']}/b1?{FROM}").text
    assert f'href="{SHARED["Proposals"]}?{FROM}"' in one
    answer = desk.send(f"{SHARED['Proposals']}/b1/approve?{FROM}")
    assert answer.headers["location"] == f"{SHARED['Proposals']}?done=booked&told=untold&{FROM}"
    again = desk.send(f"{SHARED['Proposals']}/b1/approve?{FROM}")
    assert again.status_code == 404
    assert f'href="{SHARED["Proposals"]}?{FROM}"' in again.text


@pytest.mark.usefixtures("front")
def test_the_rules_are_written_without_leaving_the_half(desk: Desk) -> None:
    page = desk.web.get(f"{SHARED['Rules']}?{FROM}").text
    assert f'<form method="post" action="{SHARED["Rules"]}?{FROM}"' in page
    assert "<title>Rules · Appointments</title>" in page
    answer = desk.send(f"{SHARED['Rules']}?{FROM}", {"text": "Services\n- Wash: 20 minutes\n"})
    assert answer.headers["location"] == f"{SHARED['Rules']}?done=in_force&{FROM}"


def test_a_desk_without_rules_leads_to_them_from_the_book(desk: Desk) -> None:
    page = desk.web.get("/desk/appointments").text
    assert f'href="{SHARED["Rules"]}?start=example&amp;{FROM}"' in page
