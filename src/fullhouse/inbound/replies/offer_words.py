"""Free words that take or leave an offered seat, and that keep one we asked about."""

from fullhouse.inbound.folding import fold_text
from fullhouse.inbound.replies.declines import hands_on
from fullhouse.inbound.replies.intent import parse_reply
from fullhouse.inbound.replies.open_answers import hands_over, is_conditional, is_unsure
from fullhouse.inbound.replies.practical_questions import statements
from fullhouse.inbound.replies.sentences import CLAUSE_BREAK, sentence_texts
from fullhouse.inbound.replies.yes_and_more import (
    after_yes,
    has_contrast,
    is_taken_back,
    without_harmless,
)
from fullhouse.kernel.patterns import regex

TAKES = regex(
    r"\binscri\w+[ -](?:moi|nous)\b|\btragt? (?:mich|uns) ein\b|\b(?:apunt|inscrib)\w*(?:me|nos)\b|"
    r"\b(?:reserve|book|hold|save|secure)\b[^.!?]{0,30}\b(?:me|us|seat|place|spot|it)\b"
    r"|\bkeep (?:it|the seat|that seat|the place|that place) for (?:me|us)\b"
    r"|\b(?:claimed|claiming|snapped up|(?:hereby |gladly )?claim (?:it|the|my|this|that))\b"
    r"|\b(?:it's|it is|that's|that is|seat is|place is|is now|all) mine\b|^\W*mine\b"
    r"|^\W*(?:taken|genommen|meiner|prise|mi[ao](?: (?:la|el) (?:plaza|sitio))?)\W*$"
    r"|\ba moi la place\b|\bbitte (?:\w+ ){0,2}(?:eintragen|einbuchen|vormerken|festhalten)\b"
    r"|\b(?:merci de|veuillez) (?:me |m'|nous )(?:inscrire|compter|la garder)\b"
    r"|\b(?:i|we)(?:'ll|'d| will| would)? (?:\w+ly )?(?:take|grab|snap|accept|confirm"
    r"|want|have) (?:it|the"
    r"|this|that|my|your|up|with|i want)"
    r"|\b(?:i|we)(?:'d| would)(?: absolutely| really)? (?:love|like|be (?:happy|glad|delighted)) to"
    r" (?:take|have|come|join|accept|be)\b"
    r"|\b(?:count|sign|put) (?:me|us) (?:in|up|down)\b|\bcount on (?:me|us)\b|\byou can count"
    # These end their clause: "je viens d'apprendre" comes from somewhere else.
    r"|(?:\b(?:(?:i'm|we're) (?:in|there|coming|on (?:my|our) way)|(?:i|we)(?:'ll| will) (?:come"
    r"|be there|have it)|(?:ich|wir) (?:komme|kommen|bin dabei|sind dabei)|(?:nehm|komm) ich"
    r"|je viens|nous venons|on vient|je (?:serai|suis) la|je prends|voy|alli estare\w*)"
    r"|^\W*(?:would love to|gebucht))(?=\W*$|[,.!;]| (?:gern|sehr gern|volontiers|encantad"
    r"|con gusto"
    r"|for sure|definitely|with pleasure|auf jeden|avec plaisir))"
    r"|\b(?:reservier\w*|bucht?|buchen|haltet?|halten|nehme|nehmen|will|mochte|belege|sichere?)\b"
    r"[^.!?]{0,40}\b(?:platz|ihn|stuhl|karte|sitz|fur mich|fur uns)\b"
    r"|\b(?:platz|karte|stuhl|sitz) (?:nehme|nehmen|gehort|ist meine?r?|will|mochte|behalte)\b"
    r"|\b(?:das|der) ist meiner?\b|\bgehort mir\b|\bsage?n? (?:\w+ ){0,3}zu\b|\bzusage\b"
    r"|\bnehme\w* (?:\w+ ){1,4}an\b|\bangenommen\b|\bher damit\b|\bgebongt\b|\brechnet mit mir\b"
    r"|\bauf mich zahlen\b"
    r"|\b(?:reserv\w+|retenez|retiens|bloqu\w+|gardez|garde|gardes)\b[ -][^.!?]{0,30}"
    r"\b(?:moi|place|la|siege|chaise)\b"
    r"|\bje (?:la |le |l'(?!avion))prends\b|\bje prends (?:la|cette|ma|une) place"
    r"|\bje (?:la |le |l'|vous )?(?:confirme|veux bien|valide|reserve|saisis|accepte)\b"
    r"|\b(?:elle|la place) est (?:a|pour) moi\b|\bj'accepte\b|\bj'en profite\b"
    r"|\bje suis partante?\b"
    r"|\bcompte[zr]?[ -](?:sur )?(?:moi|une|la mienne|nous)\b|\bc'est (?:ok|bon) pour moi\b"
    r"|\b(?:reserv(?:ad|e|en|a)\w*|guard(?:ad|e|en|a)\w*|bloque\w*)\b[^.!?]{0,30}"
    r"\b(?:mi|plaza|sitio|asiento|silla|nombre)\b|\b(?:reservad|guardad|apuntad)(?:me|nos|la)\b"
    r"|\bes (?:mia|mio|para mi)\b|\bla quiero\b|\bme la (?:quedo|pido|llevo|agencio)\b"
    r"|\bla (?:acepto|cojo|tomo|confirmo|reclamo)\b|\b(?:acepto|confirmo)\b|\bme apunto\b"
    r"|\b(?:contad|cuenta|cuente|cuenten) conmigo\b"
)
# About our emails, and not about coming: "I can't find the button".
TOOLS = regex(
    r"\b(?:buttons?|links?|web ?(?:page|site)|page|knopf|knopfe|schaltflache|seite|boutons?|liens?"
    r"|boton(?:es)?|enlaces?|pagina)\b"
)
ASIDE = regex(r"\([^()\n]{0,200}\)")
# A yes with which a sentence ends, behind all that speaks against it: "…but yes", "so yes please".
ENDS_WITH_YES = regex(
    r"(?:^|[,;:.!\u2013\u2014-] ?|\b(?:so|then|but|also|aber|dann|donc|alors|mais|que|asi que|pero"
    r"|entonces) )(?:(?:unbedingt|auf jeden fall|definitely|absolutely|absolument|desde luego) )?"
    r"(?:yes+|yep|yeah|ja+|jawohl|oui+)"
    r"(?:,? (?:please|to (?:this|that)(?: one)?|bitte|gerne?|sehr|klar|svp|s'il vous plait"
    r"|avec plaisir|merci|por favor|gracias|thanks|danke|finally|endlich|enfin|por fin"
    r"|(?:\w+ )?eintragen)){0,3}\W*$"
)
# These alone are a yes, too.
WILLING = regex(
    r"\W*(?:(?:yes|oui|ja)\W+)?(?:(?:i |we )?(?:just )?can(?:'t|not) wait(?: to come)?|of course"
    r"|certainly|definitely|absolutely|you bet|sure thing"
    r"|naturlich|selbstverstandlich|aber sicher|na klar|klar doch|nichts lieber als das"
    r"|bien (?:sur|entendu)(?: que oui)?|evidemment|certainement|sans hesiter"
    r"|claro(?: que yes)?|por supuesto(?: que yes)?|desde luego(?: que yes)?|como no)\W*"
)
# To deny a no is a yes: "I wouldn't miss it". What is not missed must be this: who can't miss a
# shift does not come.
NOT = (
    r"(?:not|\w+n't|cannot|never|no|nothing|without|hardly|impossible|hard|nicht|nie|niemals|nichts"
    r"|kein\w*|ohne|unmoglich|schwer|ne|n'\w*|pas|jamais|rien|sans|difficile|nunca|jamas|nada|ni"
    r"|imposible|dificil)"
)
BETWEEN = r"(?: (?!als|que|but|choice|choix|remedio|otra|option)[\w'-]+){0,4}"
THIS = (
    r"(?:it|this|that|these|out|one|for|your|you|such|an? (?:chance|offer|night|party)"
    r"|the (?:world|chance))"
)
REFUSES = (
    rf"(?:say(?:ing)? no|turn\w*(?: {THIS})? down|turn\w* down(?: {THIS})?|refus\w+|declin\w+"
    rf"|pass\w*(?: {THIS})? up|pass\w* up(?: {THIS})?|miss\w*(?: {THIS})|miss(?:ing)?$|resist"
    rf"|let\w* {THIS}(?: \w+)? (?:go|slip|pass)|hesitat\w*|(?:ask\w*|say|think|be told) twice"
    rf"|think about {THIS}|(?:be )?ask\w* again"
    r"|nein(?: sagen)?|abzu(?:lehnen|schlagen)|ablehn\w*|ausschlag\w*|abschlag\w*|entgehen"
    r"|widerstehen|zoger\w*|zwei ?mal (?:sagen|bitten|fragen)|lange? (?:uber|nach)\w*|uberlegen"
    r"|cracher dessus|(?:dis|dit|dire|dirai\w*) (?:pas |jamais )?non|refuser?\w*|hesit(?:e\w*"
    r"|ation)"
    r"|rater(?:ai\w*)? (?:ca|cela|pour|une telle|l'occasion)|reflechir"
    r"|laisser passer (?:ca|cela|une telle|cette)"
    r"|(?:decir|diga|dire|diria|digo)(?:le|te|os)?(?: que)? no|negar(?:me|se|nos)|rechaz\w*"
    r"|perder(?:me|nos)(?:lo|la)|pierdo|perdemos|dud(?:o|ar\w*)|pensar(?:ia|me|lo|melo)\w*"
    r"|dejar pasar)"
)
TO_OTHERS = (
    r"(?: sagen)? (?:(?:zu|to|a) (?:m[eioy]\w*|unser\w*|our|notre|nuestr\w*)|yet|noch|encore)\b"
)
NO_TO_NO = regex(
    rf"\b{NOT}{BETWEEN} {REFUSES}\b(?!{TO_OTHERS})"
    r"|\b(?:da|dazu|das|sowas|so was) (?:[\w'-]+ ){0,4}(?:nicht|keinen fall"
    r"|nie\w*)(?: [\w'-]+){0,2}"
    r" (?:nein|entgehen|verpassen|ablehnen)\b"
    r"|\b(?:schlag|lehn)\w* (?:[\w'-]+ ){0,4}(?:nicht|nie) (?:aus|ab)\b"
    r"|\b(?:dont|wouldnt|couldnt|wont|cant) (?:miss|refuse|say no|resist)\b"
    r"|\b(?:ca|cela|eso|esto) (?:ne |no )?se (?:refuse|rechaza)\b"
    r"|\bc'est (?:un )?oui\b|\bla respuesta es (?:un )?yes\b|\bthe answer is yes\b"
    r"|\b(?:no way|pas question|auf keinen fall|ni loc[oa])(?: que| de)?(?: [\w'-]+){0,3}"
    r" (?:miss\w* (?:this|it|that)|rater (?:ca|cela)|perd\w+|pierd\w+)\b"
)
# Nobody who asks this refuses.
WHO_REFUSES = regex(
    r"\W*(?:(?:and|but|well|na|ja|mais|pero|y) )?(?:how (?:could|can) (?:i|we)|who (?:can|could"
    r"|would)"
    r"|wie (?:konnte|konnten) (?:ich|wir)|wer (?:kann|konnte|wurde|sagt)|comment|qui"
    rf"|como (?:iba a|podria|voy a)|quien){BETWEEN} {REFUSES}\W*"
)
# Only an offer can be left with these: "Lasst mal".
LEAVES_IT = regex(
    r"\b(?:have to|must|need to|got to|should|choice but to|muss|mussen|nicht anders|dois|devons"
    r"|oblige\w*"
    r"|choix que|tengo que|tenemos que|he de|hay que|otra que|remedio que) ?(?:[\w'-]+ ){0,3}"
    r"(?:declin\w*|refus\w*|say no|pass\b|turn (?:it|this|that) down|ablehnen|abzulehnen|absagen"
    r"|abzusagen|verzichten|nein sagen|renonc\w*|dire non|rechaz\w*|renunci\w*|decir que no)"
    r"|\b(?:better not|rather not|afraid not|lieber nicht|leider n(?:icht|ein)|plutot (?:non|pas)"
    r"|malheureusement (?:non|pas)|helas (?:non|pas)|desole\w*,? (?:non|pas)|me temo que no"
    r"|mejor no)\b"
    r"|\b(?:gone off|lost interest|not (?:so )?keen|don't feel like|not feeling (?:it|up to)"
    r"|keine lust"
    r"|nicht (?:so )?danach|plus envie|pas envie|no me apetece|sin ganas|ya no me interesa)\b"
    r"|\b(?:too (?:far|late)|zu (?:weit|spat)|trop (?:loin|tard)|demasiado (?:lejos|tarde)"
    r"|tombe mal"
    r"|bad (?:day|time|night)|schlecht (?:aus|bei mir)|pilla (?:mal|lejos|trabajando|fuera))\b"
    r"|\b(?:another|other|prior|previous|autre|otro) (?:commitment|engagement|appointment"
    r"|compromiso|plan\w*)"
    r"|\b(?:i work|i'm working|trabajo|je travaille|ich arbeite|arbeiten) (?:then|that|ese|esa|ce"
    r"|da\b|an dem)"
    r"|\b(?:rain ?check|another (?:day|time)|ein andermal|ein anderes mal|une autre fois"
    r"|(?:mejor )?otro dia)\b"
    r"|\b(?:can't|cannot|can not|won't|darf|kann|peux|puedo)(?: [\w'-]+){0,3} (?:miss|verpassen"
    r"|rater|manquer"
    r"|perderme) (?:my|our|the last|mein\w*|unser\w*|mon|ma|mes|le dernier|mi|la \w+ de)\b"
    r"|\bque (?:vaya|la (?:use|disfrute)) otr[oa]\b|\bwon't be able to\b"
    r"|\bgeht (?:\w+ ){0,2}nicht\b"
    r"|\b(?:never mind|leave it|let it go|pass on (?:it|this|that)|have to pass|let someone else"
    r"|sit this one out|skip this one|i'm good thanks"
    r"|lasst mal|lass mal|lassen sie mal|lasst gut sein|lass gut sein|lassen wir (?:es|das)"
    r"|muss passen|da passe ich|ich passe|winke ab|lieber nicht|verzichte"
    r"|laissez tomber|laisse tomber|je laisse|tant pis|ce sera sans moi|sans facon|je cede|je passe"
    r"|(?:dejalo|dejadlo|dejelo|dejenlo|dejalo estar|lo dejo|la dejo|la suelto|la cedo)"
    r"(?! como| asi| igual)|paso de esta|mejor no"
    r"|(?:won't|can't|cannot|unable to|not going to) (?:be )?(?:take|taking|use|accept)"
    r"|(?:nehme|brauche|kann|mochte|werde) (?:\w+ ){0,4}nicht (?:an|nehmen|annehmen|wahrnehmen"
    r"|nutzen)"
    r"|ne (?:la )?(?:prendrai|prends|peux|pourrai|vais|souhaite) pas (?:la (?:prendre|place)"
    r"|accepter"
    r"|prendre|donner suite)"
    r"|no (?:la )?(?:cojo|tomo|acepto|(?:voy a|puedo|podre) (?:coger|aceptar|tomar)\w*))\b"
)
KEEPS = regex(
    r"\b(?:leave (?:it|my seat|the seat|everything|things|me)|keep (?:it|my|the|me)|hang on to"
    r"|hold on to|(?:don't|do not|please not|not to) (?:cancel|touch|give|change)|as it is"
    r"|i'm staying|i'm still in|still (?:coming|in\b|on\b)|i'm coming|god no|hell no|heavens no"
    r"|certainly not|of course not|no way|absolutely not"
    r"|lass\w* (?:\w+ ){0,3}(?:so|wie|stehen|drin)\b|nicht (?:stornier|absag|losch|streich"
    r"|andern)\w*"
    r"|bloss nicht|auf keinen fall|keinesfalls|um (?:gottes|himmels) willen|bleib\w* (?:\w+ )?dabei"
    r"|ach was|quatsch|natur ?lich nicht|behalt\w*|nicht doch|niemals|von wegen"
    r"|surtout pas|certainement pas|absolument pas|pas question|jamais de la vie|mais non|ah non"
    r"|oh non|non non|laissez?(?: \w+){0,3} (?:comme|telle?|ainsi)|gardez?\b|conservez"
    r"|n'annule\w*|ne (?:l'|la )?(?:annule|liberez|touche|donne|change)\w*|je maintiens|je reste"
    r"|no (?:la |lo |me la |me )?(?:cancel|anul|quit|borr|toqu|cambi)\w+|ni hablar|para nada|que va"
    r"|ni se (?:os|te|le)|de ninguna manera|en absoluto|claro que no|por supuesto que no"
    r"|dejad(?:la|lo)(?: \w+)? como|manten\w+|conserv\w+|guardad\w*|quiero ir|sigo (?:yendo"
    r"|adelante)"
    r"|me quedo con)"
)
# To stay in line is no wish for the seat that is offered.
STAYS_IN_LINE = regex(
    r"\b(?:keep|leave|stay|remain|staying|remaining|take (?:me|us) off|off)\b[^.!?]{0,25}"
    r"\b(?:wait(?:ing)? ?list|list|line|queue)\b"
    r"|\b(?:warteliste|(?:auf|von) der liste|liste d'attente|(?:sur|de) la liste|lista de espera"
    r"|(?:en|de) la lista)\b"
)
KEEPS_PLACE = regex(
    r"\b(?:stay\w*|remain\w*|keep\w*|bleib\w*|behalt\w*|lass\w*|reste\w*|gard\w+|seguid|sigo|seguir"
    r"|quedo|quedarme|contando)\b"
)
BEHIND_YES = regex(
    r"\W*(?:but |aber |mais |pero )?(?:only |nur |seulement |solo )?(?:if|provided|unless"
    r"|as long as"
    r"|wenn|falls|sofern|solange|si|s'il|a condition|pourvu|siempre que)\b"
)
HELD_FOR_NOW = regex(
    r"\b(?:until|till|til|if|unless|next (?:one|time|month|year)|for (?:him|her|them|someone)"
    r"|(?:need|have|want) to (?:ask|check)|bis (?:heute|morgen|ich|wir|mein\w*)|wenn|falls"
    r"|nachste[nrs]?|muss (?:\w+ ){0,3}fragen"
    r"|(?:klare|frage) (?:ich|noch|erst)|jusqu\w*|si|s'il|prochaine?|demander|verifier|hasta"
    r"|proxim[oa]|preguntar\w*|consultar\w*|would have|hatte (?:ich )?gern|aurais|habria)\b"
)
# "Si tard" is no condition, and neither is it that the seat be still free.
PLEASE = regex(
    r"\b(?:if|wenn|falls|si|s'il|sofern|solange) (?:it|that|there|the (?:seat|offer|place|spot)|er"
    r"|der (?:platz|sitz)|das|noch|elle|la place|c'est|il|sigue|esta|la plaza|aun|todavia|hay"
    r"|queda)"
    r"\b[^.!?,]{0,25}?\b(?:free|available|open|going|stands|left|frei|da|zu haben|verfugbar|gilt"
    r"|libre"
    r"|disponible|reste|dispo|queda)\b|"
    r"\bsi (?:sigue|esta|queda)\w* (?:libre|disponible)\b|"
    r"\bs'il (?:vous|te) plait\b|\bsi (?:tard|tot|vite|longtemps|gentil\w*|content\w*|heureu\w+)\b"
    r"|\b(?:if|wenn|si) (?:possible|moglich|es posible)\b"
)
NO_FIRST = regex(
    r"\W*(?:(?:ah|oh|och|ach|ay|uy|hey|na|mais|pero|pues|ja|god|hell|hmm?)\W+){0,2}"
    r"(?:no|nope|nah|nein|nee|noe?|non|nan|nop|que no)\b"
)
LONGEST_KEEP = 20
LONGEST_LEAVE = 16


def takes_offer(text: str) -> bool:
    """Return True if free words take what was offered, and nothing else in them may refuse it."""
    if not (ends_with_yes(text) or _taken(text)):
        return False
    heard = _without_remarks(text)
    if _is_open(heard):
        return False
    if ends_with_yes(heard):
        return True
    said = statements(heard)
    taken = _taken(said)
    return bool(taken) and not (has_contrast(said) or any(map(is_taken_back, taken)))


def _taken(text: str) -> list[str]:
    """Return the sentences that take what was offered."""
    return [one for one in sentence_texts(text) if TAKES.search(_spoken(one))]


def _without_remarks(text: str) -> str:
    """Return a text without asides, and without what it says of coming late or of our buttons."""
    sentences = map(_without_remark, sentence_texts(ASIDE.sub(" ", text)))
    return " ".join(filter(None, sentences))


def _without_remark(sentence: str) -> str:
    spoken = _spoken(sentence)
    is_taken = TAKES.search(spoken) or _denies_no(spoken)
    if not is_taken and parse_reply(sentence).is_partial:
        return ""
    pieces = CLAUSE_BREAK.split(sentence)[::2]
    kept = [piece for piece in pieces if not _is_about_tools(_spoken(piece))]
    return sentence if len(kept) == len(pieces) else ", ".join(kept)


def _is_about_tools(spoken: str) -> bool:
    return TOOLS.search(spoken) is not None and TAKES.search(spoken) is None


def ends_with_yes(text: str) -> bool:
    """Return True if a statement says yes in its last words, or denies a no to us.

    Who hands the seat on could not refuse something else.
    """
    spoken = list(map(_spoken, sentence_texts(text)))
    if any(map(_is_yes, spoken)):
        return True
    others = [one for one in spoken if not _denies_no(one)]
    return len(others) < len(spoken) and not hands_on(" ".join(others))


def _is_yes(spoken: str) -> bool:
    if "?" in spoken:
        return WHO_REFUSES.fullmatch(spoken) is not None
    return bool(ENDS_WITH_YES.search(spoken) or WILLING.fullmatch(spoken))


def _denies_no(spoken: str) -> bool:
    denied = None if "?" in spoken else NO_TO_NO.search(spoken)
    rest = spoken[denied.end() :] if denied else ""
    return denied is not None and not (has_contrast(rest) or hands_on(rest))


def _spoken(text: str) -> str:
    """Return a text in folded words, where the Spanish yes is not an "if"."""
    return fold_text(text.casefold().replace("s\u00ed", "yes"))


def stays_in_line(text: str) -> bool:
    """Return True if a text speaks of the line in which its writer stays."""
    return STAYS_IN_LINE.search(fold_text(text)) is not None


def keeps_place(text: str) -> bool:
    """Return True if a text says that its writer stays where they are."""
    return KEEPS_PLACE.search(fold_text(statements(text))) is not None


def leaves_offer(text: str) -> bool:
    """Return True if a short text leaves what was offered to others."""
    folded = fold_text(statements(text))
    return len(folded.split()) <= LONGEST_LEAVE and LEAVES_IT.search(folded) is not None


def keeps_seat(text: str) -> bool:
    """Return True if a short answer to our question says no in some form."""
    folded = fold_text(statements(text))
    is_short = 0 < len(folded.split()) <= LONGEST_KEEP
    return is_short and bool(KEEPS.search(folded) or NO_FIRST.match(folded))


def _is_open(text: str) -> bool:
    if hands_over(text) or is_conditional(text) or only_holds(text):
        return True
    return is_unsure(without_harmless(text))


def only_holds(text: str) -> bool:
    """Return True if a seat shall only be held for now, or on a condition."""
    behind = after_yes(text)
    if behind:
        return BEHIND_YES.match(PLEASE.sub(" ", _spoken(behind))) is not None
    spoken = without_harmless(_spoken(text))
    return HELD_FOR_NOW.search(PLEASE.sub(" ", spoken)) is not None
