"""Over real sockets: a trusted proxy names the client; anyone else is their own client."""

import http.client
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import pytest
import uvicorn

from fullhouse.cli.server import _settings
from fullhouse.engine.rate_limit import JOIN
from fullhouse.platforms.local.config import Config
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.web.dependencies import dependencies_of
from tests.browser.serving import Server, running
from tests.web.waitlist.salon import RULES, START, salon_app


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    app = salon_app(tmp_path, VirtualClock(START))
    with running(app) as server:
        server.call(
            dependencies_of(app).engine.execute, SaveDocument(name="rules", text=RULES), "test"
        )
        yield server


def joins(server: Server, at: int, came_from: str) -> str:
    connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=60)
    try:
        body = {"name": "Ada", "email": f"{at}@example.org", "service": "Cut"}
        head = {"Content-Type": "application/json", "X-Forwarded-For": came_from}
        connection.request("POST", "/waitlist", msgspec.json.encode(body), head)
        answer = msgspec.json.decode(connection.getresponse().read())
        return str(answer["state"])
    finally:
        connection.close()


def test_each_customer_behind_the_proxy_has_a_bucket_of_their_own(server: Server) -> None:
    assert {joins(server, at, "203.0.113.7") for at in range(JOIN.holds)} == {"waiting"}
    assert joins(server, 100, "203.0.113.7") == "pending"
    # What a customer writes in front of what the proxy knows is not believed.
    assert joins(server, 101, "198.51.100.1, 203.0.113.7") == "pending"
    assert joins(server, 102, "203.0.113.8") == "waiting"


@pytest.mark.parametrize(
    ("given", "believed"),
    [
        (Config(), ["127.0.0.1", "::1"]),
        (Config(proxies=" 10.0.0.0/8 ,192.0.2.1"), ["10.0.0.0/8", "192.0.2.1"]),
    ],
)
def test_the_server_believes_whom_the_settings_name(given: Config, believed: list[str]) -> None:
    settings: uvicorn.Config = _settings(object(), "", given)
    assert settings.forwarded_allow_ips == believed
