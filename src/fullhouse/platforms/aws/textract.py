"""Text of scans and photos by Amazon Textract, which reads a mail's file in the background.

The file for Textract is stored beside its mail, under `parts/`, and so is the text once read.
"""

import hashlib
import logging
import re
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from fullhouse.engine.ports import Reader, Unreadable
from fullhouse.inbound.attachments.document import LATER
from fullhouse.inbound.attachments.file_types import PICTURES
from fullhouse.inbound.attachments.images import count_pages, in_lines
from fullhouse.inbound.attachments.limits import DAMAGED, LONGEST_RAW
from fullhouse.inbound.attachments.pdf import ScannedPage
from fullhouse.inbound.attachments.sandbox import SandboxedReader, child_of
from fullhouse.platforms.aws.clients import client
from fullhouse.platforms.aws.config import Deployment
from fullhouse.platforms.aws.files import S3Files

log = logging.getLogger(__name__)
SERVICE = "textract"
SHELF = "parts/"
PART = re.compile(r"parts/(?P<mail>.+)/(?P<digest>[0-9a-f]{32})\.(pdf|png|jpeg|tiff)", re.ASCII)
DIGEST = 32
LONGEST_TOKEN = 64
SEEN = frozenset({"png", "jpeg", "tiff"})
MOST_BLOCKS = 1000  # in one answer
MOST_ANSWERS = 100
LEAST_SURE = 50.0

OTHER_PICTURE = "This kind of picture is not read here. Ask for a JPEG."
NOT_NOW = "It could not be handed over to be read. Open the mail to see it."
NOT_READ = "It could not be read: it may be damaged, or need a password."
NOT_ALL = "Not all of its pages could be read."
# Errors of Textract that are about the file.
GONE = "InvalidJobIdException"
OF_THE_FILE = frozenset(
    {"BadDocumentException", "DocumentTooLargeException", "UnsupportedDocumentException"}
)


class TextractText(msgspec.Struct, frozen=True):
    """Text that Textract read of a file, and the problem if it is not all."""

    text: str = ""
    problem: str = ""


class Notified(msgspec.Struct, frozen=True):
    """Topic for the notices of Textract, and the role to publish them."""

    topic: str
    role: str


class Textract:
    """Starts jobs of Textract and fetches their texts. `service` is botocore's client."""

    def __init__(
        self,
        files: S3Files,
        notified: Notified,
        apart: Reader,
        service: Any = None,  # noqa: ANN401 - made by botocore
    ) -> None:
        """Use the bucket of a front desk's mail; `apart` reads files that are no pictures."""
        self.files, self.apart = files, apart
        self._notified = notified
        self._service = service

    def reader_of(self, mark: str, mail: str) -> Reader:
        """Return the reader for the attachments of one mail."""
        return _OfMail(self, mark, mail)

    def see(self, pages: bytes, name: str, mark: str) -> TextractText:
        """Return the text of a file, or start a job; a second call starts no second one."""
        known = self.files.read(f"{name.rpartition('.')[0]}.json")
        if known is not None:
            return msgspec.json.decode(known, type=TextractText)
        self.files.keep(name, pages)
        return self._start(name, mark)

    def _start(self, name: str, mark: str) -> TextractText:
        from botocore.exceptions import BotoCoreError, ClientError

        token = hashlib.sha256(f"{mark}{name}".encode()).hexdigest()[:LONGEST_TOKEN]
        try:
            self._client().start_document_text_detection(
                DocumentLocation={"S3Object": {"Bucket": self.files.bucket, "Name": name}},
                ClientRequestToken=token,
                JobTag=mark,
                NotificationChannel={
                    "SNSTopicArn": self._notified.topic,
                    "RoleArn": self._notified.role,
                },
            )
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") in OF_THE_FILE:
                return TextractText(problem=NOT_READ)
            log.exception("a file could not be handed over to be read")
            return TextractText(problem=NOT_NOW)
        except BotoCoreError:
            log.exception("a file could not be handed over to be read")
            return TextractText(problem=NOT_NOW)
        return TextractText(problem=LATER)

    def fetch(self, job: str) -> TextractText | None:
        """Return the text of a job; None while it runs. Old jobs are gone and give a problem."""
        from botocore.exceptions import ClientError

        try:
            return self._fetched(job)
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") != GONE:
                raise
            return TextractText(problem=NOT_READ)

    def _fetched(self, job: str) -> TextractText | None:
        status: Status = "IN_PROGRESS"
        blocks: list[Block] = []
        for answer in self._answers(job):
            status = answer.job_status
            blocks += [
                block
                for block in answer.blocks
                if block.block_type == "LINE" and block.confidence >= LEAST_SURE
            ]
            if sum(len(block.text) for block in blocks) > LONGEST_RAW:
                break
        if status == "IN_PROGRESS":
            return None
        problem = {"FAILED": NOT_READ, "PARTIAL_SUCCESS": NOT_ALL}.get(status, "")
        return TextractText(_text(blocks), problem)

    def _answers(self, job: str) -> Iterator["Answer"]:
        asked: dict[str, Any] = {"JobId": job, "MaxResults": MOST_BLOCKS}
        for _ in range(MOST_ANSWERS):
            answer = msgspec.convert(self._client().get_document_text_detection(**asked), Answer)
            yield answer
            if not answer.next_token:
                return
            asked["NextToken"] = answer.next_token

    def _client(self) -> Any:  # noqa: ANN401 - made by botocore
        return self._service or client(SERVICE, patience=8)


class _OfMail:
    """Reader of one mail's attachments: text of files at once, scans later."""

    def __init__(self, textract: Textract, mark: str, mail: str) -> None:
        """Read the attachments of this mail."""
        self._textract, self._mark, self._mail = textract, mark, mail

    def read(self, content: bytes, kind: str, /) -> str:
        """Return the text of a file, or raise `Unreadable`, also while it is being read."""
        pages, left = self._pages(content, kind)
        name = f"{SHELF}{self._mail}/{hashlib.sha256(content).hexdigest()[:DIGEST]}.{kind}"
        if isinstance(pages, str):
            return pages
        seen = self._textract.see(pages, name, self._mark)
        if seen.problem or left:
            raise Unreadable(seen.problem or left, seen.text)
        return seen.text

    def _pages(self, content: bytes, kind: str) -> tuple[bytes | str, str]:
        """Return the pages for Textract with the problem of the others, or the text itself."""
        if kind not in PICTURES:
            try:
                return self._textract.apart.read(content, kind), ""
            except ScannedPage as unseen:
                return unseen.pages, unseen.left
        if kind not in SEEN:
            raise Unreadable(OTHER_PICTURE)
        if kind == "tiff":
            count_pages(content)
        if not content:
            raise Unreadable(DAMAGED)
        return content, ""


Status = Literal["IN_PROGRESS", "SUCCEEDED", "FAILED", "PARTIAL_SUCCESS"]


class BoundingBox(msgspec.Struct, frozen=True, rename="pascal"):
    """Position on a page, as fractions of the page."""

    top: float = 0.0
    left: float = 0.0
    height: float = 0.0


class Geometry(msgspec.Struct, frozen=True, rename="pascal"):
    """Position of a block."""

    bounding_box: BoundingBox = BoundingBox()


class Block(msgspec.Struct, frozen=True, rename="pascal"):
    """A page, a line or a word."""

    block_type: str = ""
    text: str = ""
    confidence: float = 0.0
    page: int = 1
    geometry: Geometry = Geometry()


class Answer(msgspec.Struct, frozen=True, rename="pascal"):
    """One of several answers about a file."""

    job_status: Status = "IN_PROGRESS"
    blocks: tuple[Block, ...] = ()
    next_token: str = ""


def _text(blocks: list[Block]) -> str:
    """Return the text of the blocks, page by page."""
    pages: dict[int, list[Block]] = {}
    for block in sorted(blocks, key=lambda block: block.page):
        pages.setdefault(block.page, []).append(block)
    return "\n\n".join(in_lines(map(_place, page)) for page in pages.values())


def _place(block: Block) -> tuple[float, float, float, str]:
    box = block.geometry.bounding_box
    return box.top, box.top + box.height, box.left, block.text


MEMORY_MB = 240  # of the 512 that the function has
CHILD = child_of("fullhouse.platforms.aws.pdf_worker", MEMORY_MB)


def textract_of(files: S3Files, place: Deployment, product: str) -> Textract:
    """Return the reader of a front desk, `wl` or `ar`; each has its own topic and role."""
    notified = Notified(place.topic(f"{product}-documents-read"), place.role(f"{product}-textract"))
    return Textract(files, notified, SandboxedReader(CHILD))
