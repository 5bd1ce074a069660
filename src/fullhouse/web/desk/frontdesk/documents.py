"""Rules and voice: two texts that staff write, what the house makes of them, and every version that was in force."""

from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime
from typing import Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditOfSubject
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.letters import Letter
from fullhouse.kernel.records import Get
from fullhouse.kernel.sms import encoding, segment_count
from fullhouse.products.frontdesk.appointments import sample_messages as reminders
from fullhouse.products.frontdesk.shared import documents
from fullhouse.products.frontdesk.shared.documents import (
    Document,
    DocumentName,
    Saved,
    SaveDocument,
)
from fullhouse.products.frontdesk.shared.plain_text import LONGEST_TEXT
from fullhouse.products.frontdesk.shared.rulebook.document import EXAMPLE_RULES, parse_rules
from fullhouse.products.frontdesk.shared.rulebook.model import Money, Rulebook, RuleProblem
from fullhouse.products.frontdesk.shared.voice import (
    EXAMPLE_VOICE,
    REMINDER_SAMPLE,
    SAMPLE,
    Voice,
    parse_voice,
)
from fullhouse.products.frontdesk.waitlist.sample_messages import default_voice, sample_letter
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.audit_text import describe
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.events.lookup import count_of
from fullhouse.web.desk.frontdesk.connections import known_of, outside_of
from fullhouse.web.desk.frontdesk.navigation import keep_section
from fullhouse.web.desk.frontdesk.waitlist import layout
from fullhouse.web.desk.layout import problem

ByPhoneOrMail = Literal["text", "mail"]
PAGE = 100
SHOWN = 20
EXAMPLES: dict[str, str] = {"rules": EXAMPLE_RULES, "voice": EXAMPLE_VOICE}


class DocumentVersion(msgspec.Struct, frozen=True):
    """A text that was put in force: when, and at whose word."""

    number: int
    at: datetime
    by: str
    text: str
    in_force: bool = False


class Preview(msgspec.Struct, frozen=True):
    """How an offer or a reminder would read, as a text with what it costs and as a mail."""

    title: str
    text: str
    parts: int
    alphabet: str
    cost: Money
    mail: Letter


def handler_of(name: DocumentName) -> Callable[[Request], Awaitable[Response]]:
    """Make the page of one of the two documents."""

    @require_session
    async def paper(request: Request) -> Response:
        if request.method != "POST":
            return _opened(request, name)
        form = await request.form()
        text = typed(str(form.get("text", "")))
        if form.get("preview"):
            return _page(request, name, text, documents.problems_of(name, text))
        return await _save(request, name, text, "in_force")

    return paper


def typed(text: str) -> str:
    """Read what was typed, with line ends as we write them."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    return f"{plain}\n" if plain else ""


def _opened(request: Request, name: DocumentName) -> Response:
    """Show the text in force; or what was typed since and could not be put in force; or an example to begin with."""
    engine = dependencies(request).engine
    document = engine.load(Get(Document, (name,)))
    start = request.query_params.get("start", "")
    if start == "example":
        return _page(request, name, EXAMPLES[name], ())
    if document is not None and document.seen and start != "in-force":
        return _page(request, name, document.seen, document.problems)
    return _page(request, name, in_force(engine, name), ())


def in_force(engine: Engine, name: DocumentName) -> str:
    """Return the text in force; where nobody has written one, our own."""
    document = engine.load(Get(Document, (name,)))
    if document is not None:
        return document.text
    return (
        default_voice(layout.book_of(engine).language)
        if name == "voice"
        else documents.DEFAULTS[name]
    )


def is_written(engine: Engine, name: DocumentName) -> bool:
    """Say whether someone has put a text of their own in force."""
    document = engine.load(Get(Document, (name,)))
    return document is not None and document.text != documents.DEFAULTS[name]


async def _save(request: Request, name: DocumentName, text: str, done: str) -> Response:
    engine = dependencies(request).engine
    saved: Saved = await engine.execute(
        SaveDocument(name=name, text=text), request.state.session.by
    )
    if saved.problems:
        return _page(request, name, text, saved.problems, 422)
    return layout.go(request, f"{layout.HOME}/{name}", done=done)


def _page(
    request: Request,
    name: DocumentName,
    text: str,
    problems: tuple[RuleProblem, ...],
    status: int = 200,
) -> Response:
    engine = dependencies(request).engine
    current = in_force(engine, name)
    versions = list(versions_of(engine, name))
    shown = {
        "name": name,
        "text": text,
        "problems": problems,
        "current": current,
        "differs": text.strip() != current.strip(),
        "written": is_written(engine, name),
        "versions": versions[:SHOWN],
        "most": LONGEST_TEXT,
        "placeholders": SAMPLE,
        "reminder_placeholders": REMINDER_SAMPLE,
        "reminder_words": reminders.default_voice(layout.book_of(engine).language),
        "reading": parse_rules(text).rulebook if name == "rules" else None,
        "previews": previews(engine, text) if name == "voice" else (),
        "external": outside_of(request).where(name),
        "trouble": known_of(engine, name).trouble if outside_of(request).where(name) else "",
    }
    return layout.page(request, f"{name}.html", shown, status)


def previews(engine: Engine, text: str) -> tuple[Preview, ...]:
    """Show an offer and reminders in a voice; a template with a problem is shown in our words."""
    book, voice, now = layout.book_of(engine), parse_voice(text).templates, engine.now()
    own = [one.service for one in voice.reminders if one.service]
    offer = _looks("An offer", book, lambda channel: sample_letter(channel, voice, book, now))
    reminder = _looks(
        "A reminder", book, lambda channel: reminders.sample_letter(channel, voice, book, now)
    )
    return offer, reminder, *(_reminder_of(service, voice, book, now) for service in own)


def _reminder_of(service: str, voice: Voice, book: Rulebook, now: datetime) -> Preview:
    return _looks(
        f"A reminder: {service}",
        book,
        lambda channel: reminders.sample_letter(channel, voice, book, now, service),
    )


def _looks(title: str, book: Rulebook, letter: Callable[[ByPhoneOrMail], Letter]) -> Preview:
    told, mail = letter("text"), letter("mail")
    several = segment_count(told.text)
    return Preview(title, told.text, several, encoding(told.text), cost_of(book, several), mail)


def cost_of(book: Rulebook, several: int) -> Money:
    """Say what a text of so many parts costs."""
    return msgspec.structs.replace(book.texts.each, amount=several * book.texts.each.amount)


def versions_of(engine: Engine, name: DocumentName) -> Iterator[DocumentVersion]:
    """Tell every text that was put in force, the newest first."""
    found = [one for one in _lines(engine, name) if one.action == "document_saved"]
    for at, line in enumerate(reversed(found)):
        text = next((str(one.after["text"]) for one in line.entries if "text" in one.after), "")
        yield DocumentVersion(
            line.number, line.at, describe(engine, line).by, text, in_force=at == 0
        )


def _lines(engine: Engine, name: DocumentName) -> Iterator[AuditLine]:
    after = 0
    while page := engine.load(AuditOfSubject(documents.SCOPE, name, after, PAGE)):
        yield from page
        after = page[-1].number


def again_of(name: DocumentName) -> Callable[[Request], Awaitable[Response]]:
    """Make what puts an old version in force again."""

    @require_session
    async def again(request: Request) -> Response:
        engine = dependencies(request).engine
        number = count_of(str((await request.form()).get("version", "")))
        version = next((one for one in versions_of(engine, name) if one.number == number), None)
        if version is None:
            text = "Nothing was changed. Pick one from the list."
            return problem(
                request,
                "There is no such version",
                text,
                404,
                keep_section(request, f"{layout.HOME}/{name}"),
            )
        return await _save(request, name, version.text, "old_in_force")

    return again


ROUTES = [
    Route(f"{layout.HOME}/rules", handler_of("rules"), methods=["GET", "POST"]),
    Route(f"{layout.HOME}/rules/again", again_of("rules"), methods=["POST"]),
    Route(f"{layout.HOME}/voice", handler_of("voice"), methods=["GET", "POST"]),
    Route(f"{layout.HOME}/voice/again", again_of("voice"), methods=["POST"]),
]
