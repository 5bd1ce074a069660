"""Auto-replies without the usual headers: out of office notes in four languages.

A note says that its writer is away, and what that means for any email: that it is read later, or
whom else to ask. A person who is away answers us instead: they say whether they come, ask
something, or have a request.
"""

import re

from fullhouse.inbound.folding import fold_text
from fullhouse.inbound.replies.intent import says_if_they_come
from fullhouse.kernel.patterns import regex

LONGEST_NOTE = 1500
MOST_LINES = 12
MOST_OTHER_WORDS = 10


def any_of(*patterns: str) -> re.Pattern[str]:
    """Return a pattern that finds any of these at the beginning of a word."""
    return regex(rf"\b(?:{'|'.join(patterns)})")


# Words below are without accents. Only a program writes these.
AUTOMATIC = any_of(
    r"this is an auto(?:mated|matic)",
    r"auto(?:mated|matic|matically generated)?[ -]?(?:e-?mail )?(?:reply|response|answer"
    r"|message)\b",
    r"out[ -]of[ -]office (?:reply|message|notice|notification)",
    r"automatische (?:antwort|nachricht|e-?mail|ruckmeldung|abwesenheit)",
    r"(?:nachricht|antwort|e-?mail) (?:wurde|wird) automatisch",
    r"automatisch (?:erstellt|generiert|erzeugt|versendet)",
    r"abwesenheits(?:notiz|nachricht|meldung|assistent)",
    r"(?:reponse|message|mail|courriel) (?:d'absence )?automatique",
    r"(?:message|notification|avis) d'absence",
    r"(?:respuesta|mensaje|contestacion|correo) (?:es )?automatic[oa]",
    r"(?:aviso|mensaje) de ausencia",
)
AWAY = any_of(
    r"out of (?:the |my )?office",
    r"away from (?:the |my )?(?:office|desk|e-?mail|computer)",
    r"(?:i am|i'm|i will be|i'll be|we are|we're|am|currently|is) (?:currently |now )?(?:on "
    r"(?:annual |parental |maternity |sick )?(?:leave|vacation|holidays?)|away|ooo|travelling)\b",
    r"on (?:annual|parental|maternity) leave",
    r"(?:office|practice|shop|studio|company) is closed",
    r"(?:cabinet|bureau|boutique|magasin|atelier) (?:est|sera) ferme",
    r"(?:oficina|consulta|tienda|estudio) (?:esta|estara|permanecera) cerrad",
    r"(?:buro|praxis|laden|geschaft|studio) (?:ist|bleibt) [^!?\n]{0,40}geschlossen",
    r"mach(?:e|en) [^!?\n]{0,30}urlaub",
    r"nicht (?:im (?:buro|hause?|dienst)|am arbeitsplatz|erreichbar|zu erreichen)",
    r"(?:bin|befinde|sind|derzeit|zurzeit|momentan) [^!?\n]{0,60}(?:abwesend|urlaub|ausser haus"
    r"|elternzeit|dienstreise|unterwegs)",
    r"wieder (?:im (?:buro|haus)|erreichbar)",
    r"(?:suis|serai|sommes|serons|etant) (?:actuellement |en ce moment |absolument )?(?:absente?s?"
    r"|en conges?|en vacances|hors du bureau|en deplacement|indisponible)",
    r"(?:absente?|en conges?) (?:du|jusqu)",
    r"(?:estoy|estare|me encuentro|estamos|estaremos) (?:actualmente |ahora )?(?:fuera"
    r"|de vacaciones|ausente|de baja|de viaje|de permiso)",
    r"fuera de (?:la |mi )?oficina",
    r"de vacaciones (?:del|desde|hasta)|(?:im urlaub|on holiday) (?:vom|bis|from|until|till)",
    # Away for work, for a child, or on some days of each week.
    r"(?:travelling|traveling) (?:for work|on business)|on (?:a )?(?:business|work) trip",
    r"(?:work|am|working) part[ -]time|(?:do not|don't) work (?:on )?\w+days?"
    r"|my (?:non-)?working days",
    r"auf (?:dienst|geschafts)reise|in (?:elternzeit|mutterschutz|teilzeit|kur)\b|arbeite (?:ich )?"
    r"(?:in )?teilzeit|arbeite (?:ich )?(?:\w{3,12}s )?nicht",
    r"en (?:deplacement|mission|conge (?:maternite|paternite|parental|maladie|sabbatique))",
    r"a temps partiel|ne travaille pas (?:le|les)",
    r"de (?:viaje (?:de (?:trabajo|negocios)|profesional)|baja (?:maternal|paternal|medica|por))",
    r"jornada (?:reducida|parcial)|media jornada|no trabajo (?:los?|el)",
    r"(?:permiso|baja|excedencia) de (?:maternidad|paternidad)",
    r"(?:bleib\w{1,3}|sind|ist|haben) [^!?\n]{0,60}geschlossen",
    r"(?:are|is|will be|remain\w?) closed (?:from|until|for|between|over|on)",
    r"(?:est|sont|sera|seront|restera) (?:ferme|fermes|fermee|fermees) (?:du|jusqu|pour|le|les)",
    r"(?:esta|estan|estara|permanecera) cerrad[oa]s? (?:del|desde|hasta|por|el|los)",
)
# What a note says to everyone: it is read later, or ask somebody else.
FOR_EVERYONE = any_of(
    r"(?:reply|respond|answer|get back to you|return|deal with|read)[^.!?\n]{0,60}(?:when|once"
    r"|as soon as) i(?:'m| am)? (?:back|return|get back)",
    r"(?:messages?|e-?mails?) (?:will be|is|are) (?:answered|read|processed)[^.!?\n]{0,20}after",
    r"(?:when|once|as soon as) i(?:'m| am)? (?:back|return|get back)[^.!?\n]{0,40}(?:reply|respond"
    r"|answer|get back)",
    r"(?:on|upon|after) my return",
    r"(?:limited|no|intermittent|little|sporadic) access to (?:my )?(?:e-?mail|inbox|internet)",
    r"(?:will not|won't|cannot|can't) be (?:checking|reading|monitoring)",
    r"(?:not be|aren't|isn't|is not|are not) (?:checked|read|monitored|forwarded)",
    r"(?:urgent|emergenc)[^.!?\n]{0,60}(?:contact|call|write|reach|speak|e-?mail)",
    r"(?:contact|call|reach) [^.!?\n]{0,60}(?:urgent|emergenc|in my absence|instead)",
    r"in my absence|in the meantime|my colleague|meine kollegin|mein kollege|ma collegue",
    r"mon collegue|mi companer[oa]|mi colega",
    r"(?:nachricht|e-?mail|mail|anfrage)[^.!?\n]{0,60}(?:nach meiner ruckkehr|nicht (?:weiter"
    r"geleitet|gelesen|bearbeitet)|wenn ich wieder|sobald ich)",
    r"nach meiner ruckkehr|(?:sobald|wenn) ich (?:wieder )?(?:zuruck|da|im buro)",
    r"(?:lese|bearbeite|checke) [^.!?\n]{0,30}mails[^.!?\n]{0,20}nicht|mails [^.!?\n]{0,30}nur",
    r"(?:danach|anschliessend) (?:antworte|melde)",
    r"in dringenden|bei dringenden|dringende(?:n|r)? (?:falle|anliegen|angelegenheit|anfragen)",
    r"(?:wenden sie sich|wende dich|wendet euch) (?:bitte )?an|vertritt mich|meine vertretung",
    r"(?:a|des) mon retour|des que je (?:serai|rentre|reviens)",
    r"en cas d'urgence|(?:pour )?toute urgence|si (?:c'est )?urgent|demande urgente",
    r"(?:pas|peu|sans|difficilement)[^.!?\n]{0,20}acces a (?:ma|mes|mon|la) (?:messagerie|mails?"
    r"|e-?mails?|boite)",
    r"ne (?:consulte|lis|lirai|consulterai)|en mon absence|pendant mon absence",
    r"(?:contestare|respondere|leere|responderemos|contestaremos)[^.!?\n]{0,30}(?:a la vuelta"
    r"|al (?:volver|regresar)|tras las vacaciones)",
    r"a mi (?:regreso|vuelta)|(?:cuando|en cuanto) (?:vuelva|regrese|este de vuelta)",
    r"en caso de (?:urgencia|emergencia)|(?:asuntos?|temas?|casos?) urgentes?|si es urgente",
    r"(?:sin|poco) acceso al? (?:correo|e-?mail|mail)|acceso (?:muy )?limitado|en mi ausencia",
    r"no (?:leere|podre leer|revisare|consultare)",
    # It is read late, on a working day, or by whoever stands in.
    r"slow to (?:respond|reply|answer)|(?:respond|reply|answer)(?:ing)? (?:slowly|with a delay)"
    r"|(?:pick|look at|deal with|get to|see to) (?:this|it|your)[^.!?\n]{0,20} on \w+day"
    r"|normal service|back to normal|(?:covering|filling in|standing in) for me|in my place",
    r"if (?:it|this) (?:can't|cannot|can not) wait|(?:urgent|pressing) (?:matters|enquiries)",
    r"(?:antworte|melde mich|lese) [^.!?\n]{0,30}(?:sporadisch|verspatet|verzogert|unregelmassig)"
    r"|(?:verzogert|verspatet)\w{0,2} (?:antwort|ruckmeldung)|kummere mich (?:am|ab|dann|danach)"
    r"|wenn es (?:eilt|dringend ist)|weiss [^.!?\n]{0,20}bescheid|vertretung (?:ubernimmt|ist|hat)"
    r"|(?:rufen|faxen|wenden|schreiben) sie (?:sich )?(?:bitte|in)|frohe fest|schone feiertage",
    r"(?:lirai|repondrai|traiterai|reponds)[^.!?\n]{0,40}(?:retard|delai|des |a partir|lundi|mardi"
    r"|mercredi|jeudi|vendredi|mon retour)|(?:assure|pendant) mon remplacement|me remplace"
    r"|(?:voyez|voir|contactez|adressez-vous a|joignez) [^.!?\n]{2,40}|reste joignable",
    r"(?:contestare|respondere|atendere|leere)[^.!?\n]{0,40}(?:retraso|el (?:lunes|martes|miercoles"
    r"|jueves|viernes)|a partir|cuando|mas tarde)|me sustituye|mi sustitut"
    r"|(?:si|cuando) corre prisa|(?:hablad|hable|hablen|contacte|contacten|dirijanse|dirijase"
    r"|dirigios) (?:con|a)",
)
# Said of all mail or all appointments: whether the writer comes to ours is not meant.
TO_ANYONE = any_of(
    r"(?:contestar|responder|atender|leer)[^.!?\n]{0,15} (?:correos?|e-?mails?|mensajes)\b",
    r"(?:donner suite|repondre) a (?:votre|vos|ce) (?:courriels?|messages?|mails?|e-?mails?)",
    r"(?:answer|reply to|read|respond to) (?:any |your )?(?:e-?mails?|messages)\b",
    r"(?:mails?|e-?mails?|nachrichten) (?:nicht |weder )?(?:lesen|beantworten|bearbeiten)",
    r"(?:all|alle|tou(?:te)?s|todas|todos) (?:of )?(?:my|meine|mes|mis) (?:appointments|meetings"
    r"|termine|besprechungen|rendez-vous|reunions|citas|reuniones)\b",
)
# What came is read or answered only after some time.
READ_LATER = any_of(
    r"(?:read(?:ing)?|repl(?:y|ying|ied)|answer(?:ing)?|respond(?:ing)?|look at|check(?:ing)?"
    r"|get to)\b"
    r"[^.!?\n]{0,40}\b(?:after|until|till|before|once|when|from) (?:the )?(?:\d|i(?:'m| am| get)|my"
    r"|next week|monday|january|february|march|april|may|june|july|august|september|october"
    r"|november"
    r"|december)",
    r"(?:les\w*|antwort\w*|beantwort\w*|abruf\w*|schau\w*)\b[^.!?\n]{0,50}\b(?:erst|nicht vor"
    r"|fruhestens)"
    r"\b[^.!?\n]{0,20}(?:\d|montag|wenn|ruckkehr|woche)",
    r"erst (?:nach|ab|am|wieder|wenn)\b[^.!?\n]{0,30}(?:antwort\w*|les\w*|abruf\w*|reagier\w*)",
    r"(?:lir\w+|lis\b|releve\w*|consulte\w*|repond\w*|ouvr\w+)\b[^.!?\n]{0,30}\b(?:apres|avant"
    r"|a partir|qu'a|le|des|au retour|jusqu)\b[^.!?\n]{0,10}(?:\d|mon retour|lundi)",
    r"(?:le[eo]r?\w*|contest\w*|respond\w*|revis\w*|mirar\w*|abrir\w*)\b[^.!?\n]{0,30}\b(?:despues"
    r"|antes|hasta|a partir|cuando|el)\b[^.!?\n]{0,12}(?:\d|vuelv|regres|lunes)",
)
MAIL = any_of(
    r"(?:e-?)?mails?\b|messages?\b|letters?\b|post\b|inbox|nachricht|zuschrift|postfach"
    r"|courriers?\b"
    r"|courriel|messagerie|correos?\b|mensajes?\b|buzon|bandeja"
)
# Words of those who answer whether they come.
COMING = any_of(
    r"com(?:e|ing)\b|to attend|seat|ticket|there\b|komm\w*|dabei|platz|absag|zusag|vien\w*|venir"
    r"|place\b"
    r"|presente?\b|vengo|voy\b|ire\b|asist|plaza|ir\b|sitio"
)
BACK_ON = any_of(
    r"(?:back|returning|return) (?:in the office |to the office |to work |at work )?(?:on|in|from)",
    r"(?:ab|am|bis) [^!?\n]{0,40}(?:zuruck|wieder (?:da|im|erreichbar|fur))",
    r"(?:zuruck|wieder (?:da|im buro|erreichbar)) (?:am|ab)",
    r"(?:de retour|serai de retour|reviendrai|reviens|retour) (?:le|au|lundi|mardi|mercredi|jeudi)",
    r"(?:vuelvo|volvere|regreso|regresare|de vuelta) (?:el|al)",
)
THANKS = any_of(
    r"thank(?:s| you) for (?:your|the) (?:e-?mail|message|mail|note)",
    r"dank(?:e)? fur (?:ihre|deine|eure|die) (?:e-?mail|mail|nachricht|anfrage)",
    r"merci (?:de|pour) (?:votre|ton) (?:e-?mail|mail|message|courriel)",
    r"gracias por (?:su|tu|vuestro) (?:correo|mensaje|e-?mail|mail)",
)
UNTIL = any_of(
    r"(?:until|till|bis|jusqu'|hasta) ?",
    r"from [^.!?\n]{1,30} (?:to|through) ",
    r"du [^.!?\n]{1,30} au ",
    r"del [^.!?\n]{1,30} al ",
)
# A person, who is sorry or wishes us well, or has a request.
PERSONAL = any_of(
    r"(?:but|aber|mais|pero)\b",
    r"sorry|unfortunately|sadly|have fun|enjoy|have a (?:great|lovely|good|wonderful)|see you",
    r"leider|tut mir leid|viel spass|feiert|schonen abend|bis dann",
    r"desole|malheureusement|dommage|amusez|bonne (?:soiree|fete)|profitez",
    r"lo siento|lamento|por desgracia|que pena|pasadlo|divert",
)
REQUESTS = any_of(
    r"(?:re)?schedul|book me|appointment|move (?:my|it|me)|slot\b|sign me up",
    r"my (?:seat|place|spot)",
    r"termin\b|buchen|verschieb|anmelden|mein(?:en)? platz|abmelden",
    r"rendez-vous|reserver|deplacer|decaler|inscri|ma place",
    r"\bcita\b|reservar|cambiar|apunt|mi plaza",
)
SUBJECTS = any_of(
    r"out of (?:the )?office|ooo\b|on (?:vacation|leave|holiday)|vacation|annual leave|i am away",
    r"away (?:from|until)|automatic reply|auto-?reply|auto(?:mated|matic) (?:reply|response)",
    r"abwesend|abwesenheit|(?:(?:ich )?bin )?(?:im )?urlaub|nicht im (?:buro|hause?)|automatische",
    r"absence|absent|(?:en )?conges?|en vacances|hors du bureau|reponse automatique",
    r"ausencia|ausente|de vacaciones|fuera de (?:la )?oficina|respuesta automatica",
)
PREFIX = regex(r"^(?:\s*(?:re|aw|sv|antw|rep|res|ref)\s?:)+\s*")
QUOTE = (">", "|")


def is_away_note(subject: str, text: str) -> bool:
    """Return True if a mail is an out of office note."""
    note = first_lines(text)
    about = folded_subject(subject)
    if AUTOMATIC.match(about) or _is_automatic(note):
        return True
    is_titled = SUBJECTS.match(about) is not None
    if not is_titled and AWAY.search(note) is None:
        return False
    if "?" in note or REQUESTS.search(note) or says_if_they_come(note):
        return False
    return FOR_EVERYONE.search(note) is not None or _is_only_about_dates(note, titled=is_titled)


def _is_automatic(note: str) -> bool:
    return AUTOMATIC.search(note) is not None or _is_read_later(note) or _is_to_anyone(note)


def _is_to_anyone(note: str) -> bool:
    """Return True if someone away speaks of all mail or all appointments, and asks nothing."""
    is_said = AWAY.search(note) is not None and TO_ANYONE.search(note) is not None
    return is_said and "?" not in note


def _is_read_later(note: str) -> bool:
    """Return True if mail is read or answered later, and nothing says whether anybody comes."""
    if "?" in note or READ_LATER.search(note) is None or COMING.search(note):
        return False
    return MAIL.search(note) is not None or AWAY.search(note) is not None


def _is_only_about_dates(note: str, *, titled: bool) -> bool:
    """Return True if a note has little more than when its writer is away or back."""
    if PERSONAL.search(note):
        return False
    until, back = UNTIL.search(note) is not None, BACK_ON.search(note) is not None
    if not until and not back:
        return False
    return titled or back or THANKS.search(note) is not None or _is_short(note)


def _is_short(note: str) -> bool:
    away = AWAY.search(note)
    others = note if away is None else note.replace(away[0], "", 1)
    return len(others.split()) <= MOST_OTHER_WORDS


def first_lines(text: str) -> str:
    """Return the lines above the first quote, without accents and capitals."""
    lines: list[str] = []
    for line in fold_text(text[:LONGEST_NOTE]).splitlines():
        if line.startswith(QUOTE) or len(lines) == MOST_LINES:
            break
        if line.strip():
            lines.append(line.strip())
    return "\n".join(lines)


def folded_subject(subject: str) -> str:
    """Return a subject without "Re:", accents and capitals."""
    return PREFIX.sub("", fold_text(subject[:LONGEST_NOTE]))
