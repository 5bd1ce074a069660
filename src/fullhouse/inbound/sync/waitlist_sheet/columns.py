"""Columns of the waitlist's sheet, found by their headings."""

from fullhouse.inbound.guest_import.columns import HEADINGS as OF_LISTS
from fullhouse.inbound.spreadsheets.table import Table
from fullhouse.inbound.sync.columns import OF_PEOPLE, Columns, Headings

KNOWN = {
    **OF_PEOPLE,
    "party": f"{OF_LISTS['party']}, party of, gruppe, groupe, grupo",
    "earliest": "earliest, earliest date, from, from date, not before, available from, ab, ab "
    "wann, von, fruhestens, fruhester termin, des, des le, a partir de, a partir du, au plus tot, "
    "desde, no antes de, lo antes posible",
    "latest": "latest, latest date, until, to, by, not after, bis, bis wann, spatestens, "
    "spatester termin, jusqu a, jusqu au, au plus tard, hasta, a mas tardar, como maximo",
    "weekdays": "weekdays, weekday, days, day, preferred days, which days, wochentage, wochentag, "
    "tage, tag, wunschtage, jours, jour, jours de la semaine, jours souhaites, dias, dia, dias de "
    "la semana",
    "times": "times, time, time of day, daytime, preferred time, preferred times, uhrzeit, "
    "uhrzeiten, zeit, zeiten, tageszeit, wunschzeit, heure, heures, horaire, horaires, moment, "
    "hora, horas, horario",
    "priority": "priority, prio, vip, prioritat, dringlichkeit, priorite, urgence, prioridad, "
    "urgencia",
    "joined": "joined, joined at, joined on, added, added on, added at, since, waiting since, "
    "requested, timestamp, eingetragen, eingetragen am, angemeldet, angemeldet am, seit, wartet "
    "seit, zeitstempel, inscrit, inscrit le, ajoute le, depuis, attend depuis, inscrito, "
    "apuntado, apuntado el, fecha de alta, espera desde",
}
FIELDS = (
    *("name", "phone", "email", "service", "party", "earliest", "latest", "weekdays", "times"),
    *("staff", "priority", "joined", "status", "key"),
)
# Headings of the columns that we add.
IN_WORDS = {
    "en": "Name, Phone, Email, Service, Party, Earliest, Latest, Weekdays, Times, Staff, Priority, "
    "Joined, Status, Key",
    "de": "Name, Telefon, E-Mail, Leistung, Personen, Frühestens, Spätestens, Wochentage, Uhrzeit, "
    "Bei, Priorität, Eingetragen, Status, Schlüssel",
    "fr": "Nom, Téléphone, E-mail, Prestation, Personnes, Au plus tôt, Au plus tard, Jours, "
    "Horaires, Avec, Priorité, Inscrit le, Statut, Clé",
    "es": "Nombre, Teléfono, Correo electrónico, Servicio, Personas, Desde, Hasta, Días, Horario, "
    "Con, Prioridad, Inscrito, Estado, Clave",
}
HEADINGS = Headings(KNOWN, FIELDS, IN_WORDS)
NO_HEADINGS = (
    "The first row has to name the columns: a name, a phone number or an email address, and a "
    "service. Nothing was changed."
)


def columns_of(table: Table, language: str) -> Columns:
    """Find the columns of a table by its headings."""
    return HEADINGS.columns_of(table, language)


def is_list(columns: Columns) -> bool:
    """Return True if there are columns for names and for phone numbers or addresses."""
    return columns.has_names and (columns.has("phone") or columns.has("email"))
