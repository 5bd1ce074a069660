"""Any model behind an API like OpenAI's chat completions, hosted or on one's own machine."""

from typing import Any

import msgspec

from fullhouse.inbound.llm.port import (
    PATIENCE_SECONDS,
    Answer,
    ModelUnavailable,
    Shape,
    fenced,
    object_in,
    with_instructions,
)
from fullhouse.inbound.llm.vendor_http import VendorEndpoint


class OpenAi:
    """A model by its name, at an address such as `https://api.openai.com/v1`."""

    def __init__(self, model: str, url: str, key: str, seconds: float = PATIENCE_SECONDS) -> None:
        """Set the model and its address; a model of one's own may need no key."""
        self.model = model
        self._way = VendorEndpoint(url, {"Authorization": f"Bearer {key}"} if key else {}, seconds)

    def ask(self, task: str, material: str, shape: Shape) -> Answer:
        """Ask once."""
        asked = {
            "model": self.model,
            "messages": [
                {"role": "system", "content": with_instructions(task)},
                {"role": "user", "content": fenced(material)},
            ],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": True, "schema": shape},
            },
        }
        return _answer(self._way.post("/chat/completions", asked))

    def standing(self) -> str:
        """Check that the address answers, without a question to the model."""
        self._way.get("/models")
        return f"{self.model} at {self._way.url}"


def _answer(reply: Any) -> Answer:  # noqa: ANN401 - any JSON
    try:
        choice = reply["choices"][0]
        said = choice["message"]["content"]
        whole = choice["finish_reason"] == "stop" and isinstance(said, str)
        return object_in(msgspec.json.decode(said) if whole else None)
    except (LookupError, TypeError, msgspec.MsgspecError, RecursionError):
        raise ModelUnavailable("the model's answer is not what was asked for") from None
