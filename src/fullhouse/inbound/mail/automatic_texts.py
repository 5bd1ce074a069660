"""Texts of programs that come without the usual headers.

A service desk opens a ticket, a shared mailbox promises an answer, a mailbox says that nobody
reads it or that its owner has left, a filter asks for proof of a person, a list holds a post back.
A person who writes so much in passing also says whether they come.
"""

from fullhouse.inbound.mail.away_notes import any_of, first_lines, folded_subject
from fullhouse.inbound.replies.intent import says_if_they_come
from fullhouse.kernel.patterns import regex

MAIL = r"(?:e-?mail|mail|message|request|enquiry|inquiry|query|submission|form)"
NACHRICHT = r"(?:nachricht|e-?mail|mail|anfrage|mitteilung|anliegen|zuschrift)"
COURRIER = r"(?:message|demande|mail|e-?mail|courriel|requete)"
CORREO = r"(?:mensaje|correo(?: electronico)?|e-?mail|mail|solicitud|consulta|peticion)"

# Words are without accents. Each of these alone is written only by programs.
TAKEN_IN = any_of(
    rf"your {MAIL}\b[^.!?\n]{{0,30}} (?:has been|was|is) (?:successfully |safely )?"
    r"(?:received|registered|logged|recorded|created|assigned|delivered|read|displayed"
    r"|forwarded|queued)",
    rf"(?:we(?:'ve| have)?|have) (?:now |just |successfully |safely )?received your {MAIL}",
    rf"we(?:'ve| have)? (?:now |just )?got your {MAIL}",
    rf"nos ha llegado (?:su|tu|vuestr[oa]) {CORREO}",
    r"(?:respondemos|contestamos|repondons|antworten|answer) (?:\w+ ){0,3}(?:por orden de llegada"
    r"|par ordre d'arrivee|der reihe nach|in order)",
    r"(?:opened|created|raised|logged|eroffnet|erstellt|ouvert|cree|abierto|creado)"
    r" (?:a|your|un|el|le|votre) (?:new |support )?(?:ticket|case|dossier|caso)\b",
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
    # A service desk that keeps a thread together, or asks for a mark.
    r"(?:reply|answer|response) above (?:this|the) line|(?:oberhalb|uber) dieser (?:zeile|linie)"
    r"|au[- ]dessus de cette ligne|(?:por )?encima de esta linea",
    rf"your (?:{MAIL}|ticket|case)\b[^.!?\n]{{0,40}}(?:solved|resolved|closed|completed|reopened)",
    rf"(?:ihre?|deine?|eure?|das|der) (?:{NACHRICHT}|ticket|fall|vorgang)[^.!?\n]{{0,40}}"
    r"(?:gelost|geschlossen|erledigt|abgeschlossen)",
    rf"(?:votre|ta|ton|le|la) (?:{COURRIER}|ticket|dossier)[^.!?\n]{{0,40}}"
    r"(?:resolue?|clos|close|cloturee?|traitee?)\b",
    rf"(?:su|tu|el|la) (?:{CORREO}|caso|ticket|incidencia|expediente)[^.!?\n]{{0,40}}"
    r"(?:resuelt|cerrad|solucionad|finalizad)",
    r"(?:rate|rating) (?:our|the|this) (?:service|support)|how (?:would you rate|did we do)"
    r"|wie zufrieden (?:waren|sind)|notez notre|votre avis compte|nos valora|valore nuestr",
    # A letter to a house is read when it opens.
    rf"your {MAIL}\b[^.!?\n]{{0,20}} will be (?:read|answered|dealt with|processed|handled)",
    rf"(?:ihre?|deine?) {NACHRICHT} wird [^.!?\n]{{0,50}}(?:gelesen|bearbeitet|beantwortet)",
    rf"(?:votre|vos) (?:{COURRIER}|courrier)s?\b[^.!?\n]{{0,20}} (?:sera|seront) "
    r"(?:lue?|traitee?|reponse|examine)",
    rf"(?:su|tu) {CORREO}\b[^.!?\n]{{0,20}} sera (?:leid|atendid|respondid|tramitad)",
    r"(?:secretariat|bureau|accueil|mairie|cabinet)[^.!?\n]{0,40} (?:est|sera) ouvert"
    r"|(?:office|reception|desk|surgery|library|parish office) is open (?:from|on|mon|tue|wed)"
    r"|(?:buro|pfarrburo|sekretariat|praxis|geschaftsstelle)[^.!?\n]{0,30} (?:ist|hat)"
    r" [^.!?\n]{0,40}(?:geoffnet|besetzt)|(?:secretaria|oficina|despacho|recepcion)[^.!?\n]{0,30}"
    r" (?:esta abiert|abre|atiende)",
)
# A filter that lets an email through once its writer has proven to be a person.
CHALLENGES = any_of(
    r"(?:click|follow|press|use|visit|open|reply)\b[^.!?\n]{0,80}(?:real person|human|not a "
    r"(?:robot|machine|spammer)|verif|to be delivered|release|reach my inbox|inbox)",
    r"(?:spam|junk)[^!?\n]{0,120}(?:click|link\b|verify|confirm|button|answer this)",
    r"klick(?:e|en) (?:sie )?[^!?\n]{0,80}(?:link|schaltflache|knopf)[^!?\n]{0,60}(?:zugestellt"
    r"|bestatig|erreicht|ankommt|freigegeben)",
    r"(?:spam|unerwunschte)[^!?]{0,120}(?:bestatig|klick|absender)",
    r"(?:antispam|anti-spam|indesirables?|robots?)[^!?]{0,120}(?:clique|confirm|lien|recopi)",
    r"pour que (?:votre|ton) (?:message|mail|courriel)[^.!?\n]{0,40}(?:parvienne|arrive)",
    r"(?:correo (?:basura|no deseado)|spam|antispam|robots?)[^!?]{0,120}(?:enlace|identifi|confirm"
    r"|pulse|clic)",
)
# Nobody reads what was sent, because its reader is gone or it never arrived.
NOT_READ = any_of(
    r"no longer (?:work(?:s|ing)? (?:at|for|here|with)|with (?:the|our|us)|employed|part of the"
    r"|in use|active|valid|available at this)|(?:has|have) left (?:the |our )?(?:company|firm|team"
    r"|organi[sz]ation|school|office)",
    r"(?:could not|couldn't|cannot|can't|was not|has not been|not) be delivered|undeliver"
    r"|delivery (?:has )?failed|mailbox (?:is )?full|address (?:not found|rejected)"
    r"|please update your (?:records|contacts|address book)",
    r"nicht mehr (?:bei|fur|in) [^.!?\n]{0,40}(?:tatig|beschaftigt|angestellt)"
    r"|arbeitet? nicht mehr (?:bei|fur|hier)|(?:unternehmen|firma|haus) [^.!?\n]{0,30}verlassen"
    r"|ausgeschieden"
    r"|nicht zugestellt werden|unzustellbar|zustellung (?:ist )?(?:fehlgeschlagen|nicht moglich)"
    r"|postfach (?:ist )?voll|adresse (?:ist )?nicht mehr (?:gultig|aktiv|in gebrauch)",
    r"(?:travaille|fais|fait|exerce)(?:s|nt)? plus (?:chez|pour|ici|partie|dans)"
    r"|quitte (?:la societe|l'entreprise|l'association|ses fonctions|mes fonctions)"
    r"|n'a pas (?:pu )?etre (?:remis|distribue|livre|delivre)"
    r"|(?:boite|messagerie) (?:est )?pleine|adresse n'est plus",
    r"ya no (?:trabaj|form|pertenec|esta activ|esta en uso)|(?:ha dejado|dejo) (?:la|de formar"
    r"|nuestra)|no (?:se )?(?:ha podido|pudo|puede) (?:ser )?entrega|buzon (?:esta )?lleno"
    r"|direccion ya no",
    r"delivery[^.!?\n]{0,60}(?:delayed|retr(?:y|ies))"
    r"|noch nicht zugestellt|zustellung[^.!?\n]{0,30}(?:verzogert|verspatet)"
    r"|remise[^.!?\n]{0,60}(?:retardee?|differee?|echoue?)|nouvelles tentatives"
    r"|(?:aun|todavia) no (?:ha sido|se ha) entregad"
    r"|entrega[^.!?\n]{0,30}(?:retrasad|demorad|fallid)",
)
# Lists that hold a post back or confirm a change, and houses that tell everyone when they are open.
LISTS = any_of(
    r"(?:awaiting|pending|held for|subject to|needs?) (?:moderat|approval|review)"
    r"|list (?:moderator|owner|admin)|(?:non-?member|members-only)"
    r"|moderator (?:can|must|needs to|approves|reviews)"
    r"|moderator(?:s|'s)? (?:will|approv|has)|only (?:members|subscribers) (?:can|may) post"
    r"|you (?:have been|are now) (?:un)?subscribed|thank you for subscribing",
    rf"(?:beitrag|{NACHRICHT})[^.!?\n]{{0,60}}(?:moderator|moderation|freigeschaltet|freigegeben)"
    r"|(?:freigabe|freischaltung) durch|kein mitglied der liste"
    r"|sie (?:sind|wurden|haben sich) [^.!?\n]{0,40}(?:an|ab)gemeldet",
    r"(?:moderateur|moderation)|vous etes (?:maintenant |desormais )?(?:bien )?(?:des)?"
    r"(?:inscrit|abonne)e?s? (?:a|de) (?:la|notre) (?:liste|newsletter|lettre)",
    r"(?:moderador|moderacion)|se ha (?:suscrito|dado de (?:alta|baja))",
    r"(?:our|the) (?:opening|office|business) hours (?:are|:)|sprechzeiten|unsere offnungszeiten"
    r"|nos horaires|nuestro horario|horario de (?:atencion|oficina)",
    r"(?:high|higher than usual|increased|large) (?:volume|number) of (?:e-?mails|enquiries"
    r"|inquiries|requests|messages)|(?:erhohte|hohe|grosse)[a-z]* (?:anzahl|aufkommen|anfrage)"
    r"|(?:grand|fort) (?:nombre|volume) de (?:demandes|messages)"
    r"|(?:alto|gran) (?:volumen|numero) de (?:consultas|mensajes|solicitudes)",
)
# A promise of an answer, and thanks for writing, as only a house sends them to everyone.
PROMISES = any_of(
    r"(?:we|our team|a member of|someone|an agent|a colleague)\b[^.!?\n]{0,60}(?:get back to you"
    r"|respond|reply|answer|be in touch|contact you|review)",
    r"(?:werden|wird) (?:uns |sich )?[^.!?\n]{0,50}(?:melden|antworten|bearbeite|kummern"
    r"|in verbindung setzen)",
    r"(?:melden|kummern) uns[^.!?\n]{0,40}(?:bei ihnen|bei dir|schnell|bald|kurze|umgehend|darum)",
    r"(?:bearbeiten|beantworten) (?:ihre |alle |eure )?(?:anfragen|nachrichten|e-?mails|mails)",
    r"schnellstmoglich|so (?:schnell|bald|rasch) wie moglich|innerhalb von (?:\d+|ein|zwei|drei)",
    r"(?:vous repond|revenons vers vous|reviendrons vers vous|vous recontact|traiterons"
    r"|traitons|sera traitee?|prendrons contact|repondons)",
    r"dans les (?:meilleurs|plus brefs) delais|sous \d+ ?(?:h|heures|jours)",
    r"(?:le|te|les|os) (?:responderemos|contestaremos|contactaremos)|nos pondremos en contacto",
    r"(?:answer|reply|respond|get back)[^.!?\n]{0,40}(?:within|in (?:the )?order|\d+ (?:working "
    r"|business"
    r" )?(?:days|hours))|(?:antworte|beantworte|melde mich)[^.!?\n]{0,40}(?:der reihe nach"
    r"|innerhalb"
    r"|in der regel|\d+ (?:werk|arbeits)?tage)|(?:reponds"
    r"|repondrai)[^.!?\n]{0,40}(?:ordre d'arrivee"
    r"|sous \d|dans les \d|d'ici)|(?:contesto|respondo|atiendo)[^.!?\n]{0,40}(?:orden de|en \d"
    r"|dentro de"
    r"|cuanto antes)",
    r"(?:respondemos|contestamos|atendemos)|(?:a la|con la) mayor brevedad|sera atendid"
    r"|en un plazo",
)
THANKS_FOR_WRITING = any_of(
    rf"thank(?:s| you)(?: very much| so much)? for your {MAIL}",
    rf"dank(?:e)? fur (?:ihre?|deine?|eure?) {NACHRICHT}",
    rf"merci (?:de|pour) (?:votre|ton) {COURRIER}",
    rf"gracias por (?:su|tu|vuestr[oa]) {CORREO}",
)
# Nobody who was written to first thanks for being contacted.
THANKS_FOR_CONTACT = any_of(
    r"thank(?:s| you)(?: very much| so much)? for (?:contacting|getting in touch|reaching out"
    r"|writing to|your interest)",
    r"danke?,? dass (?:sie|du|ihr) (?:sich |dich |euch )?(?:an )?uns",
    r"dank(?:e)? fur (?:ihre?|deine?|eure?) (?:kontaktaufnahme|interesse)",
    r"merci (?:de|d'|pour) ?(?:nous )?(?:avoir )?(?:contacter?|ecri(?:re|t)|votre interet)",
    r"gracias por (?:contactar|ponerse en contacto|escribir|(?:su|tu) interes)",
)
RECEIPT = regex(
    r"(?:not )?read\s?:|(?:un)?gelesen\s?:|(?:non )?lue?\s?:|(?:no )?leido\s?:"
    r"|(?:delivered|zugestellt|remis|distribue|entregado|relayed|weitergeleitet)\s?:"
    r"|(?:read|delivery|return) receipt|lesebestatigung|empfangsbestatigung|eingangsbestatigung"
    r"|accuse de (?:lecture|reception)|confirmation de lecture|acuse de (?:recibo|lectura)"
    r"|confirmacion de lectura"
)


def is_by_program(subject: str, text: str) -> bool:
    """Return True if a program wrote this about a mail that it got."""
    note = first_lines(text)
    if RECEIPT.match(folded_subject(subject)) or CHALLENGES.search(note):
        return True
    promises = PROMISES.search(note) is not None
    if promises and THANKS_FOR_CONTACT.search(note):
        return True
    is_promise = promises and THANKS_FOR_WRITING.search(note) is not None
    is_note = is_promise or any(found.search(note) for found in (TAKEN_IN, NOT_READ, LISTS))
    return is_note and not says_if_they_come(note)
