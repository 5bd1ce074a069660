"""The language model of the settings, none by default.

A setting reads `openai:<model>@<url>`, `anthropic:<model>` or `bedrock:<model id>`.
"""

from importlib.util import find_spec

from fullhouse.inbound.llm.anthropic import Anthropic
from fullhouse.inbound.llm.bedrock import Bedrock
from fullhouse.inbound.llm.openai import OpenAi
from fullhouse.inbound.llm.vendor_http import checked_key, checked_url

LONGEST_NAME = 200
FORMS = "openai:MODEL@https://…, anthropic:MODEL or bedrock:MODEL-ID"


def model_from_setting(named: str, key: str) -> OpenAi | Anthropic | Bedrock | None:
    """Return the model of a setting, or None. Raises `ValueError`, never with the key in it."""
    maker, _, rest = named.strip().partition(":")
    if not named.strip():
        if key:
            raise ValueError(f"model is missing, which model_key is for: {FORMS}")
        return None
    if maker == "openai":
        model, _, url = rest.rpartition("@")
        return OpenAi(_name(model), checked_url(url), checked_key(key))
    if maker == "anthropic":
        if not key:
            raise ValueError("model_key is missing, which anthropic needs")
        return Anthropic(_name(rest), checked_key(key))
    if maker == "bedrock":
        return _bedrock(rest, key)
    raise ValueError(f"model must read {FORMS}")


def _bedrock(model: str, key: str) -> Bedrock:
    if key:
        raise ValueError("model_key is not for bedrock: AWS's own credentials prove who asks")
    if find_spec("botocore") is None:
        raise ValueError("bedrock needs one more package: pip install 'fullhouse[aws]'")
    return Bedrock(_name(model))


def _name(model: str) -> str:
    has_space = any(letter.isspace() for letter in model)
    if not model or len(model) > LONGEST_NAME or not model.isprintable() or has_space:
        raise ValueError(f"model must read {FORMS}")
    return model
