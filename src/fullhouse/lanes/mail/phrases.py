"""The closed lists of words by which a reply is understood, in the languages that our mails are written in.

All are in small letters, with straight apostrophes. Nothing outside these lists cancels anything.
"""

# A verb beside "ich" or "wir", and how its clause ends: what stands between them does not matter.
AROUND = (
    ("kann", "nicht kommen"),
    ("können", "nicht kommen"),
    ("kann", "nicht mitkommen"),
    ("kann", "nicht teilnehmen"),
    ("können", "nicht teilnehmen"),
    ("kann", "nicht dabei sein"),
    ("können", "nicht dabei sein"),
    ("kann", "nicht"),
    ("muss", "absagen"),
    ("müssen", "absagen"),
    ("muss", "stornieren"),
    ("sage", "ab"),
    ("sagen", "ab"),
    ("komme", "nicht"),
    ("schaffe", "nicht"),
    ("schaffen", "nicht"),
    ("bin", "verhindert"),
    ("bin", "nicht dabei"),
    ("sind", "verhindert"),
    ("sind", "nicht dabei"),
    ("können", "nicht"),
    ("müssen", "stornieren"),
    ("muss", "passen"),
    ("müssen", "passen"),
    ("muss", "abmelden"),
    ("melde", "ab"),
    ("melden", "ab"),
    ("werde", "nicht kommen"),
    ("werde", "nicht kommen können"),
    ("werden", "nicht kommen können"),
    ("werde", "nicht teilnehmen können"),
    ("werde", "nicht dabei sein"),
    ("werde", "nicht dabei sein können"),
    ("werden", "nicht dabei sein können"),
    ("kommen", "nicht"),
    ("möchte", "absagen"),
    ("möchte", "stornieren"),
    ("möchten", "absagen"),
    ("möchten", "stornieren"),
)
ONESELF = {"ich", "wir"}

# A clause that is only this cancels, too.
WHOLE_CANCELS = {
    *("cancel", "cancel please", "please cancel", "please cancel it", "cancelled", "canceled", "i cancel"),
    *("no thanks", "no thank you", "i'm out", "count me out", "not coming", "i decline", "declined", "we're out"),
    *("sadly not", "unfortunately not", "afraid not", "i'm afraid not", "regrettably not", "sadly no", "we decline"),
    *("absage", "absagen", "bitte absagen", "storno", "stornieren", "bitte stornieren", "nein danke", "leider nein"),
    *("ich sage ab", "wir sagen ab", "leider nicht", "ich komme nicht", "wir kommen nicht"),
    *("annuler", "annulez", "annuler svp", "annulation", "non merci", "j'annule", "malheureusement non", "hélas non"),
    *("cancelar", "cancelo", "cancela", "cancelación", "cancelar por favor", "por favor cancelar", "no gracias"),
    *("no puedo", "no voy", "je ne viens pas", "no podemos", "no vamos", "no podré", "lamentablemente no", "anular"),
    *("al final no puedo", "al final no podemos", "al final no voy", "al final no vamos", "no voy a poder"),
    *("no vamos a poder", "i'll have to pass", "i have to pass", "we'll have to pass", "we have to pass"),
    *("ich bin raus", "wir sind raus", "bin raus", "bin leider raus", "ich bin leider raus"),
}
# Only as the whole text: "No. Coming!" is none.
BARE_NOES = {"no", "nope", "nein", "non", "nee"}

# Said in passing: a phrase with one of these in it is still that phrase.
FILLERS = {
    *(
        "unfortunately",
        "sadly",
        "regretfully",
        "regrettably",
        "really",
        "actually",
        "definitely",
        "simply",
        "therefore",
    ),
    *("leider", "doch", "nun", "jetzt", "heute", "wirklich", "definitiv", "einfach", "kurzfristig", "diesmal", "also"),
    *("hiermit", "daher", "deshalb", "bedauerlicherweise", "krankheitsbedingt", "morgen", "nämlich"),
    *("malheureusement", "finalement", "vraiment", "hélas", "donc"),
    *("lamentablemente", "desgraciadamente", "finalmente", "desafortunadamente", "realmente"),
}

# What may stand right before a phrase without making it someone else's. "" is the start of the clause.
LEADS = {
    *("", "i", "we", "sorry", "unfortunately", "sadly", "regretfully", "but", "and", "so", "that", "please", "now"),
    *("i'm", "we're", "am", "are", "i'll", "we'll", "just", "afraid", "hi", "hello", "still", "really", "therefore"),
    *("also", "actually", "will", "then", "however", "today", "tonight", "tomorrow", "both", "because", "as"),
    *("ich", "wir", "leider", "hallo", "bitte", "aber", "und", "doch", "hiermit", "daher", "deshalb"),
    *("je", "nous", "désolé", "désolée", "malheureusement", "mais", "et", "bonjour", "que", "hélas", "finalement"),
    *("vouloir", "vais", "allons", "dois", "devons", "dommage", "merci", "prie", "demande", "coucou", "bonsoir", "svp"),
    *("car", "moin", "servus", "nee", "schade", "denn", "sintiéndolo", "mucho", "favor", "querría", "muchísimo"),
    *("perdón", "perdona", "perdonad", "porque", "ya", "buenas"),
    *("yo", "nosotros", "siento", "lamentablemente", "desgraciadamente", "pero", "y", "hola", "final", "cuenta"),
}

# A sentence that begins so asks, with or without its mark.
ASKS = {"do", "does", "did", "can", "could", "should", "shall", "may", "is", "what", "puis-je", "dois-je"}

# Anywhere before the phrase in its sentence, these leave it open.
DOUBTS = {
    *("if", "unless", "whether", "until", "might", "may", "maybe", "perhaps", "case", "when", "why", "how", "who"),
    *("wenn", "falls", "ob", "sollte", "sollten", "vielleicht", "eventuell", "bevor", "warum", "wann", "wer"),
    *("si", "sauf", "peut-être", "quand", "pourquoi", "qui"),
    *("quizás", "quizá", "salvo", "cuándo", "cuando", "quién"),
}
# Shortly before the phrase in its clause, these turn it around.
TURNS = {"not", "don't", "won't", "never", "didn't", "nicht", "kein", "nie", "pas", "jamais", "nunca", "tampoco"}
# Right behind the phrase, these mean something else than staying away.
LIMITS = {
    *("alone", "before", "until", "till", "by", "early", "earlier", "without", "sooner", "better"),
    *("rechtzeitig", "zeitig", "ganz", "sofort", "direkt", "früh", "avec", "con", "seuls", "solos", "tout"),
    *("allein", "alleine", "vor", "bevor", "pünktlich", "erst", "ohne", "früher"),
    *("seul", "seule", "avant", "sans", "solo", "sola", "antes", "sin", "hasta"),
}

# With an hour behind it, one of these says when, not whether.
HOURS = {"at", "um", "gegen", "à", "vers", "a", "sobre", "around", "for"}

# A mail that says this somewhere is no clear cancel, whatever else it says.
COMES = (
    "but my",
    "but he",
    "but she",
    "but i can",
    "but i will",
    "but i'll",
    "but we can",
    "but we'll",
    "aber mein",
    "aber meine",
    "mais ma",
    "mais mon",
    "pero mi",
    "on time",
    "i'll be there",
    "i will be there",
    "we'll be there",
    "i can come",
    "we can come",
    "i'm coming",
    "i am coming",
    "we're coming",
    "count me in",
    "see you there",
    "see you then",
    "looking forward to it",
    "don't cancel",
    "do not cancel",
    "not cancel",
    "never mind",
    "ich komme gern",
    "ich komme aber",
    "ich komme trotzdem",
    "ich bin dabei",
    "wir sind dabei",
    "ich bin aber dabei",
    "freue mich drauf",
    "freue mich darauf",
    "nicht absagen",
    "nicht stornieren",
    "je viens",
    "je viendrai",
    "je serai là",
    "nous serons là",
    "nous viendrons",
    "à bientôt là-bas",
    "pas annuler",
    "n'annulez pas",
    "sí voy",
    "allí estaré",
    "ahí estaré",
    "estaré allí",
    "voy a ir con",
    "no cancelar",
    "no canceles",
    "no cancelen",
    "no quiero cancelar",
    "no tengo que cancelar",
    "no tenemos que cancelar",
    "no hace falta cancelar",
    "no es necesario cancelar",
    "sin cancelar",
    "pero sí",
    "yo sí",
    "pero yo",
    "aber ich",
    "mais moi",
    "moi je viens",
    "instead of cancelling",
    "rather than cancel",
)

# The whole new text is one of these: no more reminders and offers.
STOPS = {
    *("stop", "stop it", "stop please", "please stop", "unsubscribe", "unsubscribe me", "opt out", "optout"),
    *("stop mailing me", "stop emailing me", "stop sending me emails", "no more mails", "no more emails"),
    *("abmelden", "abbestellen", "stopp", "keine mails mehr", "keine e-mails mehr", "bitte keine mails mehr"),
    *("désabonner", "désinscrire", "me désabonner", "arrêt", "arrêtez", "plus de mails"),
    *("darse de baja", "no más correos", "desuscribir", "cancelar suscripción", "basta"),
}
