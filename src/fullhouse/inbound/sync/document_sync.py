"""Rules and voice that staff write elsewhere, in a Markdown file or a Google Doc.

They are read after a change. A text with a line that cannot be understood is noted with its
problems; the last good one stays in force.
"""

import asyncio
import hashlib
from os import fstat
from pathlib import Path
from time import sleep
from typing import Literal, Protocol

from msgspec.structs import replace

from fullhouse.engine.core import Engine
from fullhouse.inbound.google.account import GoogleDown
from fullhouse.inbound.google.client import GoogleClient
from fullhouse.inbound.google.drive import text_of, version_of
from fullhouse.inbound.rules_in_use import with_doubts
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.shared.documents import DocumentName, Saved, SaveDocument
from fullhouse.products.frontdesk.shared.external_sources import ExternalSource, SaveSourceState
from fullhouse.products.frontdesk.shared.plain_text import LONGEST_TEXT

BY = "document"
SAVED_WITHIN = 0.3
BEING_SAVED = "{name} is being saved just now. It is read again in a moment."
EMPTY = "It is empty. The last good version stays in force."
TOO_LONG = f"It is longer than {LONGEST_TEXT:,} characters. The last good version stays in force."


class DocumentDown(Exception):
    """A document cannot be read just now; `reason` is a sentence for staff."""

    def __init__(self, reason: str) -> None:
        """Keep the reason."""
        super().__init__(reason)
        self.reason = reason


class DocumentSource(Protocol):
    """A text of an outside source."""

    source: Literal["file", "google"]

    def version(self) -> str:
        """Return the current version; cheap, because it is asked often."""

    def text(self) -> str:
        """Return all of the text."""


class FileDocument:
    """A text file; the digest of its bytes is its version."""

    source: Literal["file", "google"] = "file"

    def __init__(self, path: Path, pause: float = SAVED_WITHIN) -> None:
        """Read the file at a path; it must stay unchanged for this many seconds."""
        self.path, self.pause = path, pause

    def version(self) -> str:
        return hashlib.sha256(self._bytes()).hexdigest()

    def text(self) -> str:
        """Read it twice, because half-saved rules might be understood as well."""
        content = self._bytes()
        sleep(self.pause)
        if self._bytes() != content:
            raise self._being_saved()
        return content.decode("utf-8-sig", "replace")

    def _bytes(self) -> bytes:
        try:
            with self.path.open("rb") as file:
                before, content, after = fstat(file.fileno()), file.read(), fstat(file.fileno())
        except OSError as error:
            reason = (error.strerror or "the system refuses").lower()
            raise DocumentDown(f"{self.path.name} cannot be read: {reason}.") from error
        if (before.st_mtime_ns, before.st_size) != (after.st_mtime_ns, after.st_size):
            raise self._being_saved()
        return content

    def _being_saved(self) -> DocumentDown:
        return DocumentDown(BEING_SAVED.format(name=self.path.name))


class GoogleDocument:
    """A Google Doc that is shared with our service account."""

    source: Literal["file", "google"] = "google"

    def __init__(self, client: GoogleClient, document_id: str) -> None:
        """Read the document with this id."""
        self.client, self.document_id = client, document_id

    def version(self) -> str:
        try:
            return version_of(self.client, self.document_id)
        except GoogleDown as down:
            raise DocumentDown(down.reason) from down

    def text(self) -> str:
        try:
            return text_of(self.client, self.document_id)
        except GoogleDown as down:
            raise DocumentDown(down.reason) from down


class DocumentSync:
    """Takes over one of the two documents from an outside source."""

    def __init__(
        self, engine: Engine, name: DocumentName, paper: DocumentSource, where: str
    ) -> None:
        """Read a document from a source; `where` says where it is edited."""
        self.engine, self.name, self.paper, self.where = engine, name, paper, where

    async def run(self) -> Saved | None:
        """Save the text if it changed; None if it did not, or it cannot be read."""
        known = self.engine.load(Get(ExternalSource, (self.name,))) or ExternalSource(id=self.name)
        try:
            version = await asyncio.to_thread(self.paper.version)
            if (known.where, known.version) == (self.where, version):
                await self._keep(replace(known, trouble="", trouble_at=None))
                return None
            text = tidy(await asyncio.to_thread(self.paper.text))
        except DocumentDown as down:
            await self._keep(self._in_trouble(known, down.reason))
            return None
        saved: Saved = await self.engine.execute_step(
            await with_doubts(
                self.engine, SaveDocument(name=self.name, text=text, source=self.paper.source)
            ),
            BY,
        )
        seen = replace(known, where=self.where, version=version, seen_at=self.engine.now())
        await self._keep(replace(seen, items=len(text.splitlines()), trouble="", trouble_at=None))
        return saved

    def _in_trouble(self, known: ExternalSource, reason: str) -> ExternalSource:
        return replace(known, trouble=reason, trouble_at=known.trouble_at or self.engine.now())

    async def _keep(self, external: ExternalSource) -> None:
        await self.engine.execute_step(SaveSourceState(external=external), BY)


def tidy(text: str) -> str:
    """Return a text in the form of stored documents; raise if it is empty or far too long."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not plain:
        raise DocumentDown(EMPTY)
    if len(plain) > LONGEST_TEXT:
        raise DocumentDown(TOO_LONG)
    return f"{plain}\n"
