"""Log setup of the functions: one JSON object per line on standard error, for CloudWatch."""

import logging

from fullhouse.engine.log_format import JsonLines, is_infrastructure


def set_up() -> None:
    """Use our log format instead of the runtime's."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines(_words))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("fullhouse").setLevel(logging.INFO)


def _words(error: BaseException) -> str:
    """Return operation and code of an AWS error: its text may quote what was sent."""
    answer = getattr(error, "response", None)
    if isinstance(answer, dict) and "Error" in answer:
        return f"{getattr(error, 'operation_name', '')}: {answer['Error'].get('Code', '')}"
    return str(error) if is_infrastructure(error) else ""
