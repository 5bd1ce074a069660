"""Words in a reply that name another day than the event's, or another kind of event."""

import re
from datetime import date, timedelta
from typing import Literal

import msgspec

from fullhouse.inbound.folding import fold_text
from fullhouse.inbound.replies.sentences import CLAUSE_BREAK, sentence_texts
from fullhouse.kernel.patterns import regex

Names = Literal["own", "other"]

WEEKDAYS = (
    "monday|mondays|mon|montag|lundi|lunes",
    "tuesday|tuesdays|tue|dienstag|mardi|martes",
    "wednesday|wednesdays|wed|mittwoch|mercredi|miercoles",
    "thursday|thursdays|thu|donnerstag|jeudi|jueves",
    "friday|fridays|fri|freitag|vendredi|viernes",
    "saturday|saturdays|sat|samstag|sonnabend|samedi|sabado",
    "sunday|sundays|sun|sonntag|dimanche|domingo",
)
MONTHS = (
    "january|januar|janner|janvier|enero",
    "february|februar|fevrier|febrero",
    "march|marz|mars|marzo",
    "april|avril|abril",
    "may|mai|mayo",
    "june|juni|juin|junio",
    "july|juli|juillet|julio",
    "august|aout|agosto",
    "september|septembre|septiembre|setiembre",
    "october|oktober|octobre|octubre",
    "november|novembre|noviembre",
    "december|dezember|decembre|diciembre",
)
WEEKDAY_OF = {name: day for day, names in enumerate(WEEKDAYS) for name in names.split("|")}
MONTH_OF = {name: month for month, names in enumerate(MONTHS, 1) for name in names.split("|")}
MONTH = "|".join(sorted(MONTH_OF, key=len, reverse=True))
# "sun" and "sat" are words of their own unless a number follows, "march" and "may" always are.
SHORT_DAYS = frozenset(("mon", "tue", "wed", "thu", "fri", "sat", "sun"))
PART = r"(?:abend|nachmittag|vormittag|morgen|mittag|nacht|s)?"
DAY = "|".join(sorted(WEEKDAY_OF, key=len, reverse=True))
NOT_A_DAY = (
    r"(?!\s?(?::|\.?\d|h\b|uhr|heures?|am\b|pm\b|minut|hours?|horas?|stunden|euros?|eur\b|\$"
    r"|\u20ac|%|personen|persons?|people|personnes?|personas?|of (?:us|them)|plus\b|de nous"
    r"|jahre|years?|ans\b|anos\b|kinder|kids|enfants|ninos|platze|places?|seats?|plazas))"
)
NUMBER = r"(?P<{}>[12]\d|3[01]|0?[1-9])"
DATES = regex(
    rf"\b(?P<day>{DAY}){PART}\b(?: (?:den|dem|the|le|el|dia))?(?:,? {NUMBER.format('d0')}\b"
    rf"(?:st|nd|rd|th)?{NOT_A_DAY}(?: (?:of |de )?(?P<m0>{MONTH})\b)?)?"
    rf"|\b{NUMBER.format('d1')}(?:st|nd|rd|th|er)? (?:of |de |du mois de )?(?P<m1>{MONTH})\b"
    rf"|\b(?P<m2>{MONTH}) (?:the )?{NUMBER.format('d2')}(?:st|nd|rd|th)?\b{NOT_A_DAY}"
    rf"|\b{NUMBER.format('d3')}x{NUMBER.format('m3')}\b"
    rf"|\b{NUMBER.format('d4')}(?:st|nd|rd|th)\b"
    rf"|\b(?:am|vom|zum|den|der|des|dem|le|du|au|el|del|al|dia) {NUMBER.format('d5')}\b{NOT_A_DAY}"
    rf"|\b(?:in|im|en|au mois de?|for|fur|pour|para|of|de|d') ?(?P<m6>{MONTH})\b"
    r"|\b(?P<tomorrow>tomorrow|demain|manana por la (?:tarde|noche)|morgen abend|ab morgen"
    r"|fur morgen|morgen nachmittag)\b"
    r"|\b(?P<tonight>tonight|this evening|heute abend|ce soir(?![ -]la)|esta noche)\b"
    r"|\b(?P<week>this week|diese woche|cette semaine|esta semana)\b"
    r"|\b(?P<later>next (?:week|month|year|time)|(?:nachste[nr]?|kommende[nr]?) (?:woche|monat|jahr"
    r"|mal)|(?:semaine|mois|annee|fois) prochaine?|prochaine fois"
    r"|(?:semana|mes|ano) que viene|(?:proxim[oa]) (?:semana|mes|ano|vez))\b"
)
# A time that ends or begins at a day says nothing about an event on it: "away until the 20th".
REACH = regex(
    r"\b(?:until|till|til|by|since|from|before|after|back|again|through|than|moved to|changed to"
    r"|(?:forward|back) to|bis|seit|ab|vor|nach|wieder|erst|zuruck|schon|(?:verschoben|verlegt) auf"
    r"|jusqu'(?:au?)?|jusque|depuis|avant|apres|retour|rentre\w*|revien\w*|partir|(?:avance\w*"
    r"|reporte\w*|deplace\w*)|hasta|desde|antes|despues|vuel\w+|volver\w*|vuelta|regres\w+"
    r"|(?:adelantad|aplazad|movid)\w)"
    r"(?: (?:the|on|in|dem|den|am|im|le|du|de|el|del|dia|al?|au)){0,2} ?$"
)
RANGE = regex(r" ?(?:to|through|till|until|bis|au|al|hasta|-|\u2013) ?(?:the |zum )?\d")
# A time that lasts at least until this day: "away until the 20th", "back on Monday".
UNTIL = regex(
    r"\b(?:until|till|til|back|bis|erst|wieder|zuruck|jusqu'(?:au?)?|jusque|retour|rentre\w*"
    r"|revien\w*|hasta|vuel\w+|vuelta|regres\w+)(?: (?:the|on|am|zum|le|el|al|a|lunes)){0,2} ?$"
)
# What has happened already, and cancels nothing.
PAST = regex(
    r"\b(?:\w{3,}ed|broke|fell|had|was|were|got|went|came|caught|lost|told|found|hurt"
    r"|(?:hab|habe|hat|haben|bin|ist|sind|wurde|hatte)\b.{0,60}\bge\w{2,20}(?:t|en)"
    r"|(?:ai|a|est|suis|avons|sommes|ete) (?:\w+ )?\w+(?:e|ee|i|u|is|it)|(?:he|ha|hemos"
    r"|han) \w+[iad]do"
    r"|rompi|cai|me di|\w{3,}(?:aron|ieron))\b"
)
REFUSAL = regex(
    r"\b(?:not|no|n't|never|cannot|cancel\w*|nicht|kein\w*|absag\w*|storn\w*|ne|n'\w*|pas|annul\w*"
    r"|nunca|tampoco|anul\w*)\b|n't\b|\bn'"
)
SPAN = regex(r"\d(?:st|nd|rd|th)?(?: de)?(?: \w+)? ?$")
SPAN_GOES_ON = ("al ", "au ")
NUMERIC = regex(
    r"(?<![\d.:/])(0?[1-9]|[12]\d|3[01])[./](0?[1-9]|1[0-2])(?:[./](?:\d{4}|\d{2}))?"
    r"(?!\d|[.:/]\d|\s?(?:uhr|h\b|am\b|pm\b|a\.m|p\.m|euro|\u20ac))\.?",
    re.IGNORECASE,
)
# Kinds of events by the stems of their names in four languages.
KINDS = (
    "concert|konzert|concierto|gig|recital",
    "workshop|atelier|taller",
    "course|class|kurs|unterricht|cours|clase|curso|lesson|seminar",
    "quiz|pubquiz|trivia",
    "assembly|versammlung|hauptversammlung|assemblee|asamblea|agm",
    "tour|fuhrung|stadtfuhrung|visite|visita|excursion|ausflug|wanderung|hike|randonnee",
    "lecture|talk|vortrag|lesung|reading|conference|conferencia|charla|lectura",
    "tasting|weinprobe|verkostung|degustation|cata",
    "dinner|abendessen|supper|diner|cena|banquet|bankett",
    "brunch|breakfast|fruhstuck|dejeuner|desayuno|lunch|mittagessen|almuerzo|comida",
    "rehearsal|probe|repetition|ensayo",
    "barbecue|bbq|grillabend|grillfest|grillen|barbacoa",
    "screening|filmabend|kinoabend|projection|proyeccion",
    "flohmarkt|basar|brocante|mercadillo|bazaar",
    "exhibition|ausstellung|vernissage|exposition|exposicion",
    "tournament|turnier|tournoi|torneo",
    "meeting|sitzung|besprechung|reunion",
)
KIND_OF = {word: kind for kind, words in enumerate(KINDS) for word in words.split("|")}
KIND = "|".join(sorted(KIND_OF, key=len, reverse=True))
THE = (
    r"(?:the|your|our|der|die|das|den|dem|des|eure[nrm]?|ihre[nrm]?|zum|zur|vom|beim|am|le|la|les"
    r"|l'|du|au|a la|de la|de l'|a l'|votre|vos|el|los|las|del|al|vuestr[oa])"
)
KIND_NAMED = regex(rf"\b{THE} ?(?:[\w-]{{3,20}} )?(?:\w{{3,12}})??(?P<kind>{KIND})(?:s|es|e)?\b")


class Occasion(msgspec.Struct, frozen=True):
    """An event as its guests know it: its days, its name, and today where it takes place."""

    first: date
    last: date
    name: str
    today: date

    def has(self, day: date) -> bool:
        """Return True if the event takes place on a day."""
        return self.first <= day <= self.last

    @property
    def days(self) -> list[date]:
        """The days of the event; those of the first week if it is longer."""
        length = min((self.last - self.first).days, 6)
        return [self.first + timedelta(days=at) for at in range(max(length, 0) + 1)]

    @property
    def kinds(self) -> set[int]:
        """The kinds of event that its name has."""
        return {kind for word, kind in KIND_OF.items() if word in fold_text(self.name)}


def about_this(text: str, occasion: Occasion) -> str:
    """Return a text without what it says about other days and other events.

    A sentence that names another day is left out, unless another clause of it names this event's.
    """
    kept = [_about_this(sentence, occasion) for sentence in _sentences(text)]
    return " ".join(filter(None, kept))


def names_another(text: str, occasion: Occasion) -> bool:
    """Return True if a text names another day, or another kind of event."""
    clauses = (clause for one in _sentences(text) for clause in CLAUSE_BREAK.split(one)[::2])
    return any("other" in _named(clause, occasion) for clause in clauses)


def names_this(text: str, occasion: Occasion) -> bool:
    """Return True if a text names the event's own day, and no other in the same clause."""
    clauses = (clause for one in _sentences(text) for clause in CLAUSE_BREAK.split(one)[::2])
    return any(_named(clause, occasion) == {"own"} for clause in clauses)


def names_two_times(text: str) -> bool:
    """Return True if a sentence names a day, and another week, month or time beside it."""
    return any(_names_two_times(sentence) for sentence in _sentences(text))


def _names_two_times(sentence: str) -> bool:
    found = [match for match in DATES.finditer(fold_text(sentence)) if not _is_own_word(match)]
    later = [match for match in found if match["later"]]
    return 0 < len(later) < len(found)


def names_event(text: str, occasion: Occasion) -> bool:
    """Return True if a text names the event's own day, or the kind of event that it is."""
    named = {KIND_OF[match["kind"]] for match in KIND_NAMED.finditer(fold_text(text))}
    return names_this(text, occasion) or not named.isdisjoint(occasion.kinds)


def _sentences(text: str) -> list[str]:
    return sentence_texts(NUMERIC.sub(r"\1x\2 ", text))


def _about_this(sentence: str, occasion: Occasion) -> str:
    pieces = CLAUSE_BREAK.split(sentence)
    named = [_named(piece, occasion) for piece in pieces[::2]]
    if not any("other" in one for one in named):
        return sentence
    is_dated = any(_other_day(piece, occasion) for piece in pieces[::2])
    if is_dated and {"own"} not in named:
        return ""
    kept = [piece for piece, one in zip(pieces[::2], named, strict=True) if "other" not in one]
    return ", ".join(kept)


def _named(clause: str, occasion: Occasion) -> set[Names]:
    """Return what a clause names: this event's day, another one, or another event."""
    folded = fold_text(clause)
    named = _days_named(folded, occasion)
    if names_other_kind(folded, occasion):
        named.add("other")
    return named


def _other_day(clause: str, occasion: Occasion) -> bool:
    return "other" in _days_named(fold_text(clause), occasion)


def _days_named(folded: str, occasion: Occasion) -> set[Names]:
    named: set[Names] = set()
    is_past = PAST.search(folded) is not None and REFUSAL.search(folded) is None
    for match in DATES.finditer(folded):
        if _is_own_word(match):
            continue
        if _is_own(match, occasion) or _lasts_until(folded, match, occasion):
            named.add("own")
        elif not is_past and not _reaches(folded, match):
            named.add("other")
    return named


def _is_own_word(match: re.Match[str]) -> bool:
    """Return True if a short name of a day stands alone and is a word: "mon mari", "the sun"."""
    return match["day"] in SHORT_DAYS and match["d0"] is None


def _reaches(folded: str, match: re.Match[str]) -> bool:
    """Return True if a time begins or ends at this day."""
    before = folded[max(0, match.start() - 40) : match.start()]
    if match[0].startswith(SPAN_GOES_ON) and SPAN.search(before):
        return True
    return bool(REACH.search(before) or RANGE.match(folded[match.end() : match.end() + 20]))


def _lasts_until(folded: str, match: re.Match[str], occasion: Occasion) -> bool:
    """Return True if something lasts until this day, and so over the event."""
    if not UNTIL.search(folded[max(0, match.start() - 40) : match.start()]):
        return False
    day, month = _day_and_month(match.groupdict())
    if day or month:
        month = month or occasion.last.month
        return (month, day) > (occasion.last.month, occasion.last.day)
    return match["day"] is not None and _comes_after(WEEKDAY_OF[match["day"]], occasion)


def _comes_after(weekday: int, occasion: Occasion) -> bool:
    """Return True if the next such day, seen from today, is behind the event."""
    ahead = (weekday - occasion.today.weekday()) % 7
    return occasion.today + timedelta(days=ahead) > occasion.last


def _is_own(match: re.Match[str], occasion: Occasion) -> bool:
    """Return True if a match may mean a day of the event."""
    found = match.groupdict()
    if found["tomorrow"] or found["tonight"]:
        return occasion.has(occasion.today + timedelta(days=bool(found["tomorrow"])))
    if found["week"] or found["later"]:
        return _is_far(occasion) == bool(found["later"])
    day, month = _day_and_month(found)
    if day or month:
        return _is_day_of(day, month, occasion)
    return _is_weekday_of(found["day"], occasion)


def _is_day_of(day: int, month: int, occasion: Occasion) -> bool:
    """Return True if a date is one of the event, in either order of day and month."""
    pairs = [(day, month), (month, day)] if day and month else [(day, month)]
    return any(_fits(one, *pair) for one in occasion.days for pair in pairs)


def _is_far(occasion: Occasion) -> bool:
    """Return True if the event may be next week or later, as seen today."""
    return (occasion.first - occasion.today).days >= 7 - occasion.today.weekday()


def _day_and_month(found: dict[str, str | None]) -> tuple[int, int]:
    """Return the day and the month of a match; 0 if it has none."""
    days = (found[f"d{at}"] for at in range(6))
    months = (found[f"m{at}"] for at in (0, 1, 2, 3, 6))
    day = next(filter(None, days), "0")
    month = next(filter(None, months), "0")
    return int(day), MONTH_OF.get(month) or int(month)


def _fits(one: date, day: int, month: int) -> bool:
    return day in (0, one.day) and month in (0, one.month)


def _is_weekday_of(name: str | None, occasion: Occasion) -> bool:
    return name is None or WEEKDAY_OF[name] in {one.weekday() for one in occasion.days}


def names_other_kind(text: str, occasion: Occasion) -> bool:
    """Return True if a text names a kind of event that this one is not."""
    own = occasion.kinds
    kinds = {KIND_OF[match["kind"]] for match in KIND_NAMED.finditer(fold_text(text))}
    return bool(kinds) and kinds.isdisjoint(own)
