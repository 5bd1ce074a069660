"""Labelled lines and rows, as booking tools and forms write them: `Service: Cut`."""

import msgspec

from fullhouse.inbound.extraction.text import Source, folded
from fullhouse.kernel.patterns import regex

LABELS: dict[str, str] = {
    "name": (
        "who, wer, qui, quien, name, your name, full name,"
        " customer, customer name, client, client name, guest, guest name, patient,"
        " patient name, booked by"
        ", contact, for, kunde, kundin, kundenname, gast, patientin, ihr name, vor- und nachname,"
        " vorname und nachname, gebucht von, vorname nachname, nom, nom complet, nom et prenom,"
        " prenom et nom, cliente, patiente, votre nom, nom du"
        " client, nombre, caller, anrufer, anruferin, appelant, appelante"
        ", nombre completo, nombre y apellidos, nombre y apellido, paciente, clienta, nombre del"
        " cliente"
    ),
    "first": "first name, firstname, given name, vorname, prenom, nombre de pila",
    "last": (
        "last name, surname, family name, nachname, familienname, nom de famille, apellidos"
        ", apellido"
    ),
    "phone": (
        "your phone, your mobile, your number, ihre nummer, ihre telefonnummer, votre telephone,"
        " votre numero, su telefono, telephone mobile, mobiltelefon, tel. mobil, tel. portable,"
        " tel. mobile, telefono de contacto, coordonnees"
        ", phone, tel, telephone, mobile, mobile phone, mobile number, phone number, cell, cell"
        " phone, contact number, number, telefon, telefonnummer, handy, handynummer, mobil,"
        " mobilnummer, rufnummer, ruckrufnummer, tel.-nr, tel-nr,"
        " telephone portable, portable, numero de telephone, tel portable, numero, telefono, movil,"
        " tlf, tel movil, telefono movil, numero de telefono, celular"
    ),
    "email": (
        "email, e-mail, mail, email address, e-mail address, e-mail-adresse, emailadresse,"
        " mailadresse, adresse e-mail, adresse email, adresse mail, courriel, correo, correo"
        " electronico"
    ),
    "service": (
        "service, services, treatment, appointment type, booking type, booked service, what, type"
        " of appointment, leistung, leistungen, behandlung, dienstleistung, angebot, was,"
        " terminart, anliegen, art des termins, prestation, prestations,"
        " soin, type de rendez-vous, motif, quoi, servicio, servicios, tratamiento, tipo de cita,"
        " motivo, que, service souhaite, prestation souhaitee, gewunschte leistung, gewunschte"
        " behandlung, servicio deseado, what would you like, what would you like to come for, was"
        " mochten sie"
    ),
    "staff": (
        "staff, with, stylist, therapist, employee, provider, practitioner, team member,"
        " hairdresser, doctor, preferred stylist, mitarbeiter, mitarbeiterin, bei, mit, stylistin,"
        " behandler, behandlerin, therapeut, therapeutin, arzt,"
        " arztin, friseur, friseurin, wunschmitarbeiter, avec, praticien, praticienne,"
        " collaborateur, collaboratrice, employe, coiffeur, coiffeuse, chez"
        ", whom would you like to see, who would you like to see, who would you like, zu wem"
        " mochten sie, mit wem, bei wem, avec qui, chez qui, con quien, medecin, con, profesional,"
        " empleado, estilista, peluquero, peluquera, doctora, especialista"
    ),
    "party": (
        "how many, how many people, how many of you, wie viele, wie viele personen, combien de"
        " personnes, cuantas personas, cuantos, party, party size, guests, people, persons, number"
        " of people, number of guests, no. of people, covers,"
        " size, personen, anzahl, personenzahl, anzahl personen, anzahl der personen, gaste,"
        " personnes, nombre de personnes, couverts, nombre de couverts"
        ", personas, numero de personas, comensales"
    ),
    "when": (
        "when, date and time, date/time, date & time, appointment, time slot, slot, booking,"
        " preferred date, preferred dates, termin, wann, datum und uhrzeit, datum/uhrzeit, datum &"
        " uhrzeit, datum, uhrzeit, wunschtermin, zeitraum,"
        " wunschzeitraum, rendez-vous, quand, date et heure, date/heure, dates souhaitees, date"
        " souhaitee, periode, cuando, fecha y hora, cita, fechas,"
        " fecha deseada, availability, date, day, tag, jour, fecha, dia, appointment date, dates,"
        " your appointment, ihr termin, votre rendez-vous, su cita, reservation"
        ", reserva"
    ),
    "time": (
        "time, start, start time, starts, begins, starts at, uhrzeit, zeit, beginn, heure, debut,"
        " horaire, heure de debut, hora, inicio, hora de inicio, arrival"
    ),
    "earliest": (
        "available from, disponible du, disponible des, disponible a partir du, disponible desde,"
        " verfugbar ab, verfugbar von, au plus tot le, no earlier than, nicht vor, pas avant le, no"
        " antes del, earliest, from, earliest date, not before, available from, von, ab,"
        " fruhestens, vom, fruhester tag, a partir du, du, de, des"
        ", au plus tot, desde, a partir del, desde el"
    ),
    "latest": (
        "available until, disponible jusqu'au, disponible hasta, verfugbar bis, au plus tard le, no"
        " later than, at the latest, nicht nach, nicht spater als, como muy tarde"
        ", latest, until, to, by, latest date, bis, spatestens, bis zum, spatester tag, jusqu'au,"
        " au, au plus tard, hasta, hasta el, a mas tardar"
    ),
    "none": (
        "reminder, please arrive by, erinnerung, rappel, recordatorio, emergency contact,"
        " notfallkontakt, contact d'urgence, contacto de emergencia, ne le, nee le, ne(e) le, code"
        " postal, plz, zip, codigo postal, created, created on, booked on, booked at, booking date,"
        " date of booking, sent, received, erstellt, erstellt am, gebucht am"
        ", buchungsdatum, eingegangen, eingegangen am, bestellt am, reserve le, date de"
        " reservation, cree le, recu le, creado, reservado el, fecha de reserva, recibido,"
        " geburtsdatum, geburtstag, geb, date of birth, birthday, dob,"
        " date de naissance, fecha de nacimiento, nacimiento, price, preis, prix, precio, total,"
        " duration, dauer, duree, duracion, address, adresse"
        ", anschrift, direccion, end, ends, ende, fin, opening hours, offnungszeiten, horaires"
        " d'ouverture, horario, fax, invoice, rechnung, booking number, buchungsnummer, reference,"
        " referenz, numero de reservation, localizador, order,"
        " cancel by, stornierbar bis, annulation gratuite jusqu'au, last visit, letzter besuch,"
        " derniere visite, ultima visita"
    ),
}
FIELD_OF = {label.strip(): field for field, listed in LABELS.items() for label in listed.split(",")}
DATED_ONLY = frozenset({"earliest", "latest"})
LINE = regex(
    r"[\s>*•·|#-]{0,8}([^\W\d_][^:|\t=\n]{0,40}?)[ *]{0,4}(?::|\||=|\t)[ *|:\t]{0,8}(.{0,300})"
)
WIDE = regex(r"\s{0,8}([^\W\d_][^:|\t=\n]{0,30}?)(?: {2,40}|\t)(\S.{0,300})")
BOLD = regex(r"[\s>•·-]{0,8}\*([^\W\d_][^*:|\t=\n]{0,30})\* {1,4}([^*\s].{0,300})")
OF_THE_VISIT = regex(
    r" (?:of (?:the |your )?(?:appointment|booking|visit)|(?:des|ihres|vom) termins?"
    r"|d[eu] (?:votre |la )?(?:rendez-vous|rdv|reservation|visite)|de (?:la |su )?(?:cita|reserva"
    r"|visita))$"
)
MOST_LINES = 400
LONGEST_VALUE = 200
CELLS = regex(r"\t|\||;| {3,20}")
FEWEST_HEADINGS = 3
FEWEST_ALONE, SHORTEST_ALONE = 2, 3


class Labelled(msgspec.Struct, frozen=True):
    """The value behind a label, and the whole line; `at` is where the line begins."""

    field: str
    value: str
    line: str
    at: int = 0


def labelled_in(source: Source) -> list[Labelled]:
    """Return every labelled line, and every row beneath headings that are labels."""
    lines = source.text.split("\n")[:MOST_LINES]
    found: list[Labelled] = []
    alone: list[Labelled] = []
    at = 0
    for place, line in enumerate(lines):
        below = lines[place + 1 : place + 3]
        found.extend(_line(line, below, at))
        found.extend(_rows(line, below[:1], at))
        alone.extend(_alone(line, below, at))
        at += len(line) + 1
    in_a_form = len({one.field for one in alone}) >= FEWEST_ALONE or found
    return [*found, *alone] if in_a_form else found


def _alone(line: str, below: list[str], at: int) -> list[Labelled]:
    """Read a label that stands alone on its line, with its value on the next."""
    label = line.strip(" *|#")
    field = _field(label) if len(label) >= SHORTEST_ALONE and ":" not in label else ""
    if not field:
        return []
    value = _first_filled(below, " *|")
    if not value or len(value) > LONGEST_VALUE or LINE.fullmatch(value) or _field(value):
        return []
    return [Labelled(field, value, f"{line.strip()} {value}", at)]


def _first_filled(lines: list[str], ignored: str | None = None) -> str:
    """Return the first line that is not empty, without the ignored letters around it."""
    return next(filter(None, (line.strip(ignored) for line in lines)), "")


def _line(line: str, below: list[str], at: int) -> list[Labelled]:
    match = BOLD.fullmatch(line) or LINE.fullmatch(line) or WIDE.fullmatch(line)
    field = _field(match[1]) if match is not None else ""
    if match is None or not field:
        return []
    value = match[2].strip(" *|\t")
    if value:
        return [Labelled(field, value, line.strip(), at)]
    value = _first_filled(below)
    if LINE.fullmatch(value) or len(value) > LONGEST_VALUE:
        return []
    return [Labelled(field, value, f"{line.strip()} {value}", at)]


def _rows(line: str, below: list[str], at: int) -> list[Labelled]:
    """Read the row beneath a line of headings."""
    heads = [_field(cell) for cell in CELLS.split(line.strip(" |"))]
    if sum(bool(head) for head in heads) < FEWEST_HEADINGS or not below:
        return []
    cells = [cell.strip() for cell in CELLS.split(below[0].strip(" |"))]
    under = zip(heads, cells, strict=False)
    return [Labelled(head, cell, below[0].strip(), at) for head, cell in under if head and cell]


def _field(label: str) -> str:
    plain = " ".join(folded(label).replace("*", " ").split()).strip(" .#?¿")
    return FIELD_OF.get(plain) or FIELD_OF.get(OF_THE_VISIT.sub("", plain), "")


def without_labelled(source: Source, found: list[Labelled], fields: frozenset[str]) -> Source:
    """Blank the lines of these fields, so that nothing else is read there; places stay the same."""
    text = source.text
    for line in found:
        if line.field in fields:
            end = text.find("\n", line.at)
            end = end if end >= 0 else len(text)
            text = f"{text[: line.at]}{' ' * (end - line.at)}{text[end:]}"
    return Source(text, source.file)
