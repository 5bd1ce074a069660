"""`ev-desk` on the emulator: sign-in, API, news by polling, raw mail, and long imports."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest

from fullhouse.engine.access import AddMember, AddToken, Member, digest, sign_in_link
from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.ports import Written
from fullhouse.kernel.decisions import Decision, create
from fullhouse.kernel.records import Get
from fullhouse.platforms.aws import bedrock
from fullhouse.platforms.aws.bootstrap import open_engine
from fullhouse.platforms.aws.functions import ev_desk, ev_host_import
from fullhouse.products.frontdesk.shared.proposals import Proposal
from fullhouse.products.rsvp.model import GuestPage
from tests.aws.emulator import ACCOUNT, Emulator
from tests.aws.url_shapes import FORM, Answer, Context, url_event
from tests.platforms.aws.living import Living, client, living
from tests.platforms.aws.parts import Place, logs_kept

HERE = "https://desk.example.org"
FIELD = re.compile(r'name="(\w+)" value="([^"]*)"')
STREAM = "text/event-stream"


class Host:
    """The host's browser at the desk."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.cookies: tuple[str, ...] = ()

    def sign_in(self) -> None:
        engine = open_engine()
        member = engine.load(Get(Member, ("jo",)))
        assert member is not None
        answer = self.send(
            f"/l/{engine.composer.keyring.sign(sign_in_link(member, engine.now()))}", {}
        )
        assert (answer.status, answer.headers["location"]) == (303, "/desk")
        self.cookies = tuple(one.partition(";")[0] for one in answer.cookies)

    def get(self, path: str, **headers: str) -> Answer:
        return self.place.ask(url_event("GET", path, headers=headers, cookies=self.cookies))

    def send(self, path: str, fields: dict[str, str]) -> Answer:
        head = {"content-type": FORM, "origin": HERE}
        return self.place.ask(
            url_event("POST", path, urlencode(fields).encode(), head, self.cookies)
        )

    def token(self) -> str:
        return fields_of(self.get("/desk"))["form_token"]


def fields_of(page: Answer) -> dict[str, str]:
    return {name: unescape(value) for name, value in FIELD.findall(page.text)}


@pytest.fixture
def aws(emulator: Emulator, bucket: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Living]:
    monkeypatch.setenv("EV_ASSETS", bucket)
    for name in ("EV_RAW_MIME", "WL_RAW_MIME", "AR_RAW_MIME"):
        monkeypatch.setenv(name, bucket)
    with living(emulator, monkeypatch) as found, logs_kept():
        found.opens()
        found.give(AddMember(member_id="jo", email="jo@example.org", role="owner"))
        found.give(AddToken(token_id="t", name="script", digest=digest("secret")))
        ev_host_import.imports.cache_clear()
        yield found
        ev_host_import.imports.cache_clear()


@pytest.fixture
def host(aws: Living) -> Iterator[Host]:
    place = Place(ev_desk.app())
    yield Host(place)
    place.door.loop.close()


@pytest.fixture
def worker(emulator: Emulator) -> Iterator[None]:
    """A function of the right name, which does nothing: what it is woken for is done by hand."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("idle.py", "def handle(event, context):\n    return None\n")
    functions, name = emulator.client("lambda"), "ev-host-import"
    role = f"arn:aws:iam::{ACCOUNT}:role/idle"
    functions.create_function(
        FunctionName=name,
        Runtime="python3.11",
        Role=role,
        Handler="idle.handle",
        Code={"ZipFile": packed.getvalue()},
    )
    yield
    functions.delete_function(FunctionName=name)


def test_a_host_comes_in_by_their_link_and_sees_their_events(host: Host) -> None:
    assert host.get("/desk").headers["location"].startswith("/desk/sign-in")
    host.sign_in()
    page = host.get("/desk")
    assert "Summer party" in page.text
    assert 'href="https://register.example.org/e/party"' in host.get("/desk/e/party").text


def test_whoever_listens_for_news_is_told_to_ask_and_not_too_often(host: Host) -> None:
    host.sign_in()
    for path in ("/desk/live", "/desk/e/party/live"):
        answer = host.get(path, accept=STREAM)
        assert answer.headers["content-type"] == "application/json"
        told = json.loads(answer.body)
        assert told["ask_again_ms"] >= 15_000
        assert told == json.loads(host.get(path).body)


def test_there_are_no_rehearsals_here_and_no_way_to_one(host: Host) -> None:
    host.sign_in()
    assert "/rehearse" not in host.get("/desk/e/party").text
    assert host.get("/desk/e/party/rehearse").status == 404


def test_the_picture_code_is_shown_although_the_guests_page_is_elsewhere(host: Host) -> None:
    host.sign_in()
    page = host.get("/desk/e/party/share").text
    assert 'src="data:image/svg+xml;base64,' in page
    assert 'href="https://register.example.org/e/party/qr.png"' in page


def test_raw_mail_comes_from_its_bucket(
    aws: Living, host: Host, bucket: str, emulator: Emulator
) -> None:
    emulator.client("s3").put_object(
        Bucket=bucket, Key="abc", Body=b"From: anna@example.org\r\n\r\n\xff"
    )
    now = datetime(2026, 6, 1, tzinfo=UTC)
    mail = InboundMail(id="m1", at=now, place="1", scope="party", made="refused", file="abc")
    aws.store.commit(Written(Decision(None, moves=(create(mail),))))
    host.sign_in()
    answer = host.get("/desk/mail/m1")
    assert answer.body == b"From: anna@example.org\r\n\r\n\xff"
    assert answer.headers["content-type"] == "message/rfc822"


def script(host: Host, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    head = {"authorization": "Bearer secret", "content-type": "application/json"}
    answer = host.place.ask(
        url_event(method, path, b"" if body is None else json.dumps(body).encode(), head)
    )
    return answer.status, json.loads(answer.body)


@pytest.mark.parametrize(
    ("product", "shelf"), [("waitlist", "waitlist/"), ("appointments", "bookings/")]
)
def test_the_mail_of_a_discarded_request_is_set_aside_in_its_bucket(
    aws: Living, host: Host, bucket: str, emulator: Emulator, product: str, shelf: str
) -> None:
    now = datetime(2026, 6, 1, tzinfo=UTC)
    emulator.client("s3").put_object(Bucket=bucket, Key=f"{shelf}abc", Body=b"raw")
    mail = InboundMail(id="m1", at=now, place="1", scope=product, made="done", file=f"{shelf}abc")
    proposal = Proposal(id="p1", product=product, mail="m1", at=now)
    aws.store.commit(Written(Decision(None, moves=(create(mail), create(proposal)))))
    assert script(host, "POST", "/api/v1/proposals/p1/discard")[0] == 200
    kept = emulator.client("s3").list_object_versions(Bucket=bucket)["Versions"]
    assert [one["Key"] for one in kept] == [f"discarded/{shelf}abc"]
    host.sign_in()
    assert host.get("/desk/mail/m1").body == b"raw"


def rows(count: int) -> list[dict[str, str]]:
    return [{"name": f"G{number}", "email": f"g{number}@example.org"} for number in range(count)]


def test_the_api_takes_a_short_list_while_its_caller_waits(aws: Living, host: Host) -> None:
    status, told = script(
        host, "POST", "/api/v1/events/party/guests", {"rows": rows(3), "place_as": "confirmed"}
    )
    assert (status, told["counts"]["confirmed"], told["counts"]["waitlisted"]) == (200, 2, 1)


def test_the_api_says_how_long_a_list_may_be_and_looks_at_longer_ones(
    aws: Living, host: Host
) -> None:
    status, told = script(host, "POST", "/api/v1/events/party/guests", {"rows": rows(101)})
    assert (status, told["error"]["code"]) == (422, "too_many_rows")
    assert told["error"]["message"] == "Send at most 100 rows at a time."
    assert aws.store.load(GuestPage("party")) == ()
    status, told = script(
        host, "POST", "/api/v1/events/party/guests", {"rows": rows(101), "preview": True}
    )
    assert (status, len(told["rows"])) == (200, 101)


def test_the_apis_own_description_names_the_desks_address(host: Host) -> None:
    told = json.loads(host.get("/api/v1/openapi.json").body)
    assert told["servers"] == [{"url": HERE}]


def test_how_the_house_is_can_be_asked(host: Host) -> None:
    assert json.loads(host.get("/healthz").body)["store"] == "ok"


@pytest.mark.usefixtures("worker")
def test_a_list_given_at_the_desk_is_worked_on_by_another_function(aws: Living, host: Host) -> None:
    host.sign_in()
    text = "\n".join(f"G{number:02},g{number:02}@example.org" for number in range(60))
    given = {"form_token": host.token(), "place_as": "confirmed", "text": f"name,email\n{text}"}
    seen = host.send("/desk/e/party/import", given)
    assert "Import 60 guests?" in seen.text
    asked = {**fields_of(seen), "place_as": "confirmed"}
    begun = host.send("/desk/e/party/import/run", asked)
    assert begun.status == 303
    page = host.get(begun.headers["location"])
    assert 'data-state="running" data-pace="2000"' in page.text
    ev_host_import.handle({"run": asked["run"]}, Context(left_ms=[60_000]))
    page = host.get(begun.headers["location"])
    assert 'data-state="done"' in page.text
    assert "60 of 60 done." in page.text
    assert len(aws.store.load(GuestPage("party", limit=100))) == 60


class Claude:
    """Bedrock, which takes every question for the one about open seats."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def converse(self, **said: Any) -> dict[str, Any]:
        self.asked.append(said)
        picked = {"query": "CountSeats", "which": "open", "event": "Summer party"}
        used = {"toolUse": {"toolUseId": "t1", "name": "answer", "input": picked}}
        return {"output": {"message": {"content": [used]}}, "stopReason": "tool_use"}


@pytest.fixture
def claude(monkeypatch: pytest.MonkeyPatch) -> Claude:
    found = Claude()
    monkeypatch.setattr(bedrock, "client", lambda *_said, **_how: found)
    return found


@pytest.fixture
def model(aws: Living) -> Iterator[None]:
    parameters = client(aws.emulator, "ssm")
    parameters.put_parameter(Name="/ev/config/model", Value="bedrock", Type="String")
    yield
    parameters.delete_parameters(Names=["/ev/config/model"])


def test_the_questions_that_can_be_asked_are_links_and_are_answered(
    host: Host, claude: Claude
) -> None:
    host.sign_in()
    for page in ("/desk/e/party", "/desk/e/party/ask", "/desk/ask"):
        links = re.findall(r'<li><a href="([^"]+/ask\?q=[^"]+)"', host.get(page).text)
        assert len(links) > 4
        for link in links:
            assert "I didn't understand" not in unescape(host.get(link).text)
    assert "I didn't understand" in unescape(host.get("/desk/ask?q=Any+room+left,+mate").text)
    assert claude.asked == []


@pytest.mark.usefixtures("model")
@pytest.mark.parametrize("path", ["/desk/ask", "/desk/e/party/ask"])
def test_a_model_may_pick_the_query_for_what_the_rules_do_not_understand(
    aws: Living, claude: Claude, path: str
) -> None:
    host = Host(Place(ev_desk.app()))
    host.sign_in()
    assert "seats are open" in host.get(f"{path}?q=Any+room+left,+mate").text
    assert len(claude.asked) == 1
    host.get(f"{path}?q=How+many+seats+are+open")
    assert len(claude.asked) == 1
    host.place.door.loop.close()
