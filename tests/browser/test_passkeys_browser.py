"""A passkey in a real browser: made at the desk, then used to sign in."""

import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError

import pytest
from playwright.sync_api import Browser, CDPSession, Page, Request, expect

from fullhouse.engine.access import Member
from fullhouse.engine.composing import Composer
from fullhouse.engine.urls import one_address
from fullhouse.kernel.records import Get
from tests.browser.serving import opened, serving
from tests.support.event_app import Evening
from tests.web.desk.support import desk_app, sign_in_path

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[Evening, str]]:
    """A desk that is found under a name: passkeys belong to one."""
    with serving(tmp_path, desk_app) as (evening, address):
        named = address.replace("127.0.0.1", "localhost")
        evening.engine.composer = Composer(one_address(named), evening.engine.composer.keyring)
        yield evening, named


def add_authenticator(page: Page) -> tuple[CDPSession, str]:
    """Give the browser a device that verifies its owner."""
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    made = devices.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return devices, made["authenticatorId"]


def passkeys(evening: Evening) -> int:
    member = evening.load(Get(Member, ("jo",)))
    assert member is not None
    return len(member.passkeys)


def sent_again(request: Request) -> int:
    """Send a request once more, cookies included, and return the status of the response."""
    again = urllib.request.Request(  # noqa: S310 - our own server
        request.url, data=(request.post_data or "").encode(), headers=request.all_headers()
    )
    with pytest.raises(HTTPError) as refused:
        urllib.request.urlopen(again, timeout=60)  # noqa: S310 - our own server
    with refused.value as answer:
        return answer.code


def test_a_passkey_is_made_used_and_removed(browser: Browser, house: tuple[Evening, str]) -> None:
    evening, address = house
    with opened(browser, address) as page:
        devices, authenticator = add_authenticator(page)
        page.goto(sign_in_path(evening))
        page.get_by_role("button", name="Sign in").click()
        page.goto("/desk/account")
        page.get_by_role("button", name="Add a passkey").click()
        expect(page.get_by_text("The passkey is added.")).to_be_visible()
        assert passkeys(evening) == 1

        page.get_by_role("button", name="Sign out everywhere").click()
        page.goto("/desk/team")
        with page.expect_request("**/desk/sign-in/passkey") as sent:
            page.get_by_role("button", name="Sign in with a passkey").click()
        expect(page).to_have_url(f"{address}/desk/team")
        assert sent_again(sent.value) == 403

        page.goto("/desk/account")
        page.get_by_role("button", name="Remove").click()
        expect(page.get_by_text("The passkey is removed.")).to_be_visible()
        page.get_by_role("button", name="Sign out everywhere").click()
        page.goto("/desk/sign-in")
        page.get_by_role("button", name="Sign in with a passkey").click()
        expect(page.get_by_text("The passkey was not accepted.")).to_be_visible()

        devices.send(
            "WebAuthn.setUserVerified", {"authenticatorId": authenticator, "isUserVerified": False}
        )
        page.goto("/desk/sign-in")
        page.get_by_role("button", name="Sign in with a passkey").click()
        expect(page.get_by_text("That didn't work. Please try again.")).to_be_visible()


def test_without_scripts_only_the_link_by_email_is_offered(
    browser: Browser, house: tuple[Evening, str]
) -> None:
    with opened(browser, house[1], java_script_enabled=False) as page:
        page.goto("/desk/sign-in")
        expect(page.get_by_role("button", name="Email me a link")).to_be_visible()
        expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
