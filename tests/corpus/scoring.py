"""Scores of reading mail: cancels, mails not to answer, fields, and invented values."""

import asyncio
import re
import sys
import unicodedata
from contextlib import closing
from functools import cache

import msgspec

from fullhouse.platforms.local.ocr import MEMORY_MB, LocalOcrReader
from fullhouse.products.frontdesk.shared.proposals import ProposedField
from tests.corpus.running import Outcome, run
from tests.corpus.sample import FIELDS, Part, Sample, load
from tests.corpus.shown import page_text

WORKER = "fullhouse.platforms.local.ocr_worker"
# The child without its low priority: beside other tests it would wait for minutes.
AT_ONCE = (
    "import runpy; from fullhouse.inbound.attachments import confinement; "
    "confinement.BEHIND_PAGES = 0; runpy.run_module(sys.argv[2], run_name='__main__')"
)
CHILD = (sys.executable, "-B", "-P", "-s", "-c", f"import sys; {AT_ONCE}", str(MEMORY_MB), WORKER)
PATIENCE_SECONDS = 120.0  # for a file: what is right does not hang on how busy the machine is
NUMBERS = {
    "2": "two zwei zweit deux dos couple paar pareja",
    "3": "three drei dritt trois tres",
    "4": "four vier viert quatre cuatro",
    "5": "five fünf cinq cinco",
    "6": "six sechs seis",
    "7": "seven sieben sept siete",
    "8": "eight acht huit ocho",
    "9": "nine neun neuf nueve",
    "10": "ten zehn dix diez",
    "12": "twelve zwölf douze doce dozen dutzend douzaine docena",
}

# Days and times in words, not in digits; one of these that is misread is wrong, but not invented.
WHEN = frozenset(
    (
        *(
            "monday",
            "tuesday",
            "wednesday",
            "thursday",
            "friday",
            "saturday",
            "sunday",
            "today",
            "tonight",
            "tomorrow",
        ),
        *(
            "montag",
            "dienstag",
            "mittwoch",
            "donnerstag",
            "freitag",
            "samstag",
            "sonntag",
            "heute",
            "ubermorgen",
        ),
        *(
            "lundi",
            "mardi",
            "mercredi",
            "jeudi",
            "vendredi",
            "samedi",
            "dimanche",
            "demain",
            "quinzaine",
            "midi",
        ),
        *(
            "lunes",
            "martes",
            "miercoles",
            "jueves",
            "viernes",
            "sabado",
            "domingo",
            "hoy",
            "manana",
            "quincena",
        ),
        *(
            "week",
            "weekend",
            "fortnight",
            "month",
            "noon",
            "morgen",
            "woche",
            "wochen",
            "wochenende",
            "monat",
        ),
        *("semaine", "semaines", "mois", "semana", "semanas", "mes", "mediodia"),
    )
)


class Tally(msgspec.Struct, kw_only=True):
    """What was counted over one part; `notes` say where it went wrong."""

    mails: int = 0
    cancels: int = 0
    cancels_found: int = 0
    cancels_right: int = 0
    cancels_asked: int = 0
    asked_in_vain: int = 0
    decisions: int = 0
    decisions_right: int = 0
    asides: int = 0
    asides_answered: int = 0
    asides_counted: int = 0
    fields: int = 0
    fields_right: int = 0
    fields_missing: int = 0
    fields_wrong: int = 0
    fields_extra: int = 0
    fields_invented: int = 0
    refusals: int = 0
    refusals_right: int = 0
    notes: list[str] = msgspec.field(default_factory=list)

    @property
    def cancel_precision(self) -> float:
        return _share(self.cancels_right, self.cancels_found)

    @property
    def cancel_recall(self) -> float:
        return _share(self.cancels_right, self.cancels)

    @property
    def cancel_noticed(self) -> float:
        """The share of cancels that are either taken at their word, or asked about."""
        return _share(self.cancels_right + self.cancels_asked, self.cancels)

    @property
    def right(self) -> float:
        """The share of fields that are as they should be, of those that should be there or are."""
        return _share(self.fields_right, self.fields + self.fields_extra)

    @property
    def table(self) -> str:
        """Put it all in a table."""
        right, noticed = self.cancels_right, self.cancels_right + self.cancels_asked
        others, fields = self.decisions - self.cancels, self.fields + self.fields_extra
        not_right = (self.fields_missing, self.fields_wrong, self.fields_extra)
        rows = {
            "mails": f"{self.mails}",
            "cancel precision": f"{self.cancel_precision:.1%} ({right} of {self.cancels_found})",
            "cancel recall": f"{self.cancel_recall:.1%} ({right} of {self.cancels})",
            "cancels taken or asked about": (
                f"{self.cancel_noticed:.1%} ({noticed} of {self.cancels})"
            ),
            "others asked about a cancel": f"{self.asked_in_vain} of {others}",
            "decisions right": f"{self.decisions_right} of {self.decisions}",
            "automatic mail answered": f"{self.asides_answered} of {self.asides}",
            "automatic mail counted": f"{self.asides_counted} of {self.asides}",
            "fields right": f"{self.right:.1%} ({self.fields_right} of {fields})",
            "fields missing, wrong, extra": ", ".join(map(str, not_right)),
            "fields invented": f"{self.fields_invented}",
            "files refused with a reason": f"{self.refusals_right} of {self.refusals}",
        }
        return "\n".join(f"  {name:<30} {value}" for name, value in rows.items())


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


@cache
def score(part: Part, *, every_picture: bool = True) -> Tally:
    """Run the mails of a part through the lane, and count."""
    tally = Tally()
    samples = load(part)
    if not every_picture:
        samples = one_picture(samples) if part == "seen" else no_picture(samples)
    with closing(LocalOcrReader(PATIENCE_SECONDS, CHILD)) as reader:
        for name, sample in samples.items():
            count(tally, sample, name, asyncio.run(run(sample, name, reader)))
    return tally


def one_picture(samples: dict[str, Sample]) -> dict[str, Sample]:
    """Leave out all mails with pictures but the first: they take seconds each."""
    without = no_picture(samples)
    first = next(name for name in samples if name not in without)
    return {name: sample for name, sample in samples.items() if name in {*without, first}}


def no_picture(samples: dict[str, Sample]) -> dict[str, Sample]:
    """Leave out every mail with a picture."""
    return {
        name: sample
        for name, sample in samples.items()
        if not any(paper.is_picture for paper in sample.attachments)
    }


def count(tally: Tally, sample: Sample, name: str, outcome: Outcome) -> None:
    """Add what became of one mail."""
    tally.mails += 1
    if sample.expect.aside:
        _count_aside(tally, name, outcome)
    if sample.lane == "rsvp":
        _count_decision(tally, sample, name, outcome)
    elif not sample.expect.aside:
        _count_fields(tally, sample, name, outcome)
        for file in sample.expect.refused:
            tally.refusals += 1
            refused = outcome.refuses(file, f"{sample.subject}\n{sample.text}")
            tally.refusals_right += refused
            if not refused:
                tally.notes.append(f"{name}: {file} is not refused")


def _count_aside(tally: Tally, name: str, outcome: Outcome) -> None:
    tally.asides += 1
    tally.asides_answered += outcome.answers > 0
    counted = outcome.line.made == "done"
    tally.asides_counted += counted
    if counted or outcome.answers:
        tally.notes.append(f"{name}: taken for a person's ({outcome.line.reason})")


def _count_decision(tally: Tally, sample: Sample, name: str, outcome: Outcome) -> None:
    wanted = sample.expect.decision or "nothing"
    tally.decisions += 1
    tally.decisions_right += wanted == outcome.decision
    tally.cancels += wanted == "cancel"
    tally.cancels_found += outcome.decision == "cancel"
    tally.cancels_right += wanted == outcome.decision == "cancel"
    tally.cancels_asked += outcome.asked and wanted == "cancel"
    tally.asked_in_vain += outcome.asked and wanted != "cancel"
    if wanted != outcome.decision:
        tally.notes.append(f"{name}: {outcome.decision} instead of {wanted}")


def _count_fields(tally: Tally, sample: Sample, name: str, outcome: Outcome) -> None:
    for field in FIELDS[sample.lane]:
        wanted, found = (
            sample.expect.fields.get(field, ""),
            outcome.fields.get(field, ProposedField(field, "")),
        )
        invented = bool(found.value) and is_made_up(found, wanted, sample)
        tally.fields += bool(wanted)
        tally.fields_invented += invented
        more = f" (invented from {found.words!r})" if invented else ""
        if wanted == found.value:
            tally.fields_right += bool(wanted)
        else:
            tally.fields_missing += not found.value
            tally.fields_wrong += bool(wanted and found.value)
            tally.fields_extra += not wanted
        if more or wanted != found.value:
            tally.notes.append(f"{name}: {field} is {found.value!r} instead of {wanted!r}{more}")


def is_made_up(found: ProposedField, wanted: str, sample: Sample) -> bool:
    """Return True if a value's quoted words, or a wrong value itself, are not in the mail."""
    source = source_of(sample)
    in_a_file = any(found.words.startswith(f"{paper.name}:") for paper in sample.attachments)
    if not in_a_file and squeezed(found.words) not in squeezed(source):
        return True
    in_words = field_of_time(found.field) and not WHEN.isdisjoint(
        re.findall(r"\w+", plain(found.words))
    )
    return found.value != wanted and not in_words and not is_in(found.field, found.value, source)


def field_of_time(field: str) -> bool:
    return field in ("date", "time", "earliest", "latest")


def squeezed(text: str) -> str:
    """Keep only letters and digits: lines may break anywhere, with quote marks in them."""
    return "".join(re.findall(r"\w", plain(text)))


def source_of(sample: Sample) -> str:
    """Return everything a mail says: sender, subject, text or page, and attachments."""
    files = (
        f"{paper.name}\n" + "\n".join([*paper.lines, str(paper.rows)])
        for paper in sample.attachments
    )
    return "\n".join([sample.sender, sample.subject, sample.text, page_text(sample.html), *files])


def is_in(field: str, value: str, source: str) -> bool:
    """Whether a value that is not the right one at least stands in the source."""
    words = set(re.findall(r"\w+", plain(source))) | set(re.findall(r"\d+", source))
    if field == "phone":
        return value[-7:] in re.sub(r"\D", "", source)
    if field == "email":
        return value.lower() in source.lower()
    if field in ("date", "earliest", "latest"):
        return not {value[-2:], value[-2:].lstrip("0")}.isdisjoint(words)
    if field == "time":
        hour = int(value[:2])
        return not {str(hour), f"{hour:02d}", str(hour % 12)}.isdisjoint(words)
    if field == "party":
        return value in words or not words.isdisjoint(plain(NUMBERS.get(value, "")).split())
    return all(
        any(word[:4] in known for known in words) for word in re.findall(r"\w+", plain(value))
    )


def plain(text: str) -> str:
    """Small letters without their marks."""
    return "".join(
        one
        for one in unicodedata.normalize("NFKD", text.casefold())
        if not unicodedata.combining(one)
    )
