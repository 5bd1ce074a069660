"""Texts that do not answer us: notes to everyone who writes, and those in which nobody speaks.

Notes are told by what they speak of: email, reading, absence, whom to ask instead, a shop, a number
in a system, and not coming. Any other statement is a person's only if it speaks of its writer, of
the event or of guests. The host can read the rest; an answer would help nobody.
"""

import re
from typing import Literal

from fullhouse.inbound.mail.away_notes import COMING, any_of, first_lines
from fullhouse.inbound.replies.intent import parse_reply, says_if_they_come
from fullhouse.inbound.replies.occasions import Occasion, names_event
from fullhouse.inbound.replies.party_words import (
    COMPANION,
    COMPANIONS,
    MINE,
    MY,
    is_only_number,
)
from fullhouse.kernel.patterns import regex


def _words(written: str) -> re.Pattern[str]:
    """Return a pattern of any of the phrases in a text, by the beginnings of words."""
    return any_of(*filter(None, map(str.strip, re.split("[;\n]", written))))


# A note to everyone who writes, or a statement in which nobody speaks.
Impersonal = Literal["note", "nobody", ""]
# Whoever speaks of themselves is a person.
MYSELF = regex(
    r"\b(?:i|i'm|i'll|i've|ive|i'd|me|my|mine|myself|ich|mich|mir|mein\w{0,2}|bin|habe?|muss|werde"
    r"|kann|komme|stecke|liege|sitze|schaff\w*|je|moi|mon|ma|mes|yo|mi|mis|conmigo|puedo|podre|voy"
    r"|tengo|estoy|estare|quiero|llego|llegare|creo|prefiero|soy|ire|vengo)\b|\b[jm]'"
    r"|\b(?:gonna|gotta|wanna|lg|vg|gruess|bises|bisous|besos|abrazo|cheers|ciao|tschuss)\b|\bx+$"
    r"|^(?:am|have to|got to|can't|cannot|won't|stuck|running|feeling|hope|will)\b",
    re.MULTILINE,
)
# A family speaks of itself, too, but not of "our" address or "your" parcel.
US = any_of(
    r"(?:we|we're|we'll|we've|wir|nous (?!avoir|ecri|contact|join)\w+"
    r"|on (?:a|est|va|sera|ne|y|reste|doit|peut|vient)"
    r"|nosotr[oa]s|somos|estamos|tenemos|vamos|hemos|he|she|him|her)\b"
)
OURS = any_of(
    r"(?:you|your|yours|our|ours|ihre?[nmrs]?|ihnen|sie|unser\w*|votre|vos|vous|notre|su|sus|usted"
    r"|ustedes|le|les|nuestr[oa]s?)\b"
)
SIGNS_OF_PERSON = ("regrets", "hindrances", "parting_wishes", "seat_hints")
# What notes to everyone speak of. A text about two of these, and not about coming, is one.
TOPICS = tuple(
    _words(written)
    for written in (
        # An office, a shop or a service, and its customers.
        r"""
        orders?\b; parcel; invoice; accounts?\b; application; requests?\b; prescription; claims?\b;
        subscription; payment; clinic; practices?\b; surgery; pharmacy; stores?\b; shops?\b;
        shopping with us; offices?\b; department; customer; patients?\b; services?\b; support\b;
        website; systems?\b; member of staff; dental; business hours; newsletter; renew;
        gallery; workshop is; studio; doors open; visit us; welcome to; tenan(?:cy|ts?)\b;
        deliver(?:y|ed)\b; valued; dear (?:client|sender|member|parent)s?; our (?:staff|server)
        bestellung; sendung; rechnung; ihr\w* konto; abos?\b; bewerbung; antrag; auftrag; zahlung;
        praxis; apotheke; laden\b; filiale; buro\b; abteilung; kund(?:e|in|innen|en)\b; support\b;
        patienten; system; shop\b; rezepte?\b; versand; kundenservice; kundendienst; lieferung;
        wir zu\b; wie gewohnt; fur sie; werkstatt; atelier; galerie; willkommen (?:bei|im|in);
        sprechstunde; offnungszeiten; zugestellt; paket; betriebs; unser server; inventur;
        sehr geehrte (?:kund|mitglied|mandant|patient|eltern|absender)
        commandes?\b; colis\b; factures?\b; comptes?\b; candidature; ordonnance; abonnement;
        paiement; dossiers?\b; cabinet; clinique; pharmacie; magasin; boutique; bureau\b;
        clients?\b;
        atelier; galerie; retrouvez-nous; accueill(?:ons|erons); a votre (?:service|disposition);
        bienvenue (?:dans|a|au|chez); fait relache; nos services;
        service client; patients?\b; sites?\b; horaires; ouverture; livr(?:e|aison)\b; confiance;
        notre (?:service|serveur|systeme); cher(?:e|s|es)? (?:membre|adherent|parent)
        pedidos?\b; paquetes?\b; factura; cuentas?\b; candidatura; receta; suscripcion; pagos?\b;
        expediente; clinica; farmacia; tienda; oficina; clientes?\b; pacientes?\b; servicios?\b;
        taller\b; galeria; a su disposicion; envios; bienvenid[oa]s? (?:a|al)\b; visitenos;
        compras?\b; entreg(?:a|ara)\b; atencion al cliente; horario; confianza;
        nuestr[oa] (?:soporte|sistema|servidor|web); estimad[oa]s? (?:client|soci|usuari|padre)
        """,
        # Email, and the address for it.
        r"""
        (?:e-?)?mails?\b; messages?\b; inbox; mailbox; correspondence; enquir; inquir;
        voicemail; (?:each|every) (?:week|month); weekly; monthly
        (?:einmal|jeden?) (?:im |die )?(?:woche|monat); monatlich; wochentlich
        chaque (?:mois|semaine); cada (?:mes|semana); comunicacion\b
        nachricht; zuschrift; postfach; anfrage; mail-?(?:adresse|konto); anliegen; schreiben\b
        courriels?; courrier; messagerie; boite\b; adresse (?:mail|e-?mail|electronique)
        correos?\b; mensajes?\b; buzon; bandeja; consultas?\b; direccion de correo
        \S{1,64}@\S{1,64}
        """,
        # Reading, answering and passing on.
        r"""
        read(?:s|ing)?\b; check; monitor; forward; review; process; deal with; look (?:at|into);
        get back to; respond; reply; replies; answer; be in touch; hear from us;
        attend(?:ed)? to; follow up; contact; pick (?:this|it|things) up;
        lese; liest\b; schaue\b; gelesen; beantwort; bearbeit; weitergeleitet; abgerufen; antwort;
        melde; kummer;
        reagier;
        (?:setzen|treten) (?:uns|wir uns) mit ihnen; horen (?:in kurze|bald|von uns);
        fur sie da
        consult; repond; repons; trait; transmis; transfer; relev; reviens; revenons; recontact;
        donn\w+ suite; suite (?:lui )?sera; prendrai connaissance; lecture\b;
        lir(?:ai|a|ons)\b; lue?s?\b; lis\b
        (?:consult|contest|respond|atend|atiend|revis|tramit|reenv|gestion)\w*; leer\w*; leo\b;
        dar\w* curso
        """,
        # Away, ill or closed.
        r"""
        out of (?:the )?office; away (?:from|until|till|for); back \d; at a conference;
        (?:do not|don't) work (?:on )?\w+days?;
        in (?:a )?(?:meetings?|training); time off;
        (?:on|annual|parental|maternity|paternity|sick) (?:leave|holiday|vacation); sabbatical;
        out sick; off sick; on the road; bereavement; out today; office hours; travel(?:l)?ing;
        re-?open; closed; closing;
        bank holiday; public holiday; parental; retired; years (?:of service|with);
        back (?:on|in|at|from) ; (?:until|till) (?:further notice|(?:the )?\d); holidays?\b
        abwesen; nicht im dienst; trauerfall; fortbildung; schulung; besprechung; ruhestand;
        ausserhalb; feiertag; bruckentag; betriebsausflug; im einsatz; dienstjahre; am platz\b;
        (?:montag|dienstag|mittwoch|donnerstag|freitag)s (?:und|bin|ist|nicht|arbeite);
        urlaub; ferien; elternzeit; mutterschutz; krankgeschrieben; krank\b; geschlossen;
        nicht (?:im|am) (?:buro|haus|platz); nicht erreichbar; ausser haus; dienstreise;
        wieder (?:da|erreichbar|zuruck|geoffnet); ruckkehr
        absen[ct]; deuil; retraite; ne travaille pas le; en formation; en reunion; en dehors des;
        conges?\b;
        arret (?:maladie|de travail); maternite; deplacement; ferme(?:e|s|es)?\b; fermeture;
        jours? feries?; carriere; annees de (?:service|maison); quitte (?:mes|la|le)\b;
        du \d[^.!?\n]{0,20} au \d;
        vacances; de retour; mon retour; reouvr; reouverture
        ausen[ct]; fallecimiento; jubilad; no trabajo los?; en un curso; en formacion; de reunion;
        vacaciones;
        festivo; puente\b; jubile; anos de servicio; retom(?:o|amos)\b;
        de (?:baja|permiso|viaje); maternidad; fuera de; cerrad; cierre; de vuelta;
        del? \d[^.!?\n]{0,20} al? \d;
        (?:mi|a la) vuelta; mi regreso; vuelvo; reincorpor; excedencia; reabri
        """,
        # Away as only offices say it.
        r"""
        bank holiday; public holiday; feiertag; bruckentag; jours? feries?; festivo
        out of (?:the )?office; my desk; (?:annual|parental|maternity|paternity) leave;
        sabbatical; re-?open; (?:do not|don't) work (?:on )?\w+days?;
        closed (?:for|from|until|between|over)
        elternzeit; mutterschutz; betriebs(?:ferien|urlaub); geschlossen;
        nicht im (?:buro|haus|dienst)
        maternite; ne travaille pas le; conge parental; ferme(?:e|s|es)? (?:du|jusqu|pour);
        reouvr
        maternidad; paternidad; no trabajo los?; excedencia; fuera de (?:la )?oficina;
        cerrad[oa]s? (?:del|hasta|por)
        """,
        # Whom else to ask, and how.
        r"""
        write to; bear with us; urgent; emergenc; cover(?:s|ing|ed)?\b; stand(?:s|ing)? in for;
        in my absence; instead;
        \S{1,64}@\S{1,64}; successor; took over; takes over; (?:can|will) help; your (?:man|woman);
        phone; (?:please|pls|kindly) (?:call|ring|contact|use|update|write|e-?mail|visit|note);
        call (?:me|us|\+?\d); ring (?:me|us|the); help (?:centre|center|desk);
        (?:patchy|limited|no) access
        nachfolger; hilft (?:ihnen|euch|dir); helfen (?:ihnen|euch|dir); kummert sich;
        schreiben sie; dringend; notfall; notfalle; eilig; vertret; telefonisch; rufen sie;
        wenden sie;
        wende dich; kontaktieren; kollegin; kollege; ansprechpartner; erreichen sie;
        bitte beachten; nur (?:sporadisch|unregelmassig|selten|gelegentlich)
        succed; successeur; reprend (?:mes|mon|la); voyez avec;
        ecrivez; urgen[ct]; urgence; contacte; joindre; joignez; joignable; remplac; telephon;
        appelez;
        appeler; adressez; veuillez; merci de (?:noter|contacter|vous adresser); acces limite
        suces(?:or|ora)\b; se (?:ocupa|encarga); ayudar\w* en;
        urgen; contact; llam[ae]; sustitu; telefon; dirij; dirig; acceso limitado; rogamos;
        tome nota
        """,
        # Out of reach.
        r"""
        no (?:signal|reception|network|internet|wifi|wi-fi|laptop|connection|coverage); offline;
        (?:phone|laptop|computer) (?:is )?(?:off|at home)
        funkloch; (?:kein|ohne) (?:netz|empfang|internet|wlan|laptop|rechner)\b
        (?:sans|ni|pas de) (?:reseau|ordinateur|connexion|internet|telephone|signal)\b
        sin (?:cobertura|conexion|internet|red|ordenador|portatil|movil)\b;
        (?:movil|ordenador|telefono) apagado
        """,
        # A number or a state in a system.
        r"""
        attached; attachment; technical; verification code;
        (?:ticket|case|request|reference|order|id) ?(?:no\.?|nr\.?|number|#|\(?#?\d); ticket\b;
        automat; auto-?generated; being (?:reviewed|processed); shortlist; no-?reply
        anhang; gestort; storung;
        (?:vorgang|ticket|nummer|aktenzeichen|bearbeitungs|auftrags|kunden)\w*; erfasst;
        in bearbeitung; aufgenommen; ubermittelt
        piece jointe; panne\b; ci-joint;
        (?:demande|dossier|commande|reference|numero) (?:n\W|num|\d|en cours);
        en cours de (?:traitement|preparation); prise? en compte; enregistre
        adjunt;
        (?:solicitud|consulta|caso|pedido|expediente|referencia|incidencia) (?:n\W|num|\d);
        en (?:proceso|tramite|camino); registrad
        """,
        # Another address from now on.
        r"""
        new\b; changed?\b; changing; different; from now on; no longer; old\b; retired?\b;
        closed soon; switched; moved\b
        neue?[rnms]?\b; geander\w*; andert\b; ab sofort; kunftig; nicht mehr; abgeschaltet;
        umgezogen; ziehen um; zieht um
        demenag
        se muda\b; nos mudamos; dejara de existir
        nouve(?:lle|au|l)\b; change\b; desormais; dorenavant; n'est plus; ne consulte plus
        nuev[oa]\b; cambiad[oa]; cambio\b; a partir de ahora; en adelante; ya no\b
        """,
    )
)
FEWEST_TOPICS = 2
CERTAIN_TOPICS = 3
# Words of guests and about them.
GUESTS = any_of(
    rf"(?:{MY}|{MINE}) (?:{COMPANION}|{COMPANIONS})\b",
    r"part(?:y|ies)\b|birthday|bring\w*|guests?\b|allerg|vegetarian",
    r"fest\b|feier\w*|geburtstag|mitbring\w*|bringe?\b|gast\b|gaste\b|freue|vegetari",
    r"fete\b|anniversaire|apport\w*|amene\w*|invites?\b|vegetarien",
    r"fiesta|cumpleanos|llevo|traigo|llevar\w*|invitad|vegetarian",
)
# A promise, if its writer speaks of themselves.
TOMORROW = any_of(r"tomorrow|tonight|later|morgen\b|heute abend|spater|demain|ce soir|manana|luego")
# They ask nothing, and nobody comes: "Hi there", "Questions about your order?".
EMPTY_WORDS = regex(
    r"\b(?:(?:hi|hello|hey) there\b|(?:(?:any|more|noch|des|une|mas|alguna) )?"
    r"(?:questions?|fragen|preguntas?|dudas?)\b[^.!?\n]{0,40}\?)"
)
FEWEST_WORDS = 4
SHORT_THANKS = 5
THANKS = any_of("thank", "thx", "dank", "merci", "gracias")


def impersonal(text: str, subject: str = "", occasion: Occasion | None = None) -> Impersonal:
    """Return what makes a text one that a program may have written; "" if a person did."""
    note = _statement(text)
    topics = sum(topic.search(note) is not None for topic in TOPICS)
    if not note or _is_of_guest(note, topics):
        return ""
    if topics >= FEWEST_TOPICS:
        return "note"
    is_personal = _is_personal(note, occasion) or _has_reasons(text, subject)
    return "" if is_personal else "nobody"


def _statement(text: str) -> str:
    """Return the folded lines of a text that neither asks nor says if anybody comes; else ""."""
    note = EMPTY_WORDS.sub(" ", first_lines(text))
    is_long = len(note.split()) >= FEWEST_WORDS
    # A program begins with a capital.
    if not is_long or text.lstrip()[:1].islower() or "?" in note or says_if_they_come(note):
        return ""
    return note


def _is_of_guest(note: str, topics: int) -> bool:
    """Return True if a text speaks of coming, of guests or of how many, or promises something."""
    if topics < CERTAIN_TOPICS and (COMING.search(note) or GUESTS.search(note)):
        return True
    promises = topics < CERTAIN_TOPICS and bool(MYSELF.search(note) and TOMORROW.search(note))
    return promises or is_only_number(note)


def _is_personal(note: str, occasion: Occasion | None) -> bool:
    """Return True if a text speaks of its writer or of the event."""
    is_short = len(note.split()) <= SHORT_THANKS
    if MYSELF.search(note) or (is_short and THANKS.search(note)):
        return True
    if US.search(note) and not OURS.search(note):
        return True
    return occasion is not None and names_event(note, occasion)


def _has_reasons(text: str, subject: str) -> bool:
    """Return True if a text regrets, wishes a good time, or says what keeps its writer away."""
    main = parse_reply(text, subject).main
    return any(main.grammar.patterns(name).are_in(main.words) for name in SIGNS_OF_PERSON)
