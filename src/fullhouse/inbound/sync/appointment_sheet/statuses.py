"""Status words of appointments: the ones we write, and those that staff may write instead."""

from fullhouse.inbound.guest_import.columns import plain
from fullhouse.locale import desk_language
from fullhouse.products.frontdesk.appointments.model import Status

STATUS: dict[str, dict[Status, str]] = {
    "en": {
        "booked": "booked",
        "confirmed": "confirmed",
        "cancelled": "cancelled",
        "no_show": "no-show",
    },
    "de": {
        "booked": "gebucht",
        "confirmed": "bestätigt",
        "cancelled": "abgesagt",
        "no_show": "nicht erschienen",
    },
    "fr": {
        "booked": "réservé",
        "confirmed": "confirmé",
        "cancelled": "annulé",
        "no_show": "absent",
    },
    "es": {
        "booked": "reservado",
        "confirmed": "confirmado",
        "cancelled": "cancelado",
        "no_show": "no vino",
    },
}
OTHER_WORDS: dict[Status, str] = {
    "booked": "scheduled, open, pending, new, tentative, planned, requested, rescheduled, moved, "
    "geplant, offen, neu, vorgemerkt, verschoben, reservee, prevu, en attente, nouveau, reporte, "
    "deplace, reservada, pendiente, programado, programada, nuevo, nueva, aplazado, aplazada, "
    "reprogramado, reprogramada",
    "confirmed": "confirm, ok, yes, coming, zugesagt, bestatigt, ja, kommt, confirmee, oui, "
    "vient, confirmada, si, viene",
    "cancelled": "canceled, cancel, called off, storniert, storno, absage, gestrichen, fallt aus, "
    "annulee, annulation, cancelada, anulado, anulada",
    "no_show": "noshow, no shows, did not come, didn t come, missed, not there, nicht gekommen, "
    "nicht da, versaumt, absente, pas venu, pas venue, non venu, non venue, no se presento, no "
    "presentado, ausente, no acudio",
}
# Notes of staff about a time that is over; nothing follows from them.
OF_NO_MATTER = (
    "done, completed, complete, came, arrived, attended, here, paid, erledigt, gekommen, war da, "
    "da, erschienen, bezahlt, abgeschlossen, fait, termine, terminee, venu, venue, arrive, "
    "arrivee, paye, payee, present, presente, hecho, hecha, vino, llego, asistio, pagado, pagada, "
    "terminado, terminada, completado, completada"
)
NO_STATUS = "Nothing follows from this status. There are: {there}."


def _words() -> dict[str, Status | None]:
    found: dict[str, Status | None] = dict.fromkeys(_split(OF_NO_MATTER))
    for status, words in OTHER_WORDS.items():
        found |= dict.fromkeys(_split(words), status)
    for ours in STATUS.values():
        found |= {plain(word): status for status, word in ours.items()}
    return found


def _split(words: str) -> list[str]:
    return [plain(word) for word in words.split(",")]


MEANS = _words()


def meant(text: str) -> Status | None:
    """Return the status that a cell names, in any language; None if it names none."""
    return MEANS.get(plain(text))


def is_understood(text: str) -> bool:
    """Return True if a cell is empty or holds a word that staff may write there."""
    return not text or plain(text) in MEANS


def status_word(status: Status, language: str) -> str:
    """Return the word for a status in the business's language."""
    return STATUS[desk_language(language)][status]


def not_understood(language: str) -> str:
    """Return the sentence that lists the known words."""
    return NO_STATUS.format(there=", ".join(STATUS[desk_language(language)].values()))
