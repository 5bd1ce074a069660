"""An engine in memory, with the three web parts of the functions, each at its own address."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.applications import Starlette

from fullhouse.engine.access import AddMember
from fullhouse.engine.composing import Composer
from fullhouse.engine.core import Engine
from fullhouse.engine.urls import Urls
from fullhouse.kernel.commands import Command
from fullhouse.kernel.links import Key, Keyring
from fullhouse.platforms.aws import bootstrap, http
from fullhouse.platforms.aws.config import AppointmentsConfig, WaitlistConfig
from fullhouse.platforms.aws.functions import ev_desk, ev_link_handler, ev_register
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.platforms.memory.executor import InMemoryExecutor, NumberedIds
from fullhouse.platforms.memory.store import MemoryStore
from tests.aws.url_shapes import Answer, Context, form_event, read_answer, url_event
from tests.platforms.aws.living import CLIENTS, HOUSE
from tests.support.event_app import START, Evening

GUESTS, LINKS, DESK = (f"https://{name}.example.org" for name in ("guests", "links", "desk"))
PARTS: dict[str, Callable[[], Starlette]] = {
    GUESTS: ev_register.app,
    LINKS: ev_link_handler.app,
    DESK: ev_desk.app,
}
HOST = "jo@example.org"


def made_engine() -> Engine:
    """Make a house in memory that has three addresses."""
    clock = VirtualClock(START)
    executor = InMemoryExecutor(
        MemoryStore(), clock, lambda _invocation, _decision: None, lambda _message, _letter: None
    )
    urls = Urls(guests=GUESTS, links=LINKS, desk=DESK)
    composer = Composer(urls, Keyring((Key("k1", bytes(32)),), (Key("session", b"s" * 32),)))
    return Engine(executor, clock, NumberedIds(), composer)


class Place:
    """One part of the web behind its Function URL."""

    def __init__(self, app: Starlette) -> None:
        self.app = app
        self.door = http.Door(app)

    def ask(self, event: Mapping[str, Any], context: Context | None = None) -> Answer:
        return read_answer(self.door.answer(event, context or Context()))

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask(
            url_event(
                "GET", path, headers={name.replace("_", "-"): one for name, one in headers.items()}
            )
        )

    def send(self, path: str, fields: Mapping[str, str], **headers: str) -> Answer:
        named = {name.replace("_", "-"): one for name, one in headers.items()}
        return self.ask(form_event(path, fields, named))


class Web:
    """The whole web in its three parts."""

    def __init__(self, engine: Engine, places: dict[str, Place]) -> None:
        self.engine, self.places = engine, places
        clock: Any = engine.clock  # a virtual one
        self.evening = Evening(engine, clock, self._call)

    @property
    def guests(self) -> Place:
        return self.places[GUESTS]

    @property
    def links(self) -> Place:
        return self.places[LINKS]

    @property
    def desk(self) -> Place:
        return self.places[DESK]

    def _call(self, work: Callable[..., Any], *given: Any) -> Any:
        return self.guests.door.loop.run_until_complete(work(*given))

    def give(self, command: Command) -> Any:
        return self.evening.give(command)


async def _nothing_to_prepare(_engine: Engine) -> None:
    """Leave it as it is: its owner is added by hand."""


@contextmanager
def parted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    """Put the parts together as the functions do, around a house in memory instead of their own."""
    engine = made_engine()
    for name, value in {
        "AWS_REGION": "ap-southeast-1",
        "AWS_DEFAULT_REGION": "ap-southeast-1",
    }.items():
        monkeypatch.setenv(name, value)
    for function in (ev_register, ev_link_handler):
        monkeypatch.setattr(function, "open_engine", lambda: engine)
    monkeypatch.setattr(ev_desk, "open_front_desk_engine", lambda: engine)
    monkeypatch.setattr(ev_desk, "waitlist_config", WaitlistConfig)
    monkeypatch.setattr(ev_desk, "appointments_config", AppointmentsConfig)
    monkeypatch.setattr(ev_desk, "prepare", _nothing_to_prepare)
    monkeypatch.setattr(ev_desk, "usual_settings", dict)
    monkeypatch.setattr(ev_desk, "scribe", lambda: None)
    bootstrap.place.cache_clear()
    web = Web(engine, {address: Place(make()) for address, make in PARTS.items()})
    web.give(AddMember(member_id="jo", email=HOST, role="owner"))
    try:
        yield web
    finally:
        for one in (*CLIENTS, *HOUSE):  # made without an emulator: of no use to anyone else
            one.cache_clear()
        for place in web.places.values():
            place.door.loop.close()


@contextmanager
def logs_kept() -> Iterator[None]:
    """Put logging back as it was: functions set it up for Lambda."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        logging.getLogger("fullhouse").setLevel(logging.NOTSET)
