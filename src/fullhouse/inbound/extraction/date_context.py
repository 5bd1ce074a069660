"""Patterns of the words around a date: what begins or ends a window, or rules a date out."""

from fullhouse.kernel.patterns import regex

BREAK = regex(r"\n|[!?;]|(?<!\d)(?<!\.m)\. ")
MOVED = regex(
    r"(?<!\w)(?:(?:is|are|has been|was|been|got|gets) (?:now|moved|changed|rescheduled|switched"
    r"|postponed)|replaced by|(?:verschoben|verlegt|umgelegt|geandert|umgebucht) auf|ersetzt durch"
    r"|jetzt (?:am|um)|stattdessen|(?:remplacee?|deplacee?|reportee?|decalee?|avancee?|changee?) "
    r"(?:par|au|a|pour)|desormais|a la place|(?:cambiad|pasad|movid|aplazad|trasladad|sustituid"
    r"|reemplazad)[oa] (?:al?|por|para)|ahora (?:es|el|a)"
    r"|se (?:pasa|cambia|mueve) (?:al?|para))(?!\w)"
)
# The same said with one word, which stands right before what counts.
NOW = regex(
    r"(?<!\w)(?:now|jetzt|nun|neu|ahora|maintenant|sondern|sino|but rather|mais plutot)(?!\w)"
)
CLAUSE_ENDS = regex(r"[,.!?;\n](?!\d)")
ARTICLE = (
    r"(?: ?(?:the|le|la|zum|dem|den|der|el|on|am|du|de|einschliess?lich|inklusive))?"
    r"(?: week of| day| tag| jour| dia)? ?$"
)
# "Before" and "after" a date include that date, because staff see the words beside it.
# A day of the week is counted out anyway, so "before Tuesday" ends on Monday.
UNTIL = regex(
    r"(?<!\w)(?:until|till|by|up to|this side of|not after|nicht nach|pas apres|no despues del?"
    r"|no later than|at the latest|latest|before|bis|spatestens(?: bis)?"
    r"|vor|jusqu'(?:au|a|en)|au plus tard|d'ici(?: au| a)?|avant|hasta|como muy tarde|a mas tardar"
    r"|antes del?)"
    rf"{ARTICLE}"
)
NOT_AFTER = regex(rf"(?<!\w)(?:not after|nicht nach|pas apres|no despues del?){ARTICLE}")
STRICTLY = regex(rf"(?<!\w)(?:before|vor|avant|antes del?){ARTICLE}")
SINCE = regex(
    r"(?<!\w)(?:from|as of|as from|starting|after|not before|earliest|ab|fruhestens|nach|nicht vor"
    r"|des|a partir d[eu]l?|a compter d[eu]|apres|pas avant|desde|despues del?|tras|no antes del?)"
    rf"{ARTICLE}"
)
BETWEEN = regex(rf"(?<!\w)(?:between|zwischen|entre){ARTICLE}")
TO = regex(
    r"[ ,\n]{0,3}(?:and |und |et |y )?(?:-|to|through|thru|until|till|up to(?: and including)?|bis"
    r"|au|al|a|jusqu'(?:au|a)|hasta)(?: (?:einschliess?lich|inklusive|inclus|und mit|including))?"
    r"(?: (?:zum|the|le|el|dem))? ?"
)
AND = regex(r" ?(?:and|und|et|y)(?: (?:the|dem|den|le|el))? ?")
MOVES = regex(
    r"(?<!\w)(?:moved?|moving|reschedul\w+|chang\w+|switch|postpone\w*|verschieb\w+|verschoben"
    r"|verleg\w+|umbuchen|deplacer|reporter|decaler|cambiar|mover|aplazar|pasar)(?!\w)"
)
SOONER = regex(
    r"(?<!\w)(?:sooner|earlier|fruher|plus tot|antes) (?:than|als|que)(?: (?:my|mein(?:e[nmr]?)?"
    r"|mon|mi))?(?: \w{1,20})?(?: (?:on|am|vom|du|le|del|el|the))? ?$"
)
ONWARDS = regex(
    r" ?(?:onwards?|or later|oder spater|ou apres|en adelante|o despues)(?!\w|[ -]demain)"
)
WEEK_OF = regex(
    r"(?<!\w)(?:week of|week beginning|week commencing|woche (?:vom|ab)|semaine du|semana del)"
    r"(?: the| dem)? ?$"
)
FORTNIGHT_OF = regex(
    r"(?<!\w)(?:fortnight (?:of|beginning|from|starting)|two weeks (?:from|beginning|starting)"
    r"|zwei wochen ab|quincena del)(?: the| dem)? ?$"
)
WEEKEND_OF = regex(
    r"(?<!\w)(?:weekend of|wochenende vom|week-end du|fin de semana del)(?: the| dem)? ?$"
)
NOT = regex(
    r"(?:n't|(?<!\w)(?:not|no (?:puedo|podemos|podre|podremos)|no longer|nicht mehr|ya no"
    r"|cannot|never|except|without|nicht|auss?er"
    r"|keine?[nms]?|sauf|excepte|pas|excepto|menos|salvo|instead of"
    r"|rather than|statt|anstatt|au lieu d[eu]|en lugar del?|en vez del?|every|each|jede[nrs]?"
    r"|immer|tous les|chaque|cada|los|last(?: year| month| time)?|letzte[nrsm]?(?: jahr)?"
    r"|vergangene[nrsm]?(?: jahr)?|ultimo|ano pasado"
    r"|an(?:nee)? derniere?|born|geboren|nee?|nacid[oa]))(?: make(?: it)?| come| do"
    r"| available| be (?:there|here)| kommen| venir| etre la| ir| asistir| acudir)?"
    r"(?: (?:on|am|an|dem|den|the|le|el|du|possible|moglich|in|im|en|free))?(?: (?:an?"
    r"|einem|un))?,? ?$"
)
NOT_BEHIND = regex(
    r" ?(?:(?:um|at|a las?|a) [\w:.]{1,6}(?: (?:uhr|h|pm|am))? )?"
    r"(?:(?:kann ich|kann|geht(?: es)?(?: bei (?:mir|uns))?|passt(?: es)?(?: mir| uns)?)? ?"
    r"(?:leider |gar |aber |doch |nun )?nicht(?!\w)"
    r"|(?:does|do|is|wo|are|ca)n['o]?t|does not|is not|won't|last week|ne (?:me |nous )?(?:convient"
    r"|va|peut|peux)|je ne peux|(?:habe|haben|hab|bin|sind) (?:ich|wir) (?:\w{1,12} )?(?:schon"
    r"|bereits)(?!\w)|already taken|is (?:taken|hopeless|no good|full|out|bad)(?!\w)"
    r"|(?:quedo|esta|fue|was|is|has been|got|ist|wurde|est|a ete) (?:\w{1,10} )?(?:anulad|cancel"
    r"|abgesagt|storniert|annul)|dernier|passe(?!\w)|pasado(?!\w)"
    r"|no (?:puedo|me|nos|podemos|puede|podre|podremos)|impossible)"
)
PLACE = regex(r" {0,8}(?:[a-z][a-z .-]{1,30}, ?)?(?:the |den |le |el |a |am )?")
WRITTEN_ON = regex(
    r"(?<!\w)(?:issued|printed|dated|ausgestellt|erstellt|gedruckt|emitid[oa]|expedid[oa]"
    r"|impres[oa]|emise?|edite|imprime)(?: (?:on|am|el|le))? ?$"
)
AWAY = regex(
    r"(?<!\w)(?:away|on (?:holiday|vacation|leave)|on a trip|out of (?:town|office|the office)"
    r"|abroad|travelling|traveling|im urlaub|auf (?:einer )?(?:fortbildung|dienstreise|montage"
    r"|schulung)|sur un chantier|en formation|verreist"
    r"|nicht da|unterwegs|auf reisen|abwesend|en vacances|en voyage|absente?|en deplacement"
    r"|de vacaciones|de viaje|fuera|ausente)(?!\w)"
)
# Where days away are just those on which they can come.
CAN_THEN = regex(
    r"(?<!\w)(?:then|da|dann|alors|ahi|entonces|ces jours-la) (?:si )?(?:i can|we can|kann|konnen"
    r"|konnte|habe|je peux|on peut|puedo|podemos|podria)(?!\w)"
)
A_LETTER = regex(
    r"(?<!\w)(?:nachricht|schreiben|e-?mail|mail|brief|angebot|rechnung|letter|message|invoice"
    r"|lettre|courrier|courriel|facture|devis|carta|correo|mensaje|factura|presupuesto|dated"
    r"|datiert)(?: (?:vom|of|from|du|del|de|de fecha|dated|on|the|auf|den)){0,2} ?$"
)
NEEDS_NOT = regex(
    r"(?<!\w)(?:(?:won't|don't|do not|will not|no longer) need|brauche(?:n)? (?:ich |wir )?"
    r"(?:\w{1,12} )?(?:nicht|kein)|(?:plus|pas) besoin|(?:ya )?no necesito)(?!\w)"
)
FOLLOWING = regex(
    r"(?<!\w)(?:the (?:\w{3,9} )?(?:after|following)|the following (?:one|\w{3,9})|(?:celle|celui"
    r"|la semaine) d'apres|(?:el|la) siguiente|(?:die|der|den|das) (?:\w{4,12} )?(?:danach|darauf))"
    r"(?!\w)(?! (?:the|that|my|le|de|dem|der)(?!\w))"
)
OPENING = regex(
    r"(?<!\w)(?:open|opening hours|geoffnet|offnungszeiten|sprechzeiten|ouverte?|ouverture|accueil"
    r"|horaires|abiert[oa]|horario|service client)(?: ?:)?(?: (?:from|von|du|de|del|daily))? ?$"
)
BEFORE_THEN = regex(
    r"(?<!\w)(?:before (?:then|that(?: day| date)?|the (?:wedding|trip|party|flight|holidays?"
    r"|big day))|(?:noch|unbedingt|muss(?:te)?(?: es)?|am besten|nur) (?:davor|vorher)"
    r"|(?:davor|vorher) noch|vor der (?:hochzeit|reise|abreise|feier|operation)|vor dem (?:urlaub"
    r"|flug|fest)|avant (?:ca|cela|cette date|le (?:mariage|voyage|depart|vol)|la (?:fete|ceremonie"
    r"|noce))|antes de (?:eso|entonces|esa fecha|la (?:boda|fiesta|comunion))|antes del (?:viaje"
    r"|vuelo))(?!\w)"
)
ONLY_THAT = regex(
    r"(?<!\w)(?:(?:only|just) that day|that day only|nur (?:an )?(?:dem|diesem|diesen|den) "
    r"(?:einen )?tag|que ce jour|seulement ce jour|uniquement ce jour|solo ese dia"
    r"|unicamente ese dia)(?!\w)"
)
LEAVE = regex(
    r",? ?(?:(?:i|we)(?:'m|'re| am| are)? (?:leav|fly|travel|off|go)\w{0,4}|(?:fliege|fahre|reise"
    r"|fliegen|fahren|reisen)|je (?:pars|m'en vais)|(?:nous partons|on part)|(?:nos vamos|me voy"
    r"|salgo|salimos|viajo|viajamos))(?!\w)"
)
OTHER_DAY = regex(r" ?(?:,? ?(?:auf|nun auf|jetzt auf|neu:?)(?: den| dem)?) ?")
SAME_DAY = regex(r"\.?[ ,]{0,2}(?:(?:the|den|dem|le|el|am|on|du|del|der) )?")
