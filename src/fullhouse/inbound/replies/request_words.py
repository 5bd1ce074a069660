"""Words by which a question asks us to do something, and words for what a mailing list sends."""

from fullhouse.inbound.replies.matcher import Words

ASKING = frozenset(("can", "could", "would", "please", "bitte", "peux", "podeis", "favor"))
ASKING_STEMS = ("kann", "konn", "koenn", "wuerd", "pouv", "pourri", "pourra", "pued", "podr")
MAIL_STEMS = (
    "mail",
    "email",
    "newsletter",
    "reminder",
    "inbox",
    "erinnerung",
    "postfach",
    "courriel",
    "rappel",
    "correo",
    "recordatorio",
    "boletin",
    "notific",
    "envio",
    "aviso",
    "spam",
)


def asks_politely(words: Words) -> bool:
    """Return True if a question asks us to do something, and not what we have done."""
    return any(word in ASKING or word.startswith(ASKING_STEMS) for word in words)


def are_about_mail(words: Words) -> bool:
    """Return True if the words name what a list sends: to leave that keeps the seat."""
    return any(word.startswith(MAIL_STEMS) or "verteiler" in word for word in words)
