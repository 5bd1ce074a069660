"""French, as guests write it."""

from fullhouse.lanes.mail.words import Words

FRENCH = Words(
    starts={"j": "je", "n": "ne", "d": "de", "l": "le", "m": "me", "s": "se", "t": "te", "c": "ce", "qu": "que"},
    ends={},
    respelt=(
        "jannule = je annule | jai = je ai | nannulez = ne annulez | chui = je suis | chuis = je suis | "
        "jpeux = je peux | jsois = je sois | jte = je te | jpourrai = je pourrai | jviens = je viens | "
        "dsl = desole | dispo = disponible | pr = pour | pvoir = pouvoir | rdv = rendez vous | bcp = beaucoup | "
        "jserai = je serai | vrmt = vraiment | jme = je me | pa = pas | cest = ce est | stp = svp | tjs = toujours"
    ),
    keys=(
        "annuler | annulez | malheureusement | participer | assister | desister | reservation | inscription | "
        "empeche | empechement | impossible | disponible | renoncer | decliner | presence | participation | "
        "liberer | venir"
    ),
    fillers=(
        "malheureusement | finalement | vraiment | helas | donc | svp | bien | tout | tous | toutes | aussi | "
        "encore | quand | meme | simplement | juste | toujours | evidemment | absolument | vous | te | y | en | "
        "clairement | sincerement | cependant | pourtant | alors | certainement | surement | desormais | "
        "decidement | visiblement | regretablement | personnellement | ca | exceptionnellement | maintenant | "
        "egalement | ensemble"
    ),
    sets={
        "aime": "aime | voulu | adore | souhaite",
        "annuler": (
            "annuler | me desister | nous desister | desister | renoncer | decliner | faire faux bond | "
            "declarer forfait | passer mon tour | passer notre tour | me retirer | laisser ma place | "
            "ceder ma place | liberer ma place | rendre ma place | laisser nos places | liberer nos places | "
            "me decommander | nous decommander | decommander | resilier | me desinscrire | faire une croix | "
            "rester a la maison | rester chez moi | rester au lit | rester couche | rester couchee | me passer | "
            "refuser | faire l impasse | poser un lapin | lacher | jeter l eponge | dire non | abandonner"
        ),
        "apres": (
            "$ | ma | mon | notre | nos | pour | a | car | mes | au | aux | cause | le | la | cette | votre | "
            "suite | parce"
        ),
        "aurais": "aurais | aurions | aurait",
        "autre": (
            "quelqu | quelque un | quelqun | un autre | une autre | autre | autres | le suivant | la suivante | "
            "suivant | suivante | prochain | prochaine | liste | personne | attente | qui | autrui | ceux | gens"
        ),
        "away": (
            "malade | souffrant | souffrante | alite | alitee | absent | absente | en deplacement | en vacances | "
            "en voyage | a l etranger | a le etranger | hospitalise | hospitalisee | occupe | occupee | coince | "
            "coincee | bloque | bloquee | de garde | en conge | en reunion | debordee | deborde | invite | "
            "invitee | en formation | positif | positive | en arret | grippe | grippee | de service | "
            "de mariage | cloue | clouee | fievreux | fievreuse | au lit | prise | pris"
        ),
        "day": (
            "lundi | mardi | mercredi | jeudi | vendredi | samedi | dimanche | demain | aujourd hui | aujourd'hui | hui"
        ),
        "disponible": "disponible | disponibles | libre | libres | dispo | la | en etat | en forme pour",
        "dois": (
            "dois | devons | vais devoir | allons devoir | veux | voudrais | voudrions | souhaite | souhaitons | "
            "souhaiterais | prefere | preferons | vais | allons | aimerais | aimerions | suis oblige de | "
            "suis obligee de | sommes obliges de | suis contraint de | suis contrainte de | "
            "sommes contraints de | me vois contraint de | me vois contrainte de | me vois oblige de | "
            "me vois obligee de | me vois dans le obligation de | suis force de | suis forcee de | "
            "suis dans le obligation de | suis au regret de | ai le regret de | nous voyons contraints de | "
            "tiens a | viens | me permets de | suis navre de | suis navree de | suis desole de | "
            "suis desolee de | suis tenu de | nous voyons obliges de | ai du | avons du | vais etre oblige de | "
            "vais etre obligee de | regrette de | regrette de devoir | suis desole de devoir | "
            "suis desolee de devoir | suis au regret de devoir | ai le regret de devoir"
        ),
        "donnez": (
            "donnez | donne | donner | offrez | offrir | attribuez | attribuer | cedez | ceder | proposez | "
            "proposer | liberez | liberer | libere | redonnez | redonner | passez | passer | laissez | laisser | "
            "cede | laisse | remettez | remettre | rendre | reattribuer | reattribuez | profiter | prendre | "
            "redistribuer | recuperer"
        ),
        "est": "est | vient | peut | a | va | sera | ne",
        "event": (
            "soiree | fete | diner | evenement | concert | invitation | atelier | degustation | repas | brunch | "
            "dejeuner | spectacle | rendez vous | vernissage | anniversaire | mariage | cours | apero | lecture | "
            "rencontre"
        ),
        "ma": "ma | mon | notre | nos | mes | la | les | nos deux | mes deux | les deux",
        "mails": (
            "mail | mails | e mail | e mails | email | emails | message | messages | courriel | courriels | "
            "newsletter | newsletters | rappel | rappels | invitation | invitations | courrier | courriers | "
            "notification | notifications | pub | sollicitation*"
        ),
        "moi": "moi | nous | ma part | mon cote | notre cote | notre part",
        "month": (
            "janvier | fevrier | mars | avril | mai | juin | juillet | aout | septembre | octobre | novembre | decembre"
        ),
        "nope": (
            "telephone | gare | reunion | repetition | premiere partie | debut | partir de | cote | l aperitif | apero"
        ),
        "on": "on peut | on pourra | on va pouvoir | on va pas pouvoir | on ne peut | on ne pourra",
        "part": "soir | matin | midi | apres midi | soiree | matinee",
        "pas": "pas | plus | guere | point | aucunement | jamais",
        "peux": "peux | pourrai | pouvons | pourrons | puis | saurai | saurais | saurons",
        "place": (
            "place | places | inscription | inscriptions | reservation | reservations | venue | participation | "
            "presence | siege | table | billet | billets | invitation | nom | rsvp | couvert | couverts | "
            "confirmation | entree"
        ),
        "present": (
            "la | present | presente | presents | presentes | des votres | des notres | de la partie | parmi | "
            "avec | disponible | disponibles | libre | de la fete | dans le coin | en ville"
        ),
        "prevu": "prevu | quelque | un engagement | autre | un autre",
        "prie": (
            "veuillez | vouloir | prie de | demande de | demander de | merci de | souhaite | souhaitons | "
            "voudrais | voudrions | aimerais | veux | voulons | svp | pour | contraint* de | oblige* de | "
            "obligation de | dois | devons | devoir | vais | allons | pouvez vous | pourriez vous | peux tu | "
            "pourrais tu | pouvez | vous pouvez | tu peux | preferons | prefere"
        ),
        "seat": "<ma> <place> | <ma> ~ <place> | celle de mon ~ | moi | la mienne | tout",
        "serais": "serais | serions",
        "si": (
            "si je | si on | si nous | si vous | si tu | si il | si elle | si ils | si le | si la | si les | "
            "si mon | si ma | si mes | si ca | si ce | si jamais | si un | si une | si possible | si besoin | "
            "si ~ <est>"
        ),
        "suis": "suis | sommes",
        "trouble": (
            "obseques | enterrement | deuil | deces | decedee | decede | hopital | hospitalise* | operation | "
            "operer | opere | operee | grippe | covid | fievre | gastro | angine | migraine | bronchite | "
            "platre | bequilles | alite* | chimio | greve | tempete | neige | panne | depanneuse | accident | "
            "examen | exam | concours | mariage | astreinte | de garde | d astreinte | vomit | dégât | degat | "
            "degats | inondation | fuite | imprevu | contretemps | empechement | baby sitter | nounou | jambe | "
            "cheville | malade | positif | positive | en retard de travail | double reservation | "
            "deux invitations | meme soir | meme jour | meme date | conge refuse | refuser mon conge | urgence | "
            "urgences | client | deplacement"
        ),
        "venir": (
            "venir | etre la | etre present | etre presente | etre presents | etre presentes | etre parmi | "
            "etre avec | etre des votres | etre des notres | etre disponible | participer | assister | aller | "
            "me joindre | nous joindre | joindre | me rendre | se joindre | me liberer | nous liberer | honorer | "
            "me deplacer | nous deplacer | me degager | repondre present | repondre favorablement | "
            "donner suite | passer | accepter | etre de la partie | etre de la fete | faire | rejoindre | "
            "prendre part | etre disponibles | partager | utiliser ma place | occuper ma place | "
            "profiter de ma place | etre"
        ),
        "venu": "venu | venue | venus | venues | des votres",
    },
    when=(
        "ce? <day> <part>? prochain? | le <day> # <month>? | <day> # <month>? | ce <part> | cette soiree la | "
        "cette fois ci | cette fois | ce jour la | a cette date | a cette soiree | a la derniere minute | "
        "au dernier moment | cette semaine | ce week end | ce weekend | a cette occasion | pour <day> | "
        "du <day> | du # <month>? | de <day> | de samedi soir | en fin de compte | au final | "
        "pour le moment ou rien | a mon grand regret | a notre grand regret | a regret | comme prevu | "
        "ce coup ci | pour cette fois | de samedi | cette annee | le # <month>? | # <month>"
    ),
    leads=(
        "mais | et | donc | que | car | desole | desolee | bonjour | bonsoir | coucou | merci | dommage | de | "
        "salut | hello | vouloir | ok | oups | dire | non | helas | pardon | zut | possible | excusez"
    ),
    own="je | on | j",
    openers=(
        "desole | desolee | merci | bonjour | bonsoir | salut | coucou | helas | malheureusement | dommage | je | "
        "nous | on | suis | zut | pardon | ai | grand | toutes | mille | navre | navree"
    ),
    regrets=(
        "desole* | malheureusement | helas | regret* | navre* | dommage | pardon | excus* | confus* | zut | "
        "deception | decu | decue | triste | tant pis | mauvaise nouvelle | avait dit oui | avais dit oui | "
        "avions dit oui | avions confirme | avais confirme | avions accepte | avais promis | accepte de | "
        "derniere minute"
    ),
    cancels=(
        "ne <peux> <pas>? ~? <venir> | <peux> <pas> ~? <venir> | ne vais <pas> pouvoir | vais <pas> pouvoir | "
        "n allons <pas> pouvoir | ne allons <pas> pouvoir | allons <pas> pouvoir | ^ ne pas pouvoir <venir> | "
        "ne pas pouvoir <venir> | ne pouvoir <venir> | de ne pouvoir | ne plus pouvoir <venir> | "
        "<suis> dans le incapacite de | <suis> dans le impossibilite de | serai dans le impossibilite | "
        "serons dans le impossibilite | <suis> pas en mesure | serai <pas> en mesure | serons <pas> en mesure | "
        "suis incapable de <venir> | on ne pourra <pas> <venir> | on pourra <pas> <venir> | ne occuperons <pas> | "
        "ne occuperai <pas> | en mesure de <venir> rien | <pas> en mesure de | ne sommes <pas> en mesure | "
        "sera <pas> chez vous | va manquer ca | vais manquer ca | allons manquer ca | prefere me abstenir | "
        "me abstiens | me abstenir | pas le coeur a la fete | reste chez moi | restons chez nous | "
        "fais le impasse | faisons le impasse | lache le affaire | lachons le affaire | reviens sur ma reponse | "
        "pas cette fois | ne plus nous attendre | ne plus me attendre | ne nous attendez plus | "
        "ne me attendez plus | le fait pas pour <moi> | ne le fait pas pour <moi> | ca le fait <pas> | "
        "est mort pour <moi> | mort pour <moi> | c mort | sera pour une autre fois | ce sera pour une | "
        "mangerez ma part | on ne peut <pas> <venir> | on peut <pas> <venir> | on ne va <pas> pouvoir | "
        "on va <pas> pouvoir | on ne vient <pas> | on vient <pas> | on ne viendra <pas> | on viendra <pas> | "
        "on ne sera <pas> <present> | on sera <pas> <present> | on annule | on se desiste | on passe notre tour | "
        "on doit annuler | on va devoir annuler | on ne peut <pas> finalement | on est oblige* de annuler | "
        "on va devoir <annuler> | on doit <annuler> | ne viendrai <pas> | viendrai <pas> | ne viendrons <pas> | "
        "viendrons <pas> | ne viens <pas> | viens <pas> | ne irai <pas> | irai <pas> | ne irons <pas> | "
        "ne vais <pas> venir | vais <pas> venir | ne venons <pas> | ne vais <pas> etre | ne compte <pas> venir | "
        "ne serai <pas> <present> | serai <pas> <present> | ne serons <pas> <present> | serons <pas> <present> | "
        "ne serai <pas> $ | ne serons <pas> $ | ne suis <pas> <disponible> | suis <pas> <disponible> | "
        "ne sommes <pas> <disponible> | ne serai <pas> <disponible> | ne serons <pas> <disponible> | "
        "serai <pas> <disponible> | suis plus <disponible> | suis indisponible | serai indisponible | "
        "serons indisponibles | sommes indisponibles | serai absent | serai absente | serons absents | "
        "serons absentes | ne participerai <pas> | participerai <pas> | ne participerons <pas> | "
        "ne assisterai <pas> | assisterai <pas> | ne assisterons <pas> | ne participe <pas> | ne assiste <pas> | "
        "je <dois> annuler <apres> | nous <dois> annuler <apres> | <dois> annuler <apres> | <dois> <annuler> | "
        "je annule <apres> | je annule | annulons <apres> | nous annulons | obligation de annuler <apres> | "
        "contraint* de annuler <apres> | oblige* de annuler <apres> | me desiste | nous desistons | je renonce | "
        "nous renoncons | je decline avec regret | je decline | nous declinons | je passe mon tour | "
        "passe mon tour | passons notre tour | declare forfait | declarons forfait | je me retire | "
        "suis forfait | serai forfait | sommes forfait | fais faux bond | faire faux bond | je cede ma place | "
        "je laisse ma place | je libere ma place | liberons nos places | laissons nos places | "
        "cedons nos places | je rends ma place | rendons nos places | fais une croix | <prie> annuler <seat> | "
        "je annule <seat> | on annule <seat> | annulation de <seat> | ^ annuler $ | ^ annulez $ | "
        "^ annulation $ | ^ annule $ | ^ non merci $ | ^ non malheureusement $ | ^ malheureusement non $ | "
        "^ non $ rien | annulation pour moi | ^ forfait $ | ^ pas possible pour <moi> | pas possible pour <moi> | "
        "^ impossible pour <moi> | ^ impossible de <venir> | impossible de <venir> | ^ impossible $ | "
        "me est impossible | me sera impossible | nous est impossible | nous sera impossible | "
        "sera impossible pour <moi> | impossible pour <moi> | ne sera <pas> possible $ | "
        "ne me est <pas> possible | ne me sera <pas> possible | ne nous est <pas> possible | "
        "ne nous sera <pas> possible | ne va <pas> etre possible | va <pas> etre possible | va <pas> le faire | "
        "sera <pas> possible | ne comptez <pas> sur <moi> | ne compte <pas> sur <moi> | comptez <pas> sur <moi> | "
        "ne comptez plus sur <moi> | compte <pas> sur <moi> | compte plus sur <moi> | plus compter sur <moi> | "
        "pas compter sur <moi> | sans <moi> | <aurais> ... <aime> | <serais> ... <venu> | ne tiens pas parole | "
        "ne me attendez <pas> | ne me attends <pas> | me attendez <pas> | ne attendez <pas> apres <moi> | "
        "ne nous attendez <pas> | interdit de sortir | interdit toute sortie | ca va <pas> aller pour <moi> | "
        "va <pas> aller pour <moi> | ne va <pas> aller pour <moi> | je decline le invitation | "
        "tant pis pour la <event> | tant pis pour le <event> | tant pis pour cette <event> | on fait demi tour | "
        "fais demi tour | faisons demi tour | suis empeche* | sommes empeche* | suis retenu* | sommes retenu* | "
        "suis pris | suis prise | sommes pris | serai retenu* | serai pris | serai prise | serai empeche* | "
        "ai un empechement | avons un empechement | un empechement | empechement de derniere minute | "
        "ne ai plus besoin de <seat> | ne aurai <pas> besoin de <seat> | ai plus besoin de <seat> | "
        "ne garde <pas> <seat> | ne gardez <pas> <seat> | gardez pas <seat>"
    ),
    requests=(
        "<donnez> <seat> a <autre> | <donnez> <seat> au <autre> | <donnez> <seat> $ | "
        "<donnez> a <autre> ... <seat> | <seat> a <autre> | <seat> au <autre> | <seat> est libre | "
        "<seat> est disponible | <seat> se libere | <seat> est a prendre | <seat> peut aller | "
        "<seat> peut etre <donnez>* | <seat> peut revenir | <seat> fera | disposer de <seat> | "
        "profitera de <seat> | profite de <seat> | <donnez> de <seat> | <prie> annuler <seat> | "
        "^ annulez <seat> | ^ annule <seat> | ^ annuler <seat> | <prie> annuler ~ <seat> | "
        "<prie> liberer <seat> | ^ liberez <seat> | prenez les notres | prendre les notres | prenez la mienne | "
        "retirez moi | retire moi | retirer de la liste | me retirer de la liste | enlevez moi | enleve moi | "
        "me rayer | rayez moi | supprimez <seat> | supprimer <seat> | me supprimer de la liste | "
        "retirer mon nom | retirez mon nom | me desinscrire de la <event> | desinscrivez moi de la <event> | "
        "otez moi | me enlever de la liste | enlever mon nom | rayer mon nom | rayez mon nom | barrez moi | "
        "retirez nous | rayez nous | enlevez nous | me decompter | decomptez moi"
    ),
    bare="on ne pourra <pas> $ | on pourra <pas> $ | ne <peux> <pas> $ | <peux> <pas> $ | ^ pas cette fois",
    hindrances=(
        "<trouble> | nous partons a | je pars a | je pars en | nous partons en | nous retient | me retient | "
        "me retiennent | ^ absente | ^ absent | suis ~? <away> | sommes ~? <away> | serai ~? <away> | "
        "serons ~? <away> | ai un imprevu | avons un imprevu | un imprevu | un contretemps | ai deja <prevu> | "
        "avons deja <prevu> | ai un autre | avons un autre | ai une autre | ai deja un | ai deja une | "
        "dois travailler | travaille $ | travaille ce | me suis casse* | me suis foule* | me suis fait | "
        "ai attrape | ai la grippe | ai le covid | ai de la fievre | ai une gastro | cloue au lit | "
        "clouee au lit | pars en | pars a | dois partir | suis en deplacement | tombe malade | tombee malade | "
        "ai eu un accident | en panne | urgence familiale | une urgence | dois aller a l hopital"
    ),
    partings=(
        "bonne fete | joyeux anniv* | bisous | buvez un coup | a ma sante | sante | fetez | bonne soiree | "
        "belle soiree | belle fete | amusez vous | amusez | prochaine fois | une autre fois | partie remise | "
        "annee prochaine | pensez a | penserai a vous | penserons a vous | levez | trinquez | trinquer | "
        "plein de bonheur | bon courage | bonne guindaille | profitez | embrass* | bon anniversaire | tant pis | "
        "ce n est que partie | ne est que partie | photos | belle reception | tous mes voeux | en veux pas | "
        "m en voulez pas | de tout coeur | par la pensee"
    ),
    absent="peut <pas> | ne peut <pas> | pourra <pas> | vient <pas> | viendra <pas> | sera <pas> la",
    comes=(
        "je viens | je viendrai | nous viendrons | nous venons | on vient | on viendra | je serai la | "
        "je serai present | je serai presente | nous serons la | nous serons presents | on sera la | "
        "je suis la $ | je suis partant | y serai | manquerais ca | on y sera | sera des votres | "
        "suis la samedi | ^ present $ | ^ presente $ | ^ presents $ | ca marche | me a hate | y etre | "
        "confirmer ma presence | confirmer notre presence | confirmer notre venue | confirmer ma venue | "
        "serai bien | je suis partante | nous sommes partants | on est partants | suis des votres | "
        "serai des votres | serons des votres | comptez sur moi | compte sur moi | comptez sur nous | "
        "compter sur moi | je confirme ma | je confirme notre | nous confirmons | je confirme $ | "
        "confirme ma presence | avec plaisir | avec joie | volontiers | hate de | hate d y etre | a <day> | "
        "a vendredi | a samedi | a demain | a ce soir | a tout a l heure | rejouis de vous | me rejouis | "
        "nous rejouissons | rejouis de venir | ai hate | y serons | bien sur que je viens | je participe | "
        "je participerai | nous participerons | je assisterai | raterais pas | manquerais pas | manquerai pas | "
        "raterai pas | rater ca | manquer ca pour rien | je passe vers | je arrive | je arriverai | "
        "arriverai vers | arriverons | retard | je peux venir | je pourrai venir | on arrive"
    ),
    keeps=(
        "ne annulez <pas> | annulez pas | ne annule <pas> | pas annuler | ne donnez <pas> <seat> | "
        "donnez pas <seat> | ne pas annuler | ne pas donner | gardez <seat> | garder <seat> | gardez moi | "
        "garde moi | ne liberez <pas> | ne libere <pas> | ne cedez <pas> | ne retirez <pas> | "
        "au lieu de annuler | plutot que de annuler | plutot que annuler | sans annuler | ne veux <pas> annuler | "
        "ne renonce <pas> | pas renoncer | conservez <seat> | ne compte <pas> annuler | ne cede <pas> | "
        "ne donne <pas> <seat> | garde <seat> | ne pas ceder | ne me desiste <pas> | ne me rayez <pas> | "
        "ne me retirez <pas> | ne me enlevez <pas>"
    ),
    stops=(
        "ne plus ... recevoir | plus recevoir | ne plus ... envoyer | plus m envoyer | plus me envoyer | "
        "plus envoyer | cessez de | arretez de | arretez avec | arretez vos | marre de recevoir | arrete de | "
        "arreter de me | cesser de me | plus de <mails> | plus de mail | plus vos <mails> | plus aucun <mails> | "
        "aucun <mails> | stop aux <mails> | me desabonner | desabonnez moi | desabonnement | desabonner | "
        "^ stop $ | ^ stop svp $ | rgpd | me oppose a | nouvel envoi | ^ desinscrire $ | ^ desinscription $ | "
        "^ arret $ | ^ arretez $ | me desinscrire $ | me desinscrire de vos | me desinscrire de cette liste | "
        "desinscrivez moi $ | desinscrivez moi de | desinscrire de vos | liste de diffusion | mailing list | "
        "retirer mon adresse | retirez mon adresse | supprimez mon adresse | supprimer mon adresse | "
        "mon adresse de vos | mon adresse de votre | enlevez mon adresse | effacez mon adresse | "
        "ne me ecrivez plus | ne m ecrivez plus | me ecrivez plus | plus me ecrire | plus m ecrire | "
        "ne me contactez plus | plus etre contacte* | plus etre sollicite* | plus me contacter | "
        "plus me solliciter | fichez moi la paix | laissez moi tranquille | de vos listes | de votre fichier | "
        "marre de vos | vos newsletters | la newsletter | votre newsletter"
    ),
    others=(
        "il | elle | ils | elles | mari | femme | conjoint | conjointe | compagnon | compagne | fils | fille | "
        "frere | soeur | mere | pere | maman | papa | ami | amie | amis | copain | copine | collegue | chef | "
        "enfants | voisin | voisine | invite | tu | vous | personne | certains | baby"
    ),
    doubts=(
        "<si> | sauf si | peut etre | quand je | quand on | pourquoi | au cas | eventuellement | eventuel | "
        "probablement | sans doute | risque de | risquons | suis pas sur | suis pas sure | pas sur de | "
        "pas sure de | pas certain* | sais pas | sais pas encore | sais encore | verrai | verrons | a voir | "
        "il se peut | il est possible | possible que | cas ou | comment <annuler> | comment faire | "
        "jusqu a quand | imaginons | admettons | selon | dependra | depend | devrais | devrait | pourrais | "
        "pourrait | si jamais | hesite | reflechis | se peut | on verra | demande si | a moins | reste a voir | "
        "redonne des nouvelles | tiens au courant | croisons les doigts | vous redis | te redis"
    ),
    told=(
        "dit que | ecrit que | etait | la derniere fois | derniere fois | annee derniere | an dernier | avait | "
        "pensais | croyais"
    ),
    unless=(
        "a partir | plus tard | seulement | a moins | sauf | si le | si ma | si mon | si je | si on | si la | "
        "si ca | si il | tant que"
    ),
    turns="pas | jamais | lieu | plutot | eviter | failli | vient | elle | ils | elles | tu",
    limits=(
        "de mon | de ma | de mes | avec | seul | seule | seuls | avant | sans | tout de suite | a l heure | "
        "a le heure | a temps | plus tot | tot | des le debut | des # | a # | vers # | a <nope> | au <nope> | "
        "le chercher | en voiture | en train | a pied | en avance | dire | promettre | confirmer | savoir | "
        "attendre | garantir | directement | jusqu au | longtemps | dormir | plus de | qu a | que a | que vers | "
        "que apres | qu apres | de si tot | les mains | mains vides"
    ),
    later=(
        "prochaine fois | une autre fois | la prochaine | prochain | fois suivante | annee prochaine | "
        "an prochain | edition suivante | une prochaine | autre occasion | derniere fois"
    ),
    asks=(
        "est ce que | dois je | puis je | peut on | comment | quand | ou | qui | quel | quelle | quels | "
        "combien | jusqu | jusqu'a | jusqua | pouvez vous | pourriez vous | peux tu | pourrais tu | faut il | "
        "y a t il | avez vous | on peut venir | je peux venir | je peux annuler | pourquoi | est il | serait il | "
        "a quelle | doit on"
    ),
    tags="non | n est ce pas | ne est ce pas | hein | si | ce est ca | c est ca | d accord | ok | vrai",
    noes="non | nan | nope | no",
    yeses="oui | ouais | ok | parfait | super | volontiers | yes | bien sur | absolument",
)
