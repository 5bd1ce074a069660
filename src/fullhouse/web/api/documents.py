"""The rules and voice documents over the API: show, and save if fully understood."""

from collections.abc import Awaitable, Callable

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.event_json import decode
from fullhouse.inbound.forms.waitlist_schema import DocumentText
from fullhouse.inbound.rules_in_use import with_doubts
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.documents import (
    DEFAULTS,
    Document,
    DocumentName,
    Saved,
    SaveDocument,
)
from fullhouse.products.frontdesk.shared.our_voice import offer_voice
from fullhouse.products.frontdesk.shared.rulebook.model import RuleProblem
from fullhouse.web.api.endpoint import ApiCall, Endpoint, NonDefaultResponse
from fullhouse.web.api.waitlist_schema import DocumentOut, RefusedText
from fullhouse.web.errors import Error, ErrorDetail
from fullhouse.web.links import rules_of


def show(engine: Engine, name: DocumentName) -> DocumentOut:
    """Return the schema of a document."""
    document = engine.load(Get(Document, (name,)))
    if document is None:
        text = offer_voice(rules_of(engine).language) if name == "voice" else DEFAULTS[name]
        return DocumentOut(text=text, version=0, source=None, saved_at=None, refused=None)
    refused = None
    if document.problems:
        refused = RefusedText(text=document.seen, problems=list(document.problems))
    return DocumentOut(
        text=document.text,
        version=document.version,
        source=document.source,
        saved_at=document.saved_at,
        refused=refused,
    )


def _refusal(name: DocumentName, problems: tuple[RuleProblem, ...]) -> Error:
    lines = " ".join(f"Line {problem.line}: {problem.reason}" for problem in problems)
    sentence = (
        f"Some of the {name} cannot be understood, so the last good text stays in force. {lines}"
    )
    return Error(
        ErrorDetail(code="not_understood", message=sentence, field="text", problems=problems)
    )


def _in_use(problems: tuple[RuleProblem, ...]) -> Error:
    reasons = " ".join(problem.reason for problem in problems)
    sentence = f"The text waits for staff, and the last one stays in force. {reasons}"
    return Error(ErrorDetail(code="in_use", message=sentence, field="text", problems=problems))


def _show_handler(name: DocumentName) -> Callable[[ApiCall], Awaitable[DocumentOut]]:
    async def handle(call: ApiCall) -> DocumentOut:
        return show(call.engine, name)

    return handle


def _save_handler(
    name: DocumentName,
) -> Callable[[ApiCall], Awaitable[DocumentOut | NonDefaultResponse]]:
    async def handle(call: ApiCall) -> DocumentOut | NonDefaultResponse:
        text = decode(call.body, DocumentText).text
        command = SaveDocument(name=name, text=text, source="api")
        saved: Saved = await call.engine.execute(await with_doubts(call.engine, command), call.by)
        if any(not problem.line for problem in saved.problems):
            return NonDefaultResponse(409, _in_use(saved.problems))
        if saved.problems:
            return NonDefaultResponse(422, _refusal(name, saved.problems))
        return show(call.engine, name)

    return handle


# Rules that lack what is in use wait for staff.
REFUSALS = {"rules": (409,)}


def _endpoints(name: DocumentName, what: str) -> list[Endpoint]:
    return [
        Endpoint(
            method="GET",
            path=f"/{name}",
            does=f"Show the {name}: {what}.",
            handle=_show_handler(name),
            answer=DocumentOut,
        ),
        Endpoint(
            method="PUT",
            path=f"/{name}",
            does=(
                f"Put new {name} in force, if all of it can be understood; "
                "each line that cannot is named."
            ),
            handle=_save_handler(name),
            body=DocumentText,
            answer=DocumentOut,
            refusals=REFUSALS.get(name, ()),
        ),
    ]


DOCUMENTS = [
    *_endpoints("rules", "services, order, windows and hours, as people write them"),
    *_endpoints("voice", "what an offer says, as a text and as a mail"),
]
