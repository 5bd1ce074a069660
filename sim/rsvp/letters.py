"""What people do with the links in their mail: follow them late or twice, open them all, or forge one."""

from typing import TYPE_CHECKING

from fullhouse.kernel.links import Expired, Key, Keyring, Link, Tampered
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp import post
from fullhouse.products.rsvp.model import Event, Guest
from fullhouse.web.deeds import DEEDS, Visit, deed_for

if TYPE_CHECKING:
    from sim.rsvp.people import People
    from sim.world import World

KEYS = Keyring((Key("new", b"the newest key of this world"), Key("old", b"one that was rotated out")))
OLD_KEYS = Keyring(KEYS.keys[1:])
LINKS = {
    "offer": ("claim", "decline", "leave", "stop"),
    "invite": ("confirm", "decline", "cancel"),
    "confirmation": ("cancel",),
    "waitlisted": ("leave", "stop"),
    "reminder": ("cancel", "stop"),
    "cancelled": ("back",),
    "offer_lapsed": ("back", "leave"),
}


class Inbox:
    """Every token that was ever mailed."""

    def __init__(self, world: "World", people: "People") -> None:
        """Start empty."""
        self.world = world
        self.people = people
        self.draw = world.chance.of("inbox")
        self.tokens: list[str] = []
        self.issued: set[str] = set()

    def keep(self, message: Message) -> None:
        """Keep the links of a letter; some were signed before the keys were rotated."""
        for purpose in LINKS.get(message.kind, ()):
            self._token(message, purpose)

    def _token(self, message: Message, purpose: str) -> str:
        link = post.link(message, purpose)
        assert link is not None
        token = (OLD_KEYS if self.draw.random() < 0.2 else KEYS).sign(link)
        self.tokens.append(token)
        self.issued.add(token)
        return token

    def answer(self, message: Message) -> None:
        """Answer an offer by one of its links."""
        purposes = LINKS[message.kind]
        chosen = self.draw.choice((purposes[0], purposes[0], *purposes))
        self.post(self._token(message, chosen))

    def follow_any(self) -> None:
        """Follow some link, however old, and press its button."""
        if self.tokens:
            self.post(self.draw.choice(self.tokens))

    def scan(self) -> None:
        """Open every one of the newest links, and press nothing."""
        for token in self.tokens[-6:]:
            self.get(token)

    def forge(self) -> None:
        """Change a token, and press its button if it can be read."""
        if self.tokens:
            self.post(self._forged(self.draw.choice(self.tokens)))

    def _forged(self, token: str) -> str:
        fields = token.split(".")
        at = self.draw.randrange(len(fields))
        guests = [guest.id for guest in self.people.lists.all_guests()]
        fields[at] = self.draw.choice(
            (fields[at][:-1] + "x", "", "claim", "cancel", self.draw.choice(guests), fields[at] * 2)
        )
        return ".".join(fields)

    def get(self, token: str) -> Visit | None:
        """Open a link: it is read, and where its person stands is loaded."""
        before, link = self.world.watch.book.commits, self._read(token)
        visit = None if link is None else self._visit(link)
        commits = self.world.watch.book.commits - before
        self.world.watch.read(link, issued=token in self.issued, commits=commits)
        return visit

    def _read(self, token: str) -> Link | None:
        try:
            return KEYS.read(token, self.world.now)
        except (Tampered, Expired):
            return None

    def _visit(self, link: Link) -> Visit | None:
        event = self.world.store.inner.load(Get(Event, (link.scope,)))
        guest = self.world.store.inner.load(Get(Guest, (link.scope, link.person)))
        return None if event is None or guest is None else Visit(event, guest, link, self.world.now)

    def post(self, token: str) -> None:
        """Open a link and press its button."""
        visit = self.get(token)
        if visit is None or visit.link.purpose not in DEEDS:
            return
        deed = deed_for(visit.link.purpose, visit.guest)
        if deed.possible(visit) or self.draw.random() < 0.5:
            self.world.ask(deed.command(visit, {}), "guest", visit.link)
