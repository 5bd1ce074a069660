"""The public result of a sign-up, and the browser that may see more of it.

That browser is led to a page of its own, which it can bookmark. Nobody has proven there that the
address is theirs, so the page ends when the guest signs up again elsewhere or moves their address.
"""

import hashlib
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.kernel.links import LINKS_HOLD, Expired, Link, Tampered
from fullhouse.locale import to_translate
from fullhouse.locale.current import translate
from fullhouse.products.rsvp.commands import SignUp
from fullhouse.products.rsvp.link_binding import bind_to_address, sign_up_mark
from fullhouse.products.rsvp.model import Event, Guest, GuestResult, GuestState
from fullhouse.products.rsvp.result_codes import DONE
from fullhouse.web.dependencies import dependencies
from fullhouse.web.pages import root
from fullhouse.web.request_body import cookie
from fullhouse.web.rsvp.guest_status import no_mail, result_sentence

COOKIE = "fullhouse_guest"
PURPOSE = "signed-up"
HOLDS = timedelta(hours=2)
DIGEST_LENGTH = 32
LONGEST_NONCE = 100
ALREADY = to_translate("This address has already signed up. Our email to it has the details.")


class SignedUp(msgspec.Struct, frozen=True):
    """The JSON result of a sign-up."""

    state: GuestState | Literal["already"]
    position: int | None
    message: str


def public_result(answer: GuestResult, *, sends_mail: bool = True) -> SignedUp:
    """Return what anyone may learn who signs up an address."""
    event, guest = answer.event, answer.guest
    if guest is None or (event is not None and event.settings.confirm_by_mail):
        requested = translate(DONE["requested"]) if sends_mail else no_mail()
        return SignedUp("pending", None, requested)
    if answer.known:
        return SignedUp("already", None, translate(ALREADY))
    return SignedUp(guest.state, answer.position, result_sentence(answer))


def nonce(fields: Mapping[str, str] | None) -> str:
    """Return the nonce of a form: the one that was sent, or a new one."""
    return (fields or {}).get("nonce", "")[:LONGEST_NONCE] or secrets.token_urlsafe(12)


def digest(nonce: str, command: SignUp) -> str:
    """Return the digest of a submission: of its nonce, and of what was typed."""
    typed: tuple[object, ...] = (nonce, command.name, command.email, command.party)
    sent = msgspec.json.encode((*typed, command.answers) if command.answers else typed)
    return hashlib.sha256(sent).hexdigest()[:DIGEST_LENGTH]


def remember(request: Request, response: Response, event: Event, guest: Guest) -> None:
    """Let this browser see the guest's status for a while."""
    engine = dependencies(request).engine
    link = _link(event, guest, engine.now().replace(microsecond=0) + HOLDS)
    response.set_cookie(
        COOKIE,
        engine.composer.keyring.sign(link),
        max_age=int(HOLDS.total_seconds()),
        path=f"{root(request)}/e/{event.id}",
        secure=engine.composer.urls.guests.startswith("https:"),
        httponly=True,
        samesite="lax",
    )


def _link(event: Event, guest: Guest, expires_at: datetime) -> Link:
    return Link(PURPOSE, event.id, guest.id, _mark(guest), expires_at)


def _mark(guest: Guest) -> str:
    """Return what a link says about the sign-up that it belongs to."""
    return bind_to_address(sign_up_mark(guest), guest.address_rev)


def is_of_sign_up(link: Link, guest: Guest) -> bool:
    """Return True if a link belongs to the sign-up that the guest's record comes from."""
    return bool(guest.sent) and link.offer == _mark(guest)


def page_path(request: Request, event: Event, guest: Guest) -> str:
    """Return the path of the page that a sign-up leads to; the same all day."""
    engine = dependencies(request).engine
    today = engine.now().replace(hour=0, minute=0, second=0, microsecond=0)
    return f"/l/{engine.composer.keyring.sign(_link(event, guest, today + LINKS_HOLD))}"


def is_own(request: Request, event: Event, guest: Guest) -> bool:
    """Return True if this browser signed the guest up a short while ago."""
    engine = dependencies(request).engine
    try:
        link = engine.composer.keyring.read(cookie(request, COOKIE), engine.now())
    except (Tampered, Expired):
        return False
    about = (link.purpose, link.scope, link.person)
    return about == (PURPOSE, event.id, guest.id) and is_of_sign_up(link, guest)
