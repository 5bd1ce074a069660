"""The words that a question to the waitlist may be made of, in English and German. Nothing else is understood.

Services and staff are known by their names. How ways to say something are written, `kernel.questions` says.
"""

from fullhouse.kernel.question_times import SAID

IDEAS: dict[str, str] = {
    # What is wanted.
    "count": "how many, how much, number, count, how long, wie viele, wieviele, wie viel, anzahl, wie lang*",
    "who": "who, whom, show, names, wer, wen, wem, zeig*, namen",
    "which": "which, what, welche*",
    # Of people.
    "waiting": (
        "waiting, wait, waits, waited, line, in line, queue, list, on list, waiting list, waitlist*, wartet, warten, "
        "wartend*, warteliste, liste, schlange"
    ),
    "offered": (
        "offer, offers, offered, offer*, has offer, have offer, hold* offer*, holds, asked, was asked, been asked, "
        "angebot*, gefragt*, wurde* gefragt*"
    ),
    # Of slots, and what became of them.
    "slots": "slot*, opening, openings, gap, gaps, time, times, luecke*, freie termine, freie zeit*, zeit, zeiten",
    "open": "open, free, available, still open, offen*, frei, freie, verfuegbar*",
    "filled": "filled, fill, booked, claimed, taken, gefuellt*, vergeben*, gebucht*, belegt*, besetzt*",
    "freed": "freed, came free, became free, got free, freigeworden*, frei geworden*, frei wurde*, frei gemacht",
    "handed_back": (
        "handed back, came back, hand* back, not filled, not claimed, unfilled, zurueck*, nicht gefuellt*, "
        "nicht vergeben*, nicht besetzt*"
    ),
    **SAID,
}

_FILLERS = """
    a about already all also an and any anybody anyone are at be been being by can customer customers currently did do
    does everybody everyone far for from get getting got had has have i in is it its just me my now of on one ones or
    our people person persons please s since so somebody someone still tell that the their them there they this to us
    was we were will with yet
    aktuell alle am an auf aus bei bereits bisher bitte da das dem den der des die diesen dieser ein eine einen er es
    fuer gab gerade gibt haben hat ich ihr im in ist jemand kunde kunden kundin kundinnen leute man mir mit nach noch
    nun personen schon seit sich sie sind steht stehen uhr um und uns unsere vom von waren was war wir worden wurde
    wurden zu zum zur
"""
FILLERS = frozenset(_FILLERS.split())
