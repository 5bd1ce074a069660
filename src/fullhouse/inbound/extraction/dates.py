"""Days that people wrote: which are meant, from which to which, and by which words. Seen from the day of the mail."""

import re
from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from email.utils import parsedate_to_datetime
from itertools import zip_longest

import msgspec

from fullhouse.inbound.extraction.date_patterns import (
    FARTHEST,
    GRAMMAR,
    Kind,
    ReferenceDate,
    settled,
)
from fullhouse.inbound.extraction.text import Source, sentence_before
from fullhouse.inbound.extraction.vocabulary import SHORT_WEEKDAY_OF, WEEKDAY_OF
from fullhouse.inbound.sync.typed_dates import month_first
from fullhouse.kernel.times import wall_time
from fullhouse.products.frontdesk.shared.proposals import Confidence, ProposedField
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook

REPLACED_NEAR, LONGEST = 60, 200
BREAK = re.compile(r"\n|[!?;]|(?<!\d)(?<!\.m)\. ")
MOVED = re.compile(
    r"(?<!\w)(?:(?:is|are|has been|was|been|got|gets) (?:now|moved|changed|rescheduled|switched"
    r"|postponed)|replaced by|(?:verschoben|verlegt|umgelegt|geandert|umgebucht) auf|ersetzt durch"
    r"|jetzt (?:am|um)|stattdessen|(?:remplacee?|deplacee?|reportee?|decalee?|avancee?|changee?) "
    r"(?:par|au|a|pour)|desormais|a la place|(?:cambiad|pasad|movid|aplazad|trasladad|sustituid"
    r"|reemplazad)[oa] (?:al?|por|para)|ahora (?:es|el|a)"
    r"|se (?:pasa|cambia|mueve) (?:al?|para))(?!\w)"
)
# The same said with one word, which stands right before what counts.
NOW = re.compile(
    r"(?<!\w)(?:now|jetzt|nun|neu|ahora|maintenant|sondern|sino|but rather|mais plutot)(?!\w)"
)
REPLACED_BESIDE = 15


def replaced(small: str, places: Collection[int]) -> frozenset[int]:
    """Say which of some places stand before such words, where another stands behind them in the same sentence."""
    gone: set[int] = set()
    for found, near in [
        *((one, REPLACED_NEAR) for one in MOVED.finditer(small)),
        *((one, REPLACED_BESIDE) for one in NOW.finditer(small)),
    ]:
        behind = [at for at in places if found.end() <= at <= found.end() + near]
        if any(not BREAK.search(small, found.end(), at) for at in behind):
            start = found.start()
            gone |= {
                at
                for at in places
                if start - LONGEST <= at < start and not BREAK.search(small, at, start)
            }
    return frozenset(gone)


OLDEST, NEWEST = timedelta(days=30), timedelta(days=1)
MOST_DAYS = 12
NEAR = 60
BESIDE = len(" am ")
A_DAY = timedelta(days=1)
CLAUSE_ENDS = re.compile(r"[,.!?;\n](?!\d)")
ARTICLE = (
    r"(?: ?(?:the|le|la|zum|dem|den|der|el|on|am|du|de|einschliess?lich|inklusive))?"
    r"(?: week of| day| tag| jour| dia)? ?$"
)
# "Before" and "after" a date are read as up to and from that date, since it stands there: staff see the words beside
# it. A day of the week has to be counted out anyway, so before it is the day before.
UNTIL = re.compile(
    r"(?<!\w)(?:until|till|by|up to|this side of|not after|nicht nach|pas apres|no despues del?"
    r"|no later than|at the latest|latest|before|bis|spatestens(?: bis)?"
    r"|vor|jusqu'(?:au|a|en)|au plus tard|d'ici(?: au| a)?|avant|hasta|como muy tarde|a mas tardar"
    r"|antes del?)"
    rf"{ARTICLE}"
)
NOT_AFTER = re.compile(rf"(?<!\w)(?:not after|nicht nach|pas apres|no despues del?){ARTICLE}")
STRICTLY = re.compile(rf"(?<!\w)(?:before|vor|avant|antes del?){ARTICLE}")
SINCE = re.compile(
    r"(?<!\w)(?:from|as of|as from|starting|after|not before|earliest|ab|fruhestens|nach|nicht vor"
    r"|des|a partir d[eu]l?|a compter d[eu]|apres|pas avant|desde|despues del?|tras|no antes del?)"
    rf"{ARTICLE}"
)
BETWEEN = re.compile(rf"(?<!\w)(?:between|zwischen|entre){ARTICLE}")
TO = re.compile(
    r"[ ,\n]{0,3}(?:and |und |et |y )?(?:-|to|through|thru|until|till|up to(?: and including)?|bis"
    r"|au|al|a|jusqu'(?:au|a)|hasta)(?: (?:einschliess?lich|inklusive|inclus|und mit|including))?"
    r"(?: (?:zum|the|le|el|dem))? ?"
)
AND = re.compile(r" ?(?:and|und|et|y)(?: (?:the|dem|den|le|el))? ?")
MOVES = re.compile(
    r"(?<!\w)(?:moved?|moving|reschedul\w+|chang\w+|switch|postpone\w*|verschieb\w+|verschoben"
    r"|verleg\w+|umbuchen|deplacer|reporter|decaler|cambiar|mover|aplazar|pasar)(?!\w)"
)
SOONER = re.compile(
    r"(?<!\w)(?:sooner|earlier|fruher|plus tot|antes) (?:than|als|que)(?: (?:my|mein(?:e[nmr]?)?"
    r"|mon|mi))?(?: \w{1,20})?(?: (?:on|am|vom|du|le|del|el|the))? ?$"
)
ONWARDS = re.compile(
    r" ?(?:onwards?|or later|oder spater|ou apres|en adelante|o despues)(?!\w|[ -]demain)"
)
WEEK_OF = re.compile(
    r"(?<!\w)(?:week of|week beginning|week commencing|woche (?:vom|ab)|semaine du|semana del)"
    r"(?: the| dem)? ?$"
)
FORTNIGHT_OF = re.compile(
    r"(?<!\w)(?:fortnight (?:of|beginning|from|starting)|two weeks (?:from|beginning|starting)"
    r"|zwei wochen ab|quincena del)(?: the| dem)? ?$"
)
WEEKEND_OF = re.compile(
    r"(?<!\w)(?:weekend of|wochenende vom|week-end du|fin de semana del)(?: the| dem)? ?$"
)
NOT = re.compile(
    r"(?:n't|(?<!\w)(?:not|no longer|nicht mehr|ya no|cannot|never|except|without|nicht|auss?er"
    r"|keine?[nms]?|sauf|excepte|pas|excepto|menos|salvo|instead of"
    r"|rather than|statt|anstatt|au lieu d[eu]|en lugar del?|en vez del?|every|each|jede[nrs]?"
    r"|immer|tous les|chaque|cada|los|last(?: year| month| time)?|letzte[nrsm]?(?: jahr)?"
    r"|vergangene[nrsm]?(?: jahr)?|ultimo|ano pasado"
    r"|an(?:nee)? derniere?|born|geboren|nee?|nacid[oa]))(?: make(?: it)?| come| do"
    r"| available)?(?: (?:on|am|an|dem|den|the|le|el|du|possible|moglich|in|im|en|free))?(?: (?:an?"
    r"|einem|un))?,? ?$"
)
NOT_BEHIND = re.compile(
    r" ?(?:(?:um|at|a las?|a) [\w:.]{1,6}(?: (?:uhr|h|pm|am))? )?"
    r"(?:(?:kann ich|kann|geht(?: es)?(?: bei (?:mir|uns))?|passt(?: es)?(?: mir| uns)?)? ?"
    r"(?:leider |gar |aber |doch |nun )?nicht(?!\w)"
    r"|(?:does|do|is|wo|are|ca)n['o]?t|does not|is not|won't|last week|ne (?:me |nous )?(?:convient"
    r"|va|peut|peux)|je ne peux|(?:habe|haben|hab|bin|sind) (?:ich|wir) (?:\w{1,12} )?(?:schon"
    r"|bereits)(?!\w)|already taken|is (?:taken|hopeless|no good|full|out|bad)(?!\w)"
    r"|(?:quedo|esta|fue|was|is|has been|got|ist|wurde|est|a ete) (?:\w{1,10} )?(?:anulad|cancel"
    r"|abgesagt|storniert|annul)|dernier|passe(?!\w)|pasado(?!\w)|no (?:puedo|me|nos|podemos|puede)"
    r"|impossible)"
)

PLACE = re.compile(r" {0,8}(?:[a-z][a-z .-]{1,30}, ?)?(?:the |den |le |el |a |am )?")
WRITTEN_ON = re.compile(
    r"(?<!\w)(?:issued|printed|dated|ausgestellt|erstellt|gedruckt|emitid[oa]|expedid[oa]"
    r"|impres[oa]|emise?|edite|imprime)(?: (?:on|am|el|le))? ?$"
)
AWAY = re.compile(
    r"(?<!\w)(?:away|on (?:holiday|vacation|leave)|on a trip|out of (?:town|office|the office)"
    r"|abroad|travelling|traveling|im urlaub|auf (?:einer )?(?:fortbildung|dienstreise|montage"
    r"|schulung)|sur un chantier|en formation|verreist"
    r"|nicht da|unterwegs|auf reisen|abwesend|en vacances|en voyage|absente?|en deplacement"
    r"|de vacaciones|de viaje|fuera|ausente)(?!\w)"
)

# Where days away are just those on which they can come.
CAN_THEN = re.compile(
    r"(?<!\w)(?:then|da|dann|alors|ahi|entonces|ces jours-la) (?:si )?(?:i can|we can|kann|konnen"
    r"|konnte|habe|je peux|on peut|puedo|podemos|podria)(?!\w)"
)
A_LETTER = re.compile(
    r"(?<!\w)(?:nachricht|schreiben|e-?mail|mail|brief|angebot|rechnung|letter|message|invoice"
    r"|lettre|courrier|courriel|facture|devis|carta|correo|mensaje|factura|presupuesto|dated"
    r"|datiert)(?: (?:vom|of|from|du|del|de|de fecha|dated|on|the|auf|den)){0,2} ?$"
)
NEEDS_NOT = re.compile(
    r"(?<!\w)(?:(?:won't|don't|do not|will not|no longer) need|brauche(?:n)? (?:ich |wir )?"
    r"(?:\w{1,12} )?(?:nicht|kein)|(?:plus|pas) besoin|(?:ya )?no necesito)(?!\w)"
)
FOLLOWING = re.compile(
    r"(?<!\w)(?:the (?:\w{3,9} )?(?:after|following)|the following (?:one|\w{3,9})|(?:celle|celui"
    r"|la semaine) d'apres|(?:el|la) siguiente|(?:die|der|den|das) (?:\w{4,12} )?(?:danach|darauf))"
    r"(?!\w)(?! (?:the|that|my|le|de|dem|der)(?!\w))"
)
OPENING = re.compile(
    r"(?<!\w)(?:open|opening hours|geoffnet|offnungszeiten|sprechzeiten|ouverte?|ouverture|accueil"
    r"|horaires|abiert[oa]|horario|service client)(?: ?:)?(?: (?:from|von|du|de|del|daily))? ?$"
)
BEFORE_THEN = re.compile(
    r"(?<!\w)(?:before (?:then|that(?: day| date)?|the (?:wedding|trip|party|flight|holidays?"
    r"|big day))|(?:noch|unbedingt|muss(?:te)?(?: es)?|am besten|nur) (?:davor|vorher)"
    r"|(?:davor|vorher) noch|vor der (?:hochzeit|reise|abreise|feier|operation)|vor dem (?:urlaub"
    r"|flug|fest)|avant (?:ca|cela|cette date|le (?:mariage|voyage|depart|vol)|la (?:fete|ceremonie"
    r"|noce))|antes de (?:eso|entonces|esa fecha|la (?:boda|fiesta|comunion))|antes del (?:viaje"
    r"|vuelo))(?!\w)"
)
ONLY_THAT = re.compile(
    r"(?<!\w)(?:(?:only|just) that day|that day only|nur (?:an )?(?:dem|diesem|diesen|den) "
    r"(?:einen )?tag|que ce jour|seulement ce jour|uniquement ce jour|solo ese dia"
    r"|unicamente ese dia)(?!\w)"
)
LEAVE = re.compile(
    r",? ?(?:(?:i|we)(?:'m|'re| am| are)? (?:leav|fly|travel|off|go)\w{0,4}|(?:fliege|fahre|reise"
    r"|fliegen|fahren|reisen)|je (?:pars|m'en vais)|(?:nous partons|on part)|(?:nos vamos|me voy"
    r"|salgo|salimos|viajo|viajamos))(?!\w)"
)
OTHER_DAY = re.compile(r" ?(?:,? ?(?:auf|nun auf|jetzt auf|neu:?)(?: den| dem)?) ?")
SAME_DAY = re.compile(r"\.?[ ,]{0,2}(?:(?:the|den|dem|le|el|am|on|du|del|der) )?")


class DateMatch(msgspec.Struct, frozen=True):
    """A day or a stretch of days, where it stands, and whether it says from when or until when."""

    at: int
    end: int
    first: date
    last: date
    kind: Kind
    role: str = ""
    doubtful: bool = False


def base_of(day: date, book: Rulebook) -> ReferenceDate:
    """Count from a day, in the order in which days are written here."""
    return ReferenceDate(day, month_first(book))


def day_of_mail(header: str, now: datetime, zone: str) -> date:
    """Say on which day a mail was written, by the business's clock; today, if what it says itself makes no sense."""
    try:
        sent = parsedate_to_datetime(header[:100])
        sent = sent if sent.tzinfo is not None else sent.replace(tzinfo=now.tzinfo)
        believed = now - OLDEST <= sent <= now + NEWEST
    except (ValueError, TypeError, IndexError, OverflowError):
        return wall_time(now, zone).date()
    return wall_time(sent if believed else now, zone).date()


def days_in(text: str, base: ReferenceDate) -> list[DateMatch]:
    """Find the days of the year to come, in the order in which they are written; none that are ruled out."""
    base = settled(text, base)
    found = _once(text, sorted(_matches(text, base), key=lambda one: one.at)[:MOST_DAYS])
    gone = replaced(text, [one.at for one in found])
    found = [one for one in found if one.at not in gone]
    joined = [
        one for one in _joined(text, found) if one.kind != "weekday" or not _is_out(text, one)
    ]
    found = _in_their_week(joined, text)
    return [_with_role(text, one) for one in found if not _is_out(text, one)]


def _matches(text: str, base: ReferenceDate) -> Iterable[DateMatch]:
    """Try every pattern; what one has read the next leaves alone."""
    taken: list[tuple[int, int]] = []
    for pattern, read in GRAMMAR:
        for match in _first_of(pattern, text):
            at, end = match.span()
            if any(start < end and at < stop for start, stop in taken):
                continue
            meant = read(match, base)
            if meant is None:
                continue
            taken.append((at, end))
            first, last, kind = meant
            at = _starts(match)
            if last >= base.today and first <= base.today + FARTHEST and first <= last:
                yield DateMatch(
                    at, end, max(first, base.today), last, kind, doubtful=_differs(match, first)
                )


def _starts(match: re.Match[str]) -> int:
    """Say where a day is written, behind the word that leads to it."""
    known = match.re.groupindex
    if "day" not in known:
        return match.start()
    if "year" in known and -1 < match.start("year") < match.start("day"):
        return match.start("year")
    named = "weekday" in known and match["weekday"] is not None
    return match.start("weekday") if named else match.start("day")


def _first_of(pattern: re.Pattern[str], text: str) -> Iterable[re.Match[str]]:
    for count, match in enumerate(pattern.finditer(text)):
        if count >= MOST_DAYS:
            return
        yield match


def _differs(match: re.Match[str], day: date) -> bool:
    """Whether the day of the week that is written before a date is another one."""
    name = match["weekday"] if "weekday" in match.re.groupindex else None
    return bool(name) and (WEEKDAY_OF | SHORT_WEEKDAY_OF)[str(name)] != day.weekday()


def _once(text: str, found: list[DateMatch]) -> list[DateMatch]:
    """Leave out a day of the week that only leads to its date: "Thursday, 2026-06-11"."""
    return [
        one
        for one, behind in zip_longest(found, found[1:])
        if behind is None
        or one.kind != "weekday"
        or one.first.weekday() != behind.first.weekday()
        or behind.kind != "day"
        or not SAME_DAY.fullmatch(text[one.end : behind.at])
    ]


def _joined(text: str, found: list[DateMatch]) -> list[DateMatch]:
    """Make one stretch of two days that are said to be its ends."""
    made: list[DateMatch] = []
    for one in found:
        before = made[-1] if made else None
        if (
            before is not None
            and before.kind in {"day", "weekday"}
            and one.kind in {"day", "weekday", "end"}
        ):
            between = text[before.end : one.at]
            lead = sentence_before(text, before.at, NEAR)
            if OTHER_DAY.fullmatch(between) or (TO.fullmatch(between) and MOVES.search(lead)):
                made[-1] = one
                continue
            if TO.fullmatch(between) or (AND.fullmatch(between) and BETWEEN.search(lead)):
                last = one.last if one.last >= before.first else one.last + 7 * A_DAY
                made[-1] = DateMatch(before.at, one.end, before.first, last, "span")
                continue
        made.append(one)
    return made


def _in_their_week(found: list[DateMatch], text: str) -> list[DateMatch]:
    """Put days of the week into the week that their sentence names: "next week, on Tuesday"."""
    made = []
    for one in found:
        near = [other for other in found if _same_sentence(text, one, other)]
        weeks = [other for other in near if other.kind == "week"]
        weekdays = [other for other in near if other.kind == "weekday"]
        if one.kind == "weekday" and weeks:
            week = min(weeks, key=lambda other: abs(other.at - one.at))
            day = week.last - timedelta(days=6 - one.first.weekday())
            leads = 0 <= one.at - week.end <= BESIDE
            if day >= week.first:
                made.append(DateMatch(week.at if leads else one.at, one.end, day, day, "day"))
        elif one.kind != "week" or not weekdays:
            made.append(one)
    return made


def _same_sentence(text: str, one: DateMatch, other: DateMatch) -> bool:
    between = text[min(one.end, other.end) : max(one.at, other.at)]
    return len(between) <= NEAR and not re.search(r"[.!?;\n]", between)


def _is_out(text: str, one: DateMatch) -> bool:
    """Whether a day is named to say that it does not suit, or as one of every week."""
    lead = sentence_before(text, one.at, NEAR)
    behind = CLAUSE_ENDS.split(text[one.end : one.end + NEAR])[0]
    if (
        A_LETTER.search(lead)
        or OPENING.search(lead)
        or NEEDS_NOT.search(CLAUSE_ENDS.split(lead)[-1])
    ):
        return True
    if AWAY.search(CLAUSE_ENDS.split(lead)[-1]) or AWAY.search(behind):
        return not CAN_THEN.search(text[one.end : one.end + NEAR])
    return not SINCE.search(lead) and bool(NOT.search(lead) or NOT_BEHIND.match(text, one.end))


def _stretched(lead: str, one: DateMatch) -> DateMatch | None:
    """Make a week, two, or a weekend of the day by which they are named."""
    monday = one.first - timedelta(days=one.first.weekday())
    if WEEK_OF.search(lead):
        return msgspec.structs.replace(one, last=monday + 6 * A_DAY, kind="span")
    if FORTNIGHT_OF.search(lead):
        return msgspec.structs.replace(one, last=one.first + 13 * A_DAY, kind="span")
    if WEEKEND_OF.search(lead):
        return msgspec.structs.replace(
            one, first=monday + 5 * A_DAY, last=monday + 6 * A_DAY, kind="span"
        )
    return None


def _with_role(text: str, one: DateMatch) -> DateMatch:
    lead = sentence_before(text, one.at, NEAR)
    if one.kind == "day" and (stretch := _stretched(lead, one)):
        return stretch
    if one.kind in {"list", "span"} and one.first != one.last:
        return msgspec.structs.replace(one, kind="span") if BETWEEN.search(lead) else one
    if (SINCE.search(lead) and not NOT_AFTER.search(lead)) or ONWARDS.match(text, one.end):
        return msgspec.structs.replace(one, role="since")
    if not (UNTIL.search(lead) or SOONER.search(lead)):
        return one
    counted = (
        STRICTLY.search(lead)
        and one.kind in {"day", "weekday"}
        and not re.search(r"\d", text[one.at : one.end])
    )
    return msgspec.structs.replace(
        one, role="until", last=one.last - A_DAY if counted else one.last
    )


def _of_the_stretch(found: list[DateMatch]) -> list[DateMatch]:
    """Where from when to when is plainly said, a day that is only named beside it is something else's."""
    ends = {one.role for one in found if one.role} | {
        one.kind for one in found if one.kind == "span"
    }
    plain = "span" in ends or {"since", "until"} <= ends
    return [one for one in found if one.role or one.kind == "span"] if plain else found


def _has(found: list[DateMatch], role: str) -> bool:
    return any(one.role == role for one in found)


def _then(text: str, found: list[DateMatch]) -> list[DateMatch]:
    """Read what is said of a day that was named before: "it has to be before then", "only on that day"."""
    if (only := ONLY_THAT.search(text)) and (
        named := [one for one in found if one.at < only.start()]
    ):
        found = named
    weeks = [one for one in found if one.kind in {"week", "month"}]
    inside = [one for one in found if one.kind in {"day", "list"} and not one.role]
    found = [
        one
        for one in found
        if one not in weeks or not any(one.first <= day.first <= one.last for day in inside)
    ]
    before = BEFORE_THEN.search(text)
    if before is None or any(one.role for one in found):
        return [_strictly(text, one, found) for one in found]
    days = [one for one in found if one.kind in {"day", "weekday"}]
    named = [one for one in days if one.at < before.start()] or [
        one for one in days if one.at < before.end() + NEAR
    ][:1]
    if not named:
        return found
    return [msgspec.structs.replace(named[-1], role="until", last=named[-1].last - A_DAY)]


def _away_from(text: str, base: ReferenceDate) -> list[DateMatch]:
    """Find the day from which they are away, where they want to come before."""
    before = BEFORE_THEN.search(text)
    days = [one for one in _matches(text, base) if before is not None and one.at < before.start()]
    return [one for one in days if not UNTIL.search(sentence_before(text, one.at, NEAR))]


def _following(text: str, found: list[DateMatch]) -> list[DateMatch]:
    """Add a week to a day where the one after it would do as well: "Saturday the 13th, or the Saturday after"."""
    after = FOLLOWING.search(text)
    named = [
        one for one in found if after is not None and one.end <= after.start() <= one.end + NEAR
    ]
    if after is None or not named or any(one.role for one in found):
        return found
    last = max(named, key=lambda one: one.end)
    rest = [one for one in found if not after.start() <= one.at < after.end()]
    return [
        msgspec.structs.replace(one, last=one.last + 7 * A_DAY) if one == last else one
        for one in rest
    ]


def _strictly(text: str, one: DateMatch, found: list[DateMatch]) -> DateMatch:
    """Take the day before, where they say that they leave on the day itself."""
    again = [
        other
        for other in found
        if not other.role and other.first == one.last and LEAVE.match(text, other.end)
    ]
    leads = one.role == "until" and STRICTLY.search(sentence_before(text, one.at, NEAR))
    return msgspec.structs.replace(one, last=one.last - A_DAY) if again and leads else one


def window_in(
    source: Source, base: ReferenceDate, sure: Confidence | None = None
) -> list[ProposedField]:
    """Read from which day to which something would suit."""
    found = _of_the_stretch(
        [one for one in days_in(source.small, base) if one.kind != "end" or one.role == "until"]
    )
    found = _following(source.small, _then(source.small, found or _away_from(source.small, base)))
    starts = [one for one in found if one.role != "until"]
    starts = (
        [one for one in starts if one.role or one.kind == "span"]
        if _has(starts, "since")
        else starts
    )
    ends = [one for one in found if one.role != "since"]
    if any(one.role == "since" for one in starts) and not any(
        one.role == "until" or one.kind == "span" for one in ends
    ):
        ends = []
    if any(one.role == "until" for one in ends):
        ends = [one for one in ends if one.role == "until"]
        starts = [one for one in starts if one.role or one.kind == "span"]
    first = min(starts, key=lambda one: one.first, default=None)
    last = max(ends, key=lambda one: one.last, default=None)
    plain = (
        first is not None
        and last is not None
        and not first.role
        and first == last
        and first.first == last.last
    )
    said: Confidence = sure or (
        "guess" if plain or any(one.doubtful for one in found) else "likely"
    )
    early = (
        [ProposedField("earliest", first.first.isoformat(), said, source.words_at(first.at))]
        if first
        else []
    )
    late = (
        [ProposedField("latest", last.last.isoformat(), said, source.words_at(last.at))]
        if last
        else []
    )
    return [*early, *late]


def _is_of_the_letter(text: str, one: DateMatch) -> bool:
    """Whether a day says when a letter was written: it stands alone on its line, maybe behind a place."""
    start, end = text.rfind("\n", 0, one.at) + 1, text.find("\n", one.end)
    behind = text[one.end : end if end >= 0 else len(text)]
    return bool(
        WRITTEN_ON.search(text[start : one.at])
        or (not behind.strip(" .") and PLACE.fullmatch(text[start : one.at]))
    )


def day_in(
    source: Source, base: ReferenceDate, sure: Confidence | None = None
) -> ProposedField | None:
    """Read the one day that is meant; of several the first, as a guess."""
    found = [
        one
        for one in days_in(source.small, base)
        if not one.role and one.kind in {"day", "weekday", "list"}
    ]
    found = [one for one in found if not _is_of_the_letter(source.small, one)] or found
    if not found:
        return None
    one = found[0]
    alone = len({other.first for other in found}) == 1 and one.kind != "list" and not one.doubtful
    said: Confidence = (sure or "likely") if alone else "guess"
    return ProposedField("date", one.first.isoformat(), said, source.words_at(one.at))
