"""Actions with links from messages: follow them late or twice, open them all, or forge one."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from fullhouse.engine.catalogue import PRODUCTS
from fullhouse.kernel.links import Expired, Key, Keyring, Link, Tampered
from fullhouse.kernel.messages import Message

if TYPE_CHECKING:
    from sim.world import World

KEYS = Keyring(
    (Key("new", b"the newest key of this world"), Key("old", b"one that was rotated out"))
)
OLD_KEYS = Keyring(KEYS.keys[1:])


class Inbox(ABC):
    """Every token that was ever sent to the people of one product."""

    def __init__(self, world: "World", purpose: str) -> None:
        """Start empty."""
        self.world = world
        self.draw = world.chance.of(purpose)
        self.tokens: list[str] = []
        self.issued: set[str] = set()

    @abstractmethod
    def purposes(self, message: Message) -> tuple[str, ...]:
        """Name the links in a message; the first one says yes."""

    @abstractmethod
    def persons(self) -> list[str]:
        """Name everyone whom a link could be for."""

    @abstractmethod
    def visit(self, link: Link) -> Any:
        """Load where a link's person stands; nothing if there is nobody."""

    @abstractmethod
    def press(self, link: Link, visit: Any) -> None:
        """Press the button on a link's page."""

    def keep(self, message: Message) -> None:
        """Keep the links of a letter; some were signed before the keys were rotated."""
        for purpose in self.purposes(message):
            self._token(message, purpose)

    def _token(self, message: Message, purpose: str) -> str:
        link = PRODUCTS[message.product].post.link(message, purpose)
        assert link is not None
        token = (OLD_KEYS if self.draw.random() < 0.2 else KEYS).sign(link)
        self.tokens.append(token)
        self.issued.add(token)
        return token

    def answer(self, message: Message) -> None:
        """Answer an offer by one of its links."""
        purposes = self.purposes(message)
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
        fields[at] = self.draw.choice(
            (
                fields[at][:-1] + "x",
                "",
                "claim",
                "cancel",
                self.draw.choice(self.persons() or ["nobody"]),
                fields[at] * 2,
            )
        )
        return ".".join(fields)

    def get(self, token: str) -> tuple[Link, Any] | None:
        """Open a link: it is read, and where its person stands is loaded."""
        before, link = self.world.watch.book.commits, self._read(token)
        visit = None if link is None else self.visit(link)
        commits = self.world.watch.book.commits - before
        self.world.watch.read(link, issued=token in self.issued, commits=commits)
        return None if link is None or visit is None else (link, visit)

    def _read(self, token: str) -> Link | None:
        try:
            return KEYS.read(token, self.world.now)
        except (Tampered, Expired):
            return None

    def post(self, token: str) -> None:
        """Open a link and press its button."""
        found = self.get(token)
        if found is not None:
            self.press(*found)
