"""Setting up the house: the owner's address, the mail server, and a test that really sends."""

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.access import AddMember, Member
from fullhouse.engine.core import Engine
from fullhouse.engine.mail_server import Fault, MailFault
from fullhouse.engine.mime import sender_address
from fullhouse.engine.trial_messages import TEST, SendTrialMessage
from fullhouse.inbound.forms.guest_form import Invalid, clean_address
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext, translate
from fullhouse.web.dependencies import MailServer, dependencies
from fullhouse.web.desk.auth import Handler, require_session
from fullhouse.web.desk.layout import go, page, problem

HOME = "/desk/setup"
LAST_PORT = 65535
# How long a page waits for the test to leave, look by look.
LOOKS, LOOK_SECONDS = 40, 0.25
TYPED = ("host", "port", "user", "password", "sender", "tls")
TLS = {
    "starttls": to_translate("STARTTLS (port 587)"),
    "implicit": to_translate("TLS (port 465)"),
    "none": to_translate("None (only on this machine)"),
}
FAULTS: dict[Fault, str] = {
    "unknown_host": to_translate(
        "There is no server with this name. Please check it for typing mistakes."
    ),
    "refused": to_translate(
        "The server takes no connection on this port. Most use 587 with STARTTLS, or 465 with TLS."
    ),
    "silent": to_translate(
        "The server does not answer. The port may be wrong, or something in between blocks it: "
        "many hosting providers let no email out until you ask them."
    ),
    "certificate": to_translate(
        "The server's certificate does not fit its name, so the connection would not be safe. "
        "Please use the name that your provider gives."
    ),
    "no_tls": to_translate(
        "The server does not know this encryption on this port. "
        "STARTTLS goes with port 587, TLS with port 465."
    ),
    "not_mail": to_translate(
        "Something answers there, but not as a mail server does. Please check name and port."
    ),
    "sign_in": to_translate(
        "The server did not accept user name and password. "
        "Some providers want an app password instead of your own."
    ),
    "sender": to_translate(
        "The server does not let you send from this address. Use one that belongs to the account."
    ),
    "settings": to_translate("One of the settings can't be used. Please check the sender."),
    "other": to_translate("The email could not be sent."),
}


class TestResult(msgspec.Struct, frozen=True):
    """The outcome of a test: it left, it still waits, or the fault in plain words."""

    left: bool
    words: str
    detail: str = ""


def owners_only(handler: Handler) -> Handler:
    """Serve a page for owners only; others are told who can help."""

    @require_session
    async def serve(request: Request) -> Response:
        if not request.state.session.is_owner:
            text = gettext("Ask an owner to set up email. You find them under Team.")
            return problem(request, gettext("This is for owners"), text, 403)
        return await handler(request)

    return serve


@owners_only
async def setup(request: Request) -> Response:
    """Show what is set up, and what is missing."""
    return _page(request)


@owners_only
async def save_email(request: Request) -> Response:
    """Save the owner's own address."""
    typed = str((await request.form()).get("email", ""))
    member: Member = request.state.session.member
    try:
        email = clean_address(typed)
    except Invalid:
        wrong = {"email": gettext("That doesn't look like an email address.")}
        return _page(request, wrong=wrong, email=typed)
    command = AddMember(member_id=member.id, email=email, role=member.role)
    answer: Member = await dependencies(request).engine.execute(command, request.state.session.by)
    if answer.id != member.id:
        wrong = {"email": gettext("Somebody else on the team has this address.")}
        return _page(request, wrong=wrong, email=typed)
    return go(request, HOME, "email_saved")


@owners_only
async def save_mail(request: Request) -> Response:
    """Save the settings of the mail server and use them at once."""
    server = dependencies(request).desk.mail_server
    if server is None:
        return _set_elsewhere(request)
    form = await request.form()
    typed = {name: str(form.get(name, "")).strip() for name in TYPED if name in form}
    wrong = _wrong(typed)
    if not wrong:
        trouble = server.save(typed)
        if not trouble:
            return go(request, HOME, "mail_saved")
        wrong = {"host": gettext("This can't be used: %(reason)s", reason=trouble)}
    return _page(request, wrong=wrong, typed=typed)


def _wrong(typed: Mapping[str, str]) -> dict[str, str]:
    """Return what is wrong with the typed settings, by field."""
    wrong = {}
    port = typed.get("port", "")
    if port and not (port.isdecimal() and 0 < int(port[:6]) <= LAST_PORT):
        wrong["port"] = gettext("A port is a number such as 587.")
    if typed.get("host") and "sender" in typed and not _is_sender(typed["sender"]):
        wrong["sender"] = gettext("That doesn't look like an email address.")
    if typed.get("tls", "starttls") not in TLS:
        wrong["tls"] = gettext("Please choose one of these.")
    return wrong


def _is_sender(typed: str) -> bool:
    try:
        return bool(sender_address(typed))
    except ValueError:
        return False


@owners_only
async def send_test(request: Request) -> Response:
    """Check the mail server, send a test to the owner, and say what came of it."""
    server = dependencies(request).desk.mail_server
    if server is None:
        return _set_elsewhere(request)
    if not request.state.session.member.email:
        wrong = {"email": gettext("Please save your address first: the test goes there.")}
        return _page(request, wrong=wrong)
    result = await _test(request, server)
    return _page(request, result=result)


async def _test(request: Request, server: MailServer) -> TestResult:
    if not server.settings().host:
        return TestResult(left=False, words=gettext("No mail server is set yet."))
    fault = await server.find_fault()
    if fault is not None:
        return _explained(fault)
    engine, session = dependencies(request).engine, request.state.session
    command = SendTrialMessage(
        member_id=session.member.id, letter=_letter(), occasion=engine.ids.new()
    )
    await engine.execute(command, session.by)
    return await _fate(engine, f"{TEST}:{session.member.id}:{command.occasion}")


def _explained(fault: MailFault) -> TestResult:
    return TestResult(left=False, words=translate(FAULTS[fault.code]), detail=fault.detail)


def _letter() -> Letter:
    return Letter(
        subject=gettext("Email works"),
        heading=gettext("Email works"),
        paragraphs=(gettext("Your guests get their emails from now on."),),
    )


async def _fate(engine: Engine, message_id: str) -> TestResult:
    """Wait a little for a test to leave, and return what came of it."""
    error = ""
    for _ in range(LOOKS):
        message = engine.load(Get(Message, (message_id,)))
        if message is not None and message.status == "sent":
            words = gettext("The test has left. Look into your inbox, and into the spam folder.")
            return TestResult(left=True, words=words)
        error = message.error if message is not None else ""
        if error:
            break
        await asyncio.sleep(LOOK_SECONDS)
    if error:
        return TestResult(left=False, words=translate(FAULTS["other"]), detail=error)
    return TestResult(left=False, words=gettext("The test still waits to leave."))


def _set_elsewhere(request: Request) -> Response:
    text = gettext("Whoever runs this server sets it.")
    return problem(request, gettext("Nothing was changed"), text, 409, HOME)


def _page(
    request: Request,
    *,
    wrong: Mapping[str, str] | None = None,
    typed: Mapping[str, str] | None = None,
    email: str | None = None,
    result: TestResult | None = None,
) -> Response:
    server = dependencies(request).desk.mail_server
    settings = server.settings() if server is not None else None
    fields: dict[str, Any] = {} if settings is None else msgspec.structs.asdict(settings)
    member: Member = request.state.session.member
    shown = {
        "fields": {**fields, **(typed or {}), "password": ""},
        "settings": settings,
        "email": member.email if email is None else email,
        "owner_is_fixed": server is not None and member.id == "owner" and server.owner_is_fixed(),
        "wrong": wrong or {},
        "result": result,
        "tls": TLS,
    }
    return page(request, "setup.html", shown, 422 if wrong else 200)


ROUTES = [
    Route(HOME, setup),
    Route(f"{HOME}/email", save_email, methods=["POST"]),
    Route(f"{HOME}/mail", save_mail, methods=["POST"]),
    Route(f"{HOME}/test", send_test, methods=["POST"]),
]
