"""Which column of a sheet is what, by its heading, in the languages that the house speaks."""

from collections.abc import Mapping

import msgspec

from fullhouse.inbound.guest_import.columns import HEADINGS as OF_LISTS
from fullhouse.inbound.guest_import.columns import plain
from fullhouse.inbound.spreadsheets.table import Row, Table
from fullhouse.kernel.localized_dates import known_language

# What every list of people has, by the names that its columns go by.
OF_PEOPLE = {
    "key": "key, fullhouse key, schlussel, cle, clave",
    "name": f"{OF_LISTS['name']}, customer, customer name, client, client name, patient, kunde, kundin, kundenname, "
    "patientin, cliente, paciente",
    "first": OF_LISTS["first"],
    "last": OF_LISTS["last"],
    "phone": "phone, phone number, mobile, mobile phone, mobile number, cell, cell phone, cell number, telephone, tel, "
    "sms, whatsapp, handy, handynummer, mobil, mobilnummer, mobiltelefon, telefon, telefonnummer, rufnummer, nummer, "
    "portable, tel portable, telephone portable, numero de telephone, numero, telefono, movil, telefono movil, celular",
    "email": OF_LISTS["email"],
    "service": "service, services, treatment, appointment type, waiting for, behandlung, leistung, dienstleistung, "
    "terminart, wartet auf, wunsch, prestation, soin, attend pour, servicio, tratamiento, espera para",
    "staff": "staff, staff preference, preferred staff, with, stylist, hairdresser, therapist, provider, mitarbeiter, "
    "mitarbeiterin, wunschmitarbeiter, bei, friseur, friseurin, stylistin, avec, employe, employee, coiffeur, "
    "coiffeuse, con, empleado, empleada, estilista, peluquero, peluquera",
    "status": "status, state, stand, statut, etat, estado",
}


class Columns(msgspec.Struct, frozen=True):
    """Where each field stands, counted from 0, what the columns are called, and how ours are where there are none."""

    places: dict[str, int]
    titles: tuple[str, ...] = ()
    words: Mapping[str, str] = {}

    def has(self, field: str) -> bool:
        """Whether there is a column for a field."""
        return field in self.places

    def cell(self, row: Row, field: str) -> str:
        """Return what stands in a field; nothing if there is no such column or the row is too short."""
        place = self.places.get(field)
        return row.cells[place].strip() if place is not None and place < len(row.cells) else ""

    def title(self, field: str) -> str:
        """Say what a field's column is called, or will be."""
        place = self.places.get(field)
        return self.titles[place] if place is not None else self.words[field]

    @property
    def has_names(self) -> bool:
        """Whether there is a column for names, or two."""
        return self.has("name") or self.has("first") or self.has("last")


class Headings:
    """The columns that one list has: what each may be called, and what ours are called in each language."""

    def __init__(
        self, known: Mapping[str, str], fields: tuple[str, ...], ours: Mapping[str, str]
    ) -> None:
        """Know the names of each field, and the words for all fields in their order."""
        self.means = {
            heading.strip(): field
            for field, all_of in known.items()
            for heading in all_of.split(",")
        }
        self.words = {
            language: dict(zip(fields, said.split(", "), strict=True))
            for language, said in ours.items()
        }

    def columns_of(self, table: Table, language: str) -> Columns:
        """Understand a table by its headings; of two columns for the same field the first counts."""
        places: dict[str, int] = {}
        for place, heading in enumerate(table.headers):
            field = self.means.get(plain(heading))
            if field is not None:
                places.setdefault(field, place)
        return Columns(_settled(places), table.headers, self.words[known_language(language)])


def _settled(places: dict[str, int]) -> dict[str, int]:
    """Beside a first name, "Name" means the last one; beside a last name, the first."""
    if "name" in places and "first" in places and "last" not in places:
        places["last"] = places.pop("name")
    elif "name" in places and "last" in places and "first" not in places:
        places["first"] = places.pop("name")
    return places
