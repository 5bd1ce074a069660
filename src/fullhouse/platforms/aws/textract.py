"""Text out of scans and photos by Amazon Textract, which takes its time: a mail's file is handed over, and read later.

What is handed over lies beside its mail, under `parts/`, and so does what was read: whoever looks again finds it.
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
from fullhouse.platforms.aws.config import Place
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
# What Textract says of a file and not of itself.
GONE = "InvalidJobIdException"
OF_THE_FILE = frozenset(
    {"BadDocumentException", "DocumentTooLargeException", "UnsupportedDocumentException"}
)


class TextractText(msgspec.Struct, frozen=True):
    """What Textract read of a file, and why not all of it."""

    text: str = ""
    problem: str = ""


class Notified(msgspec.Struct, frozen=True):
    """Whom Textract tells that it is done, and under which role."""

    topic: str
    role: str


class Textract:
    """Hands over what has to be seen, and fetches what was read. `service` is botocore's client."""

    def __init__(
        self,
        files: S3Files,
        notified: Notified,
        apart: Reader,
        service: Any = None,  # noqa: ANN401
    ) -> None:
        """Stand on the bucket of a front desk's mail; `apart` opens what is no picture."""
        self.files, self.apart = files, apart
        self._notified = notified
        self._service = service

    def reader_of(self, mark: str, mail: str) -> Reader:
        """Return the reader for what is attached to one mail."""
        return _OfMail(self, mark, mail)

    def see(self, pages: bytes, name: str, mark: str) -> TextractText:
        """Return what was read of a file, or hand it over; twice is once."""
        known = self.files.read(f"{name.rpartition('.')[0]}.json")
        if known is not None:
            return msgspec.json.decode(known, type=TextractText)
        self.files.keep(name, pages)
        return self._handed_over(name, mark)

    def _handed_over(self, name: str, mark: str) -> TextractText:
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            self._asked().start_document_text_detection(
                DocumentLocation={"S3Object": {"Bucket": self.files.bucket, "Name": name}},
                ClientRequestToken=hashlib.sha256(f"{mark}{name}".encode()).hexdigest()[
                    :LONGEST_TOKEN
                ],
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
        """Fetch what was read; nothing while it is still being read. What lay too long is not there any more."""
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
                one
                for one in answer.blocks
                if one.block_type == "LINE" and one.confidence >= LEAST_SURE
            ]
            if sum(len(one.text) for one in blocks) > LONGEST_RAW:
                break
        if status == "IN_PROGRESS":
            return None
        return TextractText(
            _text(blocks), {"FAILED": NOT_READ, "PARTIAL_SUCCESS": NOT_ALL}.get(status, "")
        )

    def _answers(self, job: str) -> Iterator["Answer"]:
        asked: dict[str, Any] = {"JobId": job, "MaxResults": MOST_BLOCKS}
        for _ in range(MOST_ANSWERS):
            answer = msgspec.convert(self._asked().get_document_text_detection(**asked), Answer)
            yield answer
            if not answer.next_token:
                return
            asked["NextToken"] = answer.next_token

    def _asked(self) -> Any:  # noqa: ANN401 - made by botocore
        return self._service or client(SERVICE, patience=8)


class _OfMail:
    """Reads what is attached to one mail: what a file says by itself at once, all else later."""

    def __init__(self, textract: Textract, mark: str, mail: str) -> None:
        """Remember which mail."""
        self._textract, self._mark, self._mail = textract, mark, mail

    def read(self, content: bytes, kind: str, /) -> str:
        """Return the text of a file, or raise `Unreadable`: also if it is only being read."""
        pages, left = self._pages(content, kind)
        name = f"{SHELF}{self._mail}/{hashlib.sha256(content).hexdigest()[:DIGEST]}.{kind}"
        if isinstance(pages, str):
            return pages
        seen = self._textract.see(pages, name, self._mark)
        if seen.problem or left:
            raise Unreadable(seen.problem or left, seen.text)
        return seen.text

    def _pages(self, content: bytes, kind: str) -> tuple[bytes | str, str]:
        """Return what has to be seen, with what is left of it; or the text, where that stands there."""
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
    """Where something stands on its page, in parts of the page."""

    top: float = 0.0
    left: float = 0.0
    height: float = 0.0


class Geometry(msgspec.Struct, frozen=True, rename="pascal"):
    """Where something stands."""

    bounding_box: BoundingBox = BoundingBox()


class Block(msgspec.Struct, frozen=True, rename="pascal"):
    """Something that was seen: a page, a line, a word."""

    block_type: str = ""
    text: str = ""
    confidence: float = 0.0
    page: int = 1
    geometry: Geometry = Geometry()


class Answer(msgspec.Struct, frozen=True, rename="pascal"):
    """One answer of several about a file."""

    job_status: Status = "IN_PROGRESS"
    blocks: tuple[Block, ...] = ()
    next_token: str = ""


def _text(blocks: list[Block]) -> str:
    """Write down what was seen, page by page."""
    pages = sorted({one.page for one in blocks})
    return "\n\n".join(
        in_lines(_place(one) for one in blocks if one.page == page) for page in pages
    )


def _place(block: Block) -> tuple[float, float, float, str]:
    box = block.geometry.bounding_box
    return box.top, box.top + box.height, box.left, block.text


MEMORY_MB = 320  # of the 512 that the function has
CHILD = child_of("fullhouse.platforms.aws.pdf_worker", MEMORY_MB)


def textract_of(files: S3Files, place: Place, product: str) -> Textract:
    """Make the reader of a front desk, `wl` or `ar`: each has a topic and a role of its own for Textract."""
    notified = Notified(place.topic(f"{product}-documents-read"), place.role(f"{product}-textract"))
    return Textract(files, notified, SandboxedReader(CHILD))
