"""Any model behind an address that speaks as OpenAI's chat completions do, at a maker's or on one's own machine."""

from typing import Any

import msgspec

from fullhouse.inbound.llm.port import (
    PATIENCE_SECONDS,
    Answer,
    ModelUnavailable,
    Shape,
    fenced,
    object_in,
    told,
)
from fullhouse.inbound.llm.vendor_http import VendorEndpoint


class OpenAi:
    """A model by its name, at an address such as `https://api.openai.com/v1`."""

    def __init__(self, model: str, url: str, key: str, seconds: float = PATIENCE_SECONDS) -> None:
        """Take the model and the way to it; a model of one's own may need no key."""
        self.model = model
        self._way = VendorEndpoint(url, {"Authorization": f"Bearer {key}"} if key else {}, seconds)

    def ask(self, task: str, material: str, shape: Shape) -> Answer:
        """Ask once."""
        asked = {
            "model": self.model,
            "messages": [
                {"role": "system", "content": told(task)},
                {"role": "user", "content": fenced(material)},
            ],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": True, "schema": shape},
            },
        }
        return _answer(self._way.post("/chat/completions", asked))

    def standing(self) -> str:
        """See whether the address answers; nothing is written by the model."""
        self._way.get("/models")
        return f"{self.model} at {self._way.url}"


def _answer(reply: Any) -> Answer:  # noqa: ANN401 - whatever was answered
    try:
        choice = reply["choices"][0]
        said = choice["message"]["content"]
        whole = choice["finish_reason"] == "stop" and isinstance(said, str)
        return object_in(msgspec.json.decode(said) if whole else None)
    except (LookupError, TypeError, msgspec.MsgspecError, RecursionError):
        raise ModelUnavailable("the model's answer is not what was asked for") from None
