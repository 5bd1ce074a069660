"""SMS: counting parts, keeping them short, and the keywords that carriers require."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal

Encoding = Literal["GSM-7", "UCS-2"]
Reply = Literal["stop", "start", "help"]
Answer = Literal["yes", "no"]

LONGEST_TEXT = 1600  # in characters: the most that carriers take for one SMS of several parts
# The reason of a carrier's refusal; other modules recognise it by this text.
OPTED_OUT = "this number has opted out of texts"

# GSM 03.38: the alphabet of an SMS, and the letters that cost two.
BASIC = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
EXTENDED = frozenset("^{}\\[~]|€\f")
# Letters in a single part, and in each of several, where a header takes some room.
ROOM: dict[Encoding, tuple[int, int]] = {"GSM-7": (160, 153), "UCS-2": (70, 67)}
LAST_OF_THE_FIRST_PLANE = "\uffff"

BLANKS = (
    "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f"
)
PLAINER = str.maketrans(
    dict.fromkeys(BLANKS, " ")
    | dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u00b4`", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2022", "-")
    | {"\u2026": "..."}
)
# Letters that are not a plain letter with a mark on it.
UNMARKED = {"œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "\u0131": "i", "ẞ": "SS"}
UNMARKED |= {"º": "o", "ª": "a"}
# "1º", the first of a month, is read as well without it.
ORDINAL = re.compile("(?<=[0-9])º")
LINE_ENDS = re.compile("\r\n?|[\u0085\u2028\u2029]")
# Control characters, marks that turn the direction of text, invisible and half characters.
DANGERS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u2069\ud800-\udfff\ufeff]"
)

# The carriers' own keywords, then those that people use in German, French and Spanish; without
# accents and blanks. Twilio resumes sending at START, YES and UNSTOP, so these are consent here,
# too. No carrier knows JA, OUI, SÍ, SIM and نعم: they mean yes to an offer, and no consent to more
# texts.
WORDS: dict[Reply, str] = {
    "stop": (
        "stop stopall unsubscribe cancel end quit revoke optout remove td "
        "stopp stoppen aufhoren abbestellen abmelden abbrechen ende kundigen "
        "arret arreter arretez desabonner desabonnement "
        "desinscrire desinscription annuler fin stopsms "
        "parar pare alto baja cancelar detener terminar salir"
    ),
    "start": (
        "start yes unstop "
        "starten anmelden wiederanmelden "
        "commencer demarrer reprendre reabonner "
        "iniciar empezar comenzar reanudar alta"
    ),
    "help": "help info hilfe aide ayuda informacion information informationen ja oui si sim",
}
# Words for help that belong to one language; all the others are used in several.
HELP_LANGUAGES = {
    "hilfe": "de",
    "informationen": "de",
    "aide": "fr",
    "ayuda": "es",
    "informacion": "es",
}
# What may answer an offer, in each language.
ANSWERS: dict[str, Answer] = {
    **dict.fromkeys(("yes", "ja", "oui", "si", "sim", "نعم"), "yes"),
    **dict.fromkeys(("no", "nein", "non", "nao", "nee", "nej", "لا"), "no"),
}
# Words that mean something else in another language: "tak" is thanks in Danish. They count only
# where we write in their own.
ANSWERS_OF: dict[str, dict[str, Answer]] = {"pl": {"tak": "yes", "nie": "no"}}
REPLIES: dict[str, Reply] = {}
for _reply, _words in WORDS.items():
    REPLIES |= dict.fromkeys(_words.split(), _reply)
LONGEST_REPLY = 80


def encoding(text: str) -> Encoding:
    """Return the encoding of a text: one letter outside GSM-7 makes all of it twice as large."""
    if BASIC.issuperset(text) or (BASIC | EXTENDED).issuperset(text):
        return "GSM-7"
    return "UCS-2"


def segment_count(text: str) -> int:
    """Return in how many parts a text is sent; each of them is paid for."""
    kind = encoding(text)
    cost_of = _septets if kind == "GSM-7" else _utf16_units
    costs = [cost_of(letter) for letter in text]
    single, part_of_several = ROOM[kind]
    if not costs:
        return 0
    if sum(costs) <= single:
        return 1
    return _count_parts(costs, part_of_several)


def _septets(letter: str) -> int:
    return 2 if letter in EXTENDED else 1


def _utf16_units(letter: str) -> int:
    return 2 if letter > LAST_OF_THE_FIRST_PLANE else 1


def _count_parts(costs: Iterable[int], room: int) -> int:
    """Return the number of parts; a letter that costs two is never split between parts."""
    count, left = 0, 0
    for cost in costs:
        if cost > left:
            count, left = count + 1, room
        left -= cost
    return count


def to_gsm7(text: str) -> str:
    """Return a text with plain blanks, quotes and dashes, which makes it cheaper; letters stay.

    Invisible and harmful characters are left out.
    """
    safe = DANGERS.sub("", LINE_ENDS.sub("\n", text))
    return unicodedata.normalize("NFC", safe).translate(PLAINER).strip()


def shortened(text: str) -> str:
    """Return a text without the accents that GSM-7 lacks, if all of it then fits into GSM-7.

    "sabado" for "sábado" is easy to read and costs half. A name in another script stays as it is.
    """
    plain = "".join(map(_unmarked, ORDINAL.sub("", text)))
    if encoding(plain) == "GSM-7":
        return plain
    return text


def _unmarked(letter: str) -> str:
    if letter in BASIC or letter in EXTENDED:
        return letter
    return UNMARKED.get(letter) or unicodedata.normalize("NFD", letter)[0]


def keyword_of(body: str) -> Reply | None:
    """Return the keyword that an SMS consists of; None if it says anything else."""
    return REPLIES.get(_letters_of(body))


def answer_of(body: str, language: str = "") -> Answer | None:
    """Return the answer to an offer that an SMS consists of; None if it says anything else.

    Some words count only in the language in which we write to its sender.
    """
    letters = _letters_of(body)
    return ANSWERS.get(letters) or ANSWERS_OF.get(language, {}).get(letters)


def help_language(body: str) -> str:
    """Return the language of a word for help; empty if it is used in several."""
    return HELP_LANGUAGES.get(_letters_of(body), "")


def _letters_of(body: str) -> str:
    """Return the letters and digits of a short text, without accents; empty for a long one."""
    if len(body) > LONGEST_REPLY:
        return ""
    letters = unicodedata.normalize("NFKD", body).casefold()
    return "".join(letter for letter in letters if letter.isalnum())
