"""Columns of the appointments' sheet, found by their headings."""

from fullhouse.inbound.spreadsheets.table import Table
from fullhouse.inbound.sync.columns import OF_PEOPLE, Columns, Headings

KNOWN = {
    **OF_PEOPLE,
    "date": "date, day, when, on, appointment, appointment date, date and time, date time, "
    "starts, starts at, start, start date, datum, tag, wann, am, termin, termindatum, datum und "
    "uhrzeit, beginn, beginnt, le, jour, quand, rendez vous, rdv, date du rendez vous, date et "
    "heure, debut, fecha, dia, cuando, cita, fecha de la cita, fecha y hora, inicio",
    "time": "time, at, start time, appointment time, clock, uhrzeit, zeit, um, terminzeit, beginn "
    "uhrzeit, heure, heure de debut, a, horaire, hora, a las, hora de inicio, hora de la cita",
    "link": "link, booking, booking link, link to booking, link to the booking, url, web, "
    "buchung, buchungslink, link zur buchung, lien, lien de reservation, reservation, lien vers "
    "la reservation, enlace, reserva, enlace a la reserva, enlace de la reserva",
    "remind": "remind, reminder, reminders, remind at, remind before, hours before, erinnern, "
    "erinnerung, erinnerungen, stunden vorher, rappel, rappels, rappeler, heures avant, "
    "recordatorio, recordatorios, recordar, horas antes",
}
FIELDS = (
    "name",
    "phone",
    "email",
    "service",
    "staff",
    "date",
    "time",
    "status",
    "link",
    "remind",
    "key",
)
# Headings of the columns that we add.
IN_WORDS = {
    "en": "Name, Phone, Email, Service, Staff, Date, Time, Status, Link, Remind, Key",
    "de": "Name, Telefon, E-Mail, Leistung, Bei, Datum, Uhrzeit, Status, Link, Erinnern, Schlüssel",
    "fr": "Nom, Téléphone, E-mail, Prestation, Avec, Date, Heure, Statut, Lien, Rappel, Clé",
    "es": "Nombre, Teléfono, Correo electrónico, Servicio, Con, Fecha, Hora, Estado, Enlace, "
    "Recordatorio, Clave",
}
HEADINGS = Headings(KNOWN, FIELDS, IN_WORDS)
NO_HEADINGS = (
    "The first row has to name the columns: a name, a date and a time, and a service. "
    "Nothing was changed."
)


def columns_of(table: Table, language: str) -> Columns:
    """Find the columns of a table; a time column without a date column holds both."""
    columns = HEADINGS.columns_of(table, language)
    if columns.has("time") and not columns.has("date"):
        columns.places["date"] = columns.places.pop("time")
    return columns


def is_list(columns: Columns) -> bool:
    """Return True if there are columns for names and dates."""
    return columns.has_names and columns.has("date")
