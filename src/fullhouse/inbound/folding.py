"""Text in the form in which words are compared."""

import unicodedata


def fold_text(text: str) -> str:
    """Return a text without accents and capitals."""
    return without_accents(text.replace("\u2019", "'").casefold())


def without_accents(text: str) -> str:
    """Return a text decomposed, without the marks above and below its letters."""
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in plain if not unicodedata.combining(letter))
