"""Which service and who of the staff is named: as the rules write it, bent, as a part of a word, or with a slip in it.

A slip is only taken where the word is long enough to leave no doubt. What is named to be ruled out is not wanted.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

import msgspec

from fullhouse.inbound.extraction.text import Source, folded, sentence_before
from fullhouse.inbound.extraction.vocabulary import GROUPS, NOT_A_SLIP
from fullhouse.products.frontdesk.shared.proposals import Confidence, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook


def edit_distance(one: str, two: str, most: int) -> int:
    """Count the slips between two words, up to one more than the most that are looked for."""
    while one and two and one[-1] == two[-1]:
        one, two = one[:-1], two[:-1]
    start = next(
        (at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b),
        min(len(one), len(two)),
    )
    one, two = one[start:], two[start:]
    if abs(len(one) - len(two)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(two) + 1))
    for at, letter in enumerate(one, 1):
        earlier, before, row = before, row, [at]
        for other, wanted in enumerate(two, 1):
            cost = min(before[other] + 1, row[-1] + 1, before[other - 1] + (letter != wanted))
            if at > 1 and other > 1 and letter == two[other - 2] and one[at - 2] == wanted:
                cost = min(cost, earlier[other - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


Find = Callable[[Source, Rulebook, Confidence | None], ProposedField | None]
MOST_TOKENS = 2500
MOST_TRIES = 10_000
NEAR = 30
SHORTEST_SLIP, SHORTEST_TWO_SLIPS, SHORTEST_STAFF_SLIP = 5, 10, 6
SHORTEST_PART = 4
LONGEST_TOKEN = 40
TOKEN = re.compile(r"[^\W_]+")
ENDINGS = frozenset(
    {"", "s", "es", "e", "n", "en", "er", "ern", "x", "termin", "termine", "termins", "r"}
)
EXACT, BENT, MEANT, SLIPPED = 0, 1, 2, 3
WITH = (
    r"(?:with|by|mit|bei|avec|chez|con|for|fur|fuer|pour|para|to|zu|von|par|preferably"
    r"|gern(?:e)?(?: bei)?|ideally|am liebsten bei)"
)
TITLE = (
    r"(?:the |dem |der |den |le |la |el )?(?:(?:herrn?|frau|mr|mrs|ms|monsieur|madame|mme|m|senora?"
    r"|sra?)\.? )?(?:dr\.? |doktor |docteur |doctor |doctora )?"
)
ASKED = re.compile(rf"(?<!\w){WITH} {TITLE}$")
NOT = re.compile(
    r"(?:n't|(?<!\w)(?:not|no|without|except|anyone but|instead of|rather than|nicht"
    r"|kein(?:e[nmrs]?)?|ohne|auss?er|statt|(?<!auriez )(?<!aurais )(?<!aurait )(?<!avez )"
    r"(?<!-vous )(?<!as-tu )pas|no es para|sans|sauf|au lieu d[eu]|plutot que|sin|excepto|menos"
    r"|salvo|en lugar de|en vez de))(?: (?:need|want|do|have|(?:to )?see|to have|to go to"
    r"|be with))?"
    rf"(?: (?:with|by|bei|mit|avec|chez|con|a|an|the|une?|de|un|una|la|le|el))? ?{TITLE}$"
)
# Said of what they had, called off, or do not mean this time.
NOT_NOW = re.compile(
    r"[^.!?;\n]{0,40}(?:(?:quedo|esta|fue|was|is|has been|got|ist|wurde|est|a ete) (?:\w{1,10} )?"
    r"(?:anulad|cancel|called off|abgesagt|storniert|annul)"
    r"|(?:brauche|nehme|will) (?:ich )?(?:\w{1,8} )?nicht(?!\w)|entfallt(?!\w)|fallt (?:weg|aus)"
    r"(?!\w)|(?:this time|diesmal|esta vez|cette fois)(?:-ci)? (?:it's |it is |es |ce n'est "
    r"|c'est )?(?:not|nicht|no|pas)(?!\w))"
)
# Said of somebody whom they had, would have liked to have, or who wrote it down.
NOT_ASKED = re.compile(
    r"(?<!\w)(?:last time|(?:das |beim )?letzte[sn]? mal|la derniere fois|la ultima vez"
    r"|was going to|wollte (?:eigentlich|erst)|eigentlich|j'allais|j'aurais (?:bien )?voulu|iba a"
    r"|pensaba)(?!\w),?[^,.!?;\n]*$|(?<!\w)(?:spoke|spoken|talked|gesprochen|besprochen"
    r"|abgesprochen|parle|discute|hablado|hable|quedado)"
    r" (?:to|with|mit|avec|a|con) ?$|(?<!\w)(?:filled in|filled out|taken|noted|written|entered"
    r"|recorded|signed|ausgefullt|aufgenommen|notiert"
    r"|erfasst|rempli|saisi|rellenad[oa]|anotad[oa])(?: \w{1,12}){0,6} (?:by|von|par|por) ?$"
)
AGAIN = re.compile(
    r"[^.!?;\n]{0,60}(?<!\w)(?:again|wieder|erneut|encore|nouveau|otra vez|de nuevo)(?!\w)"
)
LONGEST_LEAD = 120
GREETS = re.compile(
    r"(?:^|[\n.!?]) *(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|morning|hallo|hi|moin"
    r"|servus|liebe[rs]?|guten (?:tag|morgen|abend)"
    r"|gru[se]s? gott|sehr geehrte[rs]?|bonjour|bonsoir|salut|coucou|cher|chere|hola"
    r"|buenas(?: tardes)?|buenos dias|estimad[oa]|querid[oa]"
    r"|thanks|thank you|many thanks|cheers|danke|vielen dank|danke dir|merci|merci beaucoup|gracias"
    r"|muchas gracias|lg|vg|gruss?)"
    rf",? {TITLE}$"
)
YOU = re.compile(r"(?<!\w)(?:(?:zu|bei|mit) dir|(?:avec|chez) toi|contigo|with you)(?!\w)")
WITH_ME = re.compile(r"(?<!\w)(?:with me|(?:bei|mit|zu) mir|(?:avec|chez) moi|conmigo)(?!\w)")
CALLS = re.compile(r" ?(?:[,:!]|-)? ?(?:\n|$)")
PLEASE = re.compile(r",? (?:please|pls|bitte|s'il (?:vous|te) plait|svp|stp|por favor)(?!\w)")
FOLLOWED_BY_NAME = re.compile(r" [A-ZÄÖÜÀ-ÖØ-Þ][^\W\d_]+")
EITHER = re.compile(r" ?,? ?(?:or|oder|ou|o|u|/) ?(?:with |mit |bei |avec |chez |con )?")


class NameMatch(msgspec.Struct, frozen=True):
    """A name of the rules where it stands in a text, and how well it fits: the smaller, the better."""

    name: str
    at: int
    end: int
    fit: int


def service_in(
    source: Source, book: Rulebook, sure: Confidence | None = None
) -> ProposedField | None:
    """Find the service that is named; of several the one that fits best, the first of those, as a guess."""
    small = source.small
    found = [
        one
        for one in _services(small, book)
        if not NOT.search(sentence_before(small, one.at, NEAR))
    ]
    found = [one for one in found if not any(_holds(other, one) for other in found)]
    found = [one for one in found if not NOT_NOW.match(small, one.end)] or found
    if not found:
        return None
    best = min(found, key=lambda one: (one.fit, one.at))
    alone = len({one.name for one in found if one.fit <= max(best.fit, BENT)}) == 1
    plain: Confidence = "sure" if best.fit == EXACT else "likely"
    said: Confidence = (
        (sure or plain) if alone and best.fit < SLIPPED else "likely" if alone else "guess"
    )
    return ProposedField("service", best.name, said, source.words_at(best.at))


def staff_in(
    source: Source, book: Rulebook, sure: Confidence | None = None
) -> ProposedField | None:
    """Find with whom they want to be; nobody who is greeted or ruled out, and not one of two who both would do."""
    small = source.small
    found = [
        one
        for one in _staff(source.text, small, book)
        if sure or not _is_only_called(source.text, small, one)
    ]
    found.sort(key=lambda one: one.at)
    if not found or _is_either(small, found):
        return _you(source, book) if not found else None
    asked = [one for one in found if ASKED.search(sentence_before(small, one.at, NEAR))]
    best = (asked or found)[0]
    said: Confidence = sure or ("likely" if asked and best.fit <= BENT else "guess")
    return ProposedField("staff", best.name, said, source.words_at(best.at))


def named_staff(source: Source, book: Rulebook, by: str) -> ProposedField | None:
    """Find the only one of the staff whom a letter of ours names, or its writer, where they say "with me"."""
    small = source.small
    found = [
        one
        for one in _staff(source.text, small, book)
        if not _is_only_called(source.text, small, one)
    ]
    found = [one for one in found if ASKED.search(sentence_before(small, one.at, NEAR))] or found
    if len({one.name for one in found}) == 1:
        return ProposedField("staff", found[0].name, "guess", source.words_at(found[0].at))
    me = WITH_ME.search(small)
    return (
        ProposedField("staff", by, "guess", source.words_at(me.start()))
        if me and by and not found
        else None
    )


def _you(source: Source, book: Rulebook) -> ProposedField | None:
    """Find the one who is greeted, where they want to be with "you"."""
    small = source.small
    greeted = [
        one
        for one in _staff(source.text, small, book)
        if GREETS.search(f"\n{small[max(0, one.at - 60) : one.at]}")
    ]
    if not YOU.search(small) or len({one.name for one in greeted}) != 1:
        return None
    return ProposedField("staff", greeted[0].name, "guess", source.words_at(greeted[0].at))


def _holds(other: NameMatch, one: NameMatch) -> bool:
    """Whether another name stands over this one, and more of it or better."""
    over = other.at <= one.at and one.end <= other.end
    return (
        over
        and other.name != one.name
        and (other.end - other.at, -other.fit) > (one.end - one.at, -one.fit)
    )


def _services(small: str, book: Rulebook) -> Iterator[NameMatch]:
    tokens = _tokens(small)
    for service in book.services:
        words = TOKEN.findall(folded(service.name))
        exact = list(_phrases(service.name, words, tokens))
        yield from exact
        if not exact and words:
            yield from _meant(service.name, words, book, tokens)
    yield from _slips([one.name for one in book.services], tokens, SHORTEST_SLIP)


def _tokens(small: str) -> list[tuple[str, int]]:
    found = (
        (match[0], match.start())
        for match, _ in zip(TOKEN.finditer(small), range(MOST_TOKENS), strict=False)
    )
    return [(word, at) for word, at in found if len(word) <= LONGEST_TOKEN]


def _phrases(
    name: str, words: list[str], tokens: list[tuple[str, int]], *, ends: bool = True
) -> Iterator[NameMatch]:
    """Find a name word by word, its last word bent; a name that is one word also as the end of a longer one."""
    if not words:
        return
    *first, last = words
    for place in range(len(tokens) - len(first)):
        if [word for word, _ in tokens[place : place + len(first)]] != first:
            continue
        word, start = tokens[place + len(first)]
        at = tokens[place][1] if first else start
        if word == last:
            yield NameMatch(name, at, start + len(word), EXACT)
        elif ends and _is_bent(word, last, alone=not first):
            yield NameMatch(name, at, start + len(word), BENT)


def _is_bent(word: str, last: str, *, alone: bool) -> bool:
    if word in NOT_A_SLIP:
        return False
    if word.startswith(last) and word[len(last) :] in ENDINGS:
        return True
    if not alone and len(last) >= SHORTEST_PART and word.startswith(last):
        return True
    compound = word.endswith(last) or (word.startswith(last) and len(last) > SHORTEST_PART)
    return alone and len(last) > SHORTEST_PART and compound


def _meant(
    name: str, words: list[str], book: Rulebook, tokens: list[tuple[str, int]]
) -> Iterator[NameMatch]:
    """Find what people call a service of this kind, if it is the only one of the kind."""
    joined = " ".join(words)
    for group in GROUPS:
        listed = {" ".join(TOKEN.findall(one)) for one in group}
        own = [one for one in book.services if " ".join(TOKEN.findall(folded(one.name))) in listed]
        if joined not in listed or len(own) > 1:
            continue
        for one in sorted(listed):
            yield from (
                msgspec.structs.replace(hit, fit=MEANT)
                for hit in _phrases(name, one.split(), tokens, ends=False)
            )


def _slips(names: list[str], tokens: list[tuple[str, int]], shortest: int) -> Iterator[NameMatch]:
    """Find names with a slip of the finger in them; a word that is right in itself is none."""
    wanted = [
        (name, "".join(TOKEN.findall(folded(name))), len(TOKEN.findall(folded(name))))
        for name in names
    ]
    wanted = [(name, plain, count) for name, plain, count in wanted if len(plain) >= shortest]
    if not wanted:
        return
    tries = 0
    for place, (first, at) in enumerate(tokens):
        for name, plain, count in wanted:
            for taken in {max(1, count - 1), count, count + 1}:
                run = tokens[place : place + taken]
                said = "".join(word for word, _ in run)
                most = 2 if len(plain) >= SHORTEST_TWO_SLIPS else 1
                if (
                    len(run) < taken
                    or said[0] != plain[0]
                    or abs(len(said) - len(plain)) > most
                    or first in NOT_A_SLIP
                ):
                    continue
                tries += 1
                if tries > MOST_TRIES:
                    return
                if edit_distance(said, plain, most) <= (most if taken == count else 0):
                    end = run[-1][1] + len(run[-1][0])
                    yield NameMatch(name, at, end, EXACT if said == plain else SLIPPED)


def _staff(text: str, small: str, book: Rulebook) -> Iterator[NameMatch]:
    tokens = _tokens(small)
    for name in book.staff:
        words = TOKEN.findall(folded(name))
        last = words[-1:] if len(words) > 1 and len(words[-1]) >= SHORTEST_PART else words
        hits = list(_phrases(name, last, tokens, ends=False)) or list(
            _possessive(name, last, tokens)
        )
        for hit in hits:
            surname = len(words) == 1 and FOLLOWED_BY_NAME.match(text, hit.end)
            if not surname and text[hit.end : hit.end + 1] != "@":
                yield hit
    known = [TOKEN.findall(folded(name))[-1] for name in book.staff if TOKEN.findall(folded(name))]
    by_last = dict(
        zip(known, [name for name in book.staff if TOKEN.findall(folded(name))], strict=True)
    )
    slips = _slips(known, [one for one in tokens if one[0] not in by_last], SHORTEST_STAFF_SLIP)
    yield from (msgspec.structs.replace(hit, name=by_last[hit.name]) for hit in slips)


def _possessive(name: str, last: list[str], tokens: list[tuple[str, int]]) -> Iterator[NameMatch]:
    for word, at in tokens:
        if last and word == f"{last[0]}s":
            yield NameMatch(name, at, at + len(word), BENT)


def _is_only_called(text: str, small: str, one: NameMatch) -> bool:
    """Whether somebody is greeted, thanked, ruled out, or signs."""
    lead = small[max(0, one.at - 60) : one.at]
    if NOT_ASKED.search(sentence_before(small, one.at, LONGEST_LEAD)) and not AGAIN.match(
        small, one.end
    ):
        return True
    if NOT.search(sentence_before(small, one.at, NEAR)) or GREETS.search(
        f"\n{lead}" if one.at < 60 else lead  # noqa: PLR2004
    ):
        return True
    line_start = small.rfind("\n", 0, one.at) + 1
    before = re.sub(TITLE, "", small[line_start : one.at]).strip(" *-")
    if before:
        return False
    if PLEASE.match(small, one.end):
        return False
    return bool(CALLS.match(small, one.end)) or small[one.end : one.end + 1] == ","


def _is_either(small: str, found: list[NameMatch]) -> bool:
    """Whether two are named of whom either would do."""
    return any(
        one.name != two.name and EITHER.fullmatch(small[one.end : two.at])
        for one, two in pairwise(found)
    )
