"""Which cell is what: by the headings, in any common language, or where there are none by what stands in the cells."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from itertools import pairwise

import msgspec

from fullhouse.inbound.guest_import.csv_reader import ADDRESS, MAILBOX, Cells
from fullhouse.products.rsvp.model import LARGEST_PARTY

MOST_TITLE_LINES = 10

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
MEANS = {
    heading.strip(): field for field, all_of in HEADINGS.items() for heading in all_of.split(",")
}
MAIL_WORDS = frozenset({"email", "mail", "courriel", "correo"})
LABELS = {
    "name": "name",
    "first": "first name",
    "last": "last name",
    "email": "address",
    "party": "party",
    "plus": "companions",
}
WORD = re.compile(r"[^\W\d_]")


class Columns(msgspec.Struct, frozen=True):
    """Where each field stands, counted from 0, and the line of the headings; 0 if there are none."""

    places: dict[str, int]
    below: int = 0
    titles: tuple[str, ...] = ()

    def cell(self, cells: Sequence[str], field: str) -> str:
        """Return what stands in a field; nothing if the row is too short."""
        place = self.places.get(field)
        return cells[place].strip() if place is not None and place < len(cells) else ""

    def said(self) -> str:
        """Say how the list was understood, in one sentence."""
        named = {"name", "first", "last"} & self.places.keys()
        labels = (
            LABELS if named else {**LABELS, "email": "name and address"}
        )  # both stand in the same cell
        found = [
            (label, self.places[field]) for field, label in labels.items() if field in self.places
        ]
        parts = [f"{label} from {self._where(place)}" for label, place in found]
        return f"Read as: {', '.join(parts)}."

    def _where(self, place: int) -> str:
        title = self.titles[place].strip() if place < len(self.titles) else ""
        return f"“{title[:40]}”" if title else f"column {place + 1}"


def find_columns(sample: Sequence[Cells]) -> Columns:
    """Understand a list by its first rows."""
    for line, cells in sample[:MOST_TITLE_LINES]:
        places = _by_headings(cells)
        if "email" in places or len(places) > 1:
            return Columns(_settled(places), line, tuple(cells))
        if any(looks_like_address(cell) for cell in cells):
            break
    return Columns(_by_content([cells for _, cells in sample]))


def _by_headings(cells: Sequence[str]) -> dict[str, int]:
    if any(looks_like_address(cell) for cell in cells):
        return {}
    words = [plain(cell) for cell in cells]
    places: dict[str, int] = {}
    for place, heading in enumerate(words):
        if heading in MEANS:
            places.setdefault(MEANS[heading], place)
    loose = [place for place, heading in enumerate(words) if MAIL_WORDS & set(heading.split())]
    return places if "email" in places or not loose else {**places, "email": loose[0]}


def _settled(places: dict[str, int]) -> dict[str, int]:
    """Beside a first name, "Name" and "Nom" mean the last one; beside a last name, "Nombre" means the first."""
    if "name" in places and "first" in places and "last" not in places:
        places["last"] = places.pop("name")
    elif "name" in places and "last" in places and "first" not in places:
        places["first"] = places.pop("name")
    return places


def _by_content(rows: Sequence[Sequence[str]]) -> dict[str, int]:
    columns = [
        [row[place].strip() if place < len(row) else "" for row in rows]
        for place in range(_width(rows))
    ]
    email = max(
        range(len(columns)),
        key=lambda place: sum(map(looks_like_address, columns[place])),
        default=0,
    )
    others = {place: cells for place, cells in enumerate(columns) if place != email and any(cells)}
    party = [
        place
        for place, cells in others.items()
        if place and _all(cells, _is_party) and not _counts_up(cells)
    ]
    names = [
        place
        for place, cells in others.items()
        if _all(cells, lambda cell: bool(WORD.search(cell)))
    ]
    return {**_names(names, columns), "email": email, **({"party": party[0]} if party else {})}


def _width(rows: Sequence[Sequence[str]]) -> int:
    return max(map(len, rows), default=0)


def _names(places: Sequence[int], columns: Sequence[Sequence[str]]) -> dict[str, int]:
    """Take the first text as the name; if it is a single word in most rows, the text beside it is the last name."""
    if not places:
        return {}
    cells = [cell for cell in columns[places[0]] if cell]
    whole = 2 * sum(" " in cell for cell in cells) > len(cells)
    if whole or places[0] + 1 not in places:
        return {"name": places[0]}
    return {"first": places[0], "last": places[0] + 1}


def _all(cells: Sequence[str], is_one: Callable[[str], bool]) -> bool:
    given = [cell for cell in cells if cell]
    return bool(given) and 10 * sum(map(is_one, given)) >= 9 * len(given)


def _is_party(cell: str) -> bool:
    return (
        cell.isascii()
        and cell.isdecimal()
        and len(cell) <= len(str(LARGEST_PARTY))
        and int(cell) <= LARGEST_PARTY
    )


def _counts_up(cells: Sequence[str]) -> bool:
    """Say whether these are just the numbers of the rows."""
    numbers = [int(cell) for cell in cells if _is_party(cell)]
    return len(numbers) > 1 and all(after == before + 1 for before, after in pairwise(numbers))


def looks_like_address(cell: str) -> bool:
    """Say whether a cell holds an address, alone or behind a name."""
    cell = cell.strip()
    return bool(
        ADDRESS.fullmatch(cell)
        or MAILBOX.search(cell)
        or any(map(ADDRESS.fullmatch, cell.split()[:9]))
    )


def plain(heading: str) -> str:
    """Bring a heading into the form in which headings are compared."""
    letters = unicodedata.normalize("NFKD", heading[:80]).casefold()
    return " ".join(
        re.sub(
            r"[^a-z0-9]+", " ", "".join(one for one in letters if not unicodedata.combining(one))
        ).split()
    )
