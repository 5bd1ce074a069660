"""Texts: how many parts one is sent in, how it is kept short, and the few words that carriers want understood."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal

Encoding = Literal["GSM-7", "UCS-2"]
Reply = Literal["stop", "start", "help"]

LONGEST_TEXT = 1600  # in characters: what carriers take in one go, in however many parts
OPTED_OUT = "this number has opted out of texts"  # a carrier's refusal, in the words by which it is known here

# GSM 03.38: the alphabet of a text, and what costs two of its letters.
BASIC = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
EXTENDED = frozenset("^{}\\[~]|€\f")
# In one part, and in each of several, which lose a little to the header that puts them together again.
ROOM: dict[Encoding, tuple[int, int]] = {"GSM-7": (160, 153), "UCS-2": (70, 67)}
LAST_OF_THE_FIRST_PLANE = "\uffff"

PLAINER = str.maketrans(
    dict.fromkeys(
        "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f",
        " ",
    )
    | dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u00b4`", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2022", "-")
    | {"\u2026": "..."}
)
# Letters that are no plain letter with a mark on it.
UNMARKED = {"œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "\u0131": "i", "ẞ": "SS"}
LINE_ENDS = re.compile("\r\n?|[\u0085\u2028\u2029]")
# What steers a terminal, turns the direction of the text behind it, cannot be seen, or is half a character.
DANGERS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ud800-\udfff\ufeff]"
)

# The carriers' own words, then those that people use in German, French and Spanish; without accents and blanks.
# Twilio lets texts through again at START, YES and UNSTOP, so these are consent here, too. JA, OUI and SÍ no carrier
# knows: whoever writes one says yes to an offer, which a link takes, and has not asked for texts again.
WORDS: dict[Reply, str] = {
    "stop": (
        "stop stopall unsubscribe cancel end quit revoke optout remove td "
        "stopp stoppen aufhoren abbestellen abmelden abbrechen ende kundigen "
        "arret arreter arretez desabonner desabonnement desinscrire desinscription annuler fin stopsms "
        "parar pare alto baja cancelar detener terminar salir"
    ),
    "start": (
        "start yes unstop "
        "starten anmelden wiederanmelden "
        "commencer demarrer reprendre reabonner "
        "iniciar empezar comenzar reanudar alta"
    ),
    "help": "help info hilfe aide ayuda informacion information informationen ja oui si",
}
REPLIES: dict[str, Reply] = {
    word: reply for reply, words in WORDS.items() for word in words.split()
}
LONGEST_REPLY = 80


def encoding(text: str) -> Encoding:
    """Say how a text is sent: one letter outside the small alphabet makes all of it twice as large."""
    return "GSM-7" if BASIC.issuperset(text) or (BASIC | EXTENDED).issuperset(text) else "UCS-2"


def segment_count(text: str) -> int:
    """Count the parts in which a text is sent, each of which is paid for. What takes two places is never cut in two."""
    kind = encoding(text)
    costs = (
        [2 if letter in EXTENDED else 1 for letter in text]
        if kind == "GSM-7"
        else [*map(_units, text)]
    )
    alone, together = ROOM[kind]
    return (1 if costs else 0) if sum(costs) <= alone else _packed(costs, together)


def _units(letter: str) -> int:
    return 2 if letter > LAST_OF_THE_FIRST_PLANE else 1


def _packed(costs: Iterable[int], room: int) -> int:
    count, left = 0, 0
    for cost in costs:
        if cost > left:
            count, left = count + 1, room
        left -= cost
    return count


def to_gsm7(text: str) -> str:
    """Write a text with plain blanks, quotes and dashes, so that it costs no more than it must; letters stay.

    What nobody can see and what could do harm on the way is left out.
    """
    safe = DANGERS.sub("", LINE_ENDS.sub("\n", text))
    return unicodedata.normalize("NFC", safe).translate(PLAINER).strip()


def shortened(text: str) -> str:
    """Leave marks off the letters that the small alphabet does not have, where all of the text fits into it then.

    People read "sabado" for "sábado" without a thought, and it costs half; a name in other letters stays as it is.
    """
    small = "".join(map(_unmarked, text))
    return small if encoding(small) == "GSM-7" else text


def _unmarked(letter: str) -> str:
    if letter in BASIC or letter in EXTENDED:
        return letter
    return UNMARKED.get(letter) or unicodedata.normalize("NFD", letter)[0]


def keyword_of(body: str) -> Reply | None:
    """Understand a text that is one of the carriers' words and nothing else; anything more is for people to read."""
    if len(body) > LONGEST_REPLY:
        return None
    letters = unicodedata.normalize("NFKD", body).casefold()
    return REPLIES.get("".join(letter for letter in letters if letter.isalnum()))
