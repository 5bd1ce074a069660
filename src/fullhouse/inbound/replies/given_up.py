"""The thing that someone gives up or cannot come to, if their words name one.

"I have to cancel our lunch" and "I can't come to the rehearsal" name something. It is this event
only if it is a seat, a word for any event, a day, or part of the event's own name.
"""

import re
from collections.abc import Iterator

from fullhouse.inbound.folding import fold_text
from fullhouse.inbound.replies.occasions import DAY, KIND, KIND_OF, MONTH, Occasion
from fullhouse.inbound.replies.sentences import sentence_texts
from fullhouse.kernel.patterns import regex

NAMED = r"(?P<named>[^\W\d_][\w-]*(?: [^\W\d_][\w-]*){0,3})"
DER = r"(?:(?:mein|unser|dein|ihr|ein|dies)(?:e[nrms]?)?|eur?e[nrms]?|euer|d(?:en|ie|as|er|em))"
LE = r"(?:mon|ma|mes|notre|nos|votre|vos|ton|ta|le|la|les|un|une|cette?|l')"
EL = r"(?:mi|mis|nuestr[oa]s?|vuestr[oa]s?|tu|su|el|la|los|las|un|una|est[ea])"
SEAT = (
    r"(?:seats?|places?|spots?|booking|reservation|registration|tickets?|platz\w*|anmeldung|buchung"
    r"|karten?|inscription|reservation|billets?|plazas?|inscripcion|reserva|entradas?)"
)
NEAR = r"(?:(?! und | weil | denn )[^.!?,])"
# A thing that is cancelled, or where somebody does not come.
PLACES = (
    rf"\b{SEAT} (?:for|at|in|on|to) (?:the|your|our) {NAMED}",
    rf"\b{SEAT} (?:beim|zum|zur|am|im|(?:fur|bei|in|an) {DER}) {NAMED}",
    rf"\b{SEAT} (?:au|aux|(?:pour|a|dans) {LE}) ?{NAMED}",
    rf"\b{SEAT} (?:al|(?:en|para|a) {EL}) {NAMED}",
    rf"\bcancel(?:l?ed|l?ing)? (?:my|our|the|your|his|her|their|an?|this|that) {NAMED}",
    rf"\b(?:come|coming|make it|be there) (?:to|at|for) (?:the|your|our|my|an?) {NAMED}",
    rf"\b(?:attend|attending|join|joining|make|making) (?:the|your|our|my) {NAMED}",
    (
        rf"\b{DER} (?P<noun>[^\W\d_][\w-]*)(?: (?:leider|bitte|doch|auch|wieder|am|fur|morgen"
        rf"|heute|{DAY}|\w*abend|nicht|absagen|und|muss|kann)){{0,4}}"
        r" (?:(?:abzu|ab)?sagen|(?:zu )?stornier\w+|cance\w+)\b"
    ),
    rf"\b(?:storniert?|stornieren sie|cancelt?|canceln) (?:bitte |mir )?{DER} {NAMED}",
    (
        rf"\b(?:komm\w*|dabei|teilnehm\w*|schaff\w*)\b{NEAR}{{0,40}}"
        rf"\b(?:zum|zur|beim|(?:zu|bei|an) {DER}) {NAMED}"
    ),
    rf"\b(?:zum|zur|beim|(?:zu|bei|an) {DER}) {NAMED}\b{NEAR}{{0,30}} (?:nicht|absag\w*)",
    rf"\bannul(?:er|ez|e|ons|era\w*) {LE} ?{NAMED}",
    (
        r"\b(?:venir|viens|viendr\w+|assister\w*|participer\w*|present\w*)"
        rf" (?:pas )?(?:au|aux|a {LE}) ?{NAMED}"
    ),
    rf"\b(?:cancel|anul)(?:ar|o|e|en|ad|a|amos|ar[ae]\w*|[ae]d)? {EL} {NAMED}",
    (
        r"\bno (?:\w+ ){0,3}(?:ir|ire|iremos|voy|vamos|venir|asistir\w*|acudir)"
        rf" (?:al|a {EL}) {NAMED}"
    ),
)
GIVEN_UP = tuple(map(regex, PLACES))
ENDS = regex(
    r" (?:for|on|at|to|in|because|since|as|due|from|with|this|next|please|and|but|after|tomorrow"
    r"|today|fur|am|im|in|wegen|mit|bitte|leider|nicht|und|von|pour|de la semaine|car|parce|avec"
    r"|s'il|svp|para|por|con|porque|ya|pues|en|este|esta)\b.*"
)
OWN = regex(
    r"\b(?:seats?|places?|spots?|booking|reserv\w*|registr\w*|rsvp|attendance|particip\w*|invit\w*"
    r"|tickets?|sign-?up|entry|visit|space|chair|platz\w*|anmeld\w*|teilnahm\w*|zusage|buchung"
    r"|einladung|karten?|sitz\w*|eintrag|termin|inscri\w*|presence|venue|billets?|plazas?|sitios?"
    r"|asientos?|asistencia|entradas?|lugar|cupo"
    # Any event.
    r"|events?|part(?:y|ies)|evening|night|gathering|celebration|date|occasion|event\w*"
    r"|veranstaltung|\w*fest|\w*feier|\w*abend|\w*party|treffen|runde|\w*nachmittag|sache|soiree"
    r"|fete|evenement|rendez|fiesta|velada|noche|cita|encuentro|acto|rencontre|it|that|this|one"
    # Whoever gets the place.
    r"|next|person\w*|people|someone|anyone|nachst\w*|jemand\w*|prochain\w*|suivant\w*|quelqu"
    r"|siguiente|proxim\w*|alguien"
    # Anything but an event.
    r"|trip|journey|leider|bitte|doch|jetzt|nun|hiermit|schweren|please|sorry|unfortunately|sadly"
    r"|because|since|tonight|heute|morgen|hoy|malheureusement|first|start|beginning|anfang|debut"
    rf"|{DAY}|{MONTH}|week\w*|wochen\w*|semaine|semana|fin|time|mal|fois|vez|day|tag|jour|dia"
    r"|end|same|last|whole|dich|euch|sie|ihnen|vous|toi|vosotros)\b"
)
SHORTEST_NAME = 4


def gives_up_another(text: str, occasion: Occasion) -> bool:
    """Return True if a text gives something up that is not this event, by its name."""
    return any(not _is_own(named, occasion) for named in _given_up(text))


def _given_up(text: str) -> Iterator[str]:
    for sentence in sentence_texts(text):
        folded = fold_text(sentence)
        for pattern in GIVEN_UP:
            for match in pattern.finditer(folded):
                yield ENDS.sub("", match.groupdict().get("named") or match["noun"])


def _is_own(named: str, occasion: Occasion) -> bool:
    """Return True if words name this event, or nothing else."""
    if OWN.search(named) or _is_in_name(named, occasion):
        return True
    return any(KIND_OF[kind] in occasion.kinds for kind in re.findall(KIND, named))


def _is_in_name(named: str, occasion: Occasion) -> bool:
    """Return True if a word of the event's name is among these, or part of one."""
    own = [
        word for word in re.findall(r"\w+", fold_text(occasion.name)) if len(word) >= SHORTEST_NAME
    ]
    return any(word in named for word in own)
