"""Which model is asked, as the settings name it: `openai:<model>@<url>` or `anthropic:<model>`; none by default."""

from fullhouse.lanes.scribe.anthropic import Anthropic
from fullhouse.lanes.scribe.calling import checked_key, checked_url
from fullhouse.lanes.scribe.openai import OpenAi

LONGEST_NAME = 200
FORMS = "openai:MODEL@https://… or anthropic:MODEL"


def scribe_of(named: str, key: str) -> OpenAi | Anthropic | None:
    """Make the Scribe that a setting names; None if it names none. Raises `ValueError`, never with the key in it."""
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
    raise ValueError(f"model must read {FORMS}")


def _name(model: str) -> str:
    if not model or len(model) > LONGEST_NAME or not model.isprintable() or any(one.isspace() for one in model):
        raise ValueError(f"model must read {FORMS}")
    return model
