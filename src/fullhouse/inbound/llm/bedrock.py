"""A model on Amazon Bedrock: one `Converse` call, its answer the input of the only tool.

AWS's own credentials prove who asks, wherever botocore finds them; there is no key of ours.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

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

SERVICE = "bedrock-runtime"
TOOL = "answer"
CONNECT_SECONDS = 5.0
# What is missing on this machine, and not at Bedrock.
WORDS = {
    "NoRegionError": "no AWS region is set: AWS_DEFAULT_REGION names one",
    "NoCredentialsError": "there are no AWS credentials",
    "ProfileNotFound": "there is no such AWS profile",
}

Runtime = Callable[[], Any]


@cache
def usual_runtime() -> Any:  # noqa: ANN401 - botocore makes its classes when it runs
    """Return botocore's client with this machine's region and credentials; it asks once."""
    import botocore.session
    from botocore.config import Config

    retries: Any = {"mode": "standard", "total_max_attempts": 1}
    config = Config(retries=retries, connect_timeout=CONNECT_SECONDS, read_timeout=PATIENCE_SECONDS)
    return botocore.session.get_session().create_client(SERVICE, config=config)


class Bedrock:
    """A model by its id or inference profile."""

    def __init__(self, model: str, runtime: Runtime = usual_runtime) -> None:
        """Set the model; `runtime` makes botocore's client for the first question."""
        self.model = model
        self._runtime = runtime

    def ask(self, task: str, material: str, shape: Shape) -> Answer:
        """Ask once."""
        tool = {"name": TOOL, "description": "Gives the answer.", "inputSchema": {"json": shape}}
        reply = self._converse(
            system=[{"text": with_instructions(task)}],
            messages=_said(fenced(material)),
            inferenceConfig={"maxTokens": MOST_TOKENS},
            toolConfig={"tools": [{"toolSpec": tool}], "toolChoice": {"tool": {"name": TOOL}}},
        )
        return _answer(reply)

    def standing(self) -> str:
        """Check that these credentials may use the model, with a question of one token."""
        self._converse(messages=_said("Are you there?"), inferenceConfig={"maxTokens": 1})
        return f"{self.model} at Bedrock"

    def _converse(self, **asked: Any) -> Any:  # noqa: ANN401 - any arguments and any answer
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            return self._runtime().converse(modelId=self.model, **asked)
        except ClientError as error:
            raise ModelUnavailable(
                f"Bedrock said {error.response.get('Error', {}).get('Code', 'no')}"
            ) from None
        except BotoCoreError as error:
            name = type(error).__name__
            raise ModelUnavailable(
                WORDS.get(name, f"Bedrock could not be asked ({name})")
            ) from None


def _said(text: str) -> list[dict[str, Any]]:
    return [{"role": "user", "content": [{"text": text}]}]


def _answer(reply: Any) -> Answer:  # noqa: ANN401 - any JSON
    try:
        used = next(
            one["toolUse"] for one in reply["output"]["message"]["content"] if "toolUse" in one
        )
        fits = reply["stopReason"] == "tool_use" and used["name"] == TOOL
        return object_in(used["input"] if fits else None)
    except (LookupError, TypeError, StopIteration):
        raise ModelUnavailable("the model's answer is not what was asked for") from None
