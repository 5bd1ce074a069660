"""A running server: socket, engine, app, signals, and the note for the command line."""

import asyncio
import gc
import logging
import os
import resource
import shlex
import signal
import socket
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import click
import msgspec
import uvicorn

from fullhouse.cli.demo_clock import keep_clock
from fullhouse.cli.running_server import leave_note
from fullhouse.engine.access import OWNER, AddMember, Member, digest, sign_in_link
from fullhouse.engine.core import Engine
from fullhouse.engine.log_format import JsonLines, PlainLines, is_infrastructure
from fullhouse.engine.ports import Clock
from fullhouse.inbound.holiday_source import HolidayKeeper
from fullhouse.inbound.llm.narration import ModelNarrator
from fullhouse.inbound.llm.settings import model_from_setting
from fullhouse.inbound.mail.raw_mail import delete_mail_of_erased
from fullhouse.inbound.sync.connections import Connections
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.bootstrap import Extras, local_executor, open_engine
from fullhouse.platforms.local.config import Config, post_of, slack_of
from fullhouse.platforms.local.covers import LocalCovers, has_pillow
from fullhouse.platforms.local.external_sources import outside_of
from fullhouse.platforms.local.http_limits import HttpLimits, limited_protocol
from fullhouse.platforms.local.mail_intake import taking_mail
from fullhouse.platforms.local.mail_settings import LocalMailServer
from fullhouse.platforms.local.parser import LocalParser
from fullhouse.platforms.local.signing_keys import end_old_keys_daily, rotate_keys
from fullhouse.platforms.local.slack import Lookup
from fullhouse.platforms.memory.rehearsal import SerialExecutor
from fullhouse.products.frontdesk.appointments.commands import StartReminderTicks
from fullhouse.products.frontdesk.shared.documents import Document
from fullhouse.products.frontdesk.waitlist.commands import SetEntryRetention
from fullhouse.products.rsvp.commands import SetGuestRetention
from fullhouse.web.api.auth import COMMAND_LINE
from fullhouse.web.app import in_process, make_app
from fullhouse.web.dependencies import (
    Dependencies,
    DeskDependencies,
    SlackDependencies,
    WaitlistDependencies,
)
from fullhouse.web.graphics.share_images import ShareImages

Kind = Literal["plain", "json"]
OWN_LINES = "fullhouse.requests"


def set_up_logging(kind: Kind, *, requests: bool) -> None:
    """Write logs in this form from now on; with `requests`, each request gets a line."""
    is_json = kind == "json"
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines(_words) if is_json else PlainLines(_words))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    own_level = logging.INFO if is_json else logging.WARNING
    request_level = logging.INFO if requests else own_level
    logging.getLogger("fullhouse").setLevel(own_level)
    logging.getLogger(OWN_LINES).setLevel(request_level)


def _words(error: BaseException) -> str:
    """Return the text of errors that quote nobody."""
    if isinstance(error, sqlite3.Error) or is_infrastructure(error):
        return str(error)
    return ""


EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104 - not bound here
LAST_WORDS_SECONDS = 2
MOST_FILES = 65_536


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """Options of a server: where it runs, on which clock, what to prepare before opening."""

    data: Path
    config: Config
    clock: Clock
    settles: bool
    prepare: Callable[[Engine], Awaitable[None]] | None = None


class Server(uvicorn.Server):
    """A server without signal handlers: ours run after its last answer, before the store closes."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Install no signal handlers."""
        yield


async def run(start: Start, listener: socket.socket) -> None:
    """Serve until a signal comes; everything is closed in order when this returns."""
    # Each has a child of its own, so that a slow feed never delays a host's import.
    with (
        closing(LocalParser()) as uploads,
        closing(LocalParser()) as sources,
        closing(LocalCovers()) as covers,
    ):
        await _run(start, listener, uploads, sources, covers)


async def _run(
    start: Start,
    listener: socket.socket,
    uploads: LocalParser,
    sources: LocalParser,
    covers: LocalCovers,
) -> None:
    config, here = start.config, local_url(listener)
    set_up_logging(config.log, requests=config.access_log)
    raise_file_limit()
    url, lookup = config.url or here, Lookup()
    scribe = model_from_setting(config.model, config.model_key)
    narrator = ModelNarrator(scribe) if scribe is not None else None
    extras = Extras(
        mail_domain=config.mail.domain,
        sender_domain=config.sender_domain,
        takes_answers=config.texts.answers,
        narrator=narrator,
        limits=config.limits,
    )
    carrier = post_of(config, lookup)
    async with open_engine(
        start.data, start.clock, carrier, url, settles=start.settles, extras=extras
    ) as engine:
        lookup.open(engine)
        keep_clock(start.data, start.clock)
        first = engine.load(Get(Member, (OWNER,))) is None
        owner: Member = await engine.execute(
            AddMember(member_id=OWNER, email=config.owner, role="owner"), "setup"
        )
        await engine.execute(SetGuestRetention(days=config.keep_days), "setup")
        await engine.execute(SetEntryRetention(days=config.keep_days), "setup")
        # Rules may have been saved by a version without appointments.
        if engine.load(Get(Document, ("rules",))) is not None:
            await engine.execute(StartReminderTicks(), "setup")
        if start.prepare is not None:
            await start.prepare(engine)
        async with taking_mail(engine, config, start.data) as (lane, mail_at):
            await delete_mail_of_erased(engine, lane.files)
            outside = outside_of(config, start.data, engine, lane.files, sources)
            with leave_note(start.data, here) as token:
                admit = {digest(token): COMMAND_LINE}
                if config.token:
                    admit[digest(config.token)] = "api"
                desk = DeskDependencies(
                    admit=admit,
                    files=lane.files,
                    mail=lane,
                    rehearse=SerialExecutor(),
                    model=scribe,
                    connections=outside,
                    read_list=uploads.read_list,
                    rotate_keys=partial(rotate_keys, start.data, engine),
                    mail_server=_mail_server(start, engine, lookup),
                )
                desk = _with_pictures(desk, covers)
                dependencies = _dependencies(start, engine, desk, covers)
                lane.events.limiter = dependencies.limiter  # a form and an email share limits
                app = make_app(dependencies)
                server = Server(_settings(app, urlsplit(url).path.rstrip("/"), config))
                _stop_on_signals(server, dependencies.stopping)
                _greet(engine, mail=bool(config.smtp.host), mail_at=mail_at)
                if first or not config.smtp.host or not owner.email:
                    _show_way_in(engine, owner, start.data)
                click.echo("Press Ctrl+C to stop.")
                settle_memory()
                end_old_keys_daily(start.data, engine)
                await _look_after(engine, outside)
                await server.serve(sockets=[listener])


async def _look_after(engine: Engine, outside: Connections) -> None:
    """Start the periodic tasks of outside sources and holidays; on a manual clock, run them now."""
    outside.look_after(engine)
    HolidayKeeper(engine).look_after()
    await engine.settle()


def _with_pictures(desk: DeskDependencies, covers: LocalCovers) -> DeskDependencies:
    """Let the desk take pictures, if they can be decoded here."""
    if not has_pillow():
        return desk
    return msgspec.structs.replace(desk, make_cover=covers.make_cover, make_logo=covers.make_logo)


def _dependencies(
    start: Start, engine: Engine, desk: DeskDependencies, covers: LocalCovers
) -> Dependencies:
    """Return what the handlers use; they are told by which channels messages can leave."""
    config = start.config
    dependencies = msgspec.structs.replace(
        in_process(engine, desk),
        slack=_slack(config),
        waitlist=_waitlist(config),
        share_images=ShareImages(covers.draw_room) if has_pillow() else None,
    )
    # A demo only shows what would be sent, and nothing is wrong with that.
    if start.prepare is not None:
        return dependencies
    return msgspec.structs.replace(
        dependencies, carries=lambda: local_executor(engine).carrier.carries
    )


def _mail_server(start: Start, engine: Engine, lookup: Lookup) -> LocalMailServer | None:
    """Return the settings of the mail server for the desk; a demo sends nothing."""
    if start.prepare is not None:
        return None

    def use(config: Config) -> None:
        """Send by a new carrier from the next message on."""
        local_executor(engine).carrier = post_of(config, lookup)
        engine.composer.use_sender(config.sender_domain)

    return LocalMailServer(start.data, os.environ, use)


def _waitlist(config: Config) -> WaitlistDependencies:
    """Return the secrets that prove that a booking tool or the text provider calls."""
    return WaitlistDependencies(
        webhook_secret=lambda: config.webhook_secret, text_token=lambda: config.texts.token
    )


def _slack(config: Config) -> SlackDependencies:
    """Return the Slack client and the secret that proves that Slack calls."""
    way = slack_of(config.slack) if config.slack.token else None
    return SlackDependencies(slack=way, secret=lambda: config.slack.signing_secret)


def raise_file_limit() -> None:
    """Allow as many open files as the system lets us, up to `MOST_FILES`: connections need them."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def settle_memory() -> None:
    """Collect garbage less often, and never among what was loaded at the start."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def _settings(app: object, root: str, config: Config) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]  # uvicorn's own protocols are narrower than ASGI
        http=limited_protocol(HttpLimits(connections=config.connections), config.proxies),
        ws="none",
        root_path=root,
        forwarded_allow_ips=list(filter(None, map(str.strip, config.proxies.split(",")))),
        lifespan="off",
        access_log=False,  # our own lines say less of people, and more of what happened
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=LAST_WORDS_SECONDS,
    )


def _stop_on_signals(server: uvicorn.Server, stopping: asyncio.Event) -> None:
    def stop() -> None:
        stopping.set()
        server.force_exit = server.should_exit
        server.should_exit = True

    logging.getLogger("uvicorn.error").addFilter(_is_news)
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop)


def _is_news(record: logging.LogRecord) -> bool:
    """Return False for streams that are cut when the server stops: their pages reconnect."""
    cut = record.exc_info is not None and isinstance(record.exc_info[1], asyncio.CancelledError)
    return not cut and not record.getMessage().startswith("Cancel ")


def _show_way_in(engine: Engine, owner: Member, folder: Path) -> None:
    """Print a sign-in link on a terminal; what a service prints is kept in logs."""
    if sys.stdout.isatty():
        link = engine.composer.link_url(sign_in_link(owner, engine.now()), "desk")
        click.echo(f"Sign in to the desk (works once, for half an hour):\n  {link}")
    else:
        command = shlex.join(["fullhouse", "desk-link", "--data", str(folder.absolute())])
        click.echo(f"To sign in to the desk, run:\n  {command}")


def _greet(engine: Engine, *, mail: bool, mail_at: str) -> None:
    click.echo(f"Fullhouse is at {engine.composer.urls.guests}")
    if not mail:
        mailbox = f"{engine.composer.urls.desk}/desk/mailbox"
        click.echo(f"No mail server is set: messages are kept, and can be read at {mailbox}")
    if mail_at:
        domain = engine.composer.mail_domain
        names = ", ".join(f"{name}@{domain}" for name in ("rsvp+EVENT", "waitlist", "bookings"))
        click.echo(f"Mail to {names} is taken at {mail_at}")


def listen(host: str, port: int) -> socket.socket:
    """Bind the port, or raise an error in words."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        message = (
            f"Port {port} on {host} cannot be used: {error.strerror}. "
            "Choose another with --host or --port."
        )
        raise click.ClickException(message) from error
    listener.listen(2048)
    return listener


def local_url(listener: socket.socket) -> str:
    """Return the server's address on this machine."""
    host, port = listener.getsockname()[:2]
    host = EVERYWHERE.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run_fast(work: Coroutine[None, None, None]) -> None:
    """Run on the fast event loop if it is installed."""
    with asyncio.Runner(loop_factory=_fast_loop) as runner:
        runner.run(work)


def _fast_loop() -> asyncio.AbstractEventLoop:
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()
