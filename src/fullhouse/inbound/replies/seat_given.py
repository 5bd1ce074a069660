"""Plain words that give a seat away, back or free: "Give my chair to somebody", "Platz ist frei".

They name the writer's own seat, or ask for nothing but to be deleted. What else stands in the text
is weighed by `second_look`.
"""

from fullhouse.inbound.folding import fold_text
from fullhouse.inbound.replies.sentences import sentence_texts
from fullhouse.kernel.patterns import regex

SEAT = (
    r"(?:(?:my|our) (?:\w+ )?(?:seats?|places?|spots?|chairs?|tickets?|space)"
    r"|(?:mein|unser)(?:e[nrms]?)? (?:\w+ )?(?:sitz)?(?:platz|platze|stuhl|stuhle|karte|karten)"
    r"|(?:ma|mes|notre|nos|mon) (?:\w+ )?(?:places?|chaises?|sieges?|billets?)"
    r"|(?:mi|mis|nuestr[oa]s?) (?:\w+ )?(?:plazas?|sitios?|sillas?|asientos?|huecos?|entradas?))"
)
THE_SEAT = (
    r"(?:the (?:seat|place|spot|chair)|den platz|der platz|la place|la chaise|(?:la|una) plaza"
    r"|(?:el|un) (?:sitio|hueco|asiento))"
)
ANYONE = (
    r"(?:someone|somebody|anyone|anybody|others?|the (?:next|first)|whoever|jemand\w*|andere[nrm]?"
    r"|de[rmn] nachsten?|die nachste|quelqu'un|d'autres|un autre|une autre|au suivant"
    r"|a (?:la personne|celui|celle|qui)|alguien|otr[oa]s?|al siguiente|quien)"
)
GIVEN = regex(
    # They hand it on.
    rf"\b(?:give|pass|hand|offer|let|reassign|reallocate) (?:\w+ )?{SEAT}\b"
    rf"|\b(?:gebt?|geben sie|gib|vergebt?|reicht?|verschenkt?|uberlasst?) (?:\w+ ){{0,3}}{SEAT}\b"
    rf"|\b(?:donnez|donne|offrez|offre|laissez|laisse|attribuez|passez|proposez|cedez)[ -]"
    rf"(?:\w+ ){{0,2}}{SEAT}\b"
    rf"|\b(?:dad|dadle|dadles|dale|denle|den|ceded|cededle|regalad|regaladle|pasad"
    rf"|pasadle|ofreced|ofrecedle) (?:\w+ ){{0,2}}{SEAT}\b"
    # They give it back.
    rf"|\b(?:i|we)(?:'m|'ll|'d| am| are|'re| will| would)? (?:\w+ )?(?:give|giving|hand"
    rf"|handing|return|returning|release|releasing|free|freeing)"
    rf"(?: back| up| over)? (?:{SEAT}|{THE_SEAT})\b"
    rf"|\b(?:gebe?n?|muss|mussen|mochten?|will) (?:ich |wir )?(?:\w+ ){{0,3}}{SEAT} (?:\w+ ){{0,3}}"
    r"(?:her|zuruck|frei|ab|weiter|hergeben|zuruckgeben|freigeben|abgeben|weitergeben|abtreten"
    r"|freimachen|raumen)\b"
    rf"|\b(?:je|nous) (?:vous |te )?(?:rends|rendons|libere|liberons|cede|cedons|laisse|laissons) "
    rf"(?:{SEAT}|{THE_SEAT})\b"
    rf"|\b(?:os|les|te|le) (?:devuelvo|devolvemos|libero|liberamos|cedo|cedemos|dejo|dejamos)"
    rf" (?:libres? )?(?:{SEAT}|{THE_SEAT})\b"
    rf"|\b(?:devuelvo|libero|cedo|renuncio a) {SEAT}\b"
    # It is free.
    rf"|\b{SEAT} (?:is|are|ist|sind|est|sont|esta|estan|queda|quedan|wird|werden|will be|devient)"
    r" (?:\w+ )?(?:free|available|open|up for grabs|yours|frei|verfugbar|zu haben|zu vergeben|libre"
    r"|libres|disponible|disponibles|a prendre|a vous|vacante|vuestr[oa]s?)\b(?! (?:if|wenn|si)\b)"
    # Somebody else shall have it.
    rf"|\b{ANYONE}\b[^.!?]{{0,40}}\b(?:have|has|get|gets|take|takes|use|uses|enjoy|haben|bekommen"
    r"|bekommt|kriegt|nimmt|nehmen|nutzen|ait|prenne|profite|recupere|avoir|tenga|ocupe|use"
    rf"|disfrute|aproveche|quede) (?:\w+ )?(?:{SEAT}|{THE_SEAT})\b"
    # Delete me, and nothing else.
    r"|\b(?:please|pls|plz) (?:delete|cancel|remove|unregister|take)(?: it| me| us)?"
    r"(?: again| off| from (?:the |your )?(?:guest ?)?list)?(?: for [^.!?,]{1,20})?(?=\W*$|[,.!;])"
    r"|\bbitte (?:\w+ )?(?:mich |uns )?(?:wieder )?(?:loschen|streichen"
    r"|austragen|stornieren|abmelden|rausnehmen)(?=\W*$|[,.!;])"
    r"|\b(?:enlevez|retirez|rayez|supprimez|otez)[ -](?:moi|nous) de (?:la|votre) liste\b"
    r"|\b(?:merci de|veuillez|svp) (?:me |m'|nous |l'|la )?(?:annuler|supprimer|desinscrire|effacer"
    r"|retirer|rayer)(?=\W*$|[,.!;])"
    r"|\b(?:por favor|porfa),? (?:borrad|borra|cancelad|cancela|anulad|anula|quitad|tachad)"
    r"(?:me|nos|la|lo)?(?=\W*$|[,.!;])"
)
NOT_GIVEN = regex(
    r"\b(?:not|never|n't|without|before you|nicht|kein\w*|nie|ohne|ne|n'\w*|pas|jamais|sans|no"
    r"|nunca|sin)\b|n't\b"
)
# Unless somebody wants it, or we like, a condition is the writer's own.
CONDITION = regex(
    r"\b(?:if|unless|until|wenn|falls|sofern|sollte|bis|si|s'il|sauf|jusqu'a|hasta|a menos)"
    rf" (?!{ANYONE}|you\b|ihr\b|vous\b|il vous|te plait|vous plait)"
)
# Another seat than ours, or which of ours: "my place in the car", "my seat near the door".
ANOTHER_SEAT = regex(
    r"\b(?:in|im|on|dans|en) (?:(?:the|my|our|der|dem|die|mein\w*|la|le|ma|el|mi) )?(?:car|van|bus"
    r"|train|plane|office|choir|auto|wagen|zug|flieger|buro|chor|voiture|avion|bureau|chorale|coche"
    r"|tren|autobus|oficina|coro)\b"
    r"|\b(?:near|next to|by the|close to|neben|nahe|pres d|a cote|cerca d|al lado|junto a)"
)
NEAR = 25


def gives_seat(text: str) -> bool:
    """Return True if a statement gives the writer's seat to anybody, back or free."""
    stated = (one.replace("s\u00ed", "yes") for one in sentence_texts(text) if "?" not in one)
    return any(map(_gives_seat, map(fold_text, stated)))


def _gives_seat(spoken: str) -> bool:
    found = GIVEN.search(spoken)
    if found is None or CONDITION.search(spoken):
        return False
    around = spoken[max(0, found.start() - NEAR) : found.end()]
    return not (NOT_GIVEN.search(around) or ANOTHER_SEAT.search(spoken, found.start()))
