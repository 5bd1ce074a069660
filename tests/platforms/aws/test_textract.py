"""Scans and photos: handed to Textract, and read into the proposal when done, in any order."""

import hashlib
import json
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import botocore.session
import pytest
from botocore.exceptions import ClientError, EndpointConnectionError
from botocore.validate import ParamValidator

from fullhouse.engine.inbound_mail import InboundPage
from fullhouse.engine.ports import MessagePage, Unreadable
from fullhouse.inbound.attachments import reader
from fullhouse.inbound.attachments.document import LATER
from fullhouse.inbound.attachments.images import TOO_LONG
from fullhouse.inbound.attachments.limits import MOST_PAGES
from fullhouse.inbound.attachments.sandbox import TOO_SLOW, SandboxedReader
from fullhouse.platforms.aws import bootstrap, textract
from fullhouse.platforms.aws.functions import ar_intake_ses_parser, wl_intake_ses_parser
from fullhouse.platforms.aws.handler import HandlerFailed
from fullhouse.platforms.aws.textract import (
    CHILD,
    NOT_ALL,
    NOT_NOW,
    NOT_READ,
    OTHER_PICTURE,
    Notified,
    Textract,
    TextractText,
)
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.shared.proposals import Proposal, ProposalPage
from fullhouse.products.frontdesk.waitlist.proposals import DiscardProposal
from tests.aws.emulator import Emulator
from tests.aws.mail_shapes import put_event, sns_event, taken_by_ses
from tests.aws.shapes import Context
from tests.corpus.pages import scanned_pdf, text_pdf
from tests.corpus.sample import Kind
from tests.inbound.attachments.desks import TEXT, Spoil, file
from tests.platforms.aws.living import Living, client, fresh_clients, living
from tests.platforms.aws.parts import logs_kept
from tests.products.frontdesk.waitlist.salon import RULES_TEXT

PARSERS: dict[str, Any] = {"waitlist": wl_intake_ses_parser, "bookings": ar_intake_ses_parser}
PICTURE = file("png", "x")[1]


@pytest.fixture(scope="module", autouse=True)
def _fresh_clients() -> Iterator[None]:
    with fresh_clients():
        yield


class Desk:
    """The front desks, with a bucket for both, and Textract behind them."""

    def __init__(self, aws: Living, bucket: str, name: str = "waitlist") -> None:
        self.aws, self.bucket, self.name = aws, bucket, name
        self.s3 = client(aws.emulator, "s3")

    def gets(self, *files: tuple[str, bytes]) -> None:
        """Let a mail with files come in."""
        message = EmailMessage()
        message["From"], message["To"] = "Sam <sam@example.org>", f"{self.name}@rsvp.test"
        message["Subject"], message["Message-ID"] = "A cut, please", f"<{self.bucket}@example.org>"
        message.set_content("As attached.")
        for name, content in files:
            message.add_attachment(content, "application", "octet-stream", filename=name)
        self.s3.put_object(
            Bucket=self.bucket, Key=self.key, Body=taken_by_ses(message.as_bytes(), "")
        )
        self.comes_again()

    def comes_again(self) -> None:
        PARSERS[self.name].handle(put_event(self.key, bucket=self.bucket), Context())

    @property
    def key(self) -> str:
        return f"{self.name}/m1"

    @property
    def proposal(self) -> Proposal:
        (found,) = self.aws.store.load(ProposalPage())
        return found

    @property
    def notes(self) -> int:
        return len([one for one in self.aws.store.load(MessagePage()) if one.kind == "proposal"])

    def parts(self) -> list[str]:
        """What lies beside the mail."""
        found = self.s3.list_objects_v2(Bucket=self.bucket, Prefix=f"parts/{self.key}/").get(
            "Contents", ()
        )
        return [one["Key"] for one in found]

    def part(self, content: bytes, kind: str = "png") -> str:
        return f"parts/{self.key}/{hashlib.sha256(content).hexdigest()[:32]}.{kind}"

    def notice(self, name: str, **more: Any) -> dict[str, Any]:
        """What Textract publishes when it is done with a file."""
        (line,) = self.aws.store.load(InboundPage())
        token = hashlib.sha256(f"{line.id}{name}".encode()).hexdigest()
        return {
            "JobId": hashlib.sha256(token.encode()).hexdigest(),
            "Status": "SUCCEEDED",
            "API": "StartDocumentTextDetection",
            "JobTag": line.id,
            "Timestamp": 1780304400000,
            "DocumentLocation": {"S3ObjectName": name, "S3Bucket": self.bucket},
            **more,
        }

    def is_told(self, *names: str) -> None:
        """Wait until Textract is done, and let it tell of these."""
        notices = [self.notice(name) for name in names]
        service = client(self.aws.emulator, "textract")
        for one in notices:
            while (
                service.get_document_text_detection(JobId=one["JobId"])["JobStatus"]
                == "IN_PROGRESS"
            ):
                time.sleep(0.1)
        self.hears(*notices)

    def hears(self, *notices: dict[str, Any] | str) -> None:
        PARSERS[self.name].handle(sns_event(*notices, topic="wl-documents-read"), Context())


@pytest.fixture
def aws(emulator: Emulator, monkeypatch: pytest.MonkeyPatch, bucket: str) -> Iterator[Living]:
    for name in ("EV_RAW_MIME", "WL_RAW_MIME", "AR_RAW_MIME"):
        monkeypatch.setenv(name, bucket)
    monkeypatch.setenv("EV_ACCOUNT", "000000000000")
    for one in PARSERS.values():
        for cached in (one._files, one._lane, one._texts):  # noqa: SLF001 - to empty it
            cached.cache_clear()
    with logs_kept(), living(emulator, monkeypatch) as found:
        client(emulator, "ssm").put_parameter(
            Name="/ev/config/mail-domain", Value="rsvp.test", Type="String"
        )
        found.give(SaveDocument(name="rules", text=RULES_TEXT))
        yield found
        client(emulator, "ssm").delete_parameters(Names=["/ev/config/mail-domain"])


@pytest.fixture
def desk(aws: Living, bucket: str) -> Desk:
    return Desk(aws, bucket)


def picture(says: str) -> bytes:
    return PICTURE + b"SAYS:" + says.encode()


ADA = picture("Name: Ada Lovelace\nService: Cut")
FILM = picture("Phone: 0151 23456789")


@pytest.mark.parametrize("name", PARSERS)
def test_a_scan_is_proposed_at_once_and_read_when_textract_is_done(
    aws: Living, bucket: str, name: str
) -> None:
    desk = Desk(aws, bucket, name)
    desk.gets(("scan.png", ADA))
    assert f"[scan.png: {LATER}]" in desk.proposal.text
    assert (desk.proposal.value("name"), desk.notes, desk.parts()) == ("Sam", 1, [desk.part(ADA)])
    desk.is_told(desk.part(ADA))
    assert (desk.proposal.value("name"), desk.proposal.value("service")) == ("Ada Lovelace", "Cut")
    assert "[scan.png]\nName: Ada Lovelace\nService: Cut" in desk.proposal.text
    assert (LATER in desk.proposal.text, desk.notes) == (False, 2)


def test_what_is_told_twice_is_added_once(desk: Desk) -> None:
    desk.gets(("scan.png", ADA))
    for _ in range(2):
        desk.is_told(desk.part(ADA))
    desk.comes_again()
    assert (desk.proposal.value("name"), desk.proposal.rev, desk.notes) == ("Ada Lovelace", 1, 2)


def test_files_may_be_done_in_any_order(desk: Desk) -> None:
    desk.gets(("first.png", ADA), ("second.png", FILM))
    desk.is_told(desk.part(FILM))
    assert f"[first.png: {LATER}]" in desk.proposal.text
    assert desk.proposal.value("phone") == "+4915123456789"
    desk.is_told(desk.part(ADA))
    assert (desk.proposal.value("name"), desk.proposal.value("phone")) == (
        "Ada Lovelace",
        "+4915123456789",
    )
    assert LATER not in desk.proposal.text


def test_a_file_that_was_read_before_its_mail_was_written_down_is_not_forgotten(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Textract may be quicker than the model: the notice finds no line, but the mail its text."""
    start = Textract._start  # noqa: SLF001 - the moment in between

    def at_once(self: Textract, name: str, mark: str) -> TextractText:
        said = start(self, name, mark)
        self.files.keep(
            f"{name.rpartition('.')[0]}.json", json.dumps({"text": "Name: Ada Lovelace"}).encode()
        )
        return said

    monkeypatch.setattr(Textract, "_start", at_once)
    desk.gets(("scan.png", ADA))
    assert (desk.proposal.value("name"), LATER in desk.proposal.text) == ("Ada Lovelace", False)


def test_a_job_that_failed_says_so_with_a_reason(desk: Desk) -> None:
    spoilt = PICTURE + b"UNREADABLE"
    desk.gets(("scan.png", spoilt))
    desk.is_told(desk.part(spoilt))
    assert f"[scan.png: {NOT_READ}]" in desk.proposal.text
    assert desk.s3.get_object(Bucket=desk.bucket, Key=desk.key)["Body"].read()


def test_what_was_decided_meanwhile_is_left_alone(desk: Desk) -> None:
    desk.gets(("scan.png", ADA))
    desk.aws.give(DiscardProposal(proposal_id=desk.proposal.id))
    desk.is_told(desk.part(ADA))
    assert (desk.proposal.state, desk.proposal.text, desk.notes) == ("discarded", "", 1)


def test_of_a_mail_that_is_gone_nothing_is_kept(desk: Desk) -> None:
    desk.gets(("scan.png", ADA))
    before = desk.proposal
    desk.s3.delete_object(Bucket=desk.bucket, Key=desk.key)
    desk.is_told(desk.part(ADA))
    assert (desk.proposal, desk.parts()) == (before, [desk.part(ADA)])


def test_with_a_mail_goes_what_textract_was_handed_of_it_and_what_it_read(desk: Desk) -> None:
    desk.gets(("scan.png", ADA))
    desk.is_told(desk.part(ADA))
    desk.s3.put_object(Bucket=desk.bucket, Key="parts/waitlist/m11/other.png", Body=b"another's")
    bootstrap._let_go(desk.key)  # noqa: SLF001 - as the store does when it forgets someone
    left = desk.s3.list_object_versions(Bucket=desk.bucket)
    assert [one["Key"] for one in left["Versions"]] == ["parts/waitlist/m11/other.png"]
    desk.is_told(desk.part(ADA))
    assert desk.parts() == []


@pytest.mark.parametrize(
    "said", ["no JSON", {}, {"DocumentLocation": {"S3ObjectName": "parts/../x.png"}}]
)
def test_a_notice_about_nothing_of_ours_is_passed_over(
    desk: Desk, said: dict[str, Any] | str
) -> None:
    desk.gets(("scan.png", ADA))
    before = desk.proposal
    desk.hears(said)
    assert desk.proposal == before


def test_a_notice_that_comes_too_early_is_tried_again(desk: Desk) -> None:
    waits = PICTURE + b"WAITS" + ADA.removeprefix(PICTURE)
    desk.gets(("scan.png", waits))
    with pytest.raises(HandlerFailed, match="told to be read"):
        desk.hears(desk.notice(desk.part(waits)))
    desk.is_told(desk.part(waits))
    assert desk.proposal.value("name") == "Ada Lovelace"


def test_what_lay_too_long_has_a_reason(desk: Desk) -> None:
    desk.gets(("scan.png", ADA))
    desk.hears(desk.notice(desk.part(ADA), JobId="0" * 64))
    assert f"[scan.png: {NOT_READ}]" in desk.proposal.text


def test_what_a_pdf_says_by_itself_and_a_word_file_are_read_at_once(desk: Desk) -> None:
    desk.gets(("a.pdf", text_pdf(["Name: Ada Lovelace"])), file("docx", "Phone: 0151 23456789"))
    assert (desk.proposal.value("name"), desk.proposal.value("phone")) == (
        "Ada Lovelace",
        "+4915123456789",
    )
    assert (desk.parts(), desk.notes) == ([], 1)


def test_a_scanned_pdf_is_seen_its_first_pages_only(desk: Desk) -> None:
    from PIL import Image

    long = scanned_pdf([Image.new("L", (60, 80), 100 + number) for number in range(MOST_PAGES + 2)])
    desk.gets(("scan.pdf", long))
    desk.is_told(desk.part(long, "pdf"))
    assert desk.proposal.value("name") == "Ada Scan"
    assert (
        f"[scan.pdf: Only the first {MOST_PAGES} of {MOST_PAGES + 2} pages were read.]"
        in desk.proposal.text
    )
    from pypdfium2 import PdfDocument  # type: ignore[import-untyped]  # it ships no types

    with PdfDocument(
        desk.s3.get_object(Bucket=desk.bucket, Key=desk.part(long, "pdf"))["Body"].read()
    ) as handed:
        assert len(handed) == MOST_PAGES


def tiff(pages: int) -> bytes:
    entry = b"\x00\x00"
    at = [8 + number * 6 for number in range(pages)]
    lists = [
        entry + (at[number + 1] if number + 1 < pages else 0).to_bytes(4, "little")
        for number in range(pages)
    ]
    return b"II*\x00" + (8).to_bytes(4, "little") + b"".join(lists)


@pytest.mark.parametrize(
    ("kind", "spoil", "reason"),
    [
        ("pdf", "bomb", "It is far larger inside than a document can be."),
        ("pdf", "encrypted", "The PDF needs a password."),
        ("pdf", "broken", "The PDF is damaged."),
        ("docx", "bomb", "It is far larger inside than a document can be."),
    ],
)
def test_a_spoilt_document_is_not_handed_over_and_has_its_reason_at_once(
    desk: Desk, kind: Kind, spoil: Spoil, reason: str
) -> None:
    desk.gets(file(kind, name=f"a.{kind}", spoil=spoil))
    assert f"[a.{kind}: {reason}]" in desk.proposal.text
    assert desk.parts() == []


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.gif", b"GIF89a" + bytes(100), OTHER_PICTURE),
        ("a.tiff", tiff(MOST_PAGES + 1), TOO_LONG),
        ("a.tiff", tiff(3)[:-3], "The picture is damaged."),
        ("a.tiff", b"II*\x00\x00\x00\x00\x00", "The picture is damaged."),
    ],
)
def test_a_picture_that_need_not_be_handed_over_has_its_reason_at_once(
    desk: Desk, name: str, content: bytes, reason: str
) -> None:
    desk.gets((name, content))
    assert f"[{name}: {reason}]" in desk.proposal.text
    assert desk.parts() == []


SLEEPS = (sys.executable, "-c", "import time; time.sleep(600)")


class NoTimeForPdfs:
    """A child that takes too long if it is given a PDF."""

    def read(self, content: bytes, kind: str, /) -> str:
        command, seconds = (SLEEPS, 0.1) if kind == "pdf" else (CHILD, 60)
        with closing(SandboxedReader(command, seconds)) as apart:
            return apart.read(content, kind)


def test_a_file_that_takes_too_long_costs_itself_and_the_mail_is_proposed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The child is ended; nothing lies among the dead letters."""
    texts = wl_intake_ses_parser._texts()  # noqa: SLF001 - its reader is replaced
    monkeypatch.setattr(texts, "apart", NoTimeForPdfs())
    monkeypatch.setattr(reader, "BEGINNING_SECONDS", 600.0)  # the child of the note may start late
    desk.gets(("a.pdf", text_pdf(["Name: Ada Lovelace"])), ("note.txt", b"Phone: 0151 23456789"))
    assert f"[a.pdf: {TOO_SLOW}]" in desk.proposal.text
    assert desk.proposal.value("phone") == "+4915123456789"


class Refusing:
    """Textract on a bad day."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def start_document_text_detection(self, **_said: Any) -> None:
        raise self.error

    def get_document_text_detection(self, **_said: Any) -> dict[str, Any]:
        raise self.error


def refusal(code: str) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": "no"}}, "StartDocumentTextDetection")


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (refusal("BadDocumentException"), NOT_READ),
        (refusal("ThrottlingException"), NOT_NOW),
        (refusal("AccessDeniedException"), NOT_NOW),
        (EndpointConnectionError(endpoint_url="https://textract.nowhere"), NOT_NOW),
    ],
)
def test_a_mail_does_not_wait_for_textract(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str
) -> None:
    monkeypatch.setattr(textract, "client", lambda *_said, **_how: Refusing(error))
    desk.gets(("scan.png", ADA))
    assert f"[scan.png: {reason}]" in desk.proposal.text


def test_what_cannot_be_fetched_just_now_is_tried_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.gets(("scan.png", ADA))
    notice = desk.notice(desk.part(ADA))
    with monkeypatch.context() as broken:
        broken.setattr(
            textract, "client", lambda *_said, **_how: Refusing(refusal("ThrottlingException"))
        )
        with pytest.raises(HandlerFailed, match="ClientError"):
            desk.hears(notice)
    desk.is_told(desk.part(ADA))
    assert desk.proposal.value("name") == "Ada Lovelace"


class Answering:
    """Textract with answers that are given to it."""

    def __init__(self, *answers: dict[str, Any]) -> None:
        self.answers = list(answers)

    def get_document_text_detection(self, **_said: Any) -> dict[str, Any]:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def fetched(*answers: dict[str, Any]) -> TextractText | None:
    nobody: Any = None
    return Textract(nobody, Notified("", ""), nobody, Answering(*answers)).fetch("job")


def test_of_what_was_read_only_lines_that_are_sure_count_and_endless_answers_end() -> None:
    def line(text: str, sure: float, page: int = 1) -> dict[str, Any]:
        return {"BlockType": "LINE", "Text": text, "Confidence": sure, "Page": page}

    words = {"BlockType": "WORD", "Text": "Ada", "Confidence": 99.0, "Page": 1}
    part = {
        "JobStatus": "PARTIAL_SUCCESS",
        "Blocks": [line("two", 99.0, 2), words, line("???", 20.0), line("one", 99.0)],
    }
    assert fetched(part) == TextractText("one\n\ntwo", NOT_ALL)
    endless = {"JobStatus": "SUCCEEDED", "Blocks": [line("word " * 200, 99.0)], "NextToken": "more"}
    seen = fetched(endless)
    assert seen is not None
    assert len(seen.text) < 100_000
    assert fetched({"JobStatus": "SUCCEEDED", "Blocks": [], "NextToken": "more"}) == TextractText()
    assert fetched({"JobStatus": "IN_PROGRESS"}) is None


def test_the_emulators_textract_answers_as_botocore_knows_it(aws: Living, bucket: str) -> None:
    model = botocore.session.get_session().get_service_model("textract")
    service, s3 = client(aws.emulator, "textract"), client(aws.emulator, "s3")
    s3.put_object(Bucket=bucket, Key="x.png", Body=ADA)
    asked = {
        "DocumentLocation": {"S3Object": {"Bucket": bucket, "Name": "x.png"}},
        "ClientRequestToken": "t",
        "JobTag": "m",
        "NotificationChannel": {
            "SNSTopicArn": "arn:aws:sns:ap-southeast-1:000000000000:wl-documents-read",
            "RoleArn": "arn:aws:iam::000000000000:role/wl-textract",
        },
    }
    started = service.start_document_text_detection(**asked)
    assert service.start_document_text_detection(**asked)["JobId"] == started["JobId"]
    with pytest.raises(service.exceptions.IdempotentParameterMismatchException):
        service.start_document_text_detection(**{**asked, "JobTag": "other"})
    while (got := service.get_document_text_detection(JobId=started["JobId"]))[
        "JobStatus"
    ] == "IN_PROGRESS":
        time.sleep(0.1)
    for operation, answer in (
        ("StartDocumentTextDetection", started),
        ("GetDocumentTextDetection", got),
    ):
        shape = model.operation_model(operation).output_shape
        assert shape is not None
        plain = {name: value for name, value in answer.items() if name != "ResponseMetadata"}
        assert not ParamValidator().validate(plain, shape).has_errors()
    assert got["NextToken"]


def test_a_pdf_is_opened_in_a_child_without_the_functions_rights(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    apart = SandboxedReader(CHILD, seconds=100)
    try:
        assert TEXT.split("\n")[0] in apart.read(file("pdf")[1], "pdf")
        child = apart._child  # noqa: SLF001 - its environment is read
        assert child is not None
        assert b"AWS_" not in Path(f"/proc/{child.pid}/environ").read_bytes()
        with pytest.raises(Unreadable, match="not read"):
            apart.read(b"x", "png")
    finally:
        apart.close()
