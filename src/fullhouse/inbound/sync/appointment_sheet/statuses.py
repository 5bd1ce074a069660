"""How an appointment stands, in words: what is written, and whatever staff may write instead, in any language."""

from fullhouse.inbound.guest_import.columns import plain
from fullhouse.kernel.localized_dates import known_language
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
    "booked": "scheduled, open, pending, new, tentative, planned, requested, rescheduled, moved, geplant, offen, neu, "
    "vorgemerkt, verschoben, reservee, prevu, en attente, nouveau, reporte, deplace, reservada, pendiente, programado, "
    "programada, nuevo, nueva, aplazado, aplazada, reprogramado, reprogramada",
    "confirmed": "confirm, ok, yes, coming, zugesagt, bestatigt, ja, kommt, confirmee, oui, vient, confirmada, si, "
    "viene",
    "cancelled": "canceled, cancel, called off, storniert, storno, absage, gestrichen, fallt aus, annulee, annulation, "
    "cancelada, anulado, anulada",
    "no_show": "noshow, no shows, did not come, didn t come, missed, not there, nicht gekommen, nicht da, versaumt, "
    "absente, pas venu, pas venue, non venu, non venue, no se presento, no presentado, ausente, no acudio",
}
# What staff note of a time that is over, and what asks for nothing.
OF_NO_MATTER = (
    "done, completed, complete, came, arrived, attended, here, paid, erledigt, gekommen, war da, da, erschienen, "
    "bezahlt, abgeschlossen, fait, termine, terminee, venu, venue, arrive, arrivee, paye, payee, present, presente, "
    "hecho, hecha, vino, llego, asistio, pagado, pagada, terminado, terminada, completado, completada"
)
NO_STATUS = "Nothing follows from this status. There are: {there}."


def _words() -> dict[str, Status | None]:
    found: dict[str, Status | None] = dict.fromkeys(_split(OF_NO_MATTER))
    for status, words in OTHER_WORDS.items():
        found |= dict.fromkeys(_split(words), status)
    return found | {
        plain(word): status for language in STATUS.values() for status, word in language.items()
    }


def _split(words: str) -> list[str]:
    return [plain(word) for word in words.split(",")]


MEANS = _words()


def meant(text: str) -> Status | None:
    """Say which status a cell names, in whatever language; None if it names none."""
    return MEANS.get(plain(text))


def is_understood(text: str) -> bool:
    """Whether a cell says something that staff may well write there."""
    return not text or plain(text) in MEANS


def status_word(status: Status, language: str) -> str:
    """Say how an appointment stands, in the business's language."""
    return STATUS[known_language(language)][status]


def not_understood(language: str) -> str:
    """Say which words there are."""
    return NO_STATUS.format(there=", ".join(STATUS[known_language(language)].values()))
