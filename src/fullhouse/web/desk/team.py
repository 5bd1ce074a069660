"""The team page: members and their roles; invite, change a role, mail a link, remove."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.access import OWNER, AddMember, Member, RequestSignIn, Role
from fullhouse.engine.team import PROBLEMS, ChangeRole, Members, RemoveMember, TeamChange
from fullhouse.inbound.forms.guest_form import Invalid, clean_address
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.layout import go, page, problem

HOME = "/desk/team"
ROLES: dict[Role, tuple[str, str]] = {
    "helper": (
        to_translate("Helper"),
        to_translate(
            "sees guests and the waitlist, takes a guest off the list or emails them again; "
            "changes no event"
        ),
    ),
    "host": (to_translate("Host"), to_translate("runs events: everything at this desk")),
    "owner": (
        to_translate("Owner"),
        to_translate("a host who also decides who owns this desk"),
    ),
}


@require_session
async def team(request: Request) -> Response:
    """List the members."""
    return _page(request)


def _page(request: Request, *, email: str = "", role: str = "host", wrong: str = "") -> Response:
    engine = dependencies(request).engine
    members = [member for member in engine.load(Members()) if member.removed_at is None]
    me: Member = request.state.session.member
    shown = {"members": members, "me": me, "roles": ROLES, "may_give": _may_give(me)}
    return page(
        request,
        "team.html",
        {**shown, "email": email, "role": role, "wrong": wrong},
        422 if wrong else 200,
    )


def _may_give(member: Member) -> list[Role]:
    """List the roles that a member may give to others."""
    return [role for role in ROLES if role != OWNER or member.role == OWNER]


async def _role(request: Request) -> Role | None:
    typed = (await request.form()).get("role")
    return next((role for role in _may_give(request.state.session.member) if role == typed), None)


@require_session
async def add(request: Request) -> Response:
    """Add a member, and mail them a link."""
    engine = dependencies(request).engine
    typed, role = str((await request.form()).get("email", "")), await _role(request)
    try:
        email = clean_address(typed)
    except Invalid:
        wrong = gettext(
            "That doesn't look like an email address. It should look like anna@example.org."
        )
        return _page(request, email=typed, role=role or "host", wrong=wrong)
    if role is None:
        return _page(
            request, email=typed, wrong=gettext("Say as what they come: as a helper or as a host.")
        )
    command = AddMember(member_id=engine.ids.new(), email=email, role=role)
    await engine.execute(command, request.state.session.by)
    await engine.execute(RequestSignIn(email=email, by_member=True), request.state.session.by)
    return go(request, HOME, "member_added")


@require_session
async def change_role(request: Request) -> Response:
    """Give a member another role."""
    role = await _role(request)
    if role is None:
        return problem(request, gettext("Nothing was changed"), PROBLEMS["owners_only"], 409, HOME)
    whom, by = request.path_params["member"], request.state.session.member.id
    return await _agreed(
        request, ChangeRole(member_id=whom, role=role, asked_by=by), "role_changed"
    )


@require_session
async def remove(request: Request) -> Response:
    """Remove a member."""
    whom, by = request.path_params["member"], request.state.session.member.id
    return await _agreed(request, RemoveMember(member_id=whom, asked_by=by), "member_removed")


async def _agreed(request: Request, command: ChangeRole | RemoveMember, done: str) -> Response:
    engine = dependencies(request).engine
    answer: TeamChange = await engine.execute(command, request.state.session.by)
    if answer.code in PROBLEMS:
        return problem(request, gettext("Nothing was changed"), PROBLEMS[answer.code], 409, HOME)
    return go(request, HOME, done)


@require_session
async def link(request: Request) -> Response:
    """Mail a member a new link to sign in."""
    engine = dependencies(request).engine
    member = engine.load(Get(Member, (request.path_params["member"],)))
    if member is None or member.removed_at is not None:
        return problem(request, gettext("Nothing was sent"), PROBLEMS["unknown_member"], 404, HOME)
    await engine.execute(
        RequestSignIn(email=member.email, by_member=True), request.state.session.by
    )
    return go(request, HOME, "sign_in_sent")


ROUTES = [
    Route(HOME, team),
    Route(f"{HOME}/add", add, methods=["POST"]),
    Route(HOME + "/{member}/role", change_role, methods=["POST"]),
    Route(HOME + "/{member}/remove", remove, methods=["POST"]),
    Route(HOME + "/{member}/link", link, methods=["POST"]),
]
