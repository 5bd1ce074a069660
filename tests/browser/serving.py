"""A house behind a real server, for a real browser."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import uvicorn
from playwright.sync_api import Browser, Page, StorageState, expect
from starlette.applications import Starlette

from fullhouse.engine.composing import Composer
from fullhouse.engine.urls import one_address
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.web.dependencies import dependencies_of
from tests.support.event_app import START, Evening, make_app
from tests.web.desk.support import sign_in_path

CHROMIUM = Path("/usr/bin/chromium")
# What each window of a browser brings along that no test sees; it takes half of opening one.
UNSEEN = ("SpareRendererForSitePerProcess", "WebUIOmniboxAimPopup", "WebUIOmniboxPopup")
# What Playwright turns off by itself. Of two such lists a browser reads the last.
OFF = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
    "msEdgeUpdateLaunchServicesPreferredVersion",
    "msForceBrowserSignIn",
)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    f"--disable-features={','.join((*OFF, *UNSEEN))}",
]
T = TypeVar("T")


class Server(uvicorn.Server):
    """Says when it listens, and in which loop it lives."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listens = threading.Event()
        self.loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        self.loop = asyncio.get_running_loop()
        self.listens.set()

    def call(self, work: Callable[..., Awaitable[T]], *given: Any) -> T:
        async def run() -> T:
            return await work(*given)

        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(run(), self.loop).result(60)

    @property
    def address(self) -> str:
        port = self.servers[0].sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}"


@contextmanager
def running(app: Starlette) -> Iterator[Server]:
    """Serve any app in a thread of its own."""
    server = Server(
        uvicorn.Config(
            app, host="127.0.0.1", port=0, log_level="warning", timeout_graceful_shutdown=1
        )
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        assert server.listens.wait(60)
        yield server
    finally:
        server.should_exit = True
        thread.join(60)


@contextmanager
def serving(
    folder: Path, make: Callable[[Path, VirtualClock], Starlette] = make_app
) -> Iterator[tuple[Evening, str]]:
    """Serve the guests' pages, or what else is made; the house knows where it is found."""
    clock = VirtualClock(START)
    app = make(folder, clock)
    with running(app) as server:
        engine = dependencies_of(app).engine
        engine.composer = Composer(one_address(server.address), engine.composer.keyring)
        yield Evening(engine, clock, server.call), server.address


@contextmanager
def opened(browser: Browser, address: str, **more: Any) -> Iterator[Page]:
    """Open a page in a browser that knows nothing else; fails if a script on it did."""
    troubles: list[str] = []
    context = browser.new_context(base_url=address, **more)
    page = context.new_page()
    page.on("pageerror", lambda error: troubles.append(str(error)))
    try:
        yield page
    finally:
        context.close()
    assert not troubles, troubles


def session(browser: Browser, evening: Evening, address: str) -> StorageState:
    """Sign in to the desk, and return what a browser keeps of it."""
    with opened(browser, address) as page:
        page.goto(sign_in_path(evening))
        page.get_by_role("button", name="Sign in").click()
        expect(page).to_have_url(f"{address}/desk")
        return page.context.storage_state()
