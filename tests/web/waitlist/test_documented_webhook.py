"""The example in docs/api.md works as written: it runs against a real server and clock."""

import json
import os
import re
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from starlette.applications import Starlette

from fullhouse.engine.clock import SystemClock
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.web.app import make_app
from fullhouse.web.dependencies import WaitlistDependencies
from tests.browser.serving import running
from tests.support.attaching import attach_engine, not_yet
from tests.support.event_app import Mailbox
from tests.support.moved_clock.sitecustomize import SECONDS
from tests.web.waitlist.salon import RULES, SECRET

ROOT = Path(__file__).parents[3]
EXAMPLE = re.compile(r"## Webhook.*?```console\n(.*?)```", re.DOTALL)


def example() -> str:
    found = EXAMPLE.search((ROOT / "docs/api.md").read_text())
    assert found is not None
    return found[1]


def salon(folder: Path) -> Starlette:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with open_engine(folder, SystemClock(), Mailbox(), "http://127.0.0.1") as engine:
            attach_engine(app, engine)
            await engine.execute(SaveDocument(name="rules", text=RULES), "test")
            yield

    return make_app(
        not_yet(waitlist=WaitlistDependencies(webhook_secret=lambda: SECRET)), lifespan=lifespan
    )


def run(script: str, secret: str) -> dict[str, object]:
    moved = int(float(os.environ.get(SECONDS, "0")))  # this clock's, but not that of `date`
    date = f'date() {{ command date -d "{moved} seconds" "$@"; }}'
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "FULLHOUSE_WEBHOOK_SECRET": secret}
    done = subprocess.run(
        ["bash", "-euc", f"{date}\n{script}"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env=environment,
    )
    told: dict[str, object] = json.loads(done.stdout)
    return told


def test_the_documented_call_frees_a_slot_and_another_secret_does_not(tmp_path: Path) -> None:
    with running(salon(tmp_path)) as server:
        script = (
            example().replace("http://127.0.0.1:8000", server.address).replace("curl ", "curl -s ")
        )
        script = re.sub(
            r"2027-\d\d-\d\d", f"{SystemClock().now() + timedelta(days=30):%Y-%m-%d}", script
        )
        first = run(script, SECRET)
        assert first.keys() == {"slot", "status"}
        refused = run(script, "another")
    assert refused["error"] == {
        "code": "bad_signature",
        "message": "The signature is not the one that our secret makes of this body.",
    }
