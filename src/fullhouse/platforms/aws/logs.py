"""What a function writes to its log: one JSON object per line, on standard error, which CloudWatch keeps."""

import logging

from fullhouse.engine.log_format import JsonLines, is_infrastructure


def set_up() -> None:
    """Write logs in our form from now on, instead of the runtime's own."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines(_words))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("fullhouse").setLevel(logging.INFO)


def _words(error: BaseException) -> str:
    """Keep of what AWS refused only what was asked and the code of the refusal: the rest may quote what was sent."""
    answer = getattr(error, "response", None)
    if isinstance(answer, dict) and "Error" in answer:
        return f"{getattr(error, 'operation_name', '')}: {answer['Error'].get('Code', '')}"
    return str(error) if is_infrastructure(error) else ""
