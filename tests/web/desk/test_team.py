"""The team: let someone in, change a role, mail a link, say goodbye."""

import re

import pytest

from fullhouse.engine.access import AddMember, Member, MemberByEmail, sign_in_link
from fullhouse.engine.ports import AuditPage
from fullhouse.kernel.records import Get
from fullhouse.web.desk.audit_text import ACTIONS
from fullhouse.web.desk.team import ROLES
from tests.web.desk.support import HOST, OURS, Desk, text_of


def added(desk: Desk, email: str = "kim@example.org", role: str = "helper") -> Member:
    assert desk.send("/desk/team/add", {"email": email, "role": role}).status_code == 303
    member = desk.evening.load(MemberByEmail(email))
    assert member is not None
    return member


def test_the_team_is_listed_with_its_roles_in_plain_words(desk: Desk) -> None:
    added(desk)
    page = desk.read("/desk/team")
    assert f"{HOST} you Owner: a host who also decides who owns this desk" in page
    assert "kim@example.org Helper: sees guests and the waitlist" in page
    assert all(name and says for name, says in ROLES.values())


def test_whoever_is_let_in_is_mailed_a_link(desk: Desk) -> None:
    member = added(desk, "Kim@Example.org ".strip().lower(), "host")
    assert member.role == "host"
    assert [mail.to for mail in desk.evening.mails("sign_in", "kim@example.org")] == [
        "kim@example.org"
    ]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"email": "kim", "role": "host"}, "That doesn't look like an email address."),
        ({"email": "kim@example.org", "role": "king"}, "Say as what they come"),
        ({"email": "kim@example.org"}, "Say as what they come"),
    ],
)
def test_what_cannot_be_used_is_said_and_what_was_typed_is_kept(
    desk: Desk, fields: dict[str, str], says: str
) -> None:
    answer = desk.send("/desk/team/add", fields)
    assert answer.status_code == 422
    assert says in text_of(answer)
    assert f'value="{fields["email"]}"' in answer.text


def test_a_role_is_changed(desk: Desk) -> None:
    member = added(desk)
    assert (
        desk.send(f"/desk/team/{member.id}/role", {"role": "host"})
        .headers["location"]
        .endswith("=role_changed")
    )
    assert added(desk, role="helper").role == "host"


def test_the_last_owner_cannot_go_or_step_down(desk: Desk) -> None:
    for deed, fields in (("remove", {}), ("role", {"role": "helper"})):
        answer = desk.send(f"/desk/team/jo/{deed}", fields)
        assert answer.status_code == 409
        assert "There must be an owner." in text_of(answer)


def test_whoever_is_removed_is_signed_out_at_once_and_can_be_let_in_again(desk: Desk) -> None:
    member = added(desk, role="owner")
    link = sign_in_link(member, desk.evening.clock.now())
    desk.web.post(f"/l/{desk.evening.engine.composer.keyring.sign(link)}", headers=OURS)
    assert desk.web.get("/desk/team").status_code == 200
    assert desk.send(f"/desk/team/{member.id}/remove").status_code == 303
    assert desk.web.get("/desk/team").status_code == 303
    assert desk.sign_in().status_code == 303
    assert "kim@example.org" not in desk.read("/desk/team")
    assert added(desk).removed_at is None


def test_a_member_is_mailed_a_new_link(desk: Desk) -> None:
    member = added(desk)
    desk.evening.passes(minutes=2)
    assert desk.send(f"/desk/team/{member.id}/link").headers["location"].endswith("=sign_in_sent")
    assert len(desk.evening.mails("sign_in", "kim@example.org")) == 2
    desk.send(f"/desk/team/{member.id}/remove")
    for gone in (member.id, "nobody"):
        assert desk.send(f"/desk/team/{gone}/link").status_code == 404


def test_a_host_neither_makes_nor_unmakes_owners(door: Desk) -> None:
    door.evening.give(AddMember(member_id="kim", email="kim@example.org", role="host"), "setup")
    kim = door.evening.load(Get(Member, ("kim",)))
    assert kim is not None
    link = sign_in_link(kim, door.evening.clock.now())
    door.web.post(f"/l/{door.evening.engine.composer.keyring.sign(link)}", headers=OURS)
    page = door.web.get("/desk/team").text
    assert 'value="owner"' not in page
    assert "/desk/team/jo/" not in page
    assert door.send("/desk/team/kim/role", {"role": "owner"}).status_code == 409
    assert door.send("/desk/team/jo/role", {"role": "helper"}).status_code == 409
    assert door.send("/desk/team/jo/remove").status_code == 409
    assert (
        door.send("/desk/team/add", {"email": "eve@example.org", "role": "owner"}).status_code
        == 422
    )


def test_the_story_of_the_desk_names_each_deed(desk: Desk) -> None:
    member = added(desk)
    desk.send(f"/desk/team/{member.id}/role", {"role": "host"})
    desk.send(f"/desk/team/{member.id}/remove")
    added(desk)
    assert {line.action for line in desk.evening.load(AuditPage("desk"))} <= set(ACTIONS)


def test_a_form_that_is_not_ours_lets_nobody_in(desk: Desk) -> None:
    assert (
        desk.web.post(
            "/desk/team/add", data={"email": "eve@example.org", "role": "host"}
        ).status_code
        == 403
    )
    assert desk.evening.load(MemberByEmail("eve@example.org")) is None
    assert re.search(r'name="form_token" value="[^"]+"', desk.web.get("/desk/team").text)
