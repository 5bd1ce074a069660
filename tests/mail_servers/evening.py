"""One evening behind a real mail server: who is signed up at once, and who has to confirm.

Runs in a network of its own: `unshare --net --mount --pid --fork --mount-proc python -m …`.
"""

import json
import smtplib
import sys
import tempfile
from base64 import b64encode
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from dkim import sign  # type: ignore[import-untyped]  # it ships no types

from tests.cli.support import served
from tests.mail_servers.debian_relay import (
    DOMAIN,
    OUR_HOST,
    OUR_PORT,
    OUTSIDE,
    RELAY,
    RELAY_HOST,
    RELAY_PORT,
    bring_network_up,
    relay,
)
from tests.support.waiting import wait_until

TOKEN = "only-for-this-evening"
THE_RELAY, OURS = (RELAY_HOST, RELAY_PORT), (OUR_HOST, OUR_PORT)
FORGED = f"{RELAY}; dmarc=pass header.from=friends.example"
PEM, PKCS1 = serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL


class Domain:
    """A domain that signs its mail."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._key = rsa.generate_private_key(65537, 2048)

    def texts(self) -> dict[str, str]:
        """Return its records."""
        public = self._key.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        return {
            self.name: "v=spf1 -all",
            f"_dmarc.{self.name}": "v=DMARC1; p=none",
            f"k1._domainkey.{self.name}": f"v=DKIM1; k=rsa; p={b64encode(public).decode()}",
        }

    def signed(self, raw: bytes) -> bytes:
        """Return a mail with its signature."""
        private = self._key.private_bytes(PEM, PKCS1, serialization.NoEncryption())
        headers = [b"from", b"to", b"subject", b"date", b"message-id"]
        signature: bytes = sign(raw, b"k1", self.name.encode(), private, include_headers=headers)
        return signature + raw


def written(who: str, event: str) -> bytes:
    """Return a mail of someone at `friends.example` who wants to come."""
    mail = EmailMessage()
    mail["From"], mail["To"] = f"{who}@friends.example", f"rsvp+{event}@{DOMAIN}"
    mail["Subject"], mail["Date"] = "The party", "Mon, 1 Jun 2026 09:00:00 +0000"
    mail["Message-ID"] = f"<{who}@friends.example>"
    mail.set_content("I would like to come to the party.")
    return mail.as_bytes(policy=mail.policy.clone(linesep="\r\n"))


def brought(raw: bytes, who: str, event: str, server: tuple[str, int]) -> None:
    """Hand a mail to a server, from outside."""
    with smtplib.SMTP(*server, timeout=60, source_address=(OUTSIDE, 0)) as smtp:
        smtp.sendmail(f"{who}@friends.example", f"rsvp+{event}@{DOMAIN}", raw)


def mails(event: str, friends: Domain, evil: Domain) -> dict[str, tuple[bytes, tuple[str, int]]]:
    """Return each writer's mail, and the server that it is brought to."""
    forged = b"Authentication-Results: " + FORGED.encode() + b"\r\n"
    return {
        "signed": (friends.signed(written("signed", event)), THE_RELAY),
        "unsigned": (written("unsigned", event), THE_RELAY),
        "other-domain": (evil.signed(written("other-domain", event)), THE_RELAY),
        "changed": (friends.signed(written("changed", event)) + b"And my friends.\r\n", THE_RELAY),
        "forged": (forged + written("forged", event), THE_RELAY),
        "forged-and-signed": (forged + evil.signed(written("forged-and-signed", event)), THE_RELAY),
        "forged-past-relay": (forged + written("forged-past-relay", event), OURS),
    }


def evening(folder: Path) -> dict[str, Any]:
    """Return the state of each writer on the guest list."""
    friends, evil = Domain("friends.example"), Domain("evil.example")
    settings = {
        "FULLHOUSE_TOKEN": TOKEN,
        "FULLHOUSE_MAIL_DOMAIN": DOMAIN,
        "FULLHOUSE_MAIL_HOST": OUR_HOST,
        "FULLHOUSE_MAIL_PORT": str(OUR_PORT),
        "FULLHOUSE_MAIL_RELAYS": RELAY_HOST,
        "FULLHOUSE_MAIL_AUTHSERV_ID": RELAY,
    }
    with (
        relay(folder, friends.texts() | evil.texts()),
        served("serve", "--data", folder / "data", "--port", "0", **settings) as server,
        httpx2.Client(
            base_url=f"{server.url}/api/v1", headers={"Authorization": f"Bearer {TOKEN}"}
        ) as api,
    ):
        party = {"name": "Party", "starts_at": "2030-06-01T18:00", "timezone": "UTC", "cap": 50}
        event = api.post("events", json=party).raise_for_status().json()["id"]
        written_mails = mails(event, friends, evil)
        for who, (raw, server_address) in written_mails.items():
            brought(raw, who, event, server_address)
        for who in written_mails:
            wait_until(partial(answers, api, f"{who}@friends.example"))

        guests = api.get(f"events/{event}/guests").raise_for_status().json()["items"]
        states = {guest["email"].partition("@")[0]: guest["state"] for guest in guests}
        return {who: states.get(who, "asked to confirm") for who in written_mails}


def answers(api: httpx2.Client, address: str) -> list[Any]:
    """Return what was answered to an address."""
    found: list[Any] = (
        api.get("messages", params={"to": address}).raise_for_status().json()["items"]
    )
    return found


def main() -> None:
    """Print how it went."""
    bring_network_up()
    with tempfile.TemporaryDirectory(dir="/tmp") as place:
        sys.stdout.write(json.dumps(evening(Path(place))))


if __name__ == "__main__":
    main()
