"""Words for what guests bring, eat, drink or do at an event: without it they still come."""

from fullhouse.inbound.folding import fold_text
from fullhouse.inbound.replies.sentences import CLAUSE_BREAK, sentence_texts
from fullhouse.kernel.patterns import regex

# Dishes, drinks and tasks, as the beginnings of words without accents.
THINGS = regex(
    r"\b(?:cake|salad|bread|baguette|wine|beer|bottle|cheese|dessert|soup|snack|crisp|cookie"
    r"|biscuit"
    r"|pie\b|pies\b|tart\b|tarte|quiche|lasagne|tortilla|olive|fruit|juice|lemonade|coffee|tea\b"
    r"|punch\b|sausage|dip\b|dips\b|starter|dish|dishes|buffet|plate|glasses|napkin|candle|flowers"
    r"|decoration|playlist|guitar|speech|chairs|folding|washing[ -]up|set(?:ting)? up"
    r"|clear(?:ing)? up"
    r"|second helping|glass of|welcome drink|meat|fish\b|gluten|nuts\b|alcohol|drink\b|drinks\b"
    r"|water\b|one glass"
    r"|kuchen|torte|salat|brot|wein|bier\b|biere\b|flasche|kase|nachtisch|nachspeise|suppe"
    r"|knabber|chips|keks"
    r"|geback|platzchen|brezel|auflauf|obst|saft|limonade|kaffee|bowle|wurst|wurstchen|vorspeise"
    r"|geschirr|teller|glaser|servietten|kerzen|blumen|deko|gitarre|rede\b|stuhle|aufbau|abbau"
    r"|abwasch|abspul|sekt|schnaps|fleisch|fisch|nusse|alkohol|getrank|hauptgang|dessert"
    r"|wasser\b|ein glas\b|trinke\b"
    r"|gateau|salade|pain\b|pains\b|vin\b|vins\b|biere|bouteille|fromage|soupe|aperitif|chips"
    r"|bonbon"
    r"|biscuits|cake|jus\b|cafe|punch|saucisson|entree|plat\b|plats\b|assiette|verres?\b|serviettes"
    r"|bougie|fleurs|guitare|discours|chaises|vaisselle|installation|rangement|champagne|viande"
    r"|poisson|noix|alcool|boisson|cerises|pommes|crepes?|quiches?|buche|eau\b|un (?:seul )?verre"
    r"|tarta|ensalada|pan\b|vino|cerveza|botella|queso|postre|sopa|patatas|galleta|empanada"
    r"|bizcocho"
    r"|croqueta|aceituna|fruta|zumo|refresco|cafe|ponche|embutido|plato|platos|vasos?\b|servilleta"
    r"|velas|flores|guitarra|discurso|sillas|fregar|recoger|montar|montaje|cava\b|jamon|carne"
    r"|pescado|nueces|alcohol|bebida|gazpacho|paella|chorizo|agua\b|una copa)"
)
# The writer brings something: they come.
BRINGS = regex(
    r"\b(?:i'll|i will|i'm|i am|we'll|we will|we're|we are|i|we)(?: \w+){0,2} (?:bring|bringing"
    r"|bake|cook|make(?! it\b| this\b| that\b))\b"
    r"|^\W*(?:will bring|bringing) "
    r"|\b(?:bringe?n?|nehme?n?|backe?n?|koche?n?) (?:ich |wir )?[^.!?]{0,50}\bmit\b"
    r"|\b(?:bring|bringe|bringen) (?:ich |wir )|\b(?:ich|wir) (?:bring|bringe|bringen)\b"
    r"|\b(?:j'|je |je n'(?:en )?|j'en |nous |on |n'en )(?:apporte|amene|ramene|emporte)\w*"
    r"|\b(?:llevo|llevare|llevaremos|traigo|traere|traeremos|llevamos|traemos)\b"
)
CAN = regex(r"\b(?:i can|we can|kann ich|ich kann|konnen wir|je peux|on peut|puedo|podemos)\b")
# They come, in whatever state.
TURNS_UP = regex(
    r"\b(?:i'll|i will|we'll|we will) (?:\w+ )?(?:turn up|show up|rock up|swing by|pop (?:in|by)"
    r"|drop (?:in|by))\b"
    r"|\b(?:tauche|schlage|schneie|schaue) (?:ich |wir )?[^.!?]{0,40}\b(?:auf|rein|vorbei)\b"
    r"|\b(?:stunde\w*|anfang|rest) (?:nehm|nehme|nehmen) (?:ich|wir)\b[^.!?]{0,20}\bmit\b"
    r"|\b(?:je|nous|on) (?:passer\w+|debarquer\w+|pointer\w+|viendr\w+|arriver\w+)\b"
    r"|\b(?:vendre|vendremos|aparecere|apareceremos|me (?:paso|pasare|presento|presentare)"
    r"|llegare|llegaremos)\b"
)
NOT_NOW = regex(
    r"\b(?:not|n't|won't|can't|cannot|never|would|could|if|next|another|nicht|kein\w*|nie"
    r"|wenn|falls|nachste\w*|ein ander\w*|pas|plus|jamais|ne|n'\w+|si|prochaine|une autre fois|no"
    r"|nunca|tampoco|otro dia|otra vez|proxim\w+|que viene|ya no)\b"
)
# Something else was turned down for this event.
TURNED_DOWN = regex(
    r"\b(?:said no|saying no|say no) to (?!you|your|this|the (?:seat|offer|invit|place|event))"
    r"|\bturn(?:ed|ing) down (?!you|your|this|the (?:seat|offer|invit|place|event))"
    r"|\b(?:dem|der|den|meine[mrn]|unsere[mrn]|alle[nrm]|einer|einem) \w+ (?:hab|habe|haben"
    r"|hatte)\b"
    r"[^.!?]{0,50}\b(?:korb gegeben|abgesagt|nein gesagt)"
    r"|\b(?:dit|disons|dire) non (?:a|au|aux) (?!vous|votre|cette|la place|l'invit|l'offre)"
    r"|\brefuse (?:un|une|le|la|mon|ma|mes) (?!place|invit|offre)"
    r"|\b(?:dicho|dije|digo) que no a (?!vos|vuestr|la plaza|la invit|esta)"
    r"|\brechazado (?:un|una|el|la|mi) (?!plaza|invit|oferta)"
)
FOR_YOU = regex(
    r"\b(?:for you|for this|because of you|fur euch|fur sie|fur dich|wegen euch|euretwegen"
    r"|pour vous"
    r"|pour toi|pour ca|por vosotros|por ustedes|por ti|por esto|prioritat|priorit|prioridad)"
)


def brings_something(text: str) -> bool:
    """Return True if a clause says that its writer brings or does something here, or turns up."""
    folded = [fold_text(one) for one in sentence_texts(text)]
    clauses = (clause for one in folded for clause in CLAUSE_BREAK.split(one)[::2])
    return any(map(_brings_something, clauses))


def _brings_something(clause: str) -> bool:
    if NOT_NOW.search(clause):
        return False
    does = BRINGS.search(clause) or CAN.search(clause)
    return bool((does and THINGS.search(clause)) or TURNS_UP.search(clause))


def names_things(text: str) -> bool:
    """Return True if a text names what guests bring, eat, drink or do."""
    folded = fold_text(text)
    return bool(THINGS.search(folded) or BRINGS.search(folded))


def without_things(text: str) -> str:
    """Return a text without its clauses about what guests bring, eat, drink or do."""
    kept = [_without_things(sentence) for sentence in sentence_texts(text)]
    return " ".join(filter(None, kept))


def comes_for_us(text: str) -> bool:
    """Return True if the writer turned something else down for this event."""
    folded = fold_text(text)
    return bool(TURNED_DOWN.search(folded) and FOR_YOU.search(folded))


def _without_things(sentence: str) -> str:
    pieces = CLAUSE_BREAK.split(sentence)[::2]
    kept = [piece for piece in pieces if not names_things(piece)]
    return sentence if len(kept) == len(pieces) else ", ".join(kept)
