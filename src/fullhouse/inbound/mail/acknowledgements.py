"""Acknowledgements without the usual headers: a program took in an email and says so.

A service desk opens a ticket, a shared mailbox promises an answer, a mailbox says that nobody
reads it. A person who writes so much in passing also says whether they come, or asks something.
"""

from fullhouse.inbound.mail.away_notes import REQUESTS, any_of, first_lines
from fullhouse.inbound.replies.intent import says_if_they_come

MAIL = r"(?:e-?mail|mail|message|request|enquiry|inquiry|query|submission|form)"
NACHRICHT = r"(?:nachricht|e-?mail|mail|anfrage|mitteilung|anliegen|zuschrift)"
COURRIER = r"(?:message|demande|mail|e-?mail|courriel|requete)"
CORREO = r"(?:mensaje|correo(?: electronico)?|e-?mail|mail|solicitud|consulta|peticion)"

# Words are without accents. Each of these alone is written only by programs.
TAKEN_IN = any_of(
    rf"your {MAIL}\b[^.!?\n]{{0,30}} (?:has been|was|is) (?:successfully |safely )?"
    r"(?:received|registered|logged|recorded|created|assigned|delivered|read|displayed|forwarded|queued)",
    rf"(?:we(?:'ve| have)?|have) (?:now |just |successfully |safely )?received your {MAIL}",
    r"(?:ticket|case|incident|support request)\b[^.!?\n]{0,40}(?:has been |was |is )?(?:created"
    r"|opened|logged|raised|registered|assigned|updated|closed|resolved|received)",
    r"(?:ticket|case|reference|incident) (?:id|number|no\b|nr\b|#)",
    r"(?:mailbox|inbox|e-?mail address|address|account) (?:is|are) (?:not|un|no longer) ?-?"
    r"(?:being )?(?:monitored|attended|read|checked|in use)",
    r"do not (?:reply|respond) to this|delivery (?:receipt|confirmation)|read receipt",
    rf"(?:ihre?|deine?|eure?) {NACHRICHT} (?:ist|wurde|haben wir|habe ich)[^.!?\n]{{0,40}}"
    r"(?:eingegangen|angekommen|erhalten|erfasst|registriert|weitergeleitet|zugestellt|gelesen)",
    rf"haben (?:wir )?(?:ihre?|deine?|eure?) {NACHRICHT} [^.!?\n]{{0,20}}(?:erhalten|empfangen"
    r"|bekommen)",
    r"(?:ticket|vorgangs|bearbeitungs|fall|referenz)-?(?:nummer|nr\b|id\b)|eingangsbestatigung",
    r"ticket\b[^.!?\n]{0,40}(?:erstellt|eroffnet|angelegt|aktualisiert|geschlossen)",
    r"(?:postfach|mailadresse|e-mail-adresse|adresse) wird [^.!?\n]{0,20}nicht [^.!?\n]{0,20}"
    r"(?:gelesen|uberwacht|betreut|bearbeitet|abgerufen|genutzt)",
    r"antworten sie (?:bitte )?nicht auf diese|lesebestatigung|zustellbestatigung",
    rf"(?:avons|ai) bien (?:recu|pris en compte|enregistre) (?:votre|ton|ta) {COURRIER}",
    rf"(?:votre|ton|ta) {COURRIER}\b[^.!?\n]{{0,30}} (?:a (?:bien )?ete|est) (?:bien )?"
    r"(?:recue?|enregistree?|transmise?|prise? en compte|affiche|lu\b|arrivee?)",
    r"accuse de reception|accusons (?:bonne )?reception|numero de (?:ticket|dossier|suivi|demande)",
    r"ticket\b[^.!?\n]{0,40}(?:cree|ouvert|enregistre|mis a jour|ferme)",
    r"(?:boite|adresse|messagerie)[^.!?\n]{0,20} n'est (?:pas|plus) (?:surveillee|relevee|lue"
    r"|consultee|utilisee)",
    r"(?:merci de|veuillez)? ?ne pas repondre a ce|confirmation de (?:lecture|reception)",
    rf"(?:hemos|he) recibido (?:correctamente )?(?:su|tu|vuestr[oa]) {CORREO}",
    rf"(?:su|tu|vuestr[oa]) {CORREO}\b[^.!?\n]{{0,30}} (?:ha sido|fue|se ha|ha) "
    r"(?:recibid|registrad|entregad|leid|cread|llegad)",
    r"acuse de recibo|numero de (?:ticket|caso|incidencia|expediente|solicitud|referencia)",
    r"ticket\b[^.!?\n]{0,40}(?:cread|abiert|registrad|actualizad|cerrad)",
    r"(?:buzon|direccion|cuenta) (?:ya )?no (?:esta|es|se) (?:atendid|supervisad|monitorizad|revis"
    r"|lee|utiliz)",
    r"no respond(?:a|as|er) a este|confirmacion de (?:lectura|entrega|recepcion)",
)
# A promise of an answer, as in a letter of a house.
PROMISES = any_of(
    r"(?:we|our team|a member of|someone|an agent|a colleague)\b[^.!?\n]{0,60}(?:get back to you"
    r"|respond|reply|be in touch|contact you|review)",
    r"within (?:the next )?(?:\w+ )?(?:\d+|one|two|three) (?:business |working )?(?:hours?|days?)",
    r"(?:werden|wird) (?:uns |sich )?[^.!?\n]{0,50}(?:melden|antworten|bearbeite|kummern"
    r"|in verbindung setzen)|(?:melden|kummern) uns[^.!?\n]{0,40}(?:bei ihnen|bei dir|schnell|bald"
    r"|kurze|umgehend)|schnellstmoglich|so (?:schnell|bald|rasch) wie moglich",
    r"(?:vous repondr|reviendrons vers vous|vous recontact|traiterons|sera traitee?"
    r"|prendrons contact)|dans les (?:meilleurs|plus brefs) delais|sous \d+ ?(?:h|heures|jours)",
    r"(?:le|te|les|os) (?:responderemos|contestaremos|contactaremos)|nos pondremos en contacto"
    r"|(?:a la mayor|con la mayor) brevedad|sera atendid|en un plazo de",
)
THANKS_FOR_WRITING = any_of(
    rf"thank(?:s| you) for (?:your {MAIL}|contacting|getting in touch|reaching out|writing to)",
    rf"dank(?:e)? fur (?:ihre?|deine?|eure?) (?:{NACHRICHT}|kontaktaufnahme|interesse)",
    rf"merci (?:de|d'|pour) ?(?:votre|ton|nous avoir|avoir) ?(?:{COURRIER}|contacte|ecrit|interet)",
    rf"gracias por (?:(?:su|tu|vuestr[oa]) {CORREO}|contactar|ponerse en contacto|escribir)",
)


def is_acknowledgement(text: str) -> bool:
    """Return True if a program says that it took in a mail."""
    note = first_lines(text)
    if REQUESTS.search(note) or says_if_they_come(note):
        return False
    if TAKEN_IN.search(note):
        return True
    return PROMISES.search(note) is not None and THANKS_FOR_WRITING.search(note) is not None
