"""Services and staff named in a text: exactly, inflected, inside a word, or with a typo.

A typo only counts in a word that is long enough to leave no doubt. Names that are ruled out do not
count.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

import msgspec

from fullhouse.inbound.extraction.service_meanings import (
    Hit,
    means_either,
    meant_service,
    name_families,
)
from fullhouse.inbound.extraction.text import Source, folded, sentence_before
from fullhouse.inbound.extraction.vocabulary import GROUPS, NOT_A_SLIP
from fullhouse.kernel.patterns import regex
from fullhouse.products.frontdesk.shared.proposals import Confidence, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook


def edit_distance(one: str, two: str, most: int) -> int:
    """Return the number of typos between two words, at most `most + 1`."""
    one, two = _without_common_ends(one, two)
    if abs(len(one) - len(two)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(two) + 1))
    for at, letter in enumerate(one, 1):
        earlier, before, row = before, row, [at]
        for other, wanted in enumerate(two, 1):
            cost = min(before[other] + 1, row[-1] + 1, before[other - 1] + (letter != wanted))
            if _is_swapped(one, two, at, other):
                cost = min(cost, earlier[other - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


def _without_common_ends(one: str, two: str) -> tuple[str, str]:
    """Leave out the letters with which both words begin and end."""
    while one and two and one[-1] == two[-1]:
        one, two = one[:-1], two[:-1]
    start = 0
    while one[start : start + 1] == two[start : start + 1] != "":
        start += 1
    return one[start:], two[start:]


def _is_swapped(one: str, two: str, at: int, other: int) -> bool:
    """Return True if the last two letters of both beginnings are the same, swapped."""
    if at == 1 or other == 1:
        return False
    return one[at - 1] == two[other - 2] and one[at - 2] == two[other - 1]


Find = Callable[[Source, Rulebook, Confidence | None], ProposedField | None]
MOST_TOKENS = 2500
MOST_TRIES = 10_000
NEAR = 30
SHORTEST_SLIP, SHORTEST_TWO_SLIPS, SHORTEST_STAFF_SLIP, SHORTEST_ALSO_SLIP = 5, 10, 6, 7
SHORTEST_PART = 4
LONGEST_TOKEN = 40
TOKEN = regex(r"[^\W_]+")
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
ASKED = regex(rf"(?<!\w){WITH} {TITLE}$")
NOT = regex(
    r"(?:n't|(?<!\w)(?:not|no|without|except|anyone but|instead of|rather than|nicht"
    r"|kein(?:e[nmrs]?)?|ohne|auss?er|statt|(?<!auriez )(?<!aurais )(?<!aurait )(?<!avez )"
    r"(?<!-vous )(?<!as-tu )pas|no es para|sans|sauf|au lieu d[eu]|plutot que|sin|excepto|menos"
    r"|salvo|en lugar de|en vez de))(?: (?:need|want|do|have|(?:to )?see|to have|to go to"
    r"|be with))?"
    rf"(?: (?:with|by|bei|mit|avec|chez|con|a|an|the|une?|de|un|una|la|le|el))? ?{TITLE}$"
)
# Said of what they had, called off, or do not mean this time.
NOT_NOW = regex(
    r"[^.!?;\n]{0,40}(?:(?:quedo|esta|fue|was|is|has been|got|ist|wurde|est|a ete) (?:\w{1,10} )?"
    r"(?:anulad|cancel|called off|abgesagt|storniert|annul)"
    r"|(?:brauche|nehme|will) (?:ich )?(?:\w{1,8} )?nicht(?!\w)|entfallt(?!\w)|fallt (?:weg|aus)"
    r"(?!\w)|(?:this time|diesmal|esta vez|cette fois)(?:-ci)? (?:it's |it is |es |ce n'est "
    r"|c'est )?(?:not|nicht|no|pas)(?!\w))"
)
# Said of staff whom they saw before or wished for, or who wrote it down.
NOT_ASKED = regex(
    r"(?<!\w)(?:last time|(?:das |beim )?letzte[sn]? mal|la derniere fois|la ultima vez"
    r"|was going to|wollte (?:eigentlich|erst)|eigentlich|j'allais|j'aurais (?:bien )?voulu|iba a"
    r"|pensaba)(?!\w),?[^,.!?;\n]*$|(?<!\w)(?:spoke|spoken|talked|gesprochen|besprochen"
    r"|abgesprochen|parle|discute|hablado|hable|quedado)"
    r" (?:to|with|mit|avec|a|con) ?$|(?<!\w)(?:filled in|filled out|taken|noted|written|entered"
    r"|recorded|signed|ausgefullt|aufgenommen|notiert"
    r"|erfasst|rempli|saisi|rellenad[oa]|anotad[oa])(?: \w{1,12}){0,6} (?:by|von|par|por) ?$"
)
AGAIN = regex(
    r"[^.!?;\n]{0,60}(?<!\w)(?:again|wieder|erneut|encore|nouveau|otra vez|de nuevo)(?!\w)"
)
LONGEST_LEAD = 120
GREETING_LEAD = 60
GREETS = regex(
    r"(?:^|[\n.!?]) *(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|morning|hallo|hi|moin"
    r"|servus|liebe[rs]?|guten (?:tag|morgen|abend)"
    r"|gru[se]s? gott|sehr geehrte[rs]?|bonjour|bonsoir|salut|coucou|cher|chere|hola"
    r"|buenas(?: tardes)?|buenos dias|estimad[oa]|querid[oa]"
    r"|thanks|thank you|many thanks|cheers|danke|vielen dank|danke dir|merci|merci beaucoup|gracias"
    r"|muchas gracias|lg|vg|gruss?)"
    rf",? {TITLE}$"
)
YOU = regex(r"(?<!\w)(?:(?:zu|bei|mit) dir|(?:avec|chez) toi|contigo|with you)(?!\w)")
WITH_ME = regex(r"(?<!\w)(?:with me|(?:bei|mit|zu) mir|(?:avec|chez) moi|conmigo)(?!\w)")
CALLS = regex(r" ?(?:[,:!]|-)? ?(?:\n|$)")
PLEASE = regex(r",? (?:please|pls|bitte|s'il (?:vous|te) plait|svp|stp|por favor)(?!\w)")
FOLLOWED_BY_NAME = regex(r" [A-ZÄÖÜÀ-ÖØ-Þ][^\W\d_]+")
EITHER = regex(
    r" ?,? ?(?:or|oder|ou|o|u|/) ?(?:with |mit |bei |avec |chez |con )?"
    r"(?:an? |the |eine? |den |die |une? |la |le |un[oa] |el )?"
)


class NameMatch(msgspec.Struct, frozen=True):
    """A name of the rules in a text; the smaller `fit`, the better it fits."""

    name: str
    at: int
    end: int
    fit: int


def service_in(
    source: Source, book: Rulebook, sure: Confidence | None = None, hour: int | None = None
) -> ProposedField | None:
    """Return the service that is named or meant; None if it may be either of two.

    `hour` is when they want to come: it tells lunch from dinner.
    """
    small = source.small
    services = [service.name for service in book.services]
    found = _wanted_services(small, book)
    if means_either(small, services, is_ruled_out) or _is_either(small, found):
        return None
    meant = meant_service(small, services, is_ruled_out, hour)
    if found:
        return _named(found, meant, source, sure)
    return _guess(meant or _meant_by_another_name(small, book), source)


def _meant_by_another_name(small: str, book: Rulebook) -> Hit | None:
    """Return the service whose other name has words of the text: "the disc" of "disc brakes"."""
    named = {called: service.name for service in book.services for called in service.also}
    meant = meant_service(small, named, is_ruled_out)
    return Hit(named[meant.family], meant.at, meant.end) if meant is not None else None


def _named(
    found: list[NameMatch], meant: Hit | None, source: Source, sure: Confidence | None
) -> ProposedField | None:
    """Return the service that is named best, or the one that is meant if that says more."""
    best = min(found, key=lambda match: (match.fit, match.at))
    names = {match.name for match in found if match.fit <= max(best.fit, BENT)}
    if len(names) > 1 or (meant is not None and _says_more(meant.family, best.name)):
        return _guess(meant, source)
    return ProposedField("service", best.name, _confidence(best, sure), source.words_at(best.at))


def _guess(meant: Hit | None, source: Source) -> ProposedField | None:
    """Return a service that is meant in other words."""
    if meant is None:
        return None
    return ProposedField("service", meant.family, "guess", source.words_at(meant.at))


def _says_more(meant: str, name: str) -> bool:
    """Return True if a service is the named one, and something else: for children, with a beard."""
    return name_families(meant) > name_families(name)


def is_ruled_out(small: str, at: int, end: int) -> bool:
    """Return True if the words at a place are not what the customer wants now."""
    before = sentence_before(small, at, NEAR)
    return NOT.search(before) is not None or NOT_NOW.match(small, end) is not None


def _wanted_services(small: str, book: Rulebook) -> list[NameMatch]:
    """Return the services that a text names and does not rule out."""
    found = list(_services(small, book))
    found = [match for match in found if not NOT.search(sentence_before(small, match.at, NEAR))]
    found = [match for match in found if not any(_holds(other, match) for other in found)]
    return [match for match in found if not NOT_NOW.match(small, match.end)] or found


def _confidence(match: NameMatch, sure: Confidence | None) -> Confidence:
    """Return how sure the only service of a text is; `sure` if it has a label."""
    if match.fit >= SLIPPED:
        return "likely"
    if sure is not None:
        return sure
    return "sure" if match.fit == EXACT else "likely"


def staff_in(
    source: Source, book: Rulebook, sure: Confidence | None = None
) -> ProposedField | None:
    """Return the staff member they ask for; None if one is only greeted, or either would do."""
    small = source.small
    found = list(_staff(source.text, small, book))
    if not sure:
        found = [match for match in found if not _is_only_called(source.text, small, match)]
    found.sort(key=lambda match: match.at)
    if not found:
        return _you(source, book)
    if _is_either(small, found):
        return None
    asked = _asked(small, found)
    best = (asked or found)[0]
    said: Confidence = sure or ("likely" if asked and best.fit <= BENT else "guess")
    return ProposedField("staff", best.name, said, source.words_at(best.at))


def _asked(small: str, found: list[NameMatch]) -> list[NameMatch]:
    """Return the names behind words such as "with"."""
    return [match for match in found if ASKED.search(sentence_before(small, match.at, NEAR))]


def named_staff(source: Source, book: Rulebook, by: str) -> ProposedField | None:
    """Return the only staff member a letter of ours names, or its writer, who says "with me"."""
    small = source.small
    named = list(_staff(source.text, small, book))
    named = [match for match in named if not _is_only_called(source.text, small, match)]
    found = _asked(small, named) or named
    if len({match.name for match in found}) == 1:
        return ProposedField("staff", found[0].name, "guess", source.words_at(found[0].at))
    me = WITH_ME.search(small)
    if found or not by or me is None:
        return None
    return ProposedField("staff", by, "guess", source.words_at(me.start()))


def _you(source: Source, book: Rulebook) -> ProposedField | None:
    """Return the staff member who is greeted, if the customer wants to come to "you"."""
    small = source.small
    greeted = [
        match
        for match in _staff(source.text, small, book)
        if GREETS.search(f"\n{small[max(0, match.at - 60) : match.at]}")
    ]
    if not YOU.search(small) or len({match.name for match in greeted}) != 1:
        return None
    return ProposedField("staff", greeted[0].name, "guess", source.words_at(greeted[0].at))


def _holds(other: NameMatch, match: NameMatch) -> bool:
    """Return True if another name covers this one and is longer, or fits better."""
    if other.name == match.name or not (other.at <= match.at and match.end <= other.end):
        return False
    return (other.end - other.at, -other.fit) > (match.end - match.at, -match.fit)


def _services(small: str, book: Rulebook) -> Iterator[NameMatch]:
    tokens = _tokens(small)
    for service in book.services:
        words = TOKEN.findall(folded(service.name))
        exact = list(_phrases(service.name, words, tokens))
        yield from exact
        if not exact and words:
            yield from _meant(service.name, words, book, tokens)
    yield from _other_names(book, tokens)
    for called, name in book.names_of("service").items():
        if called != name:
            yield from _phrases(name, TOKEN.findall(folded(called)), tokens)
    yield from _slips([one.name for one in book.services], tokens, SHORTEST_SLIP)


def _other_names(book: Rulebook, tokens: list[tuple[str, int]]) -> Iterator[NameMatch]:
    """Find the other names that the rules set for services."""
    also = {called: service.name for service in book.services for called in service.also}
    for called, name in also.items():
        yield from _phrases(name, TOKEN.findall(folded(called)), tokens)
    for match in _slips(list(also), tokens, SHORTEST_ALSO_SLIP):
        yield msgspec.structs.replace(match, name=also[match.name])


def _tokens(small: str) -> list[tuple[str, int]]:
    found = (
        (match[0], match.start())
        for match, _ in zip(TOKEN.finditer(small), range(MOST_TOKENS), strict=False)
    )
    return [(word, at) for word, at in found if len(word) <= LONGEST_TOKEN]


def _phrases(
    name: str, words: list[str], tokens: list[tuple[str, int]], *, ends: bool = True
) -> Iterator[NameMatch]:
    """Find a name word by word; its last word may be inflected or, if alone, end a longer word."""
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
    """Return True if a word is an inflected form of the last word of a name, or contains it."""
    if word in NOT_A_SLIP:
        return False
    begins = word.startswith(last)
    if begins and word[len(last) :] in ENDINGS:
        return True
    if not alone:
        return begins and len(last) >= SHORTEST_PART
    return len(last) > SHORTEST_PART and (begins or word.endswith(last))


def _meant(
    name: str, words: list[str], book: Rulebook, tokens: list[tuple[str, int]]
) -> Iterator[NameMatch]:
    """Find other words for a service, if it is the only one of its kind."""
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
    """Find names with a typo in them; a word that is right in itself has none."""
    wanted = [name for name in map(_wanted_name, names) if len(name.plain) >= shortest]
    tries = 0
    for place, (first, at) in enumerate(tokens):
        if first in NOT_A_SLIP:
            continue
        for name in wanted:
            for count, run in _runs(name, tokens, place):
                tries += 1
                if tries > MOST_TRIES:
                    return
                fit = _fit(name, count, run)
                if fit is not None:
                    end = run[-1][1] + len(run[-1][0])
                    yield NameMatch(name.name, at, end, fit)


class _WantedName(msgspec.Struct, frozen=True):
    """A name of the rules without its spaces, its number of words, and the typos it may have."""

    name: str
    plain: str
    count: int
    most: int


def _wanted_name(name: str) -> _WantedName:
    words = TOKEN.findall(folded(name))
    plain = "".join(words)
    most = 2 if len(plain) >= SHORTEST_TWO_SLIPS else 1
    return _WantedName(name, plain, len(words), most)


def _runs(
    name: _WantedName, tokens: list[tuple[str, int]], place: int
) -> Iterator[tuple[int, list[tuple[str, int]]]]:
    """Return the words from a place on that may be a name, written in more words or fewer."""
    for count in {max(1, name.count - 1), name.count, name.count + 1}:
        run = tokens[place : place + count]
        said = _joined(run)
        if len(run) < count or said[0] != name.plain[0]:
            continue
        if abs(len(said) - len(name.plain)) <= name.most:
            yield count, run


def _joined(run: list[tuple[str, int]]) -> str:
    return "".join(word for word, _ in run)


def _fit(name: _WantedName, count: int, run: list[tuple[str, int]]) -> int | None:
    """Return how well words fit a name; None if they do not."""
    said = _joined(run)
    allowed = name.most if count == name.count else 0
    if edit_distance(said, name.plain, name.most) > allowed:
        return None
    return EXACT if said == name.plain else SLIPPED


def _staff(text: str, small: str, book: Rulebook) -> Iterator[NameMatch]:
    tokens = _tokens(small)
    last_names: list[str] = []
    by_last: dict[str, str] = {}
    for called, name in book.names_of("staff").items():
        words = TOKEN.findall(folded(called))
        if words:
            last_names.append(words[-1])
            by_last[words[-1]] = name
        for match in _staff_matches(name, words, tokens):
            surname = len(words) == 1 and FOLLOWED_BY_NAME.match(text, match.end)
            if not surname and text[match.end : match.end + 1] != "@":
                yield match
    rest = [token for token in tokens if token[0] not in by_last]
    for match in _slips(last_names, rest, SHORTEST_STAFF_SLIP):
        yield msgspec.structs.replace(match, name=by_last[match.name])


def _staff_matches(name: str, words: list[str], tokens: list[tuple[str, int]]) -> list[NameMatch]:
    """Return where a staff member is named; a long last name is enough."""
    has_long_last_name = len(words) > 1 and len(words[-1]) >= SHORTEST_PART
    wanted = words[-1:] if has_long_last_name else words
    exact = list(_phrases(name, wanted, tokens, ends=False))
    return exact or list(_possessive(name, wanted, tokens))


def _possessive(name: str, last: list[str], tokens: list[tuple[str, int]]) -> Iterator[NameMatch]:
    for word, at in tokens:
        if last and word == f"{last[0]}s":
            yield NameMatch(name, at, at + len(word), BENT)


def _is_only_called(text: str, small: str, match: NameMatch) -> bool:
    """Return True if a name is only greeted, thanked, ruled out, or signs."""
    long_lead = sentence_before(small, match.at, LONGEST_LEAD)
    if NOT_ASKED.search(long_lead) and not AGAIN.match(small, match.end):
        return True
    lead = small[max(0, match.at - GREETING_LEAD) : match.at]
    if match.at < GREETING_LEAD:
        lead = f"\n{lead}"
    if NOT.search(sentence_before(small, match.at, NEAR)) or GREETS.search(lead):
        return True
    line_start = small.rfind("\n", 0, match.at) + 1
    before = re.sub(TITLE, "", small[line_start : match.at]).strip(" *-")
    if before or PLEASE.match(small, match.end):
        return False
    return bool(CALLS.match(small, match.end)) or small[match.end : match.end + 1] == ","


def _is_either(small: str, found: list[NameMatch]) -> bool:
    """Return True if two names are joined by "or"."""
    ordered = sorted(found, key=lambda match: match.at)
    return any(
        first.name != second.name and EITHER.fullmatch(small[first.end : second.at])
        for first, second in pairwise(ordered)
    )
