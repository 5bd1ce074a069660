"""Columns of a guest list, found by their headings in any common language, or by content."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

import msgspec

from fullhouse.inbound.folding import without_accents
from fullhouse.inbound.guest_import.answer_cells import answer_columns
from fullhouse.inbound.guest_import.csv_reader import ADDRESS, MAILBOX, Cells
from fullhouse.kernel.patterns import regex
from fullhouse.locale import to_translate
from fullhouse.locale.current import gettext, ngettext, translate
from fullhouse.products.rsvp.form_questions import FormQuestion
from fullhouse.products.rsvp.model import LARGEST_PARTY

MOST_TITLE_LINES = 10
MOST_NAMED = 8
NAME_FIELDS = ("name", "first", "last")

HEADINGS = {
    "name": (
        "name, names, full name, fullname, guest, guest name, your name, display name, contact, "
        "contact name, who, vollstandiger name, ganzer name, gast, gastname, vor und nachname, "
        "vorname nachname, name vorname, nom, nom complet, nom et prenom, nom prenom, prenom et "
        "nom, prenom nom, invite, invitee, convive, nombre, nombre completo, nombre y apellidos, "
        "nombre y apellido, apellidos y nombre, invitado, asistente, nome, nome completo, nome e "
        "cognome, ospite, naam, volledige naam, convidado"
    ),
    "first": "first name, firstname, first, given name, forename, vorname, rufname, prenom, "
    "nombre de pila, primer nombre, primeiro nome, voornaam",
    "last": "last name, lastname, last, surname, family name, nachname, familienname, zuname, nom "
    "de famille, apellido, apellidos, primer apellido, cognome, sobrenome, apelido, achternaam",
    "email": "email, e mail, mail, email address, e mail address, mail address, mailaddress, "
    "emailadresse, e mail adresse, mailadresse, mail adresse, adresse email, adresse e mail, "
    "adresse mail, adresse electronique, courriel, mel, correo, correo electronico, direccion de "
    "correo, indirizzo email, posta elettronica, e mailadres, emailadres",
    "party": "party, party size, seats, places, persons, people, guests, number of guests, number "
    "of people, head count, headcount, tickets, personen, personenzahl, anzahl, anzahl personen, "
    "anzahl gaste, platze, sitzplatze, platzzahl, personnes, nombre de personnes, nombre de "
    "places, couverts, personas, numero de personas, asistentes, plazas, lugares, persone, posti, "
    "pessoas",
    "plus": "plus, plus one, plus ones, plus 1, 1, companions, additional guests, extra guests, "
    "begleitung, begleitpersonen, begleiter, weitere personen, accompagnant, accompagnants, "
    "accompagnateurs, acompanante, acompanantes, accompagnatori",
}
MEANS: dict[str, str] = {}
for _field, _headings in HEADINGS.items():
    MEANS |= {heading.strip(): _field for heading in _headings.split(",")}
MAIL_WORDS = frozenset({"email", "mail", "courriel", "correo"})
LABELS = {
    "name": "name",
    "first": "first name",
    "last": "last name",
    "email": "address",
    "party": "party",
    "plus": "companions",
}
WORD = regex(r"[^\W\d_]")


class Columns(msgspec.Struct, frozen=True):
    """The place of each field, counted from 0, and the headings' line; 0 if there are none.

    `ignored` are the places of columns with content that no field is read from. `bare` if there
    are addresses without names. `answers` are the places of answers by the id of their question.
    """

    places: dict[str, int]
    below: int = 0
    titles: tuple[str, ...] = ()
    ignored: tuple[int, ...] = ()
    bare: bool = False
    answers: dict[str, int] = {}

    @property
    def has_names(self) -> bool:
        """True if names have a column of their own."""
        return not self.places.keys().isdisjoint(NAME_FIELDS)

    def cell(self, cells: Sequence[str], field: str) -> str:
        """Return the text of a field; empty if the row is too short."""
        place = self.places.get(field)
        if place is None or place >= len(cells):
            return ""
        return cells[place].strip()

    def said(self) -> str:
        """Return one sentence about how the list was understood."""
        labels = LABELS
        if not self.has_names and not self.bare:
            # Name and address are in the same cell.
            labels = {**LABELS, "email": to_translate("name and address")}
        parts = [
            gettext(
                "%(field)s from %(column)s",
                field=translate(label),
                column=self._where(self.places[field]),
            )
            for field, label in labels.items()
            if field in self.places
        ]
        parts += [
            gettext("answers from %(column)s", column=self._where(place))
            for place in self.answers.values()
        ]
        understood = gettext("Read as: %(columns)s.", columns=", ".join(parts))
        if not self.ignored:
            return understood
        return f"{understood} {self._said_ignored()}"

    def _said_ignored(self) -> str:
        names = [self._where(place) for place in self.ignored[:MOST_NAMED]]
        more = len(self.ignored) - len(names)
        if more:
            names.append(ngettext("%(count)s more", "%(count)s more", more))
        return gettext("Ignored: %(columns)s.", columns=", ".join(names))

    def _where(self, place: int) -> str:
        title = self.titles[place].strip() if place < len(self.titles) else ""
        if title:
            return gettext("“%(title)s”", title=title[:40])
        return gettext("column %(number)s", number=place + 1)


def find_columns(sample: Sequence[Cells], questions: Sequence[FormQuestion] = ()) -> Columns:
    """Find the columns of a list in its first rows, also those with answers to questions."""
    for line, cells in sample[:MOST_TITLE_LINES]:
        places = _by_headings(cells)
        if "email" in places or len(places) > 1:
            below = [row for number, row in sample if number > line]
            places = _settled(places)
            answers = answer_columns(questions, cells, tuple(places.values()))
            return _columns(places, below, line, tuple(cells), answers)
        if any(looks_like_address(cell) for cell in cells):
            break
    rows = [cells for _, cells in sample]
    return _columns(_by_content(rows), rows)


def _columns(
    places: dict[str, int],
    rows: Sequence[Sequence[str]],
    below: int = 0,
    titles: tuple[str, ...] = (),
    answers: dict[str, int] | None = None,
) -> Columns:
    addresses = [cell for cell in _column(rows, places.get("email", 0)) if cell]
    bare = not any(looks_like_address(cell) for cell in addresses if not ADDRESS.fullmatch(cell))
    answers = answers or {}
    ignored = _ignored({*places.values(), *answers.values()}, rows)
    return Columns(places, below, titles, ignored, bare, answers)


def _ignored(used: set[int], rows: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """Return the columns that have content and that no field is read from."""
    unused = (place for place in range(_width(rows)) if place not in used)
    return tuple(place for place in unused if any(_column(rows, place)))


def _by_headings(cells: Sequence[str]) -> dict[str, int]:
    if any(looks_like_address(cell) for cell in cells):
        return {}
    words = [plain(cell) for cell in cells]
    places: dict[str, int] = {}
    for place, heading in enumerate(words):
        if heading in MEANS:
            places.setdefault(MEANS[heading], place)
    loose = [place for place, heading in enumerate(words) if MAIL_WORDS & set(heading.split())]
    if loose:
        places.setdefault("email", loose[0])
    return places


def _settled(places: dict[str, int]) -> dict[str, int]:
    """Read "Name" and "Nom" beside a first name as the last name, and the other way round."""
    if "name" in places and "first" in places and "last" not in places:
        places["last"] = places.pop("name")
    elif "name" in places and "last" in places and "first" not in places:
        places["first"] = places.pop("name")
    return places


def _by_content(rows: Sequence[Sequence[str]]) -> dict[str, int]:
    columns = [_column(rows, place) for place in range(_width(rows))]
    email = _address_column(columns)
    names: list[int] = []
    parties: list[int] = []
    for place, cells in enumerate(columns):
        if place == email:
            continue
        if _all(cells, _has_letter):
            names.append(place)
        # The first column may hold numbers, too, but they count the rows.
        if place and _all(cells, _is_party) and not _counts_up(cells):
            parties.append(place)
    places = {**_names(names, columns), "email": email}
    if parties:
        places["party"] = parties[0]
    return places


def _column(rows: Sequence[Sequence[str]], place: int) -> list[str]:
    return [row[place].strip() if place < len(row) else "" for row in rows]


def _address_column(columns: Sequence[Sequence[str]]) -> int:
    counts = [sum(map(looks_like_address, cells)) for cells in columns]
    return counts.index(max(counts)) if counts else 0


def _has_letter(cell: str) -> bool:
    return WORD.search(cell) is not None


def _width(rows: Sequence[Sequence[str]]) -> int:
    return max(map(len, rows), default=0)


def _names(places: Sequence[int], columns: Sequence[Sequence[str]]) -> dict[str, int]:
    """Return the places of names: the first text column, or two of single words."""
    if not places:
        return {}
    cells = [cell for cell in columns[places[0]] if cell]
    whole = 2 * sum(" " in cell for cell in cells) > len(cells)
    if whole or places[0] + 1 not in places:
        return {"name": places[0]}
    return {"first": places[0], "last": places[0] + 1}


def _all(cells: Sequence[str], fits: Callable[[str], bool]) -> bool:
    """Return True if nine of ten cells that are not empty fit."""
    given = [cell for cell in cells if cell]
    return bool(given) and 10 * sum(map(fits, given)) >= 9 * len(given)


def _is_party(cell: str) -> bool:
    if not cell.isascii() or not cell.isdecimal() or len(cell) > len(str(LARGEST_PARTY)):
        return False
    return int(cell) <= LARGEST_PARTY


def _counts_up(cells: Sequence[str]) -> bool:
    """Return True if these are just the numbers of the rows."""
    numbers = [int(cell) for cell in cells if _is_party(cell)]
    return len(numbers) > 1 and all(after == before + 1 for before, after in pairwise(numbers))


def looks_like_address(cell: str) -> bool:
    """Return True if a cell holds an address, alone or after a name."""
    cell = cell.strip()
    if ADDRESS.fullmatch(cell) or MAILBOX.search(cell):
        return True
    return any(map(ADDRESS.fullmatch, cell.split()[:9]))


def plain(heading: str) -> str:
    """Return a heading in the form in which headings are compared."""
    bare = without_accents(heading[:80]).casefold()
    return " ".join(re.sub(r"[^a-z0-9]+", " ", bare).split())
