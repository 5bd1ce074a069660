"""Dependencies of web handlers. Only this module touches the state of an app.

Types of parts that a small function does not ship are imported for type checking only.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast, get_args

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request

from fullhouse.engine.composing import Composer
from fullhouse.engine.core import Engine
from fullhouse.engine.mail_server import MailFault, MailServerSettings
from fullhouse.engine.ports import Files
from fullhouse.engine.rate_limit import InMemoryRateLimiter, RateLimiter
from fullhouse.kernel.links import Site
from fullhouse.kernel.messages import CHANNELS, Channel

if TYPE_CHECKING:
    from fullhouse.inbound.cover_image import CoverImages
    from fullhouse.inbound.guest_import.job import ImportJob
    from fullhouse.inbound.guest_import.reader import ReadGuestList
    from fullhouse.inbound.guest_import.row import GuestRow
    from fullhouse.inbound.llm.port import LanguageModel
    from fullhouse.inbound.logo_image import LogoImage
    from fullhouse.inbound.mail.pipeline import MailPipeline
    from fullhouse.inbound.slack.client import Slack
    from fullhouse.inbound.sync.sync_run import SheetSyncReport as SheetReport
    from fullhouse.products.frontdesk.shared.external_sources import SheetVersion
    from fullhouse.products.rsvp.rehearsal import Rehearsal
    from fullhouse.web.graphics.share_images import ShareImages

ALL_SITES: frozenset[Site] = frozenset(get_args(Site))
MakeCover: TypeAlias = "Callable[[bytes], CoverImages]"
MakeLogo: TypeAlias = "Callable[[bytes], LogoImage]"
Rehearse: TypeAlias = "Callable[[Engine, str, int], Awaitable[Rehearsal | None]]"
SyncCalendar: TypeAlias = Callable[[Engine], Awaitable[None]]


def _no_secret() -> str:
    return ""


def _every_channel() -> frozenset[Channel]:
    return CHANNELS


class RotateKeys(Protocol):
    """Changes the signing keys; with `revoke` the old ones end at once."""

    async def __call__(self, by: str, *, revoke: bool) -> None:
        """Sign with a new key from now on."""
        ...


class Imports(Protocol):
    """Runs imports of guest lists, and knows how far each has come."""

    async def start(self, run: "ImportJob", rows: "Sequence[GuestRow]") -> None:
        """Start an import; the same one started twice adds nobody twice."""
        ...

    async def find(self, run_id: str) -> "ImportJob | None":
        """Return an import as far as it has come, or None if it is unknown."""
        ...


class SyncedSheet(Protocol):
    """A sheet as the desk reaches it."""

    async def run(self) -> "SheetReport":
        """Sync the sheet with the list now."""
        ...

    async def put_back(self, version: "SheetVersion", by: str) -> "SheetReport | None":
        """Write an earlier version to the sheet; return None if it is not kept any more."""
        ...


class SyncReport(Protocol):
    """The result of a sync run."""

    @property
    def trouble(self) -> str:
        """The error in a sentence for staff, or an empty text."""
        ...


class SyncedCalendar(Protocol):
    """A calendar as the desk reaches it."""

    async def run(self, *, believe: bool = False) -> SyncReport:
        """Sync the calendar now; `believe` it even if much has vanished from it."""
        ...


class Connections(Protocol):
    """The outside sources that the engine is connected to."""

    @property
    def sheet(self) -> SyncedSheet | None:
        """The sheet of the waitlist."""
        ...

    @property
    def appointments_sheet(self) -> SyncedSheet | None:
        """The sheet of appointments."""
        ...

    @property
    def calendar(self) -> SyncedCalendar | None:
        """The calendar that frees slots."""
        ...

    def where(self, name: str) -> str:
        """Return where a source is edited, or an empty text if it is not connected."""
        ...


class MailServer(Protocol):
    """The settings of the mail server, where the desk may change them."""

    def settings(self) -> MailServerSettings:
        """Return the settings in force."""
        ...

    def owner_is_fixed(self) -> bool:
        """Return True if the owner's address is set outside the desk."""
        ...

    def save(self, given: Mapping[str, str]) -> str:
        """Save settings and use them; return what is wrong with them, or an empty text."""
        ...

    async def find_fault(self) -> MailFault | None:
        """Return what keeps email from leaving, or None."""
        ...


class DeskDependencies(msgspec.Struct, frozen=True, kw_only=True):
    """The objects that the desk and the API need beside the engine.

    `admit` maps digests of tokens to names, beside the stored tokens. `files` holds raw mail; if
    `erases_files`, erasing a person deletes theirs. Without `streams` a page polls for changes.
    `read_list` reads guest lists outside this process. `max_rows` bounds an import that its caller
    waits for. `model` reads questions that the grammar does not understand. `usual_settings` are
    those of a new event. `mail` takes mail fed by hand. `rotate_keys` changes the signing keys.
    `mail_server` is there where a page may set it. `make_cover` decodes pictures outside this
    process; without it events get no covers. `make_logo` does so for the logo of the house.
    """

    admit: Mapping[str, str] = {}
    files: Files | None = None
    erases_files: bool = True
    rehearse: "Rehearse | None" = None
    imports: Imports | None = None
    read_list: "ReadGuestList | None" = None
    streams: bool = True
    max_rows: int | None = None
    model: "LanguageModel | None" = None
    usual_settings: Mapping[str, Any] = {}
    connections: Connections | None = None
    mail: "MailPipeline | None" = None
    rotate_keys: RotateKeys | None = None
    mail_server: MailServer | None = None
    make_cover: "MakeCover | None" = None
    make_logo: "MakeLogo | None" = None


class SlackDependencies(msgspec.Struct, frozen=True, kw_only=True):
    """The Slack client and Slack's signing secret; without them nothing is taken."""

    slack: "Slack | None" = None
    secret: Callable[[], str] = _no_secret


class WaitlistDependencies(msgspec.Struct, frozen=True, kw_only=True):
    """The objects that the waitlist's page and webhooks need.

    `webhook_secret` is set beside the one made at the desk. `text_token` proves that a text comes
    from the provider, which posts it to `text_url`.
    """

    webhook_secret: Callable[[], str] = _no_secret
    text_token: Callable[[], str] = _no_secret
    text_url: str = ""


class Dependencies(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a handler may use.

    `sites` are those that the app serves. `stopping` is set when the server is asked to stop, for
    streams that would hold it up. `sync_calendar` is called when Google reports a change.
    `seen_sessions` holds when this process last noted that a session of the desk is in use.
    `limiter` counts what each client address does. `door_list` lets one whole list be made at a
    time. `carries` tells by which channels messages can leave now. `share_images` is there where
    pictures can be drawn. With `keeps_brand` pages have the look of the house.
    """

    engine: Engine
    carries: Callable[[], frozenset[Channel]] = _every_channel
    sites: frozenset[Site] = ALL_SITES
    desk: DeskDependencies = DeskDependencies()
    share_images: "ShareImages | None" = None
    slack: SlackDependencies = SlackDependencies()
    waitlist: WaitlistDependencies = msgspec.field(default_factory=WaitlistDependencies)
    sync_calendar: SyncCalendar | None = None
    limiter: RateLimiter = msgspec.field(default_factory=InMemoryRateLimiter)
    stopping: asyncio.Event = msgspec.field(default_factory=asyncio.Event)
    seen_sessions: dict[str, datetime] = msgspec.field(default_factory=dict)
    keeps_brand: bool = False
    door_list: asyncio.Lock = msgspec.field(default_factory=asyncio.Lock)

    @property
    def composer(self) -> Composer:
        """The composer of letters, links and addresses."""
        return self.engine.composer


class App(Starlette):
    """An app with its dependencies. Each request asks for them often, and `state` is slow."""

    dependencies: Dependencies


def attach(app: Starlette, dependencies: Dependencies) -> None:
    """Make dependencies available to the handlers of an app."""
    cast("App", app).dependencies = dependencies


def dependencies_of(app: Starlette) -> Dependencies:
    """Return the dependencies of an app."""
    return cast("App", app).dependencies


def dependencies(request: Request) -> Dependencies:
    """Return the dependencies of the app that handles a request."""
    return dependencies_of(request.app)
