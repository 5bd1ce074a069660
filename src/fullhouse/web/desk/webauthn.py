"""WebAuthn: options for a browser, and checks of what it answers. Needs the extra `passkeys`.

The challenge is in a signed cookie that is valid for five minutes. Only a spent one is stored.
"""

import ipaddress
from base64 import urlsafe_b64decode, urlsafe_b64encode
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fullhouse.engine.access import DESK, Member, Passkey
from fullhouse.engine.passkeys import CHALLENGE_HOLDS, AddPasskey, SignInWithPasskey
from fullhouse.kernel.links import Expired, Link, Tampered
from fullhouse.kernel.records import Get
from fullhouse.locale.current import gettext
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk import session as sessions
from fullhouse.web.desk.session_notes import browser_name
from fullhouse.web.request_body import cookie

if TYPE_CHECKING:
    from fido2.server import Fido2Server
    from fido2.webauthn import AttestedCredentialData

CHALLENGE_COOKIE = "fullhouse_passkey"
REGISTER, SIGN_IN = "register", "sign-in"


class BadPasskey(Exception):
    """The browser's answer is not valid."""


def are_offered(request: Request) -> bool:
    """Return True if passkeys can be used here: the library is there, and the desk has a name."""
    host = _host(request)
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return bool(host) and find_spec("fido2") is not None
    return False


def registration_options(request: Request, member: Member) -> tuple[dict[str, Any], str]:
    """Return the options for a new passkey, and the challenge."""
    from fido2.webauthn import (
        PublicKeyCredentialUserEntity,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    name = member.email or member.id
    user = PublicKeyCredentialUserEntity(name=name, id=member.id.encode(), display_name=name)
    options, state = _server(request).register_begin(
        user,
        [_credential(passkey) for passkey in member.passkeys],
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return dict(options.public_key), state["challenge"]


def sign_in_options(request: Request) -> tuple[dict[str, Any], str]:
    """Return the options for signing in with any passkey, and the challenge."""
    from fido2.webauthn import UserVerificationRequirement

    options, state = _server(request).authenticate_begin(
        user_verification=UserVerificationRequirement.REQUIRED
    )
    return dict(options.public_key), state["challenge"]


def new_passkey(request: Request, member: Member, answer: str) -> AddPasskey:
    """Check a new passkey and return the command that adds it, or raise `BadPasskey`."""
    state = _state(request, REGISTER, member.id)
    try:
        data = _server(request).register_complete(state, _decoded(answer))
    except Exception as error:  # a stranger's CBOR raises errors of many kinds
        raise BadPasskey from error
    if data.credential_data is None:
        raise BadPasskey
    return AddPasskey(
        member_id=member.id,
        passkey_id=_text(data.credential_data.credential_id),
        name=browser_name(request.headers.get("user-agent", "")) or gettext("Unknown browser"),
        public_key=_text(bytes(data.credential_data)),
        challenge=state["challenge"],
    )


def signed_in_as(request: Request, answer: str) -> SignInWithPasskey:
    """Check a signature and return the command that signs in, or raise `BadPasskey`."""
    state, given = _state(request, SIGN_IN, ""), _decoded(answer)
    try:
        member_id = urlsafe_b64decode(_padded(given["response"]["userHandle"])).decode()
        member = dependencies(request).engine.load(Get(Member, (member_id,)))
        known = [_credential(passkey) for passkey in member.passkeys] if member else []
        used = _server(request).authenticate_complete(state, known, given)
    except Exception as error:  # a stranger's CBOR raises errors of many kinds
        raise BadPasskey from error
    return SignInWithPasskey(
        member_id=member_id,
        passkey_id=_text(used.credential_id),
        challenge=state["challenge"],
    )


def set_challenge(
    request: Request, response: Response, purpose: str, member_id: str, challenge: str
) -> None:
    """Remember a challenge in a signed cookie."""
    engine = dependencies(request).engine
    about = f"{purpose}-{member_id}" if member_id else purpose
    link = Link("passkey", DESK, about, challenge, engine.now() + CHALLENGE_HOLDS)
    sessions.set_cookie(
        request, response, CHALLENGE_COOKIE, engine.composer.keyring.sign(link), CHALLENGE_HOLDS
    )


def clear_challenge(request: Request, response: Response) -> None:
    """Forget the challenge, which is spent."""
    sessions.delete_cookie(request, response, CHALLENGE_COOKIE)


def _state(request: Request, purpose: str, member_id: str) -> dict[str, str]:
    engine = dependencies(request).engine
    try:
        link = engine.composer.keyring.read(cookie(request, CHALLENGE_COOKIE), engine.now())
    except (Tampered, Expired) as error:
        raise BadPasskey from error
    about = f"{purpose}-{member_id}" if member_id else purpose
    if (link.purpose, link.person) != ("passkey", about):
        raise BadPasskey
    return {"challenge": link.offer, "user_verification": "required"}


def _server(request: Request) -> "Fido2Server":
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    desk = urlsplit(dependencies(request).composer.urls.desk)
    origin = f"{desk.scheme}://{desk.netloc}"
    entity = PublicKeyCredentialRpEntity(name="Fullhouse", id=_host(request))
    return Fido2Server(entity, verify_origin=lambda given: given == origin)


def _host(request: Request) -> str:
    return urlsplit(dependencies(request).composer.urls.desk).hostname or ""


def _credential(passkey: Passkey) -> "AttestedCredentialData":
    from fido2.webauthn import AttestedCredentialData

    return AttestedCredentialData(urlsafe_b64decode(_padded(passkey.public_key)))


def _decoded(answer: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(answer, type=dict[str, Any])
    except (msgspec.DecodeError, ValueError) as error:
        raise BadPasskey from error


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def _padded(text: str) -> bytes:
    return text.encode() + b"=" * (-len(text) % 4)
