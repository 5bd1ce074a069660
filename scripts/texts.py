"""Text catalogues: compiled when the package is built, and filled with new texts by `make texts`.

hatchling runs `TextsHook` for every build, also for an editable install.
"""

import ast
import json
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel import Locale
from babel.messages import Catalog
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "fullhouse"
FOLDER = PACKAGE / "locale"
COMPILED = "fullhouse.mo"
NAMES = "cldr.json"
# The catalogue whose texts have keys; the others have English sentences, found in the code.
KEYED = "messages"
# Where a sentence that the code contains is translated: the first folder that matches.
CATALOGUES = (
    ("web/templates/desk/events/", "desk_events"),
    ("web/desk/events/", "desk_events"),
    ("web/templates/desk/frontdesk/", "desk_frontdesk"),
    ("web/desk/frontdesk/", "desk_frontdesk"),
    ("web/graphics/bar_charts.py", "desk_frontdesk"),
    ("web/graphics/day_chart.py", "desk_frontdesk"),
    ("inbound/extraction/", "desk_frontdesk"),
    ("inbound/slack/", "desk_frontdesk"),
    ("web/templates/desk/", "desk"),
    ("web/desk/", "desk"),
    ("inbound/guest_import/", "desk_events"),
    ("inbound/forms/question_form.py", "desk_events"),
    ("inbound/forms/answer_form.py", "rsvp"),
    ("kernel/templates.py", "desk_events"),
    ("products/rsvp/questions.py", "desk_events"),
    ("products/frontdesk/waitlist/questions.py", "desk_frontdesk"),
    ("products/frontdesk/appointments/questions.py", "desk_frontdesk"),
    ("inbound/questions/", "desk"),
    ("web/graphics/signup_chart.py", "desk_events"),
    ("web/templates/rsvp/", "rsvp"),
    ("web/rsvp/", "rsvp"),
    ("products/rsvp/", "rsvp"),
    ("web/templates/waitlist/", "waitlist"),
    ("web/waitlist/", "waitlist"),
    ("products/frontdesk/waitlist/", "waitlist"),
    ("web/templates/appointments/", "appointments"),
    ("web/appointments/", "appointments"),
    ("products/frontdesk/appointments/", "appointments"),
    ("", "pages"),
)
# The texts of guests' and customers' pages and messages: a language needs no others.
OF_GUESTS = ("appointments", "pages", "rsvp", "waitlist")
GROUPS_OF_GUESTS = (
    *("amounts", "combined", "dates", "rsvp"),
    *("appointments", "frontdesk", "waitlist"),
)
# Tables of plain texts: all their values are translated, without a mark at each.
TABLES = {
    "engine/team.py": ("PROBLEMS",),
    "inbound/guest_import/columns.py": ("LABELS",),
    "inbound/guest_import/preview.py": ("WOULD",),
    "inbound/guest_import/row.py": ("SENTENCES",),
    "inbound/slack/blocks.py": ("HINTS", "LABELS", "NAMES", "SURE"),
    "kernel/templates.py": ("CALLED",),
    "products/frontdesk/appointments/result_codes.py": ("PROBLEMS",),
    "products/frontdesk/waitlist/result_codes.py": ("PROBLEMS",),
    "products/rsvp/result_codes.py": ("DONE", "PROBLEMS"),
    "web/desk/frontdesk/appointments/appointment_page.py": ("REMINDER_STATES",),
    "web/desk/frontdesk/appointments/formatting.py": (
        "CHANNELS",
        "DONE",
        "DOUBTS",
        "REPLIES",
        "SENTENCES",
        "SOURCES",
        "STATES",
        "WHY_TOLD",
    ),
    "web/desk/frontdesk/proposals.py": ("LABELS", "MEANT", "OWN_DONE", "SURE"),
    "web/desk/frontdesk/sheet_page.py": ("WHO",),
    "web/desk/frontdesk/unread_rows.py": ("COLUMNS",),
    "web/desk/frontdesk/waitlist/formatting.py": (
        "BECAME",
        "CHANNELS",
        "DONE",
        "FREED_AS",
        "GIVEN",
        "MESSAGE_STATES",
        "REACH",
        "REASONS",
        "SENTENCES",
        "SOURCES",
        "STATES",
        "WHY_BACK",
    ),
    "web/desk/frontdesk/waitlist/questions.py": ("KINDS",),
    "web/desk/frontdesk/waitlist/slot_page.py": ("FIELDS", "PLAINLY"),
    "web/desk/answer_view.py": ("PERIOD_TEXTS",),
    "web/desk/audit_text.py": (
        "ACTIONS",
        "APPOINTMENT_ACTIONS",
        "PAPERS",
        "SLOT_ACTIONS",
        "TITLES",
        "VOICES",
        "WHY_NOT",
    ),
    "web/desk/demo_clock_bar.py": ("KIND_WORDS",),
    "web/desk/events/event_form.py": ("LABELS", "SENTENCES", "USUAL_REMINDERS"),
    "web/desk/events/guest_forms.py": ("SENTENCES",),
    "web/desk/events/guest_list.py": ("HEAD", "ORDERS", "SOURCES", "STATES"),
    "web/desk/events/message_templates.py": ("VARIES", "WHEN"),
    "web/desk/events/questions.py": ("SOURCES",),
    "web/desk/events/rehearsal_text.py": ("HAPPENS", "LABELS", "WHY"),
    "web/desk/events/seat_history.py": ("BY_HOST",),
    "web/desk/events/unreachable.py": ("REACHED",),
    "web/desk/events/waiting_guests.py": ("DONE", "STATUSES"),
    "web/desk/inbound_mail.py": ("DID",),
    "web/desk/layout.py": ("DONE",),
    "web/desk/mailbox.py": ("KINDS", "PURPOSES", "STATUSES"),
}
OPTIONS = {"**.html": {"trimmed": "true", "newstyle_gettext": "true"}}
KEYWORDS: dict[str, Any] = {
    "gettext": None,
    "_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "to_translate": None,
    "to_translate_count": (1, 2),
}
MARKED = re.compile(rb"\b_\(|gettext|to_translate")
WIDTH = 100
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms}\\n"

"""


def languages() -> list[str]:
    """Return the languages that have a folder."""
    return sorted(path.name for path in FOLDER.iterdir() if (path / f"{KEYED}.po").exists())


def read(path: Path, language: str) -> Catalog:
    """Read a catalogue; one that is not there yet is empty."""
    if not path.exists():
        return Catalog(locale=language, project="Fullhouse")
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def compiled(language: str) -> bytes:
    """Return all catalogues of a language as one compiled file."""
    # Fixed dates, so that the same texts always give the same file.
    merged = Catalog(locale=language, creation_date=EPOCH, revision_date=EPOCH)
    for path in sorted((FOLDER / language).glob("*.po")):
        for message in read(path, language):
            if message.id and not message.fuzzy:
                merged[message.id] = message
    output = BytesIO()
    write_mo(output, merged)
    return output.getvalue()


def names() -> bytes:
    """Return CLDR's names of days, months and cities and the signs of numbers, as JSON."""
    found = {}
    for language in languages():
        locale = Locale.parse(language)
        symbols = locale.number_symbols["latn"]
        found[language] = {
            "weekdays": _listed(locale.days["format"]["wide"]),
            "short_weekdays": _listed(locale.days["format"]["abbreviated"]),
            "months": _listed(locale.months["format"]["wide"]),
            "months_alone": _listed(locale.months["stand-alone"]["wide"]),
            "short_months": _listed(locale.months["format"]["abbreviated"]),
            "thousands": symbols["group"],
            "decimals": symbols["decimal"],
            "direction": locale.text_direction,
            "cities": _cities(locale),
        }
    return json.dumps(found, ensure_ascii=False).encode()


def _cities(locale: Locale) -> dict[str, str]:
    """Return the cities of time zones that a language calls otherwise than the zone does."""
    cities = {zone: names.get("city", "") for zone, names in sorted(locale.time_zones.items())}
    return {
        zone: city
        for zone, city in cities.items()
        if city and city != zone.rpartition("/")[2].replace("_", " ")
    }


def _listed(names: dict[int, str]) -> list[str]:
    return [names[number] for number in sorted(names)]


def build() -> list[Path]:
    """Write the compiled catalogues and the names, where they changed; return their paths."""
    written = {FOLDER / language / COMPILED: compiled(language) for language in languages()}
    written[FOLDER / NAMES] = names()
    for path, content in written.items():
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
    return list(written)


def catalogue_of(place: str) -> str:
    """Return the catalogue for the texts of a file."""
    return next(name for folder, name in CATALOGUES if place.startswith(folder))


@cache
def extracted() -> dict[str, Catalog]:
    """Return the texts in the code and the templates, by catalogue; all are read only once."""
    templates: dict[str, Catalog] = {name: Catalog() for _folder, name in CATALOGUES}
    found = list(_found())
    chosen: dict[object, str] = {}
    for place, _line, message, _comments, context in found:
        key, name = _text_of(message, context), catalogue_of(place)
        # A text that guests read, too, is translated into their languages.
        if key not in chosen or (name in OF_GUESTS and chosen[key] not in OF_GUESTS):
            chosen[key] = name
    for place, _line, message, comments, context in found:
        name = chosen[_text_of(message, context)]
        templates[name].add(message, None, [(place, 0)], auto_comments=comments, context=context)
    return templates


def _text_of(message: Any, context: str | None) -> object:  # noqa: ANN401 - Babel has no types
    return context, message if isinstance(message, str) else message[0]


def has_desk(language: str) -> bool:
    """Return True if the desk and a business's messages are written in a language, too."""
    return language == "en" or (FOLDER / language / "desk.po").exists()


def catalogues_of(language: str) -> list[str]:
    """Return the catalogues of a language that hold the texts of pages."""
    if has_desk(language):
        return sorted({name for _folder, name in CATALOGUES})
    return list(OF_GUESTS)


def is_keyed_in(language: str, group: str) -> bool:
    """Return True if a language has the messages of a group."""
    return has_desk(language) or group in GROUPS_OF_GUESTS


def _in_python(file: IO[bytes], *how: Any, **more: Any) -> Iterable[Any]:  # noqa: ANN401 - Babel's
    """Return the texts of a module; few have any, and to take one apart takes long."""
    if not MARKED.search(file.read()):
        return ()
    file.seek(0)
    return extract_python(file, *how, **more)


def _found() -> Iterator[tuple[str, int, Any, list[str], str | None]]:
    methods: list[Any] = [("**.py", _in_python), ("web/templates/**.html", "jinja2")]
    found: Iterable[Any] = extract_from_dir(
        PACKAGE, methods, OPTIONS, KEYWORDS, comment_tags=("Translators:",), strip_comment_tags=True
    )
    found = [*found, *_in_tables()]
    # The first file that says a text decides on its catalogue, so the order must not vary.
    return iter(sorted(found, key=lambda item: (item[0], item[1])))


def _in_tables() -> Iterator[tuple[str, int, str, list[str], None]]:
    for place, tables in TABLES.items():
        for node in ast.parse((PACKAGE / place).read_text()).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in tables:
                for text in _texts_of(node.value):
                    yield place, node.lineno, text, [], None


def _texts_of(table: ast.expr) -> list[str]:
    if isinstance(table, ast.Dict):
        return [ast.literal_eval(value) for value in table.values]
    texts: Iterable[str] = ast.literal_eval(table)
    return list(texts)


def update(language: str) -> list[str]:
    """Bring the catalogues of a language up to date; return the texts without a translation."""
    known = {
        _key(message): message.string
        for path in (FOLDER / language).glob("*.po")
        for message in read(path, language)
    }
    missing = []
    templates = extracted()
    for name in catalogues_of(language):
        catalog = Catalog(locale=language)
        for message in templates[name]:
            if not message.id:
                continue  # the header
            string = known.get(_key(message), "")
            if not string or not all(string):
                missing.append(f"{language}/{name}.po: {message.id}")
            locations, comments = message.locations, message.auto_comments
            catalog.add(
                message.id, string, locations, auto_comments=comments, context=message.context
            )
        write(FOLDER / language / f"{name}.po", catalog)
    return missing


def without_key(language: str) -> list[str]:
    """Return the messages that a language does not have: their texts have keys."""
    english, own = (
        {_key(message): message.string for message in read(FOLDER / name / f"{KEYED}.po", name)}
        for name in ("en", language)
    )
    return [
        f"{language}/{KEYED}.po: {group} {key}"
        for group, key in english
        if is_keyed_in(language, group) and not own.get((group, key))
    ]


def _key(message: Any) -> tuple[str, Any]:  # noqa: ANN401 - Babel has no types
    return message.context or "", message.id


def write(path: Path, catalog: Catalog) -> None:
    """Write a catalogue with a header that holds no dates, so that only texts change it."""
    output = BytesIO()
    write_po(
        output,
        catalog,
        width=WIDTH,
        sort_output=path.stem != KEYED,
        omit_header=True,
        include_lineno=False,
    )
    header = HEADER.format(language=catalog.locale, plural_forms=catalog.plural_forms)
    path.write_bytes(header.encode() + output.getvalue())


class TextsHook(BuildHookInterface[Any]):
    """Compiles the catalogues before hatchling collects the files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add the results, which are not in git, to the files of the wheel."""
        paths = (path.relative_to(ROOT).as_posix() for path in build())
        build_data["artifacts"].extend(paths)


def main() -> None:
    """Update every catalogue but the English one, compile all, and list what is missing."""
    others = [language for language in languages() if language != "en"]
    missing = [text for language in others for text in (*without_key(language), *update(language))]
    build()
    for text in missing:
        print("No translation:", text)  # noqa: T201 - the result of the command
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
