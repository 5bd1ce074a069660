"""Who reads what is attached to mail on AWS: a child of the function what a PDF says, Textract what has to be seen."""

from fullhouse.lanes.documents.apart import SandboxedReader, child_of
from fullhouse.platforms.aws.config import Place
from fullhouse.platforms.aws.files import S3Files
from fullhouse.platforms.aws.textract import Notified, Textract

MEMORY_MB = 320  # of the 512 that the function has
CHILD = child_of("fullhouse.platforms.aws.reading_child", MEMORY_MB)


def textract_of(files: S3Files, place: Place, product: str) -> Textract:
    """Make the reader of a front desk, `wl` or `ar`: each has a topic and a role of its own for Textract."""
    notified = Notified(place.topic(f"{product}-documents-read"), place.role(f"{product}-textract"))
    return Textract(files, notified, SandboxedReader(CHILD))
