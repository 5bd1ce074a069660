"""The two documents over the API: read what is in force, and put a new text in force if all of it is understood."""

from collections.abc import Awaitable, Callable

from fullhouse.engine.core import Engine
from fullhouse.inbound.forms.event_json import decode
from fullhouse.inbound.forms.waitlist_schema import DocumentText
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.documents import (
    DEFAULTS,
    Document,
    DocumentName,
    Saved,
    SaveDocument,
)
from fullhouse.products.frontdesk.shared.rulebook.model import RuleProblem
from fullhouse.web.api.endpoint import ApiCall, Endpoint, NonDefaultResponse
from fullhouse.web.api.waitlist_schema import DocumentOut, RefusedText
from fullhouse.web.errors import Error, ErrorDetail


def show(engine: Engine, name: DocumentName) -> DocumentOut:
    """Put a document into the API's words."""
    document = engine.load(Get(Document, (name,)))
    if document is None:
        return DocumentOut(text=DEFAULTS[name], version=0, source=None, saved_at=None, refused=None)
    refused = (
        RefusedText(text=document.seen, problems=list(document.problems))
        if document.problems
        else None
    )
    return DocumentOut(
        text=document.text,
        version=document.version,
        source=document.source,
        saved_at=document.saved_at,
        refused=refused,
    )


def _refusal(name: DocumentName, problems: tuple[RuleProblem, ...]) -> Error:
    lines = " ".join(f"Line {one.line}: {one.reason}" for one in problems)
    sentence = (
        f"Some of the {name} cannot be understood, so the last good text stays in force. {lines}"
    )
    return Error(
        ErrorDetail(code="not_understood", message=sentence, field="text", problems=problems)
    )


def _shows(name: DocumentName) -> Callable[[ApiCall], Awaitable[DocumentOut]]:
    async def handle(call: ApiCall) -> DocumentOut:
        return show(call.engine, name)

    return handle


def _saves(name: DocumentName) -> Callable[[ApiCall], Awaitable[DocumentOut | NonDefaultResponse]]:
    async def handle(call: ApiCall) -> DocumentOut | NonDefaultResponse:
        text = decode(call.body, DocumentText).text
        saved: Saved = await call.engine.execute(
            SaveDocument(name=name, text=text, source="api"), call.by
        )
        return (
            NonDefaultResponse(422, _refusal(name, saved.problems))
            if saved.problems
            else show(call.engine, name)
        )

    return handle


def _endpoints(name: DocumentName, what: str) -> list[Endpoint]:
    return [
        Endpoint(
            method="GET",
            path=f"/{name}",
            does=f"Show the {name}: {what}.",
            handle=_shows(name),
            answer=DocumentOut,
        ),
        Endpoint(
            method="PUT",
            path=f"/{name}",
            does=f"Put new {name} in force, if all of it can be understood; each line that cannot is named.",
            handle=_saves(name),
            body=DocumentText,
            answer=DocumentOut,
        ),
    ]


DOCUMENTS = [
    *_endpoints("rules", "services, order, windows and hours, as people write them"),
    *_endpoints("voice", "what an offer says, as a text and as a mail"),
]
