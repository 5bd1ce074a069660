"""Sentences that rules and syncs store in English, translated where a page shows them."""

from fullhouse.locale.current import translate


def translate_stored(text: str) -> str:
    """Translate a stored English sentence; return one that is not known here unchanged."""
    return translate(text)
