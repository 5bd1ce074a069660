"""The reader on this machine: its child has the memory that a model needs to see what is written in pictures."""

from collections.abc import Sequence
from importlib.util import find_spec

from fullhouse.lanes.documents.apart import SandboxedReader, child_of
from fullhouse.lanes.documents.limits import READING_SECONDS

MEMORY_MB = 2048
CHILD = child_of("fullhouse.platforms.local.reading_child", MEMORY_MB)


class LocalOcrReader(SandboxedReader):
    """Opens files, and reads pictures."""

    def __init__(self, seconds: float = READING_SECONDS, command: Sequence[str] = CHILD) -> None:
        """Prepare; nothing is started before there is a file."""
        super().__init__(command, seconds)


def standing() -> tuple[bool, bool]:
    """Say whether PDFs can be read here, and whether pictures can."""
    return find_spec("pypdfium2") is not None, all(map(find_spec, ("rapidocr", "onnxruntime")))
