"""The words that a question to the book may be made of, in English and German. Nothing else is understood.

Services and staff are known by their names. How ways to say something are written, `kernel.questions` says.
"""

from fullhouse.kernel.question_times import SAID

IDEAS: dict[str, str] = {
    # What is wanted.
    "count": "how many, how much, number, count, wie viele, wieviele, wie viel, anzahl",
    "who": "who, whom, whose, which, what, show, names, wer, wen, welche*, zeig*, namen, wessen",
    "when": "when, what time, at what time, wann, wie viel uhr, um wie viel uhr",
    # The thing itself.
    "appointments": "appointment*, booking, bookings, booked, termin, termine, terminen, buchung*, gebucht*",
    "coming": "come, comes, coming, expected, kommt, kommen, erwartet*",
    # How they stand.
    "unconfirmed": (
        "not confirmed, not confirm, unconfirmed, not answered, not answer, no answer, unanswered, not replied, "
        "not reply, nicht bestaetigt, unbestaetigt*, nicht geantwortet, keine antwort, nicht zugesagt"
    ),
    "confirmed": "confirmed, confirm, said yes, bestaetigt*, zugesagt",
    "cancelled": "cancelled, canceled, cancel, called off, abgesagt*, storniert*",
    "absent": "not coming, does not come, do not come, will not come, nicht kommt, nicht kommen",
    "no_show": (
        "not come, did not come, not came, not show up, did not show up, not show, no-show*, no show*, missed, "
        "stayed away, nicht gekommen, nicht erschienen, nicht kam*, nicht da"
    ),
    **SAID,
}

_FILLERS = """
    a about already all also an and any anybody anyone are at be been being by can customer customers currently did do
    does everybody everyone far for from get getting got had has have i in is it its just me my next now of on one ones
    or our people person persons please s since so somebody someone still tell that the their them there they this time
    to up us was we were will with yet
    aktuell alle am an auf aus bei bereits bisher bitte da das dem den der des die diesen dieser ein eine einen er es
    fuer gab gerade gibt haben hat ich ihr im in ist jemand kunde kunden kundin kundinnen leute man mir mit nach noch
    nun personen schon seit sich sie sind uhr um und uns unsere vom von waren war wir worden wurde wurden zu zum zur
"""
FILLERS = frozenset(_FILLERS.split())
