"""The words that a question to the guest list may be made of, in English and German. Nothing else is understood.

Each idea has ways to say it. A way is one or more words, in any order; a star stands for any ending. Umlauts are
written out (ae, oe, ue), and "n't" counts as "not".
"""

IDEAS: dict[str, str] = {
    # What is wanted.
    "count": "how many, how much, number, count, how long, how full, wie viele, wieviele, wie viel, anzahl, wie voll",
    "who": "who, whom, which, list, show, names, wer, wen, welche*, liste, zeig*, namen",
    "status": "status, where, stand*, wo, steht",
    "when": "when, what time, start*, begin*, how many days, days left, wann, beginnt, wie viele tage",
    "next": "next, first line, naechste*, als naechste*",
    # Of seats.
    "seats": "seat, seats, chair*, space, spaces, place, places, room, platz, plaetze*, sitz*",
    "open": "open, free, available, left, empty, remain*, full, frei*, offen*, uebrig*, verfuegbar*, voll",
    "taken": "taken, filled, occupied, booked, given, belegt*, vergeben*, besetzt*",
    "held": "held, hold, set aside, reserved, on hold, gehalten*, reserviert*",
    "cap": "cap, capacity, in all, altogether, total, insgesamt, gesamt, kapazitaet",
    # Of people: where they stand.
    "confirmed": (
        "confirm, confirmed, coming, come, comes, attend*, said yes, got a seat, have a seat, has a seat, with a seat, "
        "zugesagt, zusage*, bestaetigt, bestaetigen, kommt, kommen, dabei, hat einen platz, haben einen platz"
    ),
    "pending": (
        "pending, not confirmed, not confirm, unconfirmed, to confirm, invited, nicht bestaetigt, unbestaetigt, "
        "eingeladen*, noch bestaetigen"
    ),
    "waitlisted": (
        "in line, line, waiting, wait, waits, waitlist*, waiting list, in the queue, queue, wartet, warten, "
        "warteliste, schlange"
    ),
    "unanswered": (
        "not answered, not answer, no answer, unanswered, not replied, not reply, not responded, not respond, "
        "offer, offers, has offer, have offer, hold* offer, offers out, "
        "nicht geantwortet, keine antwort, nicht reagiert, angebot*"
    ),
    "lost": (
        "unreachable, bounced, bounce, not reachable, not reach*, opted out, opted out of mail*, unsubscribed, "
        "unerreichbar*, nicht erreichbar*"
    ),
    # Of people: what they did.
    "joined": "signed up, sign up, registered, joined, join, new, angemeldet, anmeldung*, neu, neue",
    "cancelled": (
        "cancelled, canceled, cancel, not coming, not come, not attend*, dropped out, gave back, given back, who left, "
        "who left line, left line, people left, guests left, abgesagt, absage*, storniert, nicht kommt, "
        "nicht kommen, nicht dabei"
    ),
    "declined": "declined, declined offer*, said no, said no offer*, turned down, turned down offer*, abgelehnt",
    "lapsed": "lapsed, lapse, let lapse offer*, let pass offer*, offer* ran out, ran out, let pass, verfallen",
    # How they came; whether they came through the door nobody writes down.
    "came": "came from, came by, came in, came through, came via, came with, kam* aus, kam* ueber, kam* durch",
    "import": "import, imported, spreadsheet, importiert*",
    "form": "form, website, site, page, online, formular, webseite",
    "mail": "mail, email, e-mail, by reply",
    "host": "host, desk, by hand, von hand, gastgeber*",
    "api": "api, script",
    # When.
    "today": "today, heute",
    "yesterday": "yesterday, gestern",
    "this_week": "this week, diese woche, dieser woche",
    "last_week": "last week, letzte woche, letzter woche",
    "this_month": "this month, diesen monat, diesem monat",
}

_FILLERS = """
    a about already all also an and any anybody anyone are as at be been being by can currently did do does event
    everybody everyone far for from get getting give got guest guests had has have i in is it its just let
    many me more much my now of on one ones or our out over party people person persons please s since so somebody
    someone still tell than that the their them there they through to until up us via was we were what will with yet
    aktuell alle als am an auf aus bei bereits bisher bitte da das dem den der des die diese durch ein eine einen er es
    für fuer gab gaeste gaesten gast gerade gibt haben hat ich ihr im in ist ja jemand leute man mir mit nach noch nun
    personen schon seit sich sie sind ueber uhr um und uns veranstaltung via vom von waren was wir zu zum zur
"""
FILLERS = frozenset(_FILLERS.split())
