"""The words for what no product owns: messages, events, and one person wherever they are; in English and German."""

from fullhouse.kernel.question_times import SAID

IDEAS: dict[str, str] = {
    "count": "how many, number, count, wie viele, wieviele, anzahl",
    "which": "which, what, show, welche*, zeig*",
    "who": "who, know, wer",
    "stands": "status, where, stand*, wo, steht",
    # Of messages.
    "messages": "message, messages, mail, mails, email, emails, e-mail, e-mails, text, texts, sms, letter*, nachricht*",
    "sent": "sent, send, get, got, receive*, written, wrote, geschickt, gesendet, bekommen, bekam, geschrieben",
    "failed": (
        "failed, fail, fails, not sent, not send, not arrive*, not delivered, fehlgeschlagen*, gescheitert*, "
        "nicht gesendet, nicht geschickt, nicht angekommen, nicht zugestellt"
    ),
    "queued": "queued, waiting, wait, not left, unsent, wartet, warten, wartend*",
    # Of events.
    "events": "event, events, veranstaltung*",
    "coming": "coming, come, comes, ahead, upcoming, planned, next, soon, kommen*, naechste*, anstehend*, geplant*",
    "over": "over, been, vorbei, gewesen",
    **SAID,
}

_FILLERS = """
    a about already all an and any are at be by can did do does everyone far for from had has have i in is it just me
    my now of on our please s so still tell that the there they this to us was we were will with yet
    alle am an auf bei bereits bitte da das dem den der des die diesen ein eine einen es fuer gab gibt haben hat ich im
    in ist mir noch nun schon sie sind stehen uns unsere von waren war wir worden wurde wurden zu
"""
FILLERS = frozenset(_FILLERS.split())
