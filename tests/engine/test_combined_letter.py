"""One email of several messages, as the relay sends it: each listed with its own links."""

from base64 import b64decode
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import pytest
from icalendar import Calendar
from inline_snapshot import snapshot

from fullhouse.engine import worker
from fullhouse.engine.combined_mail import combined_letter
from fullhouse.engine.core import Engine
from fullhouse.engine.mime import to_mime
from fullhouse.engine.ports import MessagePage
from fullhouse.engine.worker import advance_to, sweep
from fullhouse.kernel.letter_html import as_html, as_text
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.messages import CHANNELS, Message, Outcome, Sent
from fullhouse.platforms.local.bootstrap import open_engine
from fullhouse.platforms.memory.clock import VirtualClock
from fullhouse.products.rsvp.commands import CreateEvent, ResendLink, SignUp
from tests.kernel.test_letter_html import Shown
from tests.products.rsvp.told import letter as letter_of
from tests.products.rsvp.told import message as told

START = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
LANGUAGES = ("en", "de", "fr", "es")
ANNA = "anna@example.org"


class Carrier:
    """Takes every letter and keeps it."""

    carries = CHANNELS

    def __init__(self) -> None:
        self.taken: list[tuple[Message, Letter]] = []

    def send(self, message: Message, letter: Letter) -> Outcome:
        self.taken.append((message, letter))
        return Sent("250 OK")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(START)


@pytest.fixture
def carrier() -> Carrier:
    return Carrier()


@pytest.fixture
async def engine(tmp_path: Path, clock: VirtualClock, carrier: Carrier) -> AsyncIterator[Engine]:
    async with open_engine(
        tmp_path, clock, carrier, "http://fullhouse.test", settles=True
    ) as opened:
        yield opened


async def sign_up(engine: Engine, name: str, event_id: str = "supper") -> None:
    email = f"{name}@example.org"
    await engine.execute(
        SignUp(event_id=event_id, guest_id=name.replace("+", ""), name=name, email=email), "guest"
    )


async def flood(engine: Engine) -> None:
    """Spend the budget of Anna's inbox; then sign Anna up, and ask for her link twice."""
    for event_id in ("supper", "picnic"):
        starts_at = datetime(2026, 6, 20, 18, 0)
        create = CreateEvent(
            event_id=event_id,
            name=event_id.title(),
            starts_at=starts_at,
            timezone="Europe/Berlin",
            cap=50,
        )
        await engine.execute(create, "host")
    for number in range(6):
        await sign_up(engine, f"anna+{number}")
    await sweep(engine)
    await sign_up(engine, "anna")
    await sign_up(engine, "anna", "picnic")
    for number in range(2):
        again = ResendLink(event_id="supper", guest_id="anna", occasion=f"{number}")
        await engine.execute(again, "guest")


@pytest.mark.anyio
async def test_an_email_lists_what_waits_with_the_links_of_each(
    engine: Engine, clock: VirtualClock, carrier: Carrier
) -> None:
    await flood(engine)
    await advance_to(engine, clock, START + timedelta(hours=1, seconds=2))
    ((_, letter),) = [taken for taken in carrier.taken if taken[0].to == ANNA]
    assert letter.subject.startswith("3 messages: ")
    assert len(letter.listed) == 3  # the same link is listed once
    text, html = as_text(letter), as_html(letter)
    for part in letter.listed:
        assert part.heading in text
        for button in part.buttons:
            assert button.url in text
            assert button.url.replace("&", "&amp;") in html
    assert not letter.takes_reply
    messages = engine.load(MessagePage(to=ANNA))
    assert [message.status for message in messages] == ["sent"] * 4
    assert len([message for message in messages if message.at_carrier]) == 1


@pytest.mark.anyio
async def test_what_takes_too_long_waits_for_the_next_email(
    engine: Engine, clock: VirtualClock, carrier: Carrier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "LONGEST_JOINING", timedelta(seconds=-1))
    await flood(engine)
    await advance_to(engine, clock, START + timedelta(hours=1, seconds=2))
    assert not [letter for message, letter in carrier.taken if letter.listed]
    monkeypatch.undo()
    await advance_to(engine, clock, START + timedelta(hours=2, seconds=4))
    assert {one.status for one in engine.load(MessagePage(to=ANNA))} == {"sent"}


PARTS = (("link", "E1", "Summer party"), ("waitlisted", "E2", "Picnic"), ("confirmation", "E1", ""))


def together(language: str, *, moved: bool = False) -> Letter:
    """Return one email of three messages about two events, one of which has moved since."""
    kinds = [("changed", "E1", ""), *PARTS] if moved else PARTS
    parts = []
    for kind, event_id, name in kinds:
        sequence = 3 if kind == "changed" else 2
        event = {
            "id": event_id,
            "name": name or "Summer party",
            "language": language,
            "sequence": sequence,
        }
        facts: dict[str, Any] = {"event": event, "position": 3, "changes": ["venue"]}
        parts.append((told(kind, **facts), letter_of(kind, **facts)))
    return combined_letter(parts)


def test_an_email_of_several_messages_says_at_once_what_it_is() -> None:
    begins = {language: together(language) for language in LANGUAGES}
    assert {language: (one.subject, one.heading) for language, one in begins.items()} == {
        "en": ("3 messages: Your link: Summer party", "3 messages for you"),
        "de": ("3 Nachrichten: Dein Link: Summer party", "3 Nachrichten für dich"),
        "fr": ("3 messages : Votre lien : Summer party", "3 messages pour vous"),
        "es": ("3 mensajes: Tu enlace: Summer party", "3 mensajes para ti"),
    }
    assert {language: " ".join(one.paragraphs) for language, one in begins.items()} == {
        "en": "A lot of emails were requested for your address, so these come together in one. "
        "The newest is first, and each has its own links. If you didn't ask for one of them, "
        "you can ignore it.",
        "de": "Für deine Adresse wurden viele E-Mails angefordert. Darum kommen diese zusammen in "
        "einer. Die neueste steht oben, und jede hat ihre eigenen Links. Was du nicht angefordert "
        "hast, kannst du ignorieren.",
        "fr": "Beaucoup d'e-mails ont été demandés pour votre adresse. Ceux-ci sont donc réunis "
        "en un seul. Le plus récent est en premier, et chacun a ses propres liens. Vous pouvez "
        "ignorer ceux que vous n'avez pas demandés.",
        "es": "Se pidieron muchos correos para tu dirección. Por eso estos van juntos en uno. El "
        "más reciente va primero, y cada uno tiene sus propios enlaces. Puedes ignorar los que no "
        "pediste.",
    }


def test_an_email_of_several_messages_reads_whole() -> None:
    assert as_text(together("en")) == snapshot("""\
3 messages for you

A lot of emails were requested for your address, so these come together in one. \
The newest is first, and each has its own links. If you didn't ask for one of them, you can \
ignore it.

* * *

Here is your link, Ada.

What: Summer party
When: Saturday 20 June 2026, 18:00 \N{EN DASH} 21:00 (Berlin time)
Where: The old mill
Seats: 1

Your seat is confirmed.

See your seat:
https://party.example/l/manage

I can't come:
https://party.example/l/cancel

No more reminders or offers:
https://party.example/l/stop

* * *

You're number 3 on the waitlist, Ada.

What: Picnic
When: Saturday 20 June 2026, 18:00 \N{EN DASH} 21:00 (Berlin time)
Where: The old mill
Seats wanted: 1

Every seat is taken just now. When one comes free for you, we'll hold it and email you. \
Until then there is nothing you need to do.

See your place on the waitlist:
https://party.example/l/manage

Leave the waitlist:
https://party.example/l/leave

No more reminders or offers:
https://party.example/l/stop

* * *

You're in, Ada.

What: Summer party
When: Saturday 20 June 2026, 18:00 \N{EN DASH} 21:00 (Berlin time)
Where: The old mill
Seats: 1

Your seat is confirmed, and the date is attached for your calendar.

If you can't come after all, please cancel your seat.

See your seat:
https://party.example/l/manage

I can't come:
https://party.example/l/cancel

No more reminders or offers:
https://party.example/l/stop
""")


def many(number: int, **facts: Any) -> list[tuple[Message, Letter]]:
    """Return so many messages about an event each."""
    found = []
    for count in range(number):
        event = {"id": f"E{count}", "name": f"Party {count} " + "x" * 80, "sequence": 2}
        about = {"event": event, "position": 3, "changes": ["venue"], **facts}
        found.append((told("confirmation", **about), letter_of("confirmation", **about)))
    return found


def test_a_large_email_shows_the_first_messages_whole_and_of_each_other_its_link() -> None:
    listed = combined_letter(many(200)).listed
    assert [bool(one.paragraphs) for one in listed] == [True] * 20 + [False] * 180
    whole, brief = listed[0], listed[-1]
    assert brief.heading == whole.heading
    assert [button.main for button in brief.buttons] == [True]


def test_long_messages_leave_less_room_for_others() -> None:
    long = [
        (one, msgspec.structs.replace(letter, paragraphs=("x" * 9_000,))) for one, letter in many(8)
    ]
    listed = combined_letter(long).listed
    assert [bool(one.paragraphs) for one in listed] == [True] * 3 + [False] * 5


def test_the_largest_email_is_well_under_a_megabyte() -> None:
    long = [
        (one, msgspec.structs.replace(letter, paragraphs=("\u6587" * 1_400,)))
        for one, letter in many(200)
    ]
    for parts in (many(200), long):
        raw = to_mime(parts[0][0], combined_letter(parts), "us@house.test", message_id_domain="x")
        assert len(raw) < 1_000_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_all_that_the_text_of_several_messages_says(language: str) -> None:
    letter = together(language)
    page = " ".join(Shown(as_html(letter)).text.split())
    for part in (letter, *letter.listed):
        for words in (part.heading, *part.paragraphs, *chain.from_iterable(part.details)):
            assert " ".join(words.split()) in page


def test_the_dates_of_all_events_are_attached_each_as_it_stands_now() -> None:
    sent = told("changed", to=ANNA)
    raw = to_mime(sent, together("en", moved=True), "us@house.test", message_id_domain="x.test")
    files = [part for part in message_from_bytes(raw).walk() if part.get_filename()]
    contents = [b64decode(str(file.get_payload())) for file in files]
    dates = [Calendar.from_ical(content).events[0] for content in contents]
    assert [(str(date["uid"]), date["sequence"]) for date in dates] == [("E1.G1@fullhouse", 4)]


@pytest.mark.anyio
async def test_a_message_that_cannot_be_composed_stops_no_other(
    engine: Engine, clock: VirtualClock, carrier: Carrier, monkeypatch: pytest.MonkeyPatch
) -> None:
    await flood(engine)
    compose = engine.composer.letter

    def letter(message: Message) -> Letter:
        if message.to == ANNA and message.scope == "picnic":
            raise ValueError(message.id)
        return compose(message)

    monkeypatch.setattr(engine.composer, "letter", letter)
    await advance_to(engine, clock, START + timedelta(hours=1, seconds=2))
    ((_, sent),) = [taken for taken in carrier.taken if taken[0].to == ANNA]
    assert len(sent.listed) == 2
    (waits,) = engine.load(MessagePage(scope="picnic", to=ANNA))
    assert (waits.status, waits.error) == ("queued", "it could not be put into words")
    await advance_to(engine, clock, START + timedelta(hours=2))
    assert engine.load(MessagePage(scope="picnic", to=ANNA))[0].attempts > 1
