"""Pages of the two documents, rules and voice, with previews and every saved version."""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from datetime import datetime
from typing import Any

import msgspec
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fullhouse.engine.core import Engine
from fullhouse.engine.ports import AuditOfSubject
from fullhouse.inbound.rules_in_use import (
    InUse,
    Renaming,
    dropped,
    lacking,
    new_names,
    rename,
    take_back,
    usage_mark,
)
from fullhouse.kernel.audit import AuditLine
from fullhouse.kernel.records import Get
from fullhouse.locale.current import gettext
from fullhouse.products.frontdesk.refill.removal_questions import MOST_NAMED
from fullhouse.products.frontdesk.shared import documents
from fullhouse.products.frontdesk.shared.documents import (
    Document,
    DocumentName,
    Saved,
    SaveDocument,
)
from fullhouse.products.frontdesk.shared.our_voice import offer_voice, reminder_voice
from fullhouse.products.frontdesk.shared.plain_text import LONGEST_TEXT
from fullhouse.products.frontdesk.shared.rulebook.document import EXAMPLE_RULES, parse_rules
from fullhouse.products.frontdesk.shared.rulebook.model import (
    USUAL_REMINDERS,
    FormerName,
    Rulebook,
    RuleProblem,
)
from fullhouse.products.frontdesk.shared.samples import SAMPLE_NAME
from fullhouse.products.frontdesk.shared.voice import EXAMPLE_VOICE
from fullhouse.web.dependencies import dependencies
from fullhouse.web.desk.audit_text import describe
from fullhouse.web.desk.auth import require_session
from fullhouse.web.desk.events.lookup import count_of
from fullhouse.web.desk.frontdesk.connections import holidays_of, known_of, outside_of
from fullhouse.web.desk.frontdesk.navigation import keep_section
from fullhouse.web.desk.frontdesk.previews import inserts, previews
from fullhouse.web.desk.frontdesk.waitlist import layout
from fullhouse.web.desk.layout import problem

PAGE = 100
SHOWN = 20
EXAMPLES: dict[str, str] = {"rules": EXAMPLE_RULES, "voice": EXAMPLE_VOICE}


class DocumentVersion(msgspec.Struct, frozen=True):
    """A saved text: when it was saved, and by whom."""

    number: int
    at: datetime
    by: str
    text: str
    in_force: bool = False


def handler_of(name: DocumentName) -> Callable[[Request], Awaitable[Response]]:
    """Return the handler of one of the two documents."""

    @require_session
    async def document_page(request: Request) -> Response:
        if request.method != "POST":
            return await _opened(request, name)
        form = await request.form()
        text = typed_document(str(form.get("text", "")))
        if form.get("preview"):
            return await _page(request, name, text, documents.problems_of(name, text))
        return await _save(request, name, text, "in_force")

    return document_page


def typed_document(text: str) -> str:
    """Return the typed text with plain line ends."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    return f"{plain}\n" if plain else ""


async def _opened(request: Request, name: DocumentName) -> Response:
    """Show the text in force, a later one that had problems, or an example to begin with."""
    engine = dependencies(request).engine
    document = engine.load(Get(Document, (name,)))
    start = request.query_params.get("start", "")
    if start == "example":
        return await _page(request, name, EXAMPLES[name], ())
    if document is not None and document.seen and start != "in-force":
        return await _page(request, name, document.seen, _of_lines(document.problems))
    return await _page(request, name, in_force(engine, name), ())


def _of_lines(problems: tuple[RuleProblem, ...]) -> tuple[RuleProblem, ...]:
    """Return the problems of lines, without doubts about what is in use."""
    return tuple(problem for problem in problems if problem.line)


def in_force(engine: Engine, name: DocumentName) -> str:
    """Return the text in force; our own if staff have not written one."""
    document = engine.load(Get(Document, (name,)))
    if document is not None and document.source != "setup":
        return document.text
    return _default(engine, name)


def _default(engine: Engine, name: DocumentName) -> str:
    """Return our own text, in the language of the business."""
    if name == "voice":
        return offer_voice(layout.book_of(engine).language)
    return documents.DEFAULTS[name]


def is_written(engine: Engine, name: DocumentName) -> bool:
    """Return True if staff have saved a text of their own."""
    document = engine.load(Get(Document, (name,)))
    if document is None or document.source == "setup":
        return False
    return document.text != _default(engine, name)


async def _save(request: Request, name: DocumentName, text: str, done: str) -> Response:
    engine, by, form = dependencies(request).engine, request.state.session.by, await request.form()
    found = await _in_use(engine, name, text)
    renamings = _renamings(found, form, parse_rules(text).rulebook)
    renamed = tuple(renaming.former for renaming in renamings)
    if renamed:
        found = await _in_use(engine, name, text, renamed)
    asked = dropped(found, layout.book_of(engine))
    if asked and form.get("confirmed") != usage_mark(asked):
        return await _page(request, name, text, (), 409, renamings)
    # Nothing is looked at by the new rules before everyone has the new names.
    command = SaveDocument(name=name, text=text, renamed=renamed)
    saved: Saved = await engine.execute_step(command, by)
    if saved.problems:
        return await _page(request, name, text, saved.problems, 422)
    if await rename(engine, renamings, by):
        done = "not_all_renamed"
    await take_back(engine, asked, renamings, by)
    await engine.settle()
    return layout.go(request, f"{layout.HOME}/{name}", done=done)


async def _in_use(
    engine: Engine, name: DocumentName, text: str, renamed: Iterable[FormerName] = ()
) -> list[InUse]:
    """Find what is in use and not in a text of the rules that can be understood."""
    if name != "rules" or documents.problems_of(name, text):
        return []
    return await lacking(engine, layout.book_of(engine), parse_rules(text).rulebook, renamed)


def _renamings(found: list[InUse], form: FormData, book: Rulebook) -> list[Renaming]:
    """Read which names have another name now."""
    renamings = []
    for one in found:
        name = str(form.get(one.field, ""))
        if name in new_names(one, book):
            renamings.append(Renaming(one, name))
    return renamings


async def _page(
    request: Request,
    name: DocumentName,
    text: str,
    problems: tuple[RuleProblem, ...],
    status: int = 200,
    renamings: Iterable[Renaming] = (),
) -> Response:
    engine = dependencies(request).engine
    current = in_force(engine, name)
    versions = list(versions_of(engine, name))
    shown = {
        **await _question(engine, name, text, renamings),
        "name": name,
        "text": text,
        "problems": problems,
        "current": current,
        "differs": text.strip() != current.strip(),
        "written": is_written(engine, name),
        "versions": versions[:SHOWN],
        "most": LONGEST_TEXT,
        "reader": SAMPLE_NAME,
        "inserts": tuple(inserts(engine)) if name == "voice" else (),
        "reminder_words": reminder_voice(layout.book_of(engine).language),
        "usual_reminders": USUAL_REMINDERS,
        "reading": parse_rules(text).rulebook if name == "rules" else None,
        "holidays": holidays_of(engine) if name == "rules" else None,
        "previews": previews(engine, text) if name == "voice" else (),
        "external": outside_of(request).where(name),
        "trouble": known_of(engine, name).trouble if outside_of(request).where(name) else "",
    }
    return layout.page(request, f"{name}.html", shown, status)


async def _question(
    engine: Engine, name: DocumentName, text: str, renamings: Iterable[Renaming]
) -> dict[str, Any]:
    """Return what is in use and not in a text, and what staff are asked about it."""
    chosen = {renaming.one.field: renaming for renaming in renamings}
    renamed = [renaming.former for renaming in chosen.values()]
    found = await _in_use(engine, name, text, renamed)
    asked = dropped(found, layout.book_of(engine))
    return {
        "in_use": found,
        "asked": usage_mark(asked) if asked else "",
        "takes_back": any(one.slots for one in asked),
        "new_names": new_names,
        "may_be_renamed": any(new_names(one, parse_rules(text).rulebook) for one in asked),
        "renamed": {field: renaming.name for field, renaming in chosen.items()},
        "most_named": MOST_NAMED,
    }


def versions_of(engine: Engine, name: DocumentName) -> Iterator[DocumentVersion]:
    """Yield every saved text, the newest first."""
    saved = [line for line in _lines(engine, name) if line.action == "document_saved"]
    for at, line in enumerate(reversed(saved)):
        by, text = describe(engine, line).by, _saved_text(line)
        yield DocumentVersion(line.number, line.at, by, text, in_force=at == 0)


def _saved_text(line: AuditLine) -> str:
    for change in line.entries:
        if "text" in change.after:
            return str(change.after["text"])
    return ""


def _lines(engine: Engine, name: DocumentName) -> Iterator[AuditLine]:
    after = 0
    while page := engine.load(AuditOfSubject(documents.SCOPE, name, after, PAGE)):
        yield from page
        after = page[-1].number


def again_of(name: DocumentName) -> Callable[[Request], Awaitable[Response]]:
    """Return the handler that saves an old version again."""

    @require_session
    async def again(request: Request) -> Response:
        engine = dependencies(request).engine
        number = count_of(str((await request.form()).get("version", "")))
        versions = versions_of(engine, name)
        version = next((saved for saved in versions if saved.number == number), None)
        if version is None:
            return problem(
                request,
                gettext("There is no such version"),
                gettext("Nothing was changed. Pick one from the list."),
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
