"""Stories of attachments: read at once where they hold text, else by Textract."""

import time
from email.message import EmailMessage
from typing import Any

from fullhouse.inbound.attachments.document import LATER
from fullhouse.platforms.aws.textract import NOT_READ
from tests.aws.mail_shapes import taken_by_ses
from tests.aws.play import MAIL_DOMAIN, STAFF, Play, bucket
from tests.aws.stories import Story
from tests.aws.stories_of_staff import BUCKETS, discards
from tests.corpus.pages import text_pdf
from tests.inbound.attachments.desks import file

PICTURE = file("png", "x")[1]


def brings(play: Play, desk: str, *files: tuple[str, bytes]) -> str:
    """Put a mail with files where SES puts what is for a front desk, and return its name there."""
    message = EmailMessage()
    message["From"], message["To"] = "Ida <ida@example.org>", f"{desk}@{MAIL_DOMAIN}"
    message["Subject"], message["Message-ID"] = "As attached", f"<{time.time_ns()}@example.org>"
    message.set_content("See the files.")
    for name, content in files:
        message.add_attachment(content, "application", "octet-stream", filename=name)
    key = f"{desk}/mail{time.time_ns()}"
    raw = taken_by_ses(message.as_bytes(), f"{desk}@{MAIL_DOMAIN}", sender="ida@example.org")
    play.emulator.client("s3").put_object(Bucket=bucket(BUCKETS[desk]), Key=key, Body=raw)
    return key


def says(play: Play, words: str) -> dict[str, Any]:
    """Wait until the one open proposal says something."""

    def look() -> dict[str, Any] | None:
        found: list[dict[str, Any]] = play.api("GET", "/proposals?state=open")["items"]
        return next((one for one in found if words in str(one)), None)

    return play.wait(look)


def a_photo_is_read_after_its_mail_was_put_before_staff(play: Play) -> None:
    """Staff are told at once and again after Textract; the handed-over file is kept."""
    play.salon.says()
    known = len(play.letters(STAFF, "proposal"))
    key = brings(play, "waitlist", ("photo.png", PICTURE + b"SAYS:Name: Uma Noor\nService: Cut"))
    play.letter(STAFF, "proposal", known + 1)
    one = says(play, "Uma Noor")
    assert LATER not in str(one)
    play.letter(STAFF, "proposal", known + 2)
    shelf = play.emulator.client("s3").list_objects_v2(
        Bucket=bucket("wl-raw-mime"), Prefix=f"parts/{key}/"
    )
    assert sorted(part["Key"].rpartition(".")[2] for part in shelf["Contents"]) == ["json", "png"]
    assert play.dead_letters("wl") == 0
    discards(play)


def of_several_files_each_is_read_as_it_can_be(play: Play) -> None:
    """A PDF with text at once, a scan later; an unreadable file is reported and delays no other."""
    play.salon.says()
    said = ("said.pdf", text_pdf(["Service: Trim"]))
    word = ("word.docx", file("docx", "Phone: +65 8123 7300")[1])
    brings(
        play,
        "bookings",
        said,
        word,
        file("pdf", scan=True, name="scan.pdf"),
        ("spoilt.png", PICTURE + b"UNREADABLE"),
    )
    says(play, "Trim")
    one = says(play, NOT_READ)
    one = says(play, "Ada Scan")
    play.wait(lambda: LATER not in str(play.api("GET", f"/proposals/{one['id']}")))
    text = str(play.api("GET", f"/proposals/{one['id']}"))
    assert all(words in text for words in (NOT_READ, "Ada Scan", "Trim", "8123 7300"))
    assert play.dead_letters("ar") == 0
    discards(play)


DOCUMENTS: tuple[Story, ...] = (a_photo_is_read_after_its_mail_was_put_before_staff,)
SCANS: tuple[Story, ...] = (of_several_files_each_is_read_as_it_can_be,)
