"""Second reading of a mail by a model, in its own thread and within a time limit."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial

import msgspec

from fullhouse.inbound.extraction.request_text import request_in
from fullhouse.inbound.llm.field_extraction import ExtractionInput, improve_fields
from fullhouse.inbound.llm.port import PATIENCE_SECONDS, LanguageModel
from fullhouse.inbound.mail.reader import ReadMail
from fullhouse.products.frontdesk.shared.proposals import ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

log = logging.getLogger(__name__)


class MailToRead(msgspec.Struct, frozen=True):
    """A mail as the rules have read it: the time, the rules, and the addresses of staff."""

    reading: ReadMail
    book: Rulebook
    now: datetime
    staff: frozenset[str]
    wanted: tuple[str, ...]


class SecondReader:
    """Asks the model, if there is one, for fields that the rules left open in a mail."""

    def __init__(self, scribe: LanguageModel | None, seconds: float = PATIENCE_SECONDS) -> None:
        """Set the model; one mail is read at a time and delays no mail without a second reading."""
        self.scribe = scribe
        self.seconds = seconds
        self._readers = ThreadPoolExecutor(1, "scribe")

    async def better(
        self, fields: tuple[ProposedField, ...], mailed: MailToRead
    ) -> tuple[ProposedField, ...]:
        """Return the fields with those that a model found in time."""
        if self.scribe is None:
            return fields
        work = partial(self._read, fields, mailed)
        try:
            async with asyncio.timeout(self.seconds):
                return await asyncio.get_running_loop().run_in_executor(self._readers, work)
        except TimeoutError:
            log.info(
                "fields stay as the rules read them",
                extra={"facts": {"why": "the model is too slow"}},
            )
            return fields

    def _read(
        self, fields: tuple[ProposedField, ...], mailed: MailToRead
    ) -> tuple[ProposedField, ...]:
        try:
            request = request_in(mailed.reading, mailed.book, mailed.now, mailed.staff)
            shown = tuple(one for one in request.passages if not one.beside_orders)
            asking = ExtractionInput(
                shown, mailed.book, mailed.wanted, mailed.staff, request.own_domain
            )
            return improve_fields(fields, asking, self.scribe)
        except Exception:  # a mail is proposed to staff even if its second reading fails
            log.exception("a mail could not be read a second time")
            return fields

    def close(self) -> None:
        """Cancel all readings that have not begun."""
        self._readers.shutdown(wait=False, cancel_futures=True)
