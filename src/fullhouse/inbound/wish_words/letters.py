"""Wishes in a letter: "Tuesdays or Thursdays after 5 would be great"."""

import re
from collections.abc import Iterable, Sequence
from functools import cache

import msgspec

from fullhouse.inbound.wish_words.reader import Wish, days_from, wish_of
from fullhouse.inbound.wish_words.vocabulary import (
    LANGUAGES,
    WORKING,
    Token,
    letter_tokens,
    load_words,
)
from fullhouse.kernel.patterns import regex
from fullhouse.products.frontdesk.waitlist.wishes import (
    WEEKDAYS,
    Weekdays,
    in_week_order,
)

# A clause ends here; what one clause says no to, another may still say.
# A comma between Spanish weekdays only joins them.
CLAUSE_ENDS = regex(
    r"[.!?;:\n()](?!\d)|,(?!\d|\s?(?:lunes|martes|miercoles|jueves|viernes)(?!\w))"
    r"|(?<!lunes)(?<!martes)(?<!miercoles)(?<!jueves)(?<!viernes),(?!\d)"
    r"|(?<!\w)(?:but|aber|mais|pero|sondern|sino)(?!\w)"
)
HABITS = frozenset({"mornings", "afternoons", "evenings"})
# The Spanish weekdays are their own plurals: "lunes y jueves" are habits, "el lunes" is one day.
PLURAL = frozenset({"lunes", "martes", "miercoles", "jueves", "viernes"})
ONE_DAY_BEFORE = frozenset({"el", "este", "del", "al", "proximo"})
# Days on which they work, or that are left out, are not those on which they can come.
BUSY = regex(
    r"(?<!\w)(?:i work|i'm working|i am working|we work|ich arbeite|arbeite ich|wir arbeiten"
    r"|je travaille|nous travaillons|(?<!el )(?<!del )trabajo|trabajamos"
    r"|except|other than|apart from|auss?er|sauf|hormis|excepte|menos|excepto|salvo)(?!\w)"
)
# "We are away Monday and Tuesday" is no wish. "Monday and Tuesday" counts alone, or with a word
# that says that the days suit them.
SUITS = regex(
    r"(?<!\w)(?:free|available|availability|can|could|able|works?|suits?|fits?|ok|okay|fine|good"
    r"|great|best|better|possible|ideal\w*|prefer\w*|would|i'd|we'd|like|love|please|pls|any|either"
    r"|both|usually"
    r"|frei|kann|konnen|konnt\w*|geht|gehen|ging\w*|pass(?:t|en|te|ten)|wurde\w*|mocht\w*|gern\w*"
    r"|liebsten|moglich|bitte|gut|besten|verfugbar|zeit"
    r"|libres?|dispo|disponibles?|peux|pouvons|pourr\w*|convien\w*|voudr\w*|souhait\w*|aimer\w*"
    r"|veux|svp|plait|mieux|bien|arrang\w*|los"
    r"|puedo|podemos|podri\w*|viene\w*|posible|prefier\w*|quier\w*|querri\w*|quisier\w*|gustari\w*"
    r"|favor|mejor|vale)(?!\w)"
)
# "Monday or Thursday" names no one day: either will do, in any week. So does "and" for most.
AND = frozenset({"and", "und", "u", "u.", "et", "y", "&", "+"})
# What may stand before each of the days.
BEFORE_DAY = frozenset({"on", "am", "an"})
# What may stand in the clause of a list and says nothing.
HARMLESS = BEFORE_DAY | {"then", "dann", "puis", "alors", "luego", "entonces", "le", "les", "los"}
HARMLESS |= {"von", "vom", "de", "du", "del", "desde"}
OR = frozenset({"or", "oder", "ou", "o", "/"})
# Nor can they come on days on which they are away or busy, or the business is closed.
AWAY = regex(
    r"(?<!\w)(?:away|busy|holidays?|vacation|travel\w*|unavailable|closed|out of (?:town|office)"
    r"|weg|verreist|unterwegs|verhindert|belegt|beschaftigt|urlaub|abwesend|geschlossen"
    r"|absente?s?|occupee?s?|prise?s?|vacances|voyage|deplacement|indisponibles?|fermee?s?"
    r"|fuera(?! posible)|ocupad[oa]s?|viaje|viajo|vacaciones|ausentes?|cerrad[oa]s?)(?!\w)"
)
# "Monday, Tuesday or Thursday" and "Monday to Wednesday and Friday", in the letters that stand for
# the tokens. What follows on "to" is the end of other days.
DAY_LIST = regex("(?P<to>r)?D(?:(?:[,oa]b?D)+,?)?[oa]b?D".replace("D", "d(?:rb?d)?"))
SPAN_OF_DAYS = regex("drb?d")
# Days of one week are dates: "next week I'm free on Tuesday and Wednesday".
OF_ONE_WEEK = regex(
    r"(?<!\w)(?:(?:this|next|following|coming|diese|dieser|nachste|nachster|kommende|kommender"
    r"|cette|esta|proxima) (?:week|woche|semaine|semana)|semaine prochaine|semana que viene)(?!\w)"
)
SENTENCE_ENDS = ".!?\n"
# All days but those that follow.
ALL_BUT = regex(
    r"(?<!\w)(?:(?:any|every) (?P<en>day|weekday)|(?:all|most) (?:days|(?P<ens>weekdays))"
    r"|(?:jed(?:er|en)|alle) (?P<de>tage?|werktage?|wochentage?)"
    r"|(?:tous les|n'importe quel) jours?|(?:cualquier|todos los) dias?)"
    r" (?:but|except(?: for)?|other than|apart from|besides|auss?er|bis auf|sauf|hormis"
    r"|excepte|menos|excepto|salvo)(?: not)?(?: on| am| le| les| el| los)?(?= )"
)
OF_WORK = frozenset({"weekday", "weekdays", "werktag", "werktage", "wochentag", "wochentage"})
SAYS_SOMETHING = frozenset({"days", "part", "clock", "from", "to", "between", "and"})
BARE = regex(r"\d{1,2}")
DAY_KINDS = frozenset({"days", "day_name", "short_name"})
WAYS = ("from", "to", "between")
Span = tuple[int, int]


class LetterWish(msgspec.Struct, frozen=True):
    """The wish of a letter, where it says so, and whether a time is a bare number."""

    weekdays: Weekdays = ()
    from_time: str = ""
    until_time: str = ""
    days_at: int = -1
    times_at: int = -1
    day_spans: tuple[Span, ...] = ()
    is_bare: bool = False


class _Clause(msgspec.Struct, frozen=True):
    """The wish of one clause, with the tokens that say it."""

    wish: Wish
    tokens: tuple[Token, ...]


class _DayList(msgspec.Struct, frozen=True):
    """Weekdays joined by "or" or "and", and whether they are those on which someone can come."""

    tokens: tuple[Token, ...]
    is_wish: bool


def letter_wish(small: str, language: str, dates: Sequence[Span] = ()) -> LetterWish:
    """Return the wish of a folded letter. Numbers at the places of `dates` are no times."""
    days, left = _all_but(small, language)
    clauses = list(_clauses(left, language, dates))
    wish = _with_window(left, days if days.weekdays else _with_days(clauses), clauses)
    busy = _busy_days(left, language)
    return msgspec.structs.replace(wish, day_spans=(*wish.day_spans, *busy))


def _all_but(small: str, language: str) -> tuple[LetterWish, str]:
    """Return the days of "any day but Monday", and the letter without those words."""
    found = ALL_BUT.search(small)
    if found is None:
        return LetterWish(), small
    named = _days_first(letter_tokens(small[found.end() :], language))
    if not named:
        return LetterWish(), small
    end = found.end() + named[-1].end
    without = {day for token in named if token.kind != "and" for day in token.value.split()}
    all_days = WORKING if OF_WORK.intersection(found.groupdict().values()) else WEEKDAYS
    days = in_week_order(frozenset(all_days) - without)
    spans = ((found.start(), end),)
    left = f"{small[: found.start()]}{' ' * (end - found.start())}{small[end:]}"
    return LetterWish(days, days_at=found.start(), day_spans=spans), left


def _days_first(tokens: list[Token]) -> list[Token]:
    """Return the weekdays that tokens begin with, and what joins them."""
    named: list[Token] = []
    for token in tokens:
        if token.kind not in DAY_KINDS and not (named and token.kind == "and"):
            break
        named.append(token)
    return _trimmed(named)


def _busy_days(small: str, language: str) -> list[Span]:
    """Return the places of the days on which they can't come, or something else is so."""
    other: list[Token] = []
    for span in _clause_spans(small, language):
        found = _tokens_between(small, *span, language)
        if BUSY.search(small, *span) or _says_no(found):
            other += [token for token in found if token.kind in ("days", "day_name")]
    lists = _day_lists(small, letter_tokens(small, language))
    other += [token for days in lists if not days.is_wish for token in days.tokens]
    return [(token.at, token.end) for token in other]


def _says_no(found: list[Token]) -> bool:
    return any(token.kind == "not" for token in found)


def _with_days(clauses: list[_Clause]) -> LetterWish:
    """Return the weekdays of all clauses."""
    tokens = [token for clause in clauses for token in clause.tokens if token.kind == "days"]
    if not tokens:
        return LetterWish()
    days = frozenset(day for token in tokens for day in token.value.split())
    spans = tuple((token.at, token.end) for token in tokens)
    return LetterWish(in_week_order(days), days_at=spans[0][0], day_spans=spans)


def _with_window(small: str, found: LetterWish, clauses: list[_Clause]) -> LetterWish:
    """Add the window of the day, if all clauses that name one name the same.

    Other times on other days cannot be kept as one window: staff read them in the letter.
    """
    times = [clause for clause in clauses if clause.wish.names_times]
    windows = {(clause.wish.from_time, clause.wish.until_time) for clause in times}
    if len(windows) != 1:
        return found
    first = next(token for token in times[0].tokens if token.kind in ("clock", "part"))
    return msgspec.structs.replace(
        found,
        from_time=times[0].wish.from_time,
        until_time=times[0].wish.until_time,
        times_at=first.at,
        is_bare=bool(BARE.fullmatch(small[first.at : first.end])),
    )


def _clauses(small: str, language: str, dates: Sequence[Span]) -> Iterable[_Clause]:
    for start, end in _clause_spans(small, language):
        if BUSY.search(small, start, end):
            continue
        said = _said(small, _tokens_between(small, start, end, language), dates)
        wish = wish_of(said) if said else None
        if wish is not None:
            yield _Clause(wish, tuple(said))


def _clause_spans(small: str, language: str) -> list[Span]:
    lists = _day_lists(small, letter_tokens(small, language))
    ends = [
        (found.start(), found.end())
        for found in CLAUSE_ENDS.finditer(small)
        if not any(one.tokens[0].at < found.start() < one.tokens[-1].at for one in lists)
    ]
    starts = [0, *(behind for _, behind in ends)]
    return list(zip(starts, [*(end for end, _ in ends), len(small)], strict=True))


def _day_lists(small: str, found: list[Token]) -> list[_DayList]:
    """Return each "Monday, Tuesday or Thursday", unless one is a day of a date."""
    shape = "".join(_shape(small, token) for token in found)
    lists: list[_DayList] = []
    for match in DAY_LIST.finditer(shape):
        tokens = tuple(found[match.start() : match.end()])
        if not _is_one_of(small, tokens):
            is_clear = "o" in match[0] and "r" not in match[0]
            is_wish = is_clear or _suits(small, found, tokens)
            is_other = bool(match["to"]) or _is_away(small, tokens)
            lists.append(_DayList(_spelled_out(tokens, match[0]), is_wish and not is_other))
    return lists


def _spelled_out(tokens: tuple[Token, ...], shape: str) -> tuple[Token, ...]:
    """Return the tokens of a list, where "Monday to Wednesday" names all three days."""
    spelled = list(tokens)
    for found in SPAN_OF_DAYS.finditer(shape):
        first, last = tokens[found.start()], tokens[found.end() - 1]
        days = " ".join(days_from(first.value, last.value))
        spelled[found.start()] = msgspec.structs.replace(first, value=days)
    return tuple(spelled)


def _is_away(small: str, days: tuple[Token, ...]) -> bool:
    """Return True if the clause of weekdays says that someone is away or busy then."""
    return bool(AWAY.search(small, *_clause_around(small, days[0].at, days[-1].end)))


def _suits(small: str, found: list[Token], days: tuple[Token, ...]) -> bool:
    """Return True if weekdays are habits, or their clause says that they suit, or nothing else."""
    if _are_habits(small, found, days):
        return True
    begin, stop = _clause_around(small, days[0].at, days[-1].end)
    if SUITS.search(small, begin, stop):
        return True
    others = [one for one in found if one.kind == "other" and begin <= one.at < stop]
    return all(small[one.at : one.end] in HARMLESS for one in others)


def _are_habits(small: str, found: list[Token], days: tuple[Token, ...]) -> bool:
    """Return True for weekdays of which one is a plural, or with "mornings" behind them."""
    behind = next((one for one in found if one.at >= days[-1].end), None)
    is_led_to = behind is not None and small[behind.at : behind.end] in HABITS
    return is_led_to or any(token.kind == "days" for token in days)


def _clause_around(small: str, first: int, last: int) -> Span:
    """Return where the clause begins and ends that these places are in."""
    ends = [found.span() for found in CLAUSE_ENDS.finditer(small)]
    begin = max((behind for _, behind in ends if behind <= first), default=0)
    return begin, min((at for at, _ in ends if at >= last), default=len(small))


def _shape(small: str, token: Token) -> str:
    """Return one letter for a token: a day, what joins it to others, or anything else."""
    if token.kind in DAY_KINDS:
        return "d"
    if token.kind in ("range", "to"):
        return "r"
    word = small[token.at : token.end]
    if word == ",":
        return ","
    kinds = {"b": BEFORE_DAY, "o": OR, "a": AND}
    return next((letter for letter, words in kinds.items() if word in words), "x")


def _tokens_between(small: str, start: int, end: int, language: str) -> list[Token]:
    """Return the tokens of a part of a letter, at their places in all of it."""
    found = letter_tokens(small[start:end], language)
    return [
        msgspec.structs.replace(token, at=token.at + start, end=token.end + start)
        for token in found
    ]


def _said(small: str, found: list[Token], dates: Sequence[Span]) -> list[Token]:
    """Return the tokens of a clause that are a wish; none if the clause says no to it."""
    if _says_no(found):
        return []
    named = _with_names(small, found)
    days = [token for token in named if token.kind != "days" or not _is_one_day(small, token)]
    said = [token for token in _with_times(small, days, dates) if token.kind in SAYS_SOMETHING]
    return said if any(token.kind in ("days", "part", "clock") for token in said) else []


def _with_names(small: str, found: list[Token]) -> list[Token]:
    """Let a weekday count that is joined to a habit: "Tuesdays or Thursday", "Friday mornings"."""
    wanted, other = _listed_days(small, found)
    found = [wanted.get(token.at, token) for token in found if token.at not in other]
    named = list(found)
    for at in reversed(range(len(found))):
        if _leads_to_habit(small, named, at):
            named[at] = _as_days(named[at])
    for at in range(len(found)):
        if _counts_as_days(small, found, named, at):
            named[at] = _as_days(named[at])
    return [_as_days(one) if one.at in wanted and one.kind in DAY_KINDS else one for one in named]


def _listed_days(small: str, found: list[Token]) -> tuple[dict[int, Token], set[int]]:
    """Return what is in lists: the tokens of those that suit by place, and places of others."""
    wanted: dict[int, Token] = {}
    other: set[int] = set()
    for days in _day_lists(small, found):
        if days.is_wish:
            wanted |= {token.at: token for token in days.tokens}
        else:
            other.update(token.at for token in days.tokens)
    return wanted, other


def _as_days(token: Token) -> Token:
    return msgspec.structs.replace(token, kind="days")


def _counts_as_days(small: str, found: list[Token], named: list[Token], at: int) -> bool:
    """Return True for a weekday that is joined to a habit, or that is a plural."""
    token = found[at]
    before = [other.kind for other in named[max(0, at - 2) : at]]
    is_joined = before == ["days", "and"] or _is_plural(small, found, at)
    return token.kind == "day_name" and is_joined


def _is_one_of(small: str, pair: Sequence[Token]) -> bool:
    """Return True if weekdays are days of dates, or of this or the next week."""
    words = small[: pair[0].at].split()[-1:]
    if OF_ONE_WEEK.search(small, *_sentence(small, pair[0].at)):
        return True
    is_led_in = bool(words) and words[0] in {*ONE_DAY_BEFORE, *load_words("en").letters.one_day}
    return is_led_in or any(_is_one_day(small, day) for day in (pair[0], pair[-1]))


def _sentence(small: str, at: int) -> Span:
    """Return where the sentence begins and ends that a place is in."""
    begin = max(small.rfind(sign, 0, at) for sign in SENTENCE_ENDS) + 1
    ends = [end for end in (small.find(sign, at) for sign in SENTENCE_ENDS) if end >= 0]
    return begin, min(ends, default=len(small))


def _leads_to_habit(small: str, named: list[Token], at: int) -> bool:
    """Return True for a weekday of "Friday mornings", and of "Thu or Fri mornings"."""
    if named[at].kind not in ("day_name", "short_name") or at + 1 >= len(named):
        return False
    behind = named[at + 1]
    if small[behind.at : behind.end] in HABITS:
        return True
    joined = [token.kind for token in named[at + 1 : at + 4]]
    return joined in (["and", "days", "part"], ["and", "days", "and"])


def _is_plural(small: str, found: list[Token], at: int) -> bool:
    """Return True for the first weekday of "lunes y jueves"."""
    if [token.kind for token in found[at + 1 : at + 3]] != ["and", "day_name"]:
        return False
    words = [small[token.at : token.end] for token in found[max(0, at - 1) : at + 1]]
    return words[-1] in PLURAL and words[0] not in ONE_DAY_BEFORE


def _is_one_day(small: str, token: Token) -> bool:
    """Return True if a weekday is one day after all: "le mardi 9 juin", "le mardi prochain"."""
    if len(token.value.split()) == len(WORKING):
        return False
    return bool(_one_day().match(small, token.end))


@cache
def _one_day() -> re.Pattern[str]:
    day = rf"\d{{1,2}}(?:er|\.)?(?:[./]\d|\s+(?:{_listed('not_a_time')})(?!\w))"
    return re.compile(rf"\s+(?:{day}|(?:{_listed('one_day')})(?!\w))")


def _listed(name: str) -> str:
    """Return the alternatives of a pattern: the words of one list in all languages."""
    words = [word for code in LANGUAGES for word in getattr(load_words(code).letters, name)]
    return "|".join(map(re.escape, words))


def _with_times(small: str, found: list[Token], dates: Sequence[Span]) -> list[Token]:
    """Leave out numbers that are no times of day, and times without a word such as "after"."""
    spans = _with_spans(small, found)
    kept: list[Token] = []
    for at, token in enumerate(spans):
        way = kept[-1] if kept and at and kept[-1] is spans[at - 1] else None
        if token.kind != "clock" or _is_time(small, way, token, dates):
            kept.append(token)
        elif way is not None and way.kind in WAYS:
            kept.pop()
    return _trimmed(kept)


def _trimmed(kept: list[Token]) -> list[Token]:
    """Leave out words at the end that no time or day follows."""
    while kept and kept[-1].kind in (*WAYS, "and"):
        kept.pop()
    return kept


def _is_led_in(before: list[Token]) -> bool:
    """Return True if the word before a time already says where it begins or ends."""
    return bool(before) and before[-1].kind in WAYS


def _with_spans(small: str, found: list[Token]) -> list[Token]:
    """Read "9 to 12 Uhr" as from 9 to 12; elsewhere such a word says nothing."""
    made: list[Token] = []
    for at, token in enumerate(found):
        if token.kind in ("range", "to") and _is_span(small, found, at):
            if not _is_led_in(found[: max(0, at - 1)]):
                made.insert(-1, Token("from", "", token.at, token.at))
            made.append(msgspec.structs.replace(token, kind="to"))
        elif token.kind != "range":
            made.append(token)
    return made


def _is_span(small: str, found: list[Token], at: int) -> bool:
    """Return True if a word stands between two times: one has a mark, or "from" is before."""
    around = found[at - 1 : at] + found[at + 1 : at + 2]
    if [token.kind for token in around] != ["clock", "clock"]:
        return False
    is_marked = not all(BARE.fullmatch(small[token.at : token.end]) for token in around)
    return is_marked or (at > 1 and found[at - 2].kind in WAYS)


def _is_time(small: str, way: Token | None, token: Token, dates: Sequence[Span]) -> bool:
    if way is None or way.kind not in (*WAYS, "and") or not token.value:
        return False
    is_date = any(start < token.end and token.at < end for start, end in dates)
    return not is_date and not _no_time().match(small, token.end)


@cache
def _no_time() -> re.Pattern[str]:
    return re.compile(rf"\s?(?:[%€$£]|(?:{_listed('not_a_time')})(?!\w))")
