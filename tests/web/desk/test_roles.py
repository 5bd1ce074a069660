"""Owners and hosts may do everything, helpers a fixed list: each route in each role."""

import re
from datetime import timedelta

import pytest

from fullhouse.engine.access import AddMember, Member, Role, sign_in_link
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.team import ChangeRole
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.commands import BookAppointment
from fullhouse.products.rsvp.commands import CancelGuest
from fullhouse.web.desk import routes
from fullhouse.web.desk.auth import HELPERS_MAY, helpers_may
from tests.web.desk.frontdesk.salon import busy_day
from tests.web.desk.support import BASE, OURS, Desk, text_of

ANYONE = {"/desk/sign-in", "/desk/sign-in/passkey", "/desk/sign-in/passkey/options"}
LEADS = re.compile(r'(href|action)="(?:http://testserver)?(/desk[^"#?]*)')
FOR_HOSTS = "This is for hosts"


@pytest.fixture
def party(door: Desk) -> Desk:
    door.evening.opens(cap=1)
    for name in ("Anna", "Bert", "Cleo"):
        door.evening.signs_up(name)
    door.evening.give(CancelGuest(event_id="party", guest_id="anna"), "guest")
    busy_day(door.evening)
    starts_at = door.evening.engine.now() + timedelta(days=1)
    door.evening.give(
        BookAppointment(appointment_id="emil", name="Emil", service="Cut", starts_at=starts_at),
        "member:jo",
    )
    return door


def come_in(desk: Desk, role: Role) -> Desk:
    desk.evening.give(AddMember(member_id="kim", email="kim@example.org", role=role), "setup")
    member = desk.evening.load(Get(Member, ("kim",)))
    assert member is not None
    link = desk.evening.engine.composer.keyring.sign(sign_in_link(member, desk.evening.clock.now()))
    assert desk.web.post(f"/l/{link}", headers=OURS).status_code == 303
    return desk


def every_deed() -> list[tuple[str, str]]:
    """Each route of the desk with each of its methods, but for those that anyone may use."""
    found = [
        (method, route.path)
        for route in routes()
        for method in sorted(route.methods or ())
        if method != "HEAD"
    ]
    return [(method, path) for method, path in found if path not in ANYONE]


def address(path: str, desk: Desk) -> str:
    known = {
        "event": "party",
        "guest": "bert",
        "kind": "offer",
        "mail": "no",
        "key": "no",
        "member": "no",
        "session": "no",
        "passkey": "no",
        "pass": "no",
    }
    known |= {
        "slot": "two",
        "entry": "ben",
        "proposal": "no",
        "source": "sheet",
        "version": "no",
        "appointment": "emil",
    }
    known["id:path"] = desk.evening.mails("confirmation")[0].id
    return re.sub(r"\{([^}]+)\}", lambda found: known[found[1]], path)


def refused(desk: Desk, method: str, path: str) -> bool:
    """Return True if the page says it is for hosts; a form without its token changes nothing."""
    answer = desk.web.request(
        method, address(path, desk), headers={**OURS, "accept": "application/json"}
    )
    return answer.status_code == 403 and FOR_HOSTS in answer.text


@pytest.mark.parametrize("role", ["owner", "host"])
def test_owners_and_hosts_may_do_everything(party: Desk, role: Role) -> None:
    desk = come_in(party, role)
    assert [deed for deed in every_deed() if refused(desk, *deed)] == []


def test_helpers_may_do_what_is_on_the_list_and_nothing_else(party: Desk) -> None:
    desk = come_in(party, "helper")
    allowed = {
        (method, path) for path, methods in HELPERS_MAY.items() for method in methods.split()
    }
    assert {deed for deed in every_deed() if not refused(desk, *deed)} == allowed


def test_the_list_names_only_what_there_is() -> None:
    known = {route.path: route for route in routes()}
    assert set(HELPERS_MAY) <= set(known)
    assert all(
        set(methods.split()) <= (known[path].methods or set())
        for path, methods in HELPERS_MAY.items()
    )


@pytest.mark.parametrize("days", [0, 30])
def test_a_helper_is_shown_nothing_that_they_may_not_do(party: Desk, days: int) -> None:
    desk = come_in(party, "helper")
    if days:
        desk.evening.passes(days=days)
        come_in(desk, "helper")
    for method, path in every_deed():
        if method == "GET" and helpers_may("GET", path) and not path.endswith("/live"):
            page = desk.web.get(
                address(path, desk), params={"id": desk.evening.mails("confirmation")[0].id}
            )
            shown = {
                ("POST" if kind == "action" else "GET", where)
                for kind, where in LEADS.findall(page.text)
            }
            searches = {
                ("POST", where)
                for where in re.findall(r'method="get" action="(/desk[^"#?]*)', page.text)
            }
            assert [one for one in shown - searches if not helpers_may(*one)] == [], path


def test_a_helper_reads_mail_without_the_links_in_it(party: Desk) -> None:
    desk = come_in(party, "helper")
    for message in desk.evening.mails():
        page = desk.web.get(f"/desk/mailbox/m/{message.id}").text
        frame = desk.web.get("/desk/mailbox/frame", params={"id": message.id}).text
        assert f"{BASE}/l/" not in page + frame
        assert f"{BASE}/s/" not in page + frame
        assert "Send me a test" not in page
    sent = desk.evening.load(MessagePage(scope="waitlist"))
    texts = [one for one in sent if one.mark and one.channel == "text"]
    assert texts
    for message in texts:
        page = desk.web.get(f"/desk/mailbox/m/{message.id}").text
        frame = desk.web.get("/desk/mailbox/frame", params={"id": message.id}).text
        assert "/s/" not in page + frame
    assert "/s/" not in desk.web.get("/desk/mailbox").text


def test_a_helper_takes_a_guest_off_the_list_and_mails_one_again(party: Desk) -> None:
    desk = come_in(party, "helper")
    assert desk.send("/desk/e/party/g/cleo/resend").status_code == 303
    assert desk.send("/desk/e/party/g/cleo/cancel", {"sure": "yes"}).status_code == 303
    assert desk.evening.guest("Cleo").state == "cancelled"


def test_a_helper_who_knows_the_address_changes_nothing(party: Desk) -> None:
    desk = come_in(party, "helper")
    answer = desk.send("/desk/e/party/cancel")
    assert answer.status_code == 403
    assert "You come to this desk as a helper, and nothing was changed." in text_of(answer)
    assert desk.evening.event().state == "open"


def test_a_new_role_holds_at_once(party: Desk) -> None:
    desk = come_in(party, "helper")
    assert desk.web.get("/desk/e/party/edit").status_code == 403
    desk.evening.give(ChangeRole(member_id="kim", role="host", asked_by="jo"))
    assert desk.web.get("/desk/e/party/edit").status_code == 200
