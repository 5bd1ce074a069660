"""Times of day in a text, in figures and in words, within the opening hours."""

import re
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Literal

import msgspec

from fullhouse.inbound.extraction.dates import replaced
from fullhouse.inbound.extraction.text import Source, sentence_before
from fullhouse.inbound.extraction.vocabulary import (
    IN_ENGLISH,
    IN_FRENCH,
    IN_GERMAN,
    IN_SPANISH,
    either,
    number,
)
from fullhouse.kernel.patterns import regex
from fullhouse.products.frontdesk.shared.proposals import Confidence, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

NOON, DAY, HOUR = 12, 24, 60
MOST_TIMES = 20
NEAR = 40
# Hours that nobody means in the night, where it is not known when a business is open.
SMALL_HOURS = range(1, 7)
HALF_OF_DAY = r"(?: ?(?P<half>[ap])\.?m(?!\w)\.?)?"
ENGLISH, GERMAN, FRENCH, SPANISH = (
    rf"(?P<hour>\d{{1,2}}|{either(words)})"
    for words in (IN_ENGLISH, IN_GERMAN, IN_FRENCH, IN_SPANISH)
)
START = r"(?<![\d:.,/+-])"
END = r"(?![\d:]|[.,]\d)"
PAST = {"past", "after", "nach"}
STEPS = {
    "viertel": 15,
    "quarter": 15,
    "a quarter": 15,
    "half": 30,
    "fifteen": 15,
    "thirty": 30,
    "forty-five": 45,
}
IN_SWISS = "eis zwoi dru vieri foifi sachsi sibni achti nuni zahni elfi zwolfi"
SWISS = {name: hour for hour, name in enumerate(IN_SWISS.split(), 1)}
MORNING = regex(
    r"(?<!\w)(?:in the morning|morgens|vormittags?|am vormittag|fruh|am morgen|du matin"
    r"|de la manana|por la manana)(?!\w)"
)
EVENING = regex(
    r"(?<!\w)(?:in the (?:afternoon|evening)|this (?:afternoon|evening)|afternoon|evening|tonight"
    r"|nachmittags?|abends?|am abend|de l'apres-midi|apres-midi|du soir|ce soir|soir|de la (?:tarde"
    r"|noche)|por la (?:tarde|noche)|esta (?:tarde|noche)"
    r"|dinner|abendessen|diner|cena|cenar)(?!\w)"
)
# Not a time to be booked, but from when or until when something is possible.
OPEN_ENDED = regex(
    r"(?<!\w)(?:after|before|until|till|by|not|from|nach|vor|ab|bis|nicht|fruhestens|spatestens"
    r"|apres|avant|des|jusqu'a|a partir de|pas|despues de|antes de|desde|hasta|between|zwischen"
    r"|entre|open|geoffnet|ouvert|abierto)(?: (?:about|around|ca\.?|las|la|um|les))?"
    r"(?: \d{1,2}(?:[:.h]\d\d)?(?: ?(?:uhr|h|am|pm))? (?:and|und"
    r"|et|y)(?: las)?)? ?$"
)
# The time that something else replaces.
NOT = regex(
    r"(?<!\w)(?:instead of|rather than|(?:an)?statt|au lieu d[eu']|plutot qu[e']|en lugar de"
    r"|en vez de)(?: (?:at|um|a|de)(?: las?)?)? ?$"
)
NOT_BEHIND = regex(
    r" ?(?:uhr|h)? ?(?:(?:passt|geht|klappt) (?:\w{1,6} ){0,2}nicht|(?:does|is|wo|ca)n't"
    r"|no (?:me|nos|puedo)|ne (?:me|va))(?!\w)"
)
BETWEEN_TIMES = regex(r" ?(?:uhr|h)? ?(?:-|to|bis|until|till|a|hasta(?: las)?) ?(?:ca\. ?)?")


class TimeOfDay(msgspec.Struct, frozen=True):
    """A time of day as it was written: `plain` if nothing says which half of the day is meant."""

    at: int
    end: int
    hour: int
    minute: int
    plain: bool = False


Read = Callable[[re.Match[str]], tuple[int, int, bool]]


def _figures(found: re.Match[str]) -> tuple[int, int, bool]:
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    half = found["half"]
    if not half:
        return hour, minute, hour <= NOON and not found["hour"].startswith("0")
    if not 1 <= hour <= NOON:
        return DAY, 0, False
    hour %= NOON
    if half == "p":
        hour += NOON
    return hour, minute, False


def _spoken(found: re.Match[str]) -> tuple[int, int, bool]:
    said = found["minute"] or ""
    hour = number(found["hour"])
    minute = STEPS.get(said) or (number(said) if said else 0)
    if minute > HOUR - 1:
        return DAY, 0, False
    back = "way" in found.re.groupindex and found["way"] not in PAST
    if back and minute:
        return hour - 1, HOUR - minute, True
    return hour, minute, True


def _half_to(found: re.Match[str]) -> tuple[int, int, bool]:
    """Read "halb drei", half past two, and "fünf vor halb drei"."""
    away = number(found["minute"] or "")
    if found["way"] != "nach":
        away = -away
    return number(found["hour"]) - 1, 30 + away, True


def _three_quarters(found: re.Match[str]) -> tuple[int, int, bool]:
    """Read "drei viertel vier", a quarter to four."""
    return number(found["hour"]) - 1, 45, True


def _quarter_of(found: re.Match[str]) -> tuple[int, int, bool]:
    """Read "viertel vier", a quarter past three in the east and the south."""
    return number(found["hour"]) - 1, 15, True


def _half_in_swiss(found: re.Match[str]) -> tuple[int, int, bool]:
    """Read "halbi drü", half past two."""
    return SWISS[found["hour"]] - 1, 30, True


def _romance(found: re.Match[str]) -> tuple[int, int, bool]:
    """Read "trois heures et demie", "tres y media", "quatre heures moins le quart"."""
    return *_away(number(found["hour"]), found["rest"] or ""), True


def _away(hour: int, said: str) -> tuple[int, int]:
    """Return the time before or after an hour: "et quart", "menos cinco"."""
    if not said:
        return hour, 0
    if "demi" in said or "media" in said:
        minute = 30
    elif "quart" in said or "cuarto" in said:
        minute = 15
    else:
        minute = number(said.rsplit(maxsplit=1)[-1])
    if minute > HOUR - 1:
        return DAY, 0
    # "moins" and "menos" go back from the hour.
    if "m" in said.split(maxsplit=1)[0]:
        return hour - 1, HOUR - minute
    return hour, minute


def _noon(_found: re.Match[str]) -> tuple[int, int, bool]:
    return NOON, 0, False


def _from_noon(found: re.Match[str]) -> tuple[int, int, bool]:
    """Read "midi et demi" and "midi moins le quart"."""
    hour, minute = _away(NOON, found["rest"] or "")
    return hour, minute, False


REST = (
    r"(?P<rest> et (?:demie?|quart)| moins (?:le quart|cinq|dix|vingt)| y (?:media|cuarto|cinco"
    r"|diez|veinte)| menos (?:cuarto|cinco|diez|veinte)| (?:trente|quinze|dix|vingt|cinq|treinta"
    r"|quince))?"
)
NO_COUNT = (
    r"(?![\w:/]|[.,]\d|-\d| ?(?:%|eur|euros?|a |the |an |least|most|weeks?|days?|minutes?|minuten"
    r"|tage|people|personen|stunden|hours?|wochen|prozent|cm|km|other|different))"
)
CLOCKS: tuple[tuple[re.Pattern[str], Read], ...] = (
    (
        regex(rf"{START}(?P<hour>\d{{1,2}})[:h](?P<minute>\d\d)(?![\d:]|\.\d){HALF_OF_DAY}"),
        _figures,
    ),
    (
        regex(
            rf"{START}(?P<hour>\d{{1,2}})[.](?P<minute>\d\d)(?![\d:.]) ?(?:(?P<half>[ap])\.?m(?!\w)"
            rf"|uhr|h(?!\w))"
        ),
        _figures,
    ),
    (
        regex(
            r"(?:(?<!\w)(?:um|gegen|at|a las)"
            r"|@) (?P<hour>\d{1,2})[.](?P<minute>\d\d)(?![\d:]|\.\d)(?P<half>)(?:(?!\.)"
            r"|(?<=[2-5]\d))"
        ),
        _figures,
    ),
    (regex(rf"{START}(?P<hour>\d{{1,2}})(?P<minute>) ?(?P<half>[ap])\.?m(?!\w)"), _figures),
    (
        regex(
            rf"{START}(?P<hour>\d{{1,2}})[.](?P<minute>\d\d)(?P<half>)(?= ?(?:-|bis)"
            rf" ?\d{{1,2}}[.:]\d\d ?(?:uhr|h))"
        ),
        _figures,
    ),
    (
        regex(
            rf"{START}(?P<hour>\d{{1,2}}) ?(?:uhr|h|heures?|horas|hs|hrs)(?: ?(?P<minute>[0-5]\d)"
            rf"(?![\d:]|\.\d| ?(?:eur|minuten)))?"
            r"(?P<half>)(?!\w)"
        ),
        _figures,
    ),
    (
        regex(rf"(?<!\w)(?:(?P<minute>funf|fuenf|zehn) (?P<way>vor|nach) )?halb {GERMAN}(?!\w)"),
        _half_to,
    ),
    (regex(rf"(?<!\w)drei ?viertel {GERMAN}(?!\w)"), _three_quarters),
    (
        regex(rf"(?<!\w)(?:at|around) {ENGLISH} (?P<minute>fifteen|thirty|forty-five)(?!\w)"),
        _spoken,
    ),
    (regex(r"(?<!\w)(?P<hour>\d{1,2})(?P<minute>)-?ish(?!\w)"), _spoken),
    (
        regex(
            rf"(?<!\w)(?P<minute>five|ten|twenty|a quarter|quarter|half) (?P<way>past|to|after)"
            rf" {ENGLISH}(?!\w)"
        ),
        _spoken,
    ),
    (
        regex(
            rf"(?<!\w)(?P<minute>funf|fuenf|zehn|zwanzig|viertel) (?P<way>nach|vor) {GERMAN}(?!\w)"
        ),
        _spoken,
    ),
    (regex(rf"(?<!\w)(?P<minute>half) {ENGLISH}(?!\w)(?! (?:hours?|days?|of))"), _spoken),
    (regex(rf"(?<!\w)viertel {GERMAN}(?!\w)"), _quarter_of),
    (regex(rf"(?<!\w)halbi (?P<hour>{either(SWISS)})(?!\w)"), _half_in_swiss),
    (regex(rf"(?<![\w-])midi{REST}(?!\w)"), _from_noon),
    (regex(rf"(?<!\w){FRENCH} heures?{REST}(?!\w)"), _romance),
    (regex(rf"(?<!\w)(?:a|sobre|hacia) las? {SPANISH}{REST}(?![\w:]|[.,]\d)"), _romance),
    (
        regex(rf"(?<!\w){SPANISH}{REST}(?= (?:de|por) la (?:manana|tarde|noche)(?!\w))"),
        _romance,
    ),
    (
        regex(
            rf"(?<!\w){ENGLISH}(?= (?:rather than|instead of) (?:{either(IN_ENGLISH)}|\d{{1,2}})"
            rf"(?!\w| (?:people|persons|guests|of us|adults|days|weeks|hours|minutes)))(?P<minute>)"
        ),
        _spoken,
    ),
    (regex(rf"(?<!\w){ENGLISH} o'clock(?P<minute>)(?!\w)"), _spoken),
    (regex(rf"(?<!\w){GERMAN} uhr(?P<minute>)(?!\w)"), _spoken),
    (regex(rf"(?<!\w)(?:at|around) {ENGLISH}(?P<minute>){NO_COUNT}"), _spoken),
    (regex(rf"(?<!\w)(?:um|gegen) {GERMAN}(?P<minute>){NO_COUNT}"), _spoken),
    (
        regex(
            r"(?<!\w)(?:at noon|at midday|um zwolf uhr mittags|a midi|al mediodia|a mediodia)(?!\w)"
        ),
        _noon,
    ),
)


def find_times(text: str) -> list[TimeOfDay]:
    """Return the times of day in the order of the text."""
    made: list[TimeOfDay] = []
    for pattern, read in CLOCKS:
        for match in islice(pattern.finditer(text), MOST_TIMES):
            at, end = match.span()
            if any(time.at < end and at < time.end for time in made):
                continue
            hour, minute, plain = read(match)
            if 0 <= hour < DAY and 0 <= minute < HOUR:
                made.append(TimeOfDay(at, end, hour, minute, plain))
    return sorted(made, key=lambda time: time.at)


def time_in(source: Source, book: Rulebook, sure: Confidence | None = None) -> ProposedField | None:
    """Return when something begins; of several times the first, as a guess."""
    small = source.small
    starts = list(_starts(small)) if sure else _plain_starts(small)
    gone = replaced(small, [time.at for time in starts])
    found = [time for time in starts if time.at not in gone]
    if not found:
        return None
    value, certain = _seen(found[0], small, book)
    alone = all(_seen(time, small, book)[0] == value for time in found)
    said: Confidence = (sure or "likely") if alone and certain else "guess"
    return ProposedField("time", value, said, source.words_at(found[0].at))


def times_in(source: Source, book: Rulebook) -> list[tuple[int, str]]:
    """Return every time at which something may begin, and its place."""
    small = source.small
    return [(time.at, _seen(time, small, book)[0]) for time in _plain_starts(small)]


def _plain_starts(small: str) -> list[TimeOfDay]:
    return [time for time in _starts(small) if not _is_no_start(small, time)]


def _is_no_start(small: str, time: TimeOfDay) -> bool:
    """Return True for a time that only limits a span, or that another time replaces."""
    lead = sentence_before(small, time.at, NEAR)
    return bool(OPEN_ENDED.search(lead) or NOT.search(lead) or NOT_BEHIND.match(small, time.end))


def _starts(small: str) -> Iterable[TimeOfDay]:
    """Leave out when something ends: "14:30 to 15:15" begins at half past two."""
    before: TimeOfDay | None = None
    for time in find_times(small):
        is_end = before is not None and BETWEEN_TIMES.fullmatch(small[before.end : time.at])
        before = time
        if not is_end:
            yield time


def _seen(time: TimeOfDay, small: str, book: Rulebook) -> tuple[str, bool]:
    """Return the time in the half of the day that is meant, and whether that is certain."""
    later = time.hour + NOON
    if not time.plain or later >= DAY or time.hour == 0:
        return _written(time.hour, time.minute), True
    half = _half_by_words(time, small)
    if half is not None:
        return _written(later if half == "evening" else time.hour, time.minute), True
    early, late = _is_open(time.hour, time.minute, book), _is_open(later, time.minute, book)
    if early != late:
        return _written(later if late else time.hour, time.minute), True
    moved = not early and time.hour in SMALL_HOURS
    return _written(later if moved else time.hour, time.minute), not moved


def _half_by_words(time: TimeOfDay, small: str) -> Literal["morning", "evening"] | None:
    """Return the half of the day that the words around a time name; None for none or both."""
    behind = small[time.end : time.end + NEAR].split("\n", maxsplit=1)[0]
    around = f"{sentence_before(small, time.at, NEAR)} {behind}"
    morning, evening = MORNING.search(around), EVENING.search(around)
    if morning and not evening:
        return "morning"
    if evening and not morning:
        return "evening"
    return None


def _is_open(hour: int, minute: int, book: Rulebook) -> bool:
    """Return True if the business is open at a time on any day."""
    time = _written(hour, minute)
    return any(hours.opens <= time < hours.closes for hours in book.opening_hours)


def _written(hour: int, minute: int) -> str:
    return f"{hour:02d}:{minute:02d}"
