"""Which column of the sheet is what, by its heading, in the languages that the house speaks."""

import msgspec

from fullhouse.kernel.dates import known_language
from fullhouse.lanes.importing.columns import HEADINGS as OF_LISTS
from fullhouse.lanes.importing.columns import plain
from fullhouse.lanes.sheets.table import Row, Table

HEADINGS = {
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
    "party": f"{OF_LISTS['party']}, party of, gruppe, groupe, grupo",
    "earliest": "earliest, earliest date, from, from date, not before, available from, ab, ab wann, von, fruhestens, "
    "fruhester termin, des, des le, a partir de, a partir du, au plus tot, desde, no antes de, lo antes posible",
    "latest": "latest, latest date, until, to, by, not after, bis, bis wann, spatestens, spatester termin, jusqu a, "
    "jusqu au, au plus tard, hasta, a mas tardar, como maximo",
    "staff": "staff, staff preference, preferred staff, with, stylist, hairdresser, therapist, provider, mitarbeiter, "
    "mitarbeiterin, wunschmitarbeiter, bei, friseur, friseurin, stylistin, avec, employe, employee, coiffeur, "
    "coiffeuse, con, empleado, empleada, estilista, peluquero, peluquera",
    "priority": "priority, prio, vip, prioritat, dringlichkeit, priorite, urgence, prioridad, urgencia",
    "joined": "joined, joined at, joined on, added, added on, added at, since, waiting since, requested, timestamp, "
    "eingetragen, eingetragen am, angemeldet, angemeldet am, seit, wartet seit, zeitstempel, inscrit, inscrit le, "
    "ajoute le, depuis, attend depuis, inscrito, apuntado, apuntado el, fecha de alta, espera desde",
    "status": "status, state, stand, statut, etat, estado",
}
MEANS = {heading.strip(): field for field, all_of in HEADINGS.items() for heading in all_of.split(",")}

FIELDS = (
    *("name", "phone", "email", "service", "party", "earliest", "latest"),
    *("staff", "priority", "joined", "status", "key"),
)
# What a column is called where the sheet has none for it.
IN_WORDS = {
    "en": "Name, Phone, Email, Service, Party, Earliest, Latest, Staff, Priority, Joined, Status, Key",
    "de": "Name, Telefon, E-Mail, Leistung, Personen, Frühestens, Spätestens, Bei, Priorität, Eingetragen, Status, "
    "Schlüssel",
    "fr": "Nom, Téléphone, E-mail, Prestation, Personnes, Au plus tôt, Au plus tard, Avec, Priorité, Inscrit le, "
    "Statut, Clé",
    "es": "Nombre, Teléfono, Correo electrónico, Servicio, Personas, Desde, Hasta, Con, Prioridad, Inscrito, Estado, "
    "Clave",
}
OUR_WORDS = {language: dict(zip(FIELDS, words.split(", "), strict=True)) for language, words in IN_WORDS.items()}


class Columns(msgspec.Struct, frozen=True):
    """Where each field stands, counted from 0, and what the columns are called."""

    places: dict[str, int]
    titles: tuple[str, ...] = ()
    language: str = "en"

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
        return self.titles[place] if place is not None else OUR_WORDS[self.language][field]

    @property
    def has_names(self) -> bool:
        """Whether there is a column for names, or two."""
        return self.has("name") or self.has("first") or self.has("last")

    @property
    def is_list(self) -> bool:
        """Whether people and how they are reached can be read from it."""
        return self.has_names and (self.has("phone") or self.has("email"))


def columns_of(table: Table, language: str) -> Columns:
    """Understand a table by its headings; of two columns for the same field the first counts."""
    places: dict[str, int] = {}
    for place, heading in enumerate(table.headers):
        field = MEANS.get(plain(heading))
        if field is not None:
            places.setdefault(field, place)
    return Columns(_settled(places), table.headers, known_language(language))


def _settled(places: dict[str, int]) -> dict[str, int]:
    """Beside a first name, "Name" means the last one; beside a last name, the first."""
    if "name" in places and "first" in places and "last" not in places:
        places["last"] = places.pop("name")
    elif "name" in places and "last" in places and "first" not in places:
        places["first"] = places.pop("name")
    return places
