"""API tokens for scripts: made here and shown once, listed by name, revoked for good."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.team import RevokeToken, Tokens
from fullhouse.engine.token_scopes import SCOPES, WRITE
from fullhouse.inbound.forms.event_json import clean_line
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.forms.token_form import NewToken, make_token
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext
from fullhouse.products.rsvp.model import EventPage
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.layout import go, page, problem

LONGEST_NAME = 60
LENGTHS = {
    "": to_translate("until it is revoked"),
    "30d": to_translate("30 days"),
    "90d": to_translate("90 days"),
    "365d": to_translate("one year"),
}
BLANK = NewToken(name="", scopes=(WRITE,))


@require_session
async def tokens(request: Request) -> Response:
    """List the tokens by name; make a new one, which is shown this once."""
    if request.method != "POST":
        return _page(request)
    engine = dependencies(request).engine
    form = await request.form()
    typed, scope, expires = (str(form.get(name, "")) for name in ("name", "scope", "expires"))
    asked = NewToken(
        name=typed,
        scopes=(scope,) if scope in SCOPES else (),
        expires=expires if expires in LENGTHS else "",
    )
    try:
        name = clean_line(typed, "name")
    except Invalid:
        name = ""
    if scope not in {"", *SCOPES} or expires not in LENGTHS:
        wrong = gettext("Please choose what it may do and how long it is valid.")
        return _page(request, asked, wrong=wrong)
    if not 0 < len(name) <= LONGEST_NAME:
        return _page(
            request,
            asked,
            wrong=gettext(
                "Give it a name of up to %(most)s characters, such as: till.", most=LONGEST_NAME
            ),
        )
    asked = msgspec.structs.replace(asked, name=name)
    made = await make_token(engine, asked, request.state.session.by)
    return _page(request, made=name, secret=made["token"])


def _page(
    request: Request,
    asked: NewToken = BLANK,
    *,
    wrong: str = "",
    made: str = "",
    secret: str = "",
) -> Response:
    engine = dependencies(request).engine
    known = engine.load(Tokens())
    shown = {
        "active": [token for token in known if token.revoked_at is None],
        "revoked": [token for token in known if token.revoked_at is not None],
        "asked": asked,
        "wrong": wrong,
        "made": made,
        "secret": secret,
        "most": LONGEST_NAME,
        "scopes": SCOPES,
        "lengths": LENGTHS,
        "zone": next((event.timezone for event in engine.load(EventPage(limit=1))), "UTC"),
    }
    return page(request, "tokens.html", shown, 422 if wrong else 200)


@require_session
async def revoke(request: Request) -> Response:
    """Revoke a token."""
    engine = dependencies(request).engine
    command = RevokeToken(token_id=request.path_params["key"])
    if await engine.execute(command, request.state.session.by) is None:
        return problem(
            request,
            gettext("There is no such key"),
            gettext("Look for it in the list."),
            404,
            "/desk/tokens",
        )
    return go(request, "/desk/tokens", "revoked")


ROUTES = [
    Route("/desk/tokens", tokens, methods=["GET", "POST"]),
    Route("/desk/tokens/{key}/revoke", revoke, methods=["POST"]),
]
