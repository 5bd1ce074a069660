"""Names as people close a letter with, and as programs write them into From.

The last words of a letter are often a name without a line of its own: "…on Friday? maeve o'brien".
What stands there and what From says are put together: a first name and a family, an initial and a
last name, a full name from somebody else's mailbox.
"""

import re

from fullhouse.inbound.extraction.customer_names import (
    A_FAMILY,
    CLOSES,
    FIRM,
    IS,
    OF_THE_FAMILY,
    PARTICLES,
    TITLED,
    TITLES,
    capitalised,
    is_nobodys,
)
from fullhouse.inbound.extraction.text import folded
from fullhouse.inbound.mail.new_text import FROM_A_PHONE
from fullhouse.inbound.replies.reading import grammars
from fullhouse.kernel.patterns import regex

MOST_LINES = 3
MOST_WORDS = 5
FULL_NAME = 2
LONGEST_INITIAL = 2
SHORTEST_LAST_NAME = 3
LONGEST_LINE = 200
# A point behind an initial does not end a sentence.
SEGMENT = regex(r"(?<!\W\w)[.!?\u2026]+ ")
# What stands behind a name in the same line: a bracket, a number, a firm, a kiss.
BEHIND = regex(r" ?[(/|<].*| [-\u2013\u2014] .*|, [^,]{1,40}$| [+\d].*| x{1,3}$")
CLOSING_WORDS = regex(rf"{CLOSES.pattern} ?(?=\S)")
WORD = regex(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*\.?")
# A name may stand behind them, in the sentence before it.
TAIL = regex(r", | [-\u2013\u2014] |[.!?] ")
# "Your Ada Byron", as a letter ends.
YOURS = regex(r" ?(?:your|yours|ihre?|euere?|eure|deine?|votre|ton|ta|su|tu|vuestr[oa]),? (?=\S)")
NUMBER_BEHIND = regex(r"[ ,;(-]{1,3}[+(]?\d[\d ()./-]{5,25}\W*$")
# A phone number or an address, alone in its line.
CONTACT = regex(
    r"(?:[^\W\d_]{1,12}[.:]? ?:? ?){0,2}[+(]?\d[\d ()./-]{5,25}|\S+@\S+|(?:https?://|www\.)\S+"
)
# They ask for somebody, or write from the mailbox of somebody.
IN_THE_NAME = regex(
    r"(?<!\w)(?:(?:under|in) (?:his|her|their|my) name|auf (?:ihren|seinen|meinen|unseren) namen"
    r"|(?:a|au) (?:son|mon|leur) nom|a nombre de (?:el|ella)|a (?:su|mi) nombre)(?!\w)"
)
POLITE = regex(r"[,: ]*(?:(?:please|bitte|svp|s'il vous plait|por favor)[,: ]*)?")
RELATIVE = regex(rf"(?<!\w)(?:my|mein(?:en?|er?|em)?|mon|ma|mi) {OF_THE_FAMILY},? ")
ON = regex(r"(?<!\w)(?:bitte|reserviert|buchen|tisch) auf (?=\w)")
FLIPPED = regex(r"([^\W\d_][\w'\u2019-]{1,30}), ([^\W\d_][\w'\u2019-]{1,30})")
OTHERS_MAILBOX = regex(
    rf"(?<!\w)(?:{OF_THE_FAMILY}(?:'s)? (?:account|e-?mail|mail|address|phone|computer)"
    rf"|(?:account|konto|mail|adresse|postfach|handy) (?:meine[sr]|von meine[mr]) {OF_THE_FAMILY}"
    rf"|(?:boite|adresse|compte|mail|telephone|messagerie) de (?:mon|ma) {OF_THE_FAMILY}"
    rf"|(?:correo|cuenta|e-?mail|movil|telefono) de mi {OF_THE_FAMILY})"
)


def tidy_name(name: str) -> str:
    """Return a name of a From line: first name first, without titles, in its usual capitals."""
    plain = name.replace(".", " ") if _is_address_like(name) else name
    words = _family_last(_untitled(plain).split())
    return recased(" ".join(words)) if words else name


def _family_last(words: list[str]) -> list[str]:
    """Return a name whose last name stands first, in capitals, in its usual order."""
    shouted = [word for word in words if word.isupper() and len(word) > LONGEST_INITIAL]
    if words[: len(shouted)] != shouted:
        return words
    return [*words[len(shouted) :], *shouted]


def _is_address_like(name: str) -> bool:
    return re.fullmatch(r"[a-z]{2,20}\.[a-z]{2,20}", name) is not None


def _untitled(name: str) -> str:
    """Return a name without the titles before it."""
    words = name.split()
    while len(words) > 1 and _is_title(words[0]):
        words = words[1:]
    return " ".join(words)


def _is_title(word: str) -> bool:
    small = folded(word)
    return small in TITLES or TITLED.fullmatch(f"{small} ") is not None


def recased(name: str) -> str:
    """Return a name in its usual capitals, if it is all capitals or all small."""
    if name == name.upper():
        return name.title()
    is_small = name == name.lower()
    return " ".join(_recased_word(word, is_small=is_small) for word in name.split(" "))


def _recased_word(word: str, *, is_small: bool) -> str:
    if is_small:
        return word if folded(word) in PARTICLES else word.title()
    return word.title() if word.isupper() and len(word) > LONGEST_INITIAL else word


def closing_name(text: str, known: str = "") -> tuple[str, int]:
    """Return the name at the end of a letter and its place, or "" and 0.

    A name without capitals counts if none of its words is an ordinary one, or if all are `known`.
    """
    end = len(text)
    for _ in range(MOST_LINES):
        start = text.rfind("\n", 0, end) + 1
        line = text[start:end]
        if line.strip() and not _is_contact(line.strip()):
            name = _at_the_end(line[-LONGEST_LINE:], known)
            return (name, start) if name else ("", 0)
        end = max(0, start - 1)
    return "", 0


def _is_contact(line: str) -> bool:
    """Return True if a line below a name says how to reach its owner, or what it was sent with."""
    return FROM_A_PHONE.match(line) is not None or CONTACT.fullmatch(line) is not None


def _at_the_end(line: str, known: str) -> str:
    """Return the name in the last sentence of a line, behind a greeting if there is one."""
    if tail := _tail(line, known):
        return recased(_untitled(tail))
    for piece in _pieces(line.strip(" *-\u2013\u2014,")):
        plain = _introduced(BEHIND.sub("", piece))
        words = WORD.findall(plain)
        if 0 < len(words) <= MOST_WORDS and " ".join(words) == plain and _is_name(words, known):
            return recased(_untitled(_once(plain)))
    return ""


def _once(name: str) -> str:
    """Return a name that is signed twice in its longer form: "A. Byron Ada Byron"."""
    words = name.split()
    if words.count(words[-1]) > 1:
        words = words[words.index(words[-1]) + 1 :]
    return " ".join(words)


def _pieces(line: str) -> list[str]:
    """Return the last sentence of a line, first without a greeting at its beginning."""
    starts = [0, *(found.end() for found in SEGMENT.finditer(line))]
    last = line[starts[-1] :]
    pieces = [last[closes.end() :]] if (closes := CLOSING_WORDS.match(folded(last))) else []
    return [piece for piece in (*pieces, last) if piece]


def _tail(line: str, known: str) -> str:
    """Return the known full name behind the last comma or dash: "a cut please, Ada Byron"."""
    plain = NUMBER_BEHIND.sub("", line)
    tail = TAIL.split(plain)[-1] if len(plain) <= LONGEST_LINE else ""
    for piece in _pieces(tail)[:1]:
        words = WORD.findall(_introduced(piece))
        is_whole = " ".join(words) == _introduced(piece) and words == capitalised(" ".join(words))
        if is_whole and FULL_NAME <= len(words) <= MOST_WORDS and _is_known(words, known):
            return " ".join(words)
    return ""


def _is_known(words: list[str], known: str) -> bool:
    """Return True if a word of a name, or the beginning of its first one, stands in From."""
    small = folded(known)
    return small.startswith(folded(words[0])[:2]) or any(
        len(word) >= SHORTEST_LAST_NAME and folded(word) in small for word in words
    )


def _introduced(piece: str) -> str:
    """Return a piece without the words that introduce a name, and without marks around it."""
    lead = IS.match(folded(piece)) or YOURS.match(folded(piece))
    return piece[lead.end() if lead else 0 :].strip(" .,!*-\u2013\u2014")


def _is_name(words: list[str], known: str) -> bool:
    """Return True if words may be somebody's name."""
    names = [word for word in words if folded(word) not in PARTICLES]
    if not names or CLOSES.fullmatch(folded(" ".join(words))):
        return False
    return _are_names(names, set(folded(known).split()))


def _are_names(names: list[str], known: set[str]) -> bool:
    """Return True if words have capitals and are not all ordinary, or none is ordinary."""
    unknown = [word for word in names if folded(word) not in known]
    ordinary = [word for word in unknown if _is_ordinary(word)]
    if all(word[0].isupper() for word in unknown):
        return len(ordinary) < len(names)
    return len(names) >= FULL_NAME and not ordinary


def _is_ordinary(word: str) -> bool:
    small = folded(word.rstrip("."))
    return len(small) > 1 and any(grammar.count_known([small]) for grammar in grammars())


def requested_name(text: str) -> tuple[str, int]:
    """Return the full name that a booking shall be in, and its place: "in her name, Ada Byron"."""
    small = folded(text)
    behind = [_behind_polite(small, found.end()) for found in IN_THE_NAME.finditer(small)]
    if behind:
        behind += [found.end() for found in RELATIVE.finditer(small)]
    for at in behind:
        if name := _full_name(text[at : at + LONGEST_LINE]):
            return name, at
    for found in ON.finditer(small):
        if flipped := FLIPPED.match(text, found.end()):
            return f"{flipped[2]} {flipped[1]}", found.end()
    return "", 0


def _behind_polite(small: str, at: int) -> int:
    polite = POLITE.match(small, at)
    return polite.end() if polite else at


def _full_name(text: str) -> str:
    words = capitalised(text)
    return " ".join(words) if len(words) >= FULL_NAME else ""


def writes_from_others_mailbox(text: str) -> bool:
    """Return True if the From line is somebody else's."""
    return OTHERS_MAILBOX.search(folded(text)) is not None


def block_name(text: str) -> str:
    """Return the full name in the first line of the last block of a letter, above a firm or so."""
    first, *below = text.rstrip().rpartition("\n\n")[2].strip().split("\n")
    words = capitalised(_introduced(first))
    is_name = FULL_NAME <= len(words) <= MOST_WORDS and " ".join(words) == _introduced(first)
    return recased(_untitled(" ".join(words))) if below and is_name and _is_name(words, "") else ""


def joined_name(head: str, signed: str, address: str = "") -> str:
    """Return the name that a From line, the end of a letter and the address have together.

    The end counts if it has more of the same name, or another first name of the same family, or if
    the head is nobody's name.
    """
    if not head or not signed or FIRM.search(folded(signed)):
        return _with_last_name(head or signed, address)
    if len(signed.split()) < FULL_NAME:
        first = signed if is_nobodys(head) else head
        return _with_first_name(_with_last_name(first, address), head.split(), signed)
    if is_nobodys(head) or _is_in_address(signed.rsplit(maxsplit=1)[-1], address):
        return signed
    return _longer_name(head, head.split(), signed.split())


def _longer_name(head: str, own: list[str], said: list[str]) -> str:
    """Return the full name that signs if it is the same person's, and not in initials."""
    is_initial = any(len(word.rstrip(".")) == 1 for word in said)
    if (is_initial and len(own) > 1) or not _are_alike(own, said):
        return head
    return " ".join(said)


def _is_in_address(name: str, address: str) -> bool:
    """Return True if a last name stands in an address."""
    small = folded(name)
    return len(small) >= SHORTEST_LAST_NAME and small in folded(address.partition("@")[0])


def _with_last_name(name: str, address: str) -> str:
    """Return a first name with the last name of an address that begins like it."""
    first, _, last = address.partition("@")[0].partition(".")
    if " " in name or not last.isalpha() or len(last) < SHORTEST_LAST_NAME or not name.isalpha():
        return name
    return f"{name} {last.title()}" if first.lower() in (folded(name), folded(name)[:1]) else name


def _are_alike(own: list[str], said: list[str]) -> bool:
    """Return True if two names share a word, or a short one begins like the full one."""
    words = {folded(word).rstrip(".").removesuffix("s") for word in own}
    if not words.isdisjoint(folded(word).removesuffix("s") for word in said):
        return True
    return len(own) == 1 and folded(own[0])[:2] == folded(said[0])[:2]


def _with_first_name(head: str, own: list[str], first: str) -> str:
    """Return a family, or an initial, with the first name that signs."""
    if A_FAMILY.fullmatch(folded(head)):
        rest = [word for word in own if not A_FAMILY_WORD.fullmatch(folded(word))]
        return " ".join([first, *rest])
    initial = own[0].rstrip(".")
    if len(initial) == 1 and folded(initial) == folded(first[0]):
        return " ".join([first, *own[1:]])
    return head


A_FAMILY_WORD = regex(r"the|fam(?:ille|ilie|ilia|ily|\.)?")
