"""A yes that goes on: what follows may take it back."""

import re

from fullhouse.inbound.folding import fold_text
from fullhouse.inbound.replies.party_words import people_in
from fullhouse.inbound.replies.sentences import CLAUSE_BREAK, sentence_texts
from fullhouse.kernel.patterns import regex

CONTRAST = regex(
    r"\b(?:but|however|although|though|only that|except|unfortunately|sadly|alas|regrettably"
    r"|i'm afraid"
    r"|aber|allerdings|jedoch|nur dass|leider|bedauerlicherweise|doch leider|trotzdem"
    r"|mais|cependant|toutefois|pourtant|sauf que|seulement|malheureusement|helas"
    r"|pero|sin embargo|aunque|solo que|lamentablemente|por desgracia|desgraciadamente)\b"
)
# A refusal, or the words for a mail that has come.
TAKES_BACK = regex(
    r"\b(?:not|no|never|n't|can't|cannot|won't|couldn't|don't|cancel\w*|decline|pass on"
    r"|let (?:it|the)"
    r"|nicht|kein\w*|nie|absag\w*|verzicht\w*|verhindert|lass\w*"
    r"|pas|jamais|plus|annul\w*|renonc\w*|empech\w*|laisse\w*|tant pis"
    r"|tampoco|nunca|renunci\w*|suelt\w+|dejo|cedo|imposible"
    r"|(?:got|received|read|saw|seen|arrived|heard)|(?:angekommen|erhalten|bekommen|gelesen"
    r"|gesehen)"
    r"|(?:recue?s?|lue?|vue?|arrivee?)|(?:recibid\w*|recibi|leid\w*|lei|vist\w*|vi|llegado|llego)"
    r"|bien recu)\b|n't\b"
)
HARMLESS = regex(
    r"\b(?:no problem|no worries|why not|can't wait|cannot wait|kein problem|keine frage"
    r"|warum nicht"
    r"|pas de (?:souci|probleme)s?|pourquoi pas|sin problema|por que no|no (?:hay|faltaba)"
    r"|(?:got|have) (?:a|some|my)\b|see you|nicht alleine?|nicht vergessen|no (?:faltare"
    r"|me lo pierdo)"
    r"|no (?:need(?: to \w+(?: twice)?)?|hesitation|question|doubt|brainer)|(?:don't|do not"
    r"|won't) (?:(?:need|have) to (?:think|ask|decide)(?: about it| twice)?|mind)"
    r"|nothing (?:could|can|will) (?:stop|keep)|couldn't be (?:happier|better)|never say never"
    r"|nicht (?:schlecht|mehr (?:damit|daran) gerechnet|zweimal|lange)|kein thema|muss ich nicht"
    r"|n'(?:y )?(?:esperai|croyai|hesit|attendai)\w* (?:plus|pas)|pas (?:besoin de \w+|mal"
    r"|une seconde)"
    r"|no (?:hace falta \w+|lo dudo|me lo pens\w+|contaba|esta mal|pasa nada)|ni un segundo"
    r"|wouldn't miss|not miss|plus (?:one|un|eins|tard)|(?:de|en) plus|not late|en plus|mas uno"
    r"|nos vemos|verte"
    r"|veros)\b"
)
YES = regex(
    r"\W*(?:yes|yep|yeah|yup|yea|aye|ja|jep|jo|jawohl|oui|ouais|ouaip|s\u00ed|sip|claro)\b"
    r"(?: (?:please|bitte|merci|thanks|danke|gracias|gerne?|s\u00ed|oui|ja|yes))?[\s,.!:;\u2013-]*",
    re.IGNORECASE,
)


def after_yes(text: str) -> str:
    """Return what follows the yes that a text begins with; "" if it begins otherwise."""
    match = YES.match(text)
    return text[match.end() :].strip() if match else ""


def after_first(text: str) -> str:
    """Return a text without its first clause."""
    first = next(iter(sentence_texts(text)), "")
    clauses = CLAUSE_BREAK.split(first, maxsplit=1)
    others = sentence_texts(text)[1:]
    return " ".join([*clauses[2:], *others]).strip()


def may_be_taken_back(text: str) -> bool:
    """Return True if words after a yes contrast with it, refuse, or only say that a mail came."""
    return is_taken_back(text) or (has_contrast(text) and not people_in(text))


def is_taken_back(text: str) -> bool:
    """Return True if a text refuses something, or only says that a mail came."""
    return TAKES_BACK.search(without_harmless(text)) is not None


def without_harmless(text: str) -> str:
    """Return a folded text without the refusals in it that refuse nothing: "no problem"."""
    return HARMLESS.sub(" ", fold_text(text))


def has_contrast(text: str) -> bool:
    """Return True if a text contrasts what it says with something, or regrets."""
    return CONTRAST.search(fold_text(text)) is not None


def after_contrast(text: str) -> str:
    """Return the part of a text that begins with a contrast; "" if it has none."""
    for sentence in sentence_texts(text):
        match = CONTRAST.search(fold_text(sentence))
        if match:
            return text[_place(text, sentence) :] if match.start() == 0 else sentence[match.end() :]
    return ""


def _place(text: str, sentence: str) -> int:
    return max(0, text.casefold().find(sentence.strip()[:20]))
