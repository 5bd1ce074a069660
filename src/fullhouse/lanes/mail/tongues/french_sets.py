"""The named sets of French, from which its ways are made."""

SETS = {
    "absence": "desistement | annulation | absence | retrait | renoncement | defection | forfait | indisponibilite",
    "after": (
        "$ | <seat> <to>? | pour <goal> | pour <me> | pour cause | pour raison* | pour des raisons | pour <day> | "
        "car | cause | a cause | suite | faute | puisque | vu | etant | avec <tant>? regret | <day> | ce <part> | le "
        "# | du # | tout $ | nos | avec regret | a contrecoeur | la mort dans | a la derniere minute | au dernier "
        "moment | parce | compte tenu | en raison"
    ),
    "ailing": (
        "malade | malades | souffrant | souffrante | souffrants | alite | alitee | hospitalise | hospitalisee | "
        "coince | coincee | coinces | bloque | bloquee | bloques | de garde | positif | positive | en arret | grippe "
        "| grippee | de service | cloue | clouee | fievreux | fievreuse | au lit | hs | ko | au fond du lit | de "
        "astreinte | d astreinte | de permanence | de corvee | empeche | empechee | empeches | mal en point | aphone "
        "| immobilise | immobilisee | aux urgences | a le hopital | a la clinique | cas contact | contagieux | "
        "contagieuse | en quarantaine | a le arret | au bout du rouleau | pogne | pognee | pognes | plie en deux | "
        "dans le platre | au chevet | en isolement | en deuil | a le hosto | immobilises | en clinique | sans "
        "chauffeur | hors service | hors circuit | hors de combat | hors de etat | au tapis | ko technique"
    ),
    "aime": "aime | voulu | adore | souhaite",
    "announce": (
        "noter | note | notez | part | prendre | signaler | signale | annoncer | annonce | informer | informe | "
        "prevenir | previens | excuser | excusez | faire part"
    ),
    "annuler": (
        "annuler <after> | me desister | nous desister | se desister | desister | renoncer | decliner $ | decliner "
        "<this>? ~? <event> | decliner le <event> | decliner la <event> | decliner a regret | faire faux bond | "
        "faire defection | declarer forfait | passer mon tour | passer notre tour | passer son tour | me retirer | "
        "nous retirer | laisser <seat> | ceder <seat> | liberer <seat> | rendre <seat> | me decommander | nous "
        "decommander | se decommander | decommander | resilier <seat> | me desinscrire | nous desinscrire | faire "
        "une croix | refuser <this> <event> | faire le impasse | poser un lapin | lacher $ | jeter le eponge | dire "
        "non | abandonner $ | laisser tomber $ | laisser tomber <to> | laisser faire | laisser passer $ | laisser "
        "passer cette | planter | capituler | rendre les armes | retirer <seat> | restituer <seat> | revenir sur "
        "<my> <reply> | manquer <missed> | rater <missed> | louper <missed> | secher | abstenir | me abstenir | nous "
        "abstenir | zapper <missed> | <nonvenir> | sauter $ | sauter ce | sauter cette | fausser compagnie | briller "
        "par mon absence | faire le impasse | ne pas venir | ne pas participer | ne pas etre <present> | ne plus "
        "venir | ne pas assister | ne pas me rendre | ne pas nous rendre | ne pas y aller | ne pas aller | me faire "
        "excuser | nous faire excuser | tirer ma reverence | me defiler | nous defiler | me porter pale | me faire "
        "porter pale | laisser feter | laisser sans | <passer_de> | reporter <my> venue | dire que non | dedire | me "
        "dedire | nous dedire | se dedire | donner <seat> <taker> | manquer a le appel | remettre <seat> | offrir "
        "<seat> <taker> | enlever <my> <place> | supprimer <my> <place>"
    ),
    "at": "a ~ | au ~ | par ~ ~? | chez ~ | en ~ | a le ~ | a la ~",
    "aurai": "aurai | aurons",
    "aurais": "aurais | aurions | aurait",
    "autre": (
        "quelqu | quelqu un | quelqu de ~ | quelqu un de ~ | quelque un | quelqun | un autre | une autre | autre | "
        "autres | le suivant | la suivante | suivant | suivante | suivants | prochain | prochaine | liste | personne "
        "| attente | qui | autrui | ceux | gens | d autres | de autres | plus | premier | premiere | celui | celle | "
        "remplacant | veinard | chanceux"
    ),
    "away": "<ailing> | <busy>",
    "be": "serai | serons | serais | suis | sommes | vais etre | allons etre | sois | soyons",
    "busy": (
        "a <far> | a l etranger | a le autre bout | a le etranger | a plat | a sec | absent | absente | absents | au "
        "bureau | charrette | claque | claquee | creve | crevee | dans le jus | de mariage | deborde | debordee | en "
        "conge | en deplacement | en formation | en mission | en panne | en reunion | en vacances | en voyage | "
        "epuise | epuisee | fauche | fauchee | invite ailleurs | lessive | lessivee | occupe | occupee | patraque | "
        "pris | prise | retenu | retenue | retenus | rince | rincee | sans voiture | sous le eau | sur les genoux | "
        "sur un chantier | sur un tournage | vanne"
    ),
    "can": "suis | sommes | serai | serons | serais | on est | on sera",
    "come": (
        "viens | viendrai | viendrais | viendrons | venons | irai | irons | participerai | participons | "
        "participerons | assisterai | assisterons | assistons | vais venir | allons venir | vais aller | vais "
        "participer | vais assister | compte venir | comptons venir | me joindrai | nous joindrons | me joins | me "
        "deplacerai | nous deplacerons | me rendrai | nous rendrons | rejoindrai | rejoindrons | honorerai | "
        "honorerons | venions | monterai | descendrai | monterons | descendrons | ferai partie | ferons partie | je "
        "vient | bougerai | bougerons | figurerai | occuperai | occuperons | me presenterai | nous presenterons"
    ),
    "day": (
        "aujourd | lundi | mardi | mercredi | jeudi | vendredi | samedi | dimanche | demain | aujourd hui | "
        "aujourd'hui | hui"
    ),
    "dead": (
        "mort | rape | cuit | foutu | fichu | rate | loupe | plie | fini | finie | termine | terminee | finis | "
        "tombe a le eau | compromis $ | impossible | exclu | niet | no go | non | nope"
    ),
    "depart": "la route | le volant | le deplacement | le voyage | part | le train | le trajet | partie",
    "drops": (
        "annule <after> | annulons <after> | renonce | renoncons | decline $ | decline <this> | decline le <event> | "
        "decline avec ~ | decline avec ~ <this> ~? <event> | declinons | me desiste | se desiste | me retire <roll>? "
        "| se retire $ | passe mon tour | passe notre tour | passe son tour | passons notre tour | jette le eponge | "
        "jetons le eponge | lache le affaire | lachons le affaire | declare forfait | declarons forfait | capitule | "
        "rends les armes | rends mon tablier | baisse pavillon | me degonfle | fais un lapin | fais defaut | me "
        "decommande | nous decommandons | se decommande | me desinscris | nous desinscrivons | abandonne $ | "
        "abandonne <day> | abandonne pour <goal> | seche | rate <missed> | ratons <missed> | manque <missed> | "
        "manquons <missed> | loupe <missed> | raterai <missed> | manquerai <missed> | louperai <missed> | raterons "
        "<missed> | manquerons <missed> | ratera <missed> | manquera <missed> | vais rater <missed> | vais manquer "
        "<missed> | vais louper <missed> | allons rater <missed> | allons manquer <missed> | va rater <missed> | va "
        "manquer <missed> | va louper <missed> | laisse tomber $ | laisse tomber <to> | cede <seat> <taker>? | "
        "laisse <seat> <taker>? | libere <seat> | liberons <seat> | laissons <seat> | cedons <seat> | rends <seat> | "
        "rend <seat> | rendons <seat> | donne <seat> <taker> | offre <seat> <taker> | fais faux bond | fait faux "
        "bond | faisons faux bond | fais defection | faisons defection | fait defection | plante $ | plante <day> | "
        "plante pour <goal> | plantons | pose un lapin | posons un lapin | fais le impasse | faisons le impasse | "
        "fait le impasse | zappe <missed> | fais une croix | faisons une croix | fait une croix | me defile | nous "
        "defilons | se defile | reviens sur <my> <reply> | revenons sur <my> <reply> | revient sur <my> <reply> | "
        "retire <seat> | retirons <seat> | me abstiens | nous abstenons | me abstiendrai | lache $ | lache pour | "
        "lache <this> <event> | laisse passer $ | laisse passer pour | lache <day> | fais demi tour | faisons demi "
        "tour | fait demi tour | dis non | dit non | disons non | me porte pale | fais porter pale | me debine | "
        "quitte le navire | me excuse pour mon absence | laisse feter | laissons feter | laisse <seat> | me vois "
        "prive* | serai prive* de | vais pas le faire | dois passer mon tour | suis forfait | sommes forfait* | "
        "serai forfait | serons forfait | suis out | est forfait | est out | suis hors jeu | suis hors course | "
        "declarerai forfait | tire ma reverence | ferai faux bond | ferons faux bond | ferai le impasse | passerai "
        "mon tour | passerons notre tour | abandonnons | me desisterai | nous desisterons | me fais excuser | nous "
        "faisons excuser | restitue <seat> | prefere <stay> | preferons <stay> | retracte | me retracte | nous "
        "retractons | se retracte | me rétracte"
    ),
    "eat": (
        "mangerez | mangez | mange | mangeras | buvez | boirez | bois | finissez | finirez | partagez | partagerez | "
        "devorez"
    ),
    "end": (
        "$ | je | j | on | nous | car | parce | puisque | cause | suite | vu | etant | faute | le | la | les | mon | "
        "ma | mes | notre | nos | il | elle | ce | cette | c | merci | desole* | navre* | sorry | grosse | gros | "
        "trop | tout | bonne | bon | belle | amuse* | profite* | bisous | bises | biz | a+ | finalement | "
        "malheureusement | helas | donc | puis | vous | tu | te | en effet | ayant | comme | maman | papa | mamie | "
        "papi | ni | que ce | quel | quelle | cordialement | j | g | svp | et | mais | un | une | suis | ai | "
        "dommage | excuse* | pardon | bien a | bien cordialement | mille | toutes | gastro | grippe | covid | malade "
        "| #"
    ),
    "est": "est | vient | peut | a | va | sera | ne | se | pleut | y | faut | fait",
    "event": (
        "soiree | soirees | fete | diner | evenement | concert | invitation | atelier | degustation | repas | brunch "
        "| dejeuner | spectacle | rendez vous | vernissage | anniversaire | mariage | cours | rencontre | gala | "
        "banquet | reception | bal | seminaire | conference | stage | journee | sortie | week end | barbecue | bbq | "
        "pique nique | projection | cocktail | buffet | bapteme | communion | cremaillere | raclette | tournoi | "
        "match | pot | boum | resto | restaurant | restau | colloque | festival | crepes | crepe | cousinade | "
        "souper | party | fiesta | randonnee | rando | excursion | formation | initiation | loto | inauguration | "
        "lancement | congres | symposium | assemblee | forum | hackathon | marathon | course | manifestation | "
        "garden party | kermesse | quiz | cinema | theatre | expo | exposition | marche | balade | randos | gouter | "
        "apres midi | salon | festivites | rassemblement | retrouvailles | noces | celebration"
    ),
    "extra": (
        "cadeau | cagnotte | frais | tombola | karaoke | covoiturage | vin | mairie | eglise | repetition | "
        "repetitions | reunion | apero | aperitif | visite guidee | preparatifs | rangement | dessert | collecte | "
        "photo | photos | cafe | installation | menage | vaisselle | montage | reperage | discours | after | "
        "decoration | deco | courses | parking | digestif | entree | messe | brief | briefing | essayage | essayages "
        "| enterrement de vie"
    ),
    "far": "l autre bout | le autre bout | mille | des kilometres",
    "for_me": "pour <me> | de mon cote | de notre cote | de ma part | chez <me> | pour ma pomme",
    "forbid": (
        "interdit | interdisent | interdite | empeche | empechent | empechera | empecheront | defendu | deconseille "
        "| deconseillent | oblige a ne pas"
    ),
    "forced": "oblige* | contraint* | force* | dans le obligation | tenu* | reduit* | resolu* | resign*",
    "give": (
        "donner | offrir | attribuer | ceder | proposer | liberer | redonner | passer | laisser | remettre | rendre "
        "| reattribuer | redistribuer | recuperer | reprendre | lacher | refiler | filer | reaffecter | affecter | "
        "disposer de | revendre | remplir | remettre en jeu | supprimer | utiliser | considerer | mettre | "
        "reproposer | transferer"
    ),
    "given": (
        "reattribue* | donne* | cede* | attribue* | redistribue* | offerte* | libere* | utilise* | remise* | "
        "reprise* | propose* | annule*"
    ),
    "gives": (
        "donnez | donne | offrez | offre | attribuez | attribue | cedez | cede | proposez | propose | liberez | "
        "libere | redonnez | redonne | passez | passe | laissez | laisse | remettez | remets | reattribuez | "
        "reattribue | redistribuez | redistribue | recuperez | recupere | reprenez | reprends | lachez | lache | "
        "refilez | refile | filez | file | disposez de | dispose de | annulez | annule | supprimez | supprime | "
        "barrez | barre | rayez | raye | retirez | retire | reaffectez | reaffecte | enlevez | enleve"
    ),
    "goal": (
        "<this> ~? <event> <of>? | <this> !<extra> | la <event> <of>? | le <event> <of>? | la ~ <event> | <my> "
        "<event> | le # | demain"
    ),
    "group": (
        "notre ~? equipe | notre famille | toute la famille | notre groupe | notre classe | toute le equipe | notre "
        "bande | notre couple"
    ),
    "have": (
        "ai | avons | on a | aurai | aurons | jai | me suis | ai eu | avons eu | ai chope | ai pogne | ai attrape"
    ),
    "home": (
        "a la maison | chez moi | chez nous | au lit | couche | couchee | a maison | a son chevet | au chaud | au "
        "chevet | sous la couette | cloue* | au milieu | au calme | aupres | aupres de ~ | a cote de ~ | avec elle | "
        "avec lui | a le abri | enferme* | tranquille* | dans mon lit | au fond de mon lit | coince* | bloque*"
    ),
    "how": (
        "$ | a ~? | avec ~? | tous ~? ~? | toutes ~? ~? | les ~? ~? | deux ~? ~? | bien ~? | pour ~? ~? | en ~? | "
        "sans ~? ~? | chez ~? | au ~? | aux ~? | <day> | vers ~? | le ~? | ce ~? | quand meme | donc | volontiers | "
        "par ~? | cette ~? | comme ~? | evidemment | toujours | hein | demain"
    ),
    "icome": "je viens | nous venons | on vient",
    "icomes": "participe | assiste | bouge | vienne | passe | sors | quitte",
    "ill": (
        "grippe | covid | fievre | gastro | angine | migraine | bronchite | lumbago | sciatique | creve | otite | "
        "varicelle | rhume | rage de dents | intoxication | indigestion | 39 | 40 | extinction de voix | entorse | "
        "tendinite | pneumonie | appendicite | crise | virus | rougeole | coqueluche | scarlatine | nausees | "
        "vertiges | conjonctivite | poux | bronchiolite | impetigo | zona | torticolis | mal de dos | oreillons"
    ),
    "joy": "plaisir | joie | chance | honneur | bonheur | privilege | loisir | possibilite | occasion",
    "lets": (
        "me permet | nous permet | me permettent | nous permettent | me permettra | nous permettra | me le permet | "
        "le permet"
    ),
    "mails": (
        "mail | mails | e mail | e mails | email | emails | message | messages | courriel | courriels | newsletter | "
        "newsletters | rappel | rappels | invitation | invitations | courrier | courriers | notification | "
        "notifications | pub | sollicitation* | relance | relances | correspondance | correspondances | sms | textos "
        "| spam | spams | publicites"
    ),
    "me": "moi | nous",
    "mishap": (
        "imprevu | contretemps | empechement | examen | exam | partiel | partiels | oral | concours | accident | "
        "deces | enterrement | operation | platre | jambe | cheville | astreinte | permanence | engagement | "
        "obligation | deuil | autre chose | autre engagement | fuite | degat | degats | panne | greve | tempete | "
        "deplacement | mariage"
    ),
    "missed": (
        "$ | ca | cela | <goal> | le <event> | la <event> | a le appel | <this> ~ | tout ca | ton ~ | l occasion | "
        "le occasion | une si belle | une telle | ce moment"
    ),
    "month": (
        "janvier | fevrier | mars | avril | mai | juin | juillet | aout | septembre | octobre | novembre | decembre"
    ),
    "must": (
        "dois | devons | vais devoir | allons devoir | vais etre <forced> de | allons etre <forced> de | veux | "
        "voudrais | voudrions | souhaite | souhaitons | souhaiterais | souhaiterions | prefere | preferons | vais | "
        "allons | aimerais | aimerions | suis <forced> de | suis <forced> a | sommes <forced> de | sommes <forced> a "
        "| me vois <forced> de | nous voyons <forced> de | voila <forced> de | nous <forced> de | me voila <forced> "
        "de | voyons <forced> de | me trouve <forced> de | nous trouvons <forced> de | trouvons <forced> de | vois "
        "dans le obligation de | trouve dans le obligation de | suis dans le obligation de | sommes dans le "
        "obligation de | suis au regret de | sommes au regret de | ai le regret de | avons le regret de | viens | "
        "venons | me permets de | suis <sorry> de | sommes <sorry> de | regrette de | regrettons de | tiens a | "
        "tenons a | me resous a | resolvons a | me resoudre a | nous resoudre a | ai decide de | avons decide de | a "
        "decide de | on est <forced> de | on va devoir | on doit | on prefere | on voudrait | on veut | on souhaite "
        "| on va | va falloir | faut | faudra | me faut | nous faut | on aimerait | <sorry> de | bien peur de | "
        "crains de | desole mais je dois | oblige a | obligent a | oblige de | contraint a | contraignent a | force "
        "a | forcent a | pousse a | vais finalement | vais sagement | vais plutot | ai du me resoudre a | avons du "
        "nous resoudre a | suis au desespoir de | ai la tristesse de | ai le deplaisir de | avons le deplaisir de | "
        "crains devoir | demande a | sommes <sorry> de | mieux vaut | vaut mieux | choix que de | le choix que de | "
        "autre choix que de | serai <forced> de | serons <forced> de | me retrouve <forced> de | retrouvons <forced> "
        "de | rends compte que je dois | pref | ecris pour | ecrivons pour | contacte pour | me prive de"
    ),
    "my": "ma | mon | notre | nos | mes | nos deux | mes deux | ma petite | leur",
    "myself": "me | nous | me a | nous a | me ont | nous ont",
    "no_need": "inutile | pas la peine | pas besoin | plus la peine | plus besoin | ce est pas la peine",
    "nonvenir": (
        "ne pas pouvoir <pro>? <venir> | ne plus pouvoir <pro>? <venir> | ne pouvoir <pro>? <venir> | ne pouvoir $ | "
        "ne pas pouvoir $ | ne pas venir | ne plus venir | ne pas etre <present> | ne pas participer | ne pas "
        "assister | ne pas <pro>? joindre | ne pas <pro>? rejoindre | ne pas <pro>? rendre | ne pas aller | ne pas $ "
        "| ne pas avoir <the> <joy>"
    ),
    "obliged": "devoir",
    "of": "de ~ | du ~ | des ~",
    "on_be": "sera | est | va etre | serait",
    "on_come": (
        "montera | descendra | fera partie | prendra part | vient | viendra | viendrait | ira | participe | "
        "participera | assistera | assiste | va venir | va aller | va participer | se joindra | rejoindra | honorera "
        "| viens | bouge | bougera | se deplacera | se presentera | occupera | prendra la route | fera le "
        "deplacement | fera la route | vas venir"
    ),
    "on_peut": "peut | pourra | pourrait | saura | sait | peux | pourras",
    "otherday": (
        "<day> oui | <day> ce est parfait | <day> ce est bon | <day> ca me va | <day> ca irait | <day> ca va | <day> "
        "si | plutot <day> | <day> ca marche | <day> convient | <day> conviendrait | le # oui | le # ce est | le # "
        "ca | autre jour | <day> par contre | <day> je peux | <day> je suis libre | <day> plutot | le lendemain oui"
    ),
    "own": "je suis | nous sommes | on est | je serai | nous serons | on sera | suis | sommes | serai | serons",
    "ownill": (
        "<have> ~? ~? <ill> | <have> ~? ~? <mishap> | je <have> ~? ~? ~? <ill> | ^ <ill> | ^ gros* <ill> | ^ sale "
        "<ill> | ^ <mishap> | ^ gros* <mishap> | je suis ~? <ailing>"
    ),
    "part": "soir | matin | midi | apres midi | soiree | matinee | aprem",
    "party": (
        "voir du monde | voir des gens | la fete | feter | faire la fete | danser | sortir | rire | me rejouir | "
        "celebrer | me amuser | nous amuser | nous rejouir | ca $ | voir personne"
    ),
    "pas": ("pas | plus | guere | point | aucunement | jamais | pu | malheureusement pas | finalement pas | helas pas"),
    "passer_de": (
        "passer de <me> | vous passer de <me> | passer de ma presence | passer de notre presence | passer de notre "
        "compagnie | passer de ma compagnie | priver de <me> | priver de ma presence"
    ),
    "peux": (
        "peux | pourrai | pourrais | pouvons | pourrons | pourrions | puis | saurai | saurais | saurons | saurions | "
        "sais | je peut"
    ),
    "place": (
        "place | places | inscription | inscriptions | reservation | reservations | venue | participation | presence "
        "| siege | sieges | table | billet | billets | invitation | nom | noms | rsvp | couvert | couverts | "
        "confirmation | entree | chaise | chaises | assiette | assiettes | acceptation | candidature | ticket | "
        "tickets | rendez vous | creneau"
    ),
    "please": (
        "veuillez | vouloir | prie de | demande de | demander de | merci de | souhaite | souhaitons | voudrais | "
        "voudrions | aimerais | veux | voulons | svp | pouvez vous | pourriez vous | peux tu | pourrais tu | pouvez "
        "| tu peux | vous pouvez | pourriez | tu pourrais | vous pourriez | pourras tu | pourrez vous | hesitez pas "
        "a | hesite pas a | autorise a | faudrait | faudra | libre de | faudra juste | tu pourras | vous pourrez | "
        "pourrez | pourras | vous laisse | te laisse | serait il possible de | gentil de | pensez a | pense a | il "
        "faut | penser a | bonte de | amabilite de | gentillesse de | reconnaissant de | gre de"
    ),
    "pouvoir": "vais <pas> pouvoir | allons <pas> pouvoir | va <pas> pouvoir | vais <pas> savoir",
    "present": (
        "la | present | presente | presents | presentes | des votres | des notres | de la partie | parmi | avec | "
        "disponible | disponibles | libre | libres | de la fete | dans le coin | en ville | sur place | de la party "
        "| au rendez vous | a <goal> | au <event> | rentre | rentree | rentres | rentrees | de retour | rentre* a "
        "temps | de retour a temps | de retour a temps de ~ | de retour de ~ | rentre* de ~ | rentre* a temps de ~ | "
        "en etat de ~ ~? ~? | la a temps | sur pied | retabli* | remis* | chez vous | chez toi | chez | de sortie | "
        "du nombre | des convives | en etat | en forme | d attaque | de attaque | du voyage | de le aventure | de la "
        "<event> | du <event> | de le <event> | capable*"
    ),
    "pro": "me | nous | se | vous | te",
    "regretting": (
        "regrette de | regrettons de | regret de | regrets de | tristesse de | deplaisir de | peine de | suis "
        "<sorry> de | sommes <sorry> de | ^ <sorry> de | me voyez <sorry> de | excuse* de | excuser de | pardon de | "
        "pardonnez moi de | dommage de | malheureux de | malheureuse de | resous a | resoudre a | decide de | "
        "prefere | preferons | prefererais | oblige a | forces de | contraint a | rage de | degoute* de | deception "
        "de | desolation de"
    ),
    "reply": "reponse | decision | acceptation | engagement | oui | confirmation | parole | promesse | accord",
    "rest": "~? ~? ~? ~?",
    "roll": (
        "$ | de la liste | de la liste des ~ | de la liste de ~ | de la table | de votre liste | de ta liste | de la "
        "<event> <of>? | du <event> <of>? | de <this> | de la reservation | des participants | des inscrits | des "
        "invites | des convives | pour <goal> | du tableau | des presents | du plan de table | svp | <to> | de la "
        "liste <to> | de le evenement | de le <event> | de la soiree | pour ce | pour cette"
    ),
    "seat": (
        "<my> <place> | <my> <place> <slot> | <my> ~ <place> | <my> ~ <place> <slot> | la mienne | les notres | la "
        "notre | les miennes"
    ),
    "seeing": (
        "me verrez | nous verrez | me verras | nous verras | me verra | nous verra | me croiserez | nous croiserez"
    ),
    "serais": "serais | serions",
    "si": (
        "si je | si on | si nous | si vous | si tu | si il | si elle | si ils | si elles | si le | si la | si les | "
        "si mon | si ma | si mes | si ca | si ce | si cela | si jamais | si un | si une | si possible | si besoin | "
        "si rien | si tout | si personne | si notre | si nos | si votre | si ton | si ta | si mes | si son | si sa | "
        "si ces | si cet | si cette | si ~ <est> | se il pleut | se il y | se il ne | se il fait | se il est | se il "
        "neige | se il faut | se il reste | se il se | se il n | se il a | se il vient | se ils | si quelque | si au "
        "| si par | si seulement | si oui | si non | si des | si moi | si de ~ | si d ~"
    ),
    "slot": (
        "a # | du # | de # | du # a # | du # <month> | de <day> | de <day> <part> | du <day> | de <day> a # | de ce "
        "<part> | de demain | pour <goal> | a <goal> | au <event> | au <event> ~ | au ~ <event> | a la <event> | a "
        "la table # | a table # | au nom de ~ ~?"
    ),
    "sorry": (
        "navre* | desole* | triste* | confus* | penaud* | peine* | attriste* | decu* | malheureu* | embete* | ennuye*"
    ),
    "spare": "garder | reserver | attendre | compter | prevoir | preparer",
    "spares": (
        "gardez | garde | reservez | reserve | attendez | attends | prevoyez | prevois | comptez | compte | preparez "
        "| prepare | mettez | mets | dressez | dresse | commandez | commande"
    ),
    "stay": (
        "rester <home> | ne pas venir | ne pas risquer | me reposer | rester tranquille | rester sage | me abstenir "
        "| nous abstenir | ne pas vous contaminer | ne pas contaminer"
    ),
    "strike": (
        "retirez | retire | enlevez | enleve | rayez | raye | otez | ote | barrez | barre | desinscrivez | "
        "desinscris | decomptez | decompte | biffez | supprimez | decommandez | effacez | sortez"
    ),
    "striking": (
        "retirer | enlever | rayer | oter | barrer | desinscrire | decompter | biffer | supprimer | decommander | "
        "effacer | sortir | desinscrire"
    ),
    "tail": "<to>? <to>? <end>",
    "taker": (
        "$ | a <autre> | au <autre> | aux <autre> | a un | a une | a de | a des | pour <autre> | pour un | a la <autre>"
    ),
    "tant": "tant | tellement | beaucoup | vraiment | bien | tant | sincerement | vivement | infiniment",
    "thatday": (
        "ce <part> la | ce jour la | a cette date | ce week end la | ce <day> la | ce <part> | ce week end | <day> | "
        "le # | cette semaine la | toute la soiree | tout le week end"
    ),
    "thatfor": (
        "pour <day> | pour ce <part> | pour le # | pour cette fois | pour la <event> | pour le <event> | ce <part> | "
        "<day>"
    ),
    "the": "le | la | ce | cette | de",
    "they": "pourront venir | viendront | seront | participeront | assisteront | pourront",
    "this": "cette | ce | cet | votre | ta | ton | vos | notre",
    "tired": "fatigue* | creve* | epuise* | malade* | faible* | mal | vieux | vieille | patraque | mal en point",
    "to": (
        "a <goal> | a <my> <place> | a venir | a participer | a assister | a descendre | a monter | a me deplacer | "
        "a sortir | a etre <present> | a mon grand regret | au <event> <of>? | au ~ <event> | <day> | en ce moment | "
        "pour le # | pour <day> | pour demain | a la suite | a la suite de ~ ~? | a la suite de ~ ~ de ~ | de sante "
        "| a cause | a cause de ~ ~? | au vu | en raison de ~ ~? | en raison ~ ~? | entre vous | ca entre vous | ca "
        "| a vous | a toi | a vous tous | a eux | a le improviste | a la ~ <event> | du <event> | de la <event> | de "
        "<goal> | pour <goal> | pour <me> | pour cause | pour raison* | pour des raisons | pour le coup | chez vous "
        "| chez toi | avec vous | avec toi | avec vous tous | avec cette ~ | avec ce ~ | parmi vous | parmi | <this> "
        "<event> | du tout | par la route | de mon cote | de notre cote | de ma part | au final | des votres | <day> "
        "| ce <part> | demain <part> | le <day> | le # | le # <month> | feter | diner | souper | dejeuner | danser | "
        "trinquer | celebrer | manger | chez <this>"
    ),
    "topic": "^ au | ^ a la | ^ a le | ^ aux | ^ pour le | ^ pour la | ^ pour les",
    "trap": (
        "double reservation | deux invitations | deux fetes | pas de voiture | sans voiture | voiture ~? ~? panne | "
        "me a lache | nous a lache | ma lache | voiture ~? ~? ~? ame | voiture est morte | train ~? ~? supprime | "
        "train ~? ~? annule | vol ~? ~? annule | vol ~? ~? supprime | greve* | tempete | verglas | refuse mon conge "
        "| refuse mes conges | refuse ma | conge refuse | refuser mon conge | me a colle | interdit le avion | "
        "interdit la route | interdit de conduire | interdit tout | interdit de voyager | interdit les | de garde | "
        "astreinte | obseques | enterrement | funerailles | deuil | deces | demenag* | double booking | inondation | "
        "inondee | degat* | bloque* a | coince* a | me envoie | nous envoie | prolonge* | la cata | hors de prix | "
        "trop cher | cheval"
    ),
    "trouble": (
        "obseques | enterrement | deuil | deces | decedee | decede | hopital | hospitalise* | operation | operer | "
        "opere | operee | <ill> | platre | bequilles | alite* | chimio | greve | greves | tempete | neige | verglas "
        "| panne | depanneuse | garage | accident | examen | exam | partiel | partiels | oral le | concours | "
        "astreinte | permanence | de garde | vomit | vomi | vomissent | degat | degats | inondation | inondee | "
        "inonde | fuite | imprevu | contretemps | empechement | baby sitter | nounou | cheville | malade | malades | "
        "positif | positive | double reservation | deux invitations | meme soir | meme jour | meme date | meme "
        "moment | conge refuse | refuser mon conge | urgence | urgences | client | deplacement | rendu le ame | "
        "lache ce matin | me a lache | nous a lache | ma lache | en rade | supprime | supprimes | ferme la 20 | "
        "bloquee par | coupee | vol annule | train annule | train supprime | vol supprime | funerailles | veillee | "
        "demenage | demenageons | demenagement | accouche | accouchement | contractions | bebe est | maternite | me "
        "a colle | me a mis de | refuse mon | refuse ma | refuse mes | bouclage | inventaire | reunion | seminaire | "
        "heures sup | creve | crevaison | pneu | embrayage | belle mere debarque | debarque | garder les | chomage "
        "technique | licencie | licenciee | rupture | separes | quittes | quitte | plaque | plaquee | voleur | vole "
        "| cambriole | cambrioles | passeport | visa | fourriere | sos medecins | medecin | docteur | toubib | kine "
        "| chevet | convalescence | interdit le avion | interdit la route | interdit de conduire | interdit de "
        "voyager | finances | decouvert | hors de ma portee | hors de prix | trop cher | ferry | aeroport | coinces "
        "| veto | veterinaire | intervention chirurgicale | jambe | mon dos | le dos | coupure | chaudiere | "
        "plombier | chauffage"
    ),
    "us": "se | vous | te",
    "venir": (
        "venir | etre la | etre present | etre presente | etre presents | etre presentes | etre parmi | etre avec | "
        "etre des votres | etre des notres | etre disponible | participer | assister | me joindre | nous joindre | "
        "me rendre | nous rendre | se joindre | se rendre | se liberer | me liberer | nous liberer | honorer | me "
        "deplacer | nous deplacer | se deplacer | me degager | repondre present | repondre presente | repondre "
        "favorablement | donner suite | passer ce | accepter <this> | etre de la partie | etre de la fete | "
        "rejoindre | prendre part | etre disponibles | partager <this> <event> | partager <this> table | partager ce "
        "moment | partager cette | utiliser ma place | occuper ma place | profiter de ma place | occuper <seat> | "
        "profiter de <seat> | utiliser <seat> | etre au rendez vous | feter | faire le deplacement | faire la route "
        "| prendre la route | me rendre disponible | nous rendre disponibles | maintenir <seat> | tenir <my> "
        "engagement | garder <seat> | aller | etre $ | passer $ | faire $ | passer <to> | etre chez vous | etre chez "
        "| etre chez toi | sortir | accompagner | me echapper | nous echapper | se echapper | etre a <goal> | etre "
        "au <event> | y aller"
    ),
    "venu": "venu | venue | venus | venues | des votres",
    "want": "souhaite | souhaitons | veux | voulons | desire | desirons | compte | comptons",
    "will": "serai | serons | on sera | vais etre | allons etre",
    "works": (
        "marche | marchera | va marcher | fonctionne | fonctionnera | va fonctionner | colle | collera | va coller | "
        "joue | jouera | ira | va | va aller | le fait | le fera | convient | conviendra | me convient | joue plus | "
        "va jouer | rentre | rentrera | tient"
    ),
}
