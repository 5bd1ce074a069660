"""Columns of a sheet, found by their headings in any of our languages."""

from collections.abc import Mapping

import msgspec

from fullhouse.inbound.guest_import.columns import HEADINGS as OF_LISTS
from fullhouse.inbound.guest_import.columns import plain
from fullhouse.inbound.spreadsheets.table import Row, Table
from fullhouse.locale import desk_language

# Fields of every list of people, with the headings that mean them.
OF_PEOPLE = {
    "key": "key, fullhouse key, schlussel, cle, clave",
    "name": f"{OF_LISTS['name']}, customer, customer name, client, client name, patient, "
    "kunde, kundin, kundenname, patientin, cliente, paciente",
    "first": OF_LISTS["first"],
    "last": OF_LISTS["last"],
    "phone": "phone, phone number, mobile, mobile phone, mobile number, cell, cell phone, cell "
    "number, telephone, tel, sms, whatsapp, handy, handynummer, mobil, mobilnummer, mobiltelefon, "
    "telefon, telefonnummer, rufnummer, nummer, portable, tel portable, telephone portable, "
    "numero de telephone, numero, telefono, movil, telefono movil, celular",
    "email": OF_LISTS["email"],
    "service": "service, services, treatment, appointment type, waiting for, behandlung, "
    "leistung, dienstleistung, terminart, wartet auf, wunsch, prestation, soin, attend pour, "
    "servicio, tratamiento, espera para",
    "staff": "staff, staff preference, preferred staff, with, stylist, hairdresser, therapist, "
    "provider, mitarbeiter, mitarbeiterin, wunschmitarbeiter, bei, friseur, friseurin, stylistin, "
    "avec, employe, employee, coiffeur, coiffeuse, con, empleado, empleada, estilista, peluquero, "
    "peluquera",
    "status": "status, state, stand, statut, etat, estado",
}


class Columns(msgspec.Struct, frozen=True):
    """The place of each field, counted from 0, the headings, and our headings for new columns."""

    places: dict[str, int]
    titles: tuple[str, ...] = ()
    words: Mapping[str, str] = {}

    def has(self, field: str) -> bool:
        """Return True if there is a column for a field."""
        return field in self.places

    def cell(self, row: Row, field: str) -> str:
        """Return the text of a field; empty if the column is missing or the row too short."""
        place = self.places.get(field)
        if place is None or place >= len(row.cells):
            return ""
        return row.cells[place].strip()

    def title(self, field: str) -> str:
        """Return the heading of a field's column, also of one that is not there yet."""
        place = self.places.get(field)
        return self.titles[place] if place is not None else self.words[field]

    @property
    def has_names(self) -> bool:
        """Return True if there are one or two columns for names."""
        return self.has("name") or self.has("first") or self.has("last")


class Headings:
    """The columns of one list: their possible headings, and our headings in each language."""

    def __init__(
        self, known: Mapping[str, str], fields: tuple[str, ...], ours: Mapping[str, str]
    ) -> None:
        """Take the possible headings of each field, and ours for all fields in order."""
        self.means: dict[str, str] = {}
        for field, headings in known.items():
            self.means |= {heading.strip(): field for heading in headings.split(",")}
        self.words = {
            language: dict(zip(fields, said.split(", "), strict=True))
            for language, said in ours.items()
        }

    def columns_of(self, table: Table, language: str) -> Columns:
        """Find the columns of a table; of two columns for the same field the first counts."""
        places: dict[str, int] = {}
        for place, heading in enumerate(table.headers):
            field = self.means.get(plain(heading))
            if field is not None:
                places.setdefault(field, place)
        return Columns(_settled(places), table.headers, self.words[desk_language(language)])


def _settled(places: dict[str, int]) -> dict[str, int]:
    """Read "Name" beside a first name as the last name, and the other way round."""
    if "name" in places and "first" in places and "last" not in places:
        places["last"] = places.pop("name")
    elif "name" in places and "last" in places and "first" not in places:
        places["first"] = places.pop("name")
    return places
