"""A fake Google on the loopback that takes only requests in Google's discovery documents."""

import base64
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from urllib.parse import parse_qs

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from fullhouse.inbound.google.account import ServiceAccount
from fullhouse.inbound.google.client import GoogleClient, GoogleUrls
from tests.inbound.google.discovery import JSON, Call, Mismatch, check_value, checked, cut, masked
from tests.inbound.google.grid import Calendar, Refused, Spreadsheet
from tests.support.fake_servers import Speaker, speaking

APIS = ("sheets.v4", "drive.v3", "calendar.v3")
EMAIL = "desk@salon.iam.gserviceaccount.com"
AUDIENCE = "https://oauth2.googleapis.com/token"
HOUR = 3600
GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"


@cache
def key() -> rsa.RSAPrivateKey:
    """Make a short key: each client checks its own when it is read, a long one for 0.2 s."""
    return rsa.generate_private_key(public_exponent=65537, key_size=1024)  # noqa: S505 - a fake's


def key_file(token_uri: str, of: rsa.RSAPrivateKey | None = None) -> bytes:
    pem = (of or key()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    given = {
        "type": "service_account",
        "client_email": EMAIL,
        "token_uri": token_uri,
        "private_key": pem.decode(),
    }
    return json.dumps(
        {**given, "private_key_id": "k1", "project_id": "salon", "client_id": "1"}
    ).encode()


def _decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


class FakeGoogle:
    """What Google keeps, what it was asked, and what it is to answer next instead."""

    def __init__(self) -> None:
        self.url = ""
        self.spreadsheets: dict[str, Spreadsheet] = {}
        self.documents: dict[str, str] = {}
        self.calendars: dict[str, Calendar] = {}
        self.tokens: dict[str, list[str]] = {}
        self.asked: list[str] = []
        self.refused: list[str] = []
        self.failures: list[tuple[int, dict[str, str], JSON]] = []
        self.lost_answers = 0
        self.channels: dict[str, JSON] = {}
        self.longest_channel = 0
        self.clock = time.time

    def fail(self, status: int, reason: str = "backendError", **headers: str) -> None:
        error = {"code": status, "message": "made up", "errors": [{"reason": reason}]}
        self.failures.append(
            (status, {name.replace("_", "-"): value for name, value in headers.items()}, error)
        )

    def client(self, **given: Any) -> GoogleClient:
        account = ServiceAccount(key_file(f"{self.url}/token"))
        return GoogleClient(account, GoogleUrls(self.url, self.url), **given)

    def token(self, body: bytes) -> JSON:
        """Check a signed assertion with the key's public half; return a token for its scopes."""
        form = parse_qs(body.decode())
        if form["grant_type"] != [GRANT]:
            raise Refused(400, "unsupported_grant_type")
        signed, _, signature = form["assertion"][0].rpartition(".")
        try:
            key().public_key().verify(
                _decoded(signature), signed.encode(), padding.PKCS1v15(), hashes.SHA256()
            )
        except InvalidSignature:
            raise Refused(400, "invalid_grant") from None
        head, claims = (json.loads(_decoded(part)) for part in signed.split("."))
        timely = (
            0 < claims["exp"] - claims["iat"] <= HOUR and abs(claims["iat"] - self.clock()) < HOUR
        )
        if (
            head["alg"] != "RS256"
            or claims["iss"] != EMAIL
            or claims["aud"] != AUDIENCE
            or not timely
        ):
            raise Refused(400, "invalid_grant")
        token = f"token-{len(self.tokens) + 1}"
        self.tokens[token] = claims["scope"].split()
        return {"access_token": token, "expires_in": 3600, "token_type": "Bearer"}

    def answer(self, verb: str, target: str, headers: dict[str, str], body: bytes) -> bytes:
        """Answer a request that the discovery documents know, with an answer that they know."""
        call = checked(APIS, verb, target, body)
        scopes = self.tokens.get(headers.get("authorization", "").removeprefix("Bearer "))
        if scopes is None:
            raise Refused(401, "Invalid Credentials", "authError")
        if not set(scopes) & set(call.method.scopes):
            raise Refused(
                403, "Request had insufficient authentication scopes.", "insufficientPermissions"
            )
        self.asked.append(call.method.id)
        if call.method.id == "drive.files.export":
            return self._export(call)
        if call.method.id == "calendar.channels.stop":
            return self._stop(call.body)
        made = self._made(call)
        check_value(call.method.api, {"$ref": call.method.response}, made)
        mask = (
            masked(call.method.api, call.method.response, call.query["fields"][0])
            if "fields" in call.query
            else {}
        )
        return json.dumps(cut(made, mask)).encode()

    def _made(self, call: Call) -> JSON:
        match call.method.id:
            case "sheets.spreadsheets.get":
                return self._sheet(call.path["spreadsheetId"]).shown(call.query.get("ranges", []))
            case "sheets.spreadsheets.batchUpdate":
                return self._sheet(call.path["spreadsheetId"]).change(call.body["requests"])
            case "drive.files.get":
                found = self._sheet(call.path["fileId"])
                moment = f"2026-06-01T09:00:{found.version % 60:02d}.000Z"
                return {
                    "version": str(found.version),
                    "modifiedTime": moment,
                    "trashed": found.trashed,
                }
            case "calendar.events.list":
                if call.path["calendarId"] not in self.calendars:
                    raise Refused(404, "Not Found", "notFound")
                return self.calendars[call.path["calendarId"]].listed(
                    {k: v[0] for k, v in call.query.items()}
                )
            case "calendar.events.watch":
                return self._watch(call)
        raise Mismatch(f"{call.method.id} is not played here")

    def _watch(self, call: Call) -> JSON:
        """Open a channel.

        See https://developers.google.com/workspace/calendar/api/guides/push.
        """
        asked = call.body
        if call.path["calendarId"] not in self.calendars:
            raise Refused(404, "Not Found", "notFound")
        if asked["type"] != "web_hook" or not asked["address"].startswith("https://"):
            raise Refused(400, "WebHook callback must be HTTPS", "push.webhookUrlNotHttps")
        if asked["id"] in self.channels or len(asked["id"]) > 64 or len(asked["token"]) > 256:
            raise Refused(400, "Channel id not unique", "channelIdNotUnique")
        self.channels[asked["id"]] = asked
        ends = (
            min(int(asked["expiration"]), self.longest_channel)
            if self.longest_channel
            else int(asked["expiration"])
        )
        about = {
            "resourceId": f"r-{asked['id']}",
            "resourceUri": "https://www.googleapis.com/calendar/v3/x",
        }
        return {
            "kind": "api#channel",
            "id": asked["id"],
            "token": asked["token"],
            "expiration": str(ends),
            **about,
        }

    def _stop(self, asked: JSON) -> bytes:
        if asked.get("id") not in self.channels or asked.get("resourceId") != f"r-{asked['id']}":
            raise Refused(404, "Channel not found", "notFound")
        del self.channels[asked["id"]]
        return b""

    def _sheet(self, name: str) -> Spreadsheet:
        if name not in self.spreadsheets:
            raise Refused(404, f"File not found: {name}.", "notFound")
        return self.spreadsheets[name]

    def _export(self, call: Call) -> bytes:
        if call.path["fileId"] not in self.documents:
            raise Refused(404, "File not found.", "notFound")
        if call.query["mimeType"] != ["text/plain"]:
            raise Refused(400, "The requested conversion is not supported.")
        return ("\ufeff" + self.documents[call.path["fileId"]].replace("\n", "\r\n")).encode()


class Handler(Speaker):
    """Reads a request, lets our Google answer it, and turns refusals into what Google sends."""

    google: FakeGoogle

    def answer(self, body: bytes) -> None:
        try:
            if self.path == "/token":
                self._send(200, json.dumps(self.google.token(body)).encode())
            elif self.google.failures:
                status, headers, error = self.google.failures.pop(0)
                self._send(status, json.dumps({"error": error}).encode(), headers)
            else:
                self._played(body)
        except (Mismatch, Refused) as error:
            self._refuse(error)

    def _played(self, body: bytes) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        made = self.google.answer(self.command, self.path, headers, body)
        if self.google.lost_answers:
            self.google.lost_answers -= 1
            self.close_connection = True
        else:
            self._send(200, made)

    def _refuse(self, error: Mismatch | Refused) -> None:
        self.google.refused.append(str(error))
        status, reason = (
            (error.status, error.reason) if isinstance(error, Refused) else (400, "badRequest")
        )
        said = {"code": status, "message": str(error), "errors": [{"reason": reason}]}
        self._send(status, json.dumps({"error": said}).encode())

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.say(status, body, **{"Connection": "close", **(headers or {})})


@contextmanager
def fake_google() -> Iterator[FakeGoogle]:
    google = FakeGoogle()
    with speaking(Handler, google=google) as port:
        google.url = f"http://127.0.0.1:{port}"
        yield google
