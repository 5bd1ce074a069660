"""Text recognition in pictures with the extra `ocr`; its model is loaded on first use."""

import io
import logging
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import islice
from typing import Any

from fullhouse.engine.ports import Unreadable
from fullhouse.inbound.attachments.images import in_lines
from fullhouse.inbound.attachments.limits import (
    LONGEST_SIDE,
    MOST_PAGES,
    MOST_PIXELS,
    READING_SECONDS,
    while_time,
)
from fullhouse.inbound.attachments.sandbox import SandboxedReader, child_of

MEMORY_MB = 768  # recognising a page takes up to 600
CHILD = child_of("fullhouse.platforms.local.ocr_worker", MEMORY_MB)


class LocalOcrReader(SandboxedReader):
    """Reads attachments, pictures included."""

    def __init__(self, seconds: float = READING_SECONDS, command: Sequence[str] = CHILD) -> None:
        """Prepare; the child process starts with the first file."""
        super().__init__(command, seconds)


def ocr_status() -> tuple[bool, bool]:
    """Return whether PDF files can be read here, and whether pictures can."""
    return find_spec("pypdfium2") is not None, all(map(find_spec, ("rapidocr", "onnxruntime")))


NOT_HERE = "Pictures are not read here (pip install 'fullhouse[ocr]')."
DAMAGED = "The picture is damaged."
TOO_LARGE = "The picture is far larger than a page can be."
FORMATS = ("PNG", "JPEG", "TIFF", "GIF", "WEBP")
LEAST_SURE = 0.5
MARGIN = 40  # pixels kept around the text; more white space would only cost time
FAINTEST = 40


def see(picture: bytes, loading: Callable[[], None] = lambda: None) -> str:
    """Return the text in a picture, line by line, or raise `Unreadable`.

    `loading` is called before the model is loaded, which takes a while.
    """
    if not _ocr_engine.cache_info().currsize:
        loading()
    ocr, pages = _ocr_engine(), _pages(picture)
    texts = [_lines(ocr, page) for page in while_time(pages)]
    text = "\n\n".join(texts)
    if len(texts) < len(pages):
        raise Unreadable(f"Only the first {len(texts)} of {len(pages)} pages were read.", text)
    return text


@cache
def _ocr_engine() -> Any:  # noqa: ANN401 - the library's
    try:
        from rapidocr import RapidOCR
    except ImportError as error:
        raise Unreadable(NOT_HERE) from error
    logging.disable(logging.CRITICAL)
    threads = {f"EngineConfig.onnxruntime.{kind}_op_num_threads": 1 for kind in ("intra", "inter")}
    return RapidOCR(params={**threads, "Global.log_level": "critical"})


def _pages(picture: bytes) -> list[Any]:
    """Return the pages of a picture, upright and small enough.

    The size is checked before the picture is unpacked.
    """
    from PIL import Image, ImageSequence, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(picture), formats=FORMATS) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise Unreadable(TOO_LARGE)
            most = MOST_PAGES if opened.format == "TIFF" else 1
            return [_upright(frame) for frame in islice(ImageSequence.Iterator(opened), most)]
    except Image.DecompressionBombError as error:
        raise Unreadable(TOO_LARGE) from error
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise Unreadable(DAMAGED) from error


def _upright(frame: Any) -> Any:  # noqa: ANN401 - the library's
    from PIL import ImageOps

    page = ImageOps.exif_transpose(frame).convert("RGB")
    page.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    inked = (
        ImageOps.invert(page.convert("L"))
        .point(lambda shade: shade if shade > FAINTEST else 0)
        .getbbox()
    )
    if inked is None:
        return page.crop((0, 0, MARGIN, MARGIN))
    left, top, right, bottom = inked
    return page.crop(
        (
            max(0, left - MARGIN),
            max(0, top - MARGIN),
            min(page.width, right + MARGIN),
            min(page.height, bottom + MARGIN),
        )
    )


def _lines(ocr: Any, page: Any) -> str:  # noqa: ANN401 - the libraries'
    import numpy as np

    found = ocr(np.asarray(page)[:, :, ::-1])
    if found.boxes is None or found.txts is None:
        return ""
    words = [
        (float(box[0][1]), float(box[3][1]), float(box[0][0]), text)
        for box, text, sure in zip(found.boxes, found.txts, found.scores, strict=True)
        if sure >= LEAST_SURE
    ]
    return in_lines(words)
