"""Claude by Anthropic's Messages API. The answer is the input of a tool the model must use."""

from typing import Any
from urllib.parse import quote

from fullhouse.inbound.llm.port import (
    MOST_TOKENS,
    PATIENCE_SECONDS,
    Answer,
    ModelUnavailable,
    Shape,
    fenced,
    object_in,
    with_instructions,
)
from fullhouse.inbound.llm.vendor_http import VendorEndpoint

URL = "https://api.anthropic.com"
VERSION = "2023-06-01"
TOOL = "answer"


class Anthropic:
    """A model by its name."""

    def __init__(
        self, model: str, key: str, url: str = URL, seconds: float = PATIENCE_SECONDS
    ) -> None:
        """Set the model and the key."""
        self.model = model
        self._way = VendorEndpoint(url, {"x-api-key": key, "anthropic-version": VERSION}, seconds)

    def ask(self, task: str, material: str, shape: Shape) -> Answer:
        """Ask once."""
        asked = {
            "model": self.model,
            "max_tokens": MOST_TOKENS,
            "system": with_instructions(task),
            "messages": [{"role": "user", "content": fenced(material)}],
            "tools": [{"name": TOOL, "description": "Gives the answer.", "input_schema": shape}],
            "tool_choice": {"type": "tool", "name": TOOL},
        }
        return _answer(self._way.post("/v1/messages", asked))

    def standing(self) -> str:
        """Check that the key may use the model, without a question to it."""
        self._way.get(f"/v1/models/{quote(self.model, safe='')}")
        return f"{self.model} at {self._way.url}"


def _answer(reply: Any) -> Answer:  # noqa: ANN401 - any JSON
    try:
        used = next(
            one for one in reply["content"] if one["type"] == "tool_use" and one["name"] == TOOL
        )
        return object_in(used["input"] if reply["stop_reason"] == "tool_use" else None)
    except (LookupError, TypeError, StopIteration):
        raise ModelUnavailable("the model's answer is not what was asked for") from None
