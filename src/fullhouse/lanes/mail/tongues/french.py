"""French, as guests write it."""

from fullhouse.lanes.mail.tongues.french_cancels import BARE, CANCELS, REQUESTS
from fullhouse.lanes.mail.tongues.french_sets import SETS
from fullhouse.lanes.mail.words import Words

FRENCH = Words(
    starts={"j": "je", "n": "ne", "d": "de", "l": "le", "m": "me", "s": "se", "t": "te", "c": "ce", "qu": "que"},
    ends={},
    respelt=(
        "jannule = je annule | jai = je ai | nannulez = ne annulez | chui = je suis | chuis = je suis | chu = je "
        "suis | jsuis = je suis | jpeux = je peux | jpeu = je peux | jpe = je peux | jsois = je sois | jte = je te | "
        "jpourrai = je pourrai | jpourrais = je pourrais | jpourai = je pourrai | pourai = pourrai | pourais = "
        "pourrais | pourait = pourrait | jviens = je viens | jvien = je viens | vien = viens | jviendrai = je "
        "viendrai | viendrait = viendrai | jvais = je vais | jvai = je vais | jva = je vais | jvas = je vais | g = "
        "je ai | jirai = je irai | dsl = desole | desoler = desole | dispo = disponible | dispos = disponibles | pr "
        "= pour | pvoir = pouvoir | rdv = rendez vous | bcp = beaucoup | jserai = je serai | jserais = je serais | "
        "vrmt = vraiment | jme = je me | pa = pas | po = pas | cest = ce est | stp = svp | tjs = toujours | moe = "
        "moi | we = week end | weekend = week end | ojd = aujourd'hui | auj = aujourd'hui | tt = tout | qqn = quelqu "
        "un | qqun = quelqu un | quelqun = quelqu un | anniv = anniversaire | jreste = je reste | jdois = je dois | "
        "lapero = le apero | peus = peux | presant = present | cœur = coeur | sœur = soeur | vœux = voeux | sœurs = "
        "soeurs | œuvre = oeuvre | 2main = demain | dm1 = demain | tlm = tous | bsr = bonsoir | bjr = bonjour | slt "
        "= salut | venire = venir | malheuresement = malheureusement | linvitation = le invitation | nan = non | "
        "jressemble = je ressemble | oki = ok | jy = je | annuller = annuler | anuler = annuler"
    ),
    keys=(
        "annuler | annulez | malheureusement | participer | assister | desister | reservation | inscription | "
        "empeche | empechement | impossible | disponible | renoncer | decliner | presence | participation | liberer "
        "| venir | viendrai | viendrons | pourrai | pourrons | finalement"
    ),
    fillers=(
        "malheureusement | finalement | vraiment | helas | donc | svp | tout | tous | toutes | aussi | quand | meme "
        "| simplement | juste | toujours | evidemment | absolument | vous | te | y | clairement | sincerement | "
        "cependant | pourtant | alors | certainement | surement | desormais | decidement | visiblement | "
        "regretablement | regrettablement | personnellement | ca | exceptionnellement | egalement | ensemble | ben | "
        "bon | bah | bref | faque | pis | lachement | tristement | definitivement | officiellement | hyper | trop | "
        "tres | carrement | franchement | voila | volontiers | desole | desolee | desoles | desolees | navre | "
        "navree | sorry | bisous | bises | bise | biz | xx | physiquement | forcement | honteusement | piteusement | "
        "bel | pantoute | pareil | deux"
    ),
    sets=SETS,
    when=(
        "ce? <day> <part>? prochain? | le <day> # <month>? | <day> # <month>? | ce <part> | ce <part> la | ce <day> "
        "la | cette soiree la | cette fois ci | cette fois | ce jour la | a cette date | a la derniere minute | au "
        "dernier moment | de derniere minute | cette semaine | ce week end | ce week end la | a cette occasion | "
        "pour <day> | pour ce <part> | pour demain <part>? | du <day> | du # <month>? | de <day> | de <day> <part>? "
        "| de <day> en huit | en fin de compte | fin de compte | au final | tout compte fait | compte fait | en ce "
        "moment | en fin de semaine | a soir | toute la semaine | au bout du compte | a mon grand regret | a notre "
        "grand regret | a regret | a mon regret | avec regret | comme prevu | ce coup ci | pour cette fois | pour "
        "cette fois ci | ce coup la | cette annee | le # <month>? | # <month> | a cette heure | du coup | pour le "
        "coup | a contrecoeur | la mort dans le ame | pour cette annee | le jour j | ce mois ci | apres reflexion | "
        "en definitive | par consequent | a vrai dire | pour ma part | de mon cote | de notre cote | pour notre part "
        "| quant a moi | bien malgre moi | malgre moi | malgre nous | a mon plus grand regret | a notre plus grand "
        "regret | a mon immense regret | comme convenu | les amis | les filles | les gars"
    ),
    leads=(
        "mais | et | donc | que | car | desole | desolee | bonjour | bonsoir | coucou | merci | dommage | de | salut "
        "| hello | vouloir | ok | oups | dire | non | helas | pardon | zut | possible | excusez | navre | navree | "
        "desoles"
    ),
    own="je | on | j",
    openers=(
        "desole | desolee | merci | bonjour | bonsoir | salut | coucou | helas | malheureusement | dommage | je | "
        "nous | on | suis | zut | pardon | ai | grand | toutes | mille | navre | navree"
    ),
    regrets=(
        "desole* | malheureusement | helas | regret* | navre* | dommage | pardon | excus* | confus* | zut | "
        "deception | decu | decue | triste | tant pis | mauvaise nouvelle | avait dit oui | avais dit oui | avions "
        "dit oui | avions confirme | avais confirme | avions accepte | avais promis | accepte de | derniere minute | "
        "de moins | snif | avait hate | avait tellement hate | avais hate | une joie de | une joie depuis | faisait "
        "une joie | rejouissais | rejouissait | ca me fait mal | me fend | coeur lourd | brise le coeur | me embete "
        "| la poisse | pas de chance | les nerfs | trop triste | suis triste | malheur | tristesse | me en voulez "
        "pas | me en veux pas | en veux pas | en voulez pas | rageant | deg | degoute | degoutee | degoutes | les "
        "boules | coeur gros | peine | sorry | la rage | honte | voila voila | vous devinez | tu devines | tu "
        "comprendras | vous comprendrez | me en veuillez pas | j enrage | je enrage | frustre* | malheur"
    ),
    cancels=CANCELS,
    requests=REQUESTS,
    bare=BARE,
    hindrances=(
        "<ownill> <rest> | essaye de me liberer <rest> | pas pu me liberer <rest> | pas reussi a me liberer <rest> | "
        "pas reussi a <rest> | pas pu poser <rest> | tout essaye <rest> | essaye de nous liberer <rest> | partons a "
        "<rest> | partons en <rest> | je pars a <rest> | je pars en <rest> | on part a <rest> | on part en <rest> | "
        "part en <rest> | nous retient <rest> | me retient <rest> | me retiennent <rest> | serai en ~ <rest> | "
        "serons en ~ <rest> | on sera en ~ <rest> | on est en ~ <rest> | ^ absente <rest> | ^ absent <rest> | <own> "
        "~? <ailing> <rest> | <will> ~? <busy> <rest> | <own> ~? <busy> <thatday> <rest> | <own> ~? <busy> ~ ~? "
        "<thatday> <rest> | on a deja <rest> | ai deja quelque <rest> | avons deja quelque <rest> | ai un imprevu "
        "<rest> | avons un imprevu <rest> | on a un imprevu <rest> | ai deja prevu <rest> | avons deja prevu <rest> "
        "| ai deja un <rest> | ai deja une <rest> | avons deja un <rest> | avons deja une <rest> | avais deja <rest> "
        "| ai un autre <rest> | avons un autre <rest> | ai une autre <rest> | avons une autre <rest> | dois "
        "travailler <rest> | devons travailler <rest> | on bosse <rest> | je bosse <rest> | travaille $ | travaille "
        "ce <rest> | travaille <day> <rest> | me suis casse* <rest> | me suis foule* <rest> | me suis tordu <rest> | "
        "me suis fait <rest> | me suis bloque <rest> | ai attrape <rest> | ai chope <rest> | pars en <rest> | pars a "
        "<rest> | dois partir en urgence <rest> | tombe malade <rest> | tombee malade <rest> | tombes malades <rest> "
        "| ai eu un accident <rest> | en panne <rest> | me sens <pas> <rest> | pas de voiture <rest> | pas le permis "
        "<rest> | plus de voiture <rest> | pas le choix <rest> | remplacer <rest> | les medecins me <rest> | me "
        "gardent <rest> | rentrons que <rest> | rentre que <rest> | ne rentre que <rest> | atterrit <rest> | au "
        "bureau jusqu <rest> | reste au <rest> | restons au <rest> | rien a faire <rest> | pas moyen <rest> | aucun "
        "moyen <rest> | rattrape* par <rest> | <trap> <rest> | oublie que <rest> | zappe <rest> | pas eu mon conge "
        "<rest> | pas eu mes conges <rest> | pas obtenu <rest> | pas eu de conge <rest> | pas de conge <rest> | ^ "
        "empeche* <rest> | ^ retenu* <rest> | ^ malade* <rest> | ^ souffrant* <rest> | ^ alite* <rest> | ^ bloque* "
        "<rest> | ^ coince* <rest> | voila ~? <ailing> <rest> | ose <pas> <rest> | osons <pas> <rest> | <pas> le nez "
        "dehors <rest> | tout tente <rest> | pas donne ma journee <rest> | pas eu ma journee <rest> | pas donne mon "
        "<rest> | pas eu mon <rest> | pas accorde <rest> | service a change <rest> | planning a change <rest> | "
        "horaires ont <rest> | pu echanger <rest> | rentre chez moi <rest> | rentrons chez nous <rest> | rentre a la "
        "maison <rest> | out $ | ai les enfants <rest> | sur les bras <rest> | ai la garde <rest> | pas trouve de "
        "<rest> | personne pour garder <rest> | trouve personne <rest> | pas de baby <rest> | sans baby <rest> | "
        "lendemain <rest> | tout mon week end <rest>"
    ),
    ties=(
        "deplace au lendemain <rest> | dents <rest> | dentiste <rest> | ouragan <rest> | cyclone <rest> | orage "
        "<rest> | <own> ~? <away> <rest> | <trouble> <rest> | trop pour <me> <rest> | est ferme <rest> | sont fermes "
        "<rest> | effondre <rest> | fatigue* <rest> | ai les enfants <rest> | sur les bras <rest>"
    ),
    partings=(
        "bonne fete | joyeux anniversaire | buvez un coup | buvez | bois un | a ma sante | a notre sante | sante a "
        "vous | ^ sante | fetez | passez une | passe une | passez un | amusez | amuse toi | prochaine fois | une "
        "autre fois | partie remise | annee prochaine | pensez a | penserai a | penserons a | penserai bien | levez "
        "| leve un | trinquez | trinquer a | plein de bonheur | bon courage | bonne guindaille | profitez | profite "
        "bien | embrass* | bon anniversaire | tant pis | photos | belle fete | belle reception | tous mes voeux | "
        "mes voeux | nos voeux | de tout coeur | par la pensee | envie $ | je vous envie | je te envie | finissez | "
        "mangez | dansez | eclatez vous | eclate toi | eclatez | raconteras | raconterez | racontez | raconte moi | "
        "rattrap* | sans rancune | bises a tout | bisous a tous | la bise a | bonjour a tout le monde | salue tout "
        "le monde | saluez | salue tout | bises a tous | faites la fete | rigolez | chantez | ce sera pour | on "
        "remet ca | remettra ca | bon amusement | ayez du fun | veinards | soufflez | souffle les | bon appetit | "
        "regalez | gardez moi une part | garde moi une part | gardez moi du | garde moi du | a une prochaine | que "
        "la fete | pendant que vous | danserez | danserai | trinquerez | kiffez | on se reprend | se reprendra | "
        "souhaitons une | souhaitons un | souhaite une | souhaite un | vous aime | magnifique soiree | excellente "
        "soiree | merveilleuse | superbe soiree | te telephone | danse pour | danser pour | boire pour | sans nous | "
        "sans moi | ton verre | vos verres"
    ),
    farewells=(
        "ce est rape | ce est mort | ce est cuit | ce est foutu | ce est fichu | ce est tombe a le eau | tombe a le "
        "eau | par la pensee | partie remise | je penserai a | nous penserons a | penserai bien a | penserai fort a "
        "| je vous envie | je te envie | sera pour une autre | sera pour la prochaine | en photos depuis | "
        "raconterez | raconteras | raconte moi tout | racontez moi tout | pendant que vous danserez | bande de "
        "veinards | veinards | verre pour moi | verre pour nous | verre a ma sante | verre a notre sante | buvez "
        "pour moi | buvez pour nous | boirez pour moi | dansez pour moi | dansez pour nous"
    ),
    absent=(
        "bouchons | embouteillages | commencez | je le laisse | je la laisse | desole* de avance | excuse* de avance "
        "| merci de avance | pardon de avance | mon retour | votre mail | vos mails | ton mail | votre message | ton "
        "message | joignable | contacter | contactez | joindre | lirai | souci de | probleme de | connexion | peut "
        "<pas> venir | ne peut <pas> $ | pourra <pas> | vient <pas> | viendra <pas> | sera <pas> la | viendront | "
        "pourront | repondre | repondu | reponse tardive | ma reponse | je arrive | on arrive vers | on arrive a | "
        "arriverai | arriverons | en retard | du retard | le retard | plus tard | apporte* | apporter | lien | piece "
        "jointe | rien sans | jamais sans | adresse | mon message | mon mail | mon dernier | remplacant | malgre | "
        "viendrai | viendrons | <icome> <how> | je serai la | gueri | guerie | remise de | remis de | va mieux | "
        "vais mieux | retabli* | solution | cherche | attends | essaie | tiens au | confirme | confirmer | rappelle "
        "| sans lui | sans elle | allergi* | hier soir | semaine derniere | mois dernier | je etais | avais pas | "
        "personne de moins | reporter | decaler | reporte | repousse | gluten | apres coup | ai eu la | recu | "
        "vivement | j espere venir | venir seul* | ai reussi | me rejoindra | viens seul | le rejoins | vous rejoins "
        "| compte venir | organiser | organise"
    ),
    comes=(
        "<icome> <how> | je viendrai ~? ~? | nous viendrons ~? ~? | on viendra ~? ~? | je serai la ~? ~? | je serai "
        "present | je serai presente | nous serons la ~? ~? | nous serons presents ~? ~? | on sera la ~? ~? | on "
        "sera la pour | on sera presents | equipe sera presente | sera presente $ | je suis la $ | je suis partant | "
        "^ je serai $ | ^ nous serons $ | je serai sans faute | manquerais ca ~? ~? | raterais ca ~? ~? | ca pour "
        "rien au monde | ca pour rien | pour rien au monde | ^ on sera $ | sera des votres | suis la samedi | ^ "
        "present $ | ^ presente $ | ^ presents $ | ^ presentes $ | ca marche | confirmer ma presence | confirmer "
        "notre presence | confirmer notre venue | confirmer ma venue | serai bien la | serons bien la | serai bien "
        "present* | je suis partante | nous sommes partants | on est partants | suis des votres | sommes des votres "
        "| serai des votres | serons des votres | comptez sur <me> | compte sur <me> | compter sur <me> | je "
        "confirme ma | je confirme notre | nous confirmons | je confirme $ | confirme ma presence | ^ avec plaisir | "
        "^ avec joie | ^ avec grand plaisir | ^ volontiers | accepte volontiers | hate de etre | hate de venir | "
        "hate de vous voir | hate de te voir | ^ a <day> | ^ a ce soir | ^ a tout a le heure | rejouis de | rejouit "
        "de | nous rejouissons | je participe $ | je participe <to> | je participe toujours | je participe bien | je "
        "participerai ~? ~? | nous participerons ~? ~? | nous participons ~? ~? | je assisterai ~? ~? | nous "
        "assisterons ~? ~? | je rejoins | on rejoint | je rejoindrai | nous rejoindrons | on rejoindra | je vous "
        "rejoindrai | je te rejoindrai | nous rejoignons | je vous rejoins | je te rejoins | je rejoins ~? ~? | "
        "viendra avec joie ~? | viendra avec plaisir ~? | confirme que elle ~ | on embarque | raterais pas | "
        "manquerais pas | manquerai pas | raterai pas | rater ca pour rien | manquer ca pour rien | je passe vers | "
        "je arrive | je arrive vers | je arriverai | je arriverai vers | arriverai vers | on arrive vers | "
        "arriverons | arriverons vers | on arrivera | on arrivera vers | serai en retard | serons en retard | arrive "
        "en retard | peu en retard | peu de retard | minutes de retard | je peux venir | je pourrai venir | on "
        "arrive | nous arrivons | reponds present | reponds presente | repondons present* | toujours bon <for_me> | "
        "est bon <for_me> | ok <for_me> | bon <for_me> | vais etre la | va etre la | allons etre la | sera bien la | "
        "suis toujours la | toujours partant* | je maintiens <seat> | maintenons <seat> | fidele au poste | serai au "
        "rendez vous | serons au rendez vous | suis de la partie | serai de la partie | serons de la partie | "
        "viendrai avec | viens avec | venons avec | viendrons avec"
    ),
    keeps=(
        "ne annulez <pas> | annulez pas | ne annule <pas> | pas annuler | ne donnez <pas> <seat> | donnez pas <seat> "
        "| ne pas annuler | ne pas donner <seat> | ^ gardez <seat> | gardez bien <seat> | garder <seat> | ^ garde "
        "<seat> | garde bien <seat> | gardez moi <my>? place | garde moi <my>? place | gardez moi une place | garde "
        "moi une place | gardez moi ma | garde moi ma | ne liberez <pas> | ne libere <pas> | ne cedez <pas> | ne "
        "retirez <pas> | au lieu de annuler | plutot que de annuler | plutot que annuler | sans annuler | ne veux "
        "<pas> annuler | ne renonce <pas> | pas renoncer | conservez <seat> | conserver <seat> | ne compte <pas> "
        "annuler | ne cede <pas> | ne donne <pas> <seat> | ne pas ceder | ne me desiste <pas> | ne me rayez <pas> | "
        "ne me retirez <pas> | ne me enlevez <pas> | ne attribuez <pas> <seat> | attribuez pas <seat> | ne supprimez "
        "<pas> <seat> | je garde <seat> | nous gardons <seat> | on garde <seat> | maintenez <seat>"
    ),
    stops=(
        "retirez moi de votre liste $ | "
        "ne plus ... recevoir | plus recevoir | ne plus ... envoyer | plus m envoyer | plus me envoyer | plus "
        "envoyer | cessez de | cesser de me | cesser toute | cessez toute | cessez vos | cesser vos | arretez de me "
        "| arretez de m | arretez de nous | arretez de envoyer | arretez avec | arretez vos | arretez ces | marre de "
        "recevoir | arrete de me | arreter de me | arreter vos | plus de <mails> | plus vos <mails> | plus aucun "
        "<mails> | aucun <mails> $ | stop aux <mails> | me desabonner | desabonnez moi | desabonnement | desabonner "
        "| ^ stop $ | ^ stop svp $ | rgpd | me oppose a | nouvel envoi | ^ desinscrire $ | ^ desinscription $ | ^ "
        "arret $ | ^ arretez $ | me desinscrire $ | me desinscrire de vos | me desinscrire de cette liste | se "
        "desinscrire de ces | desinscrire de ces | desinscrivez moi $ | desinscrivez moi de vos | desinscrivez moi "
        "de cette | desinscrivez moi de votre | desinscrire de vos | liste de diffusion | mailing list | retirer mon "
        "adresse | retirez mon adresse | supprimez mon adresse | supprimer mon adresse | supprimer mes coordonnees | "
        "supprimez mes coordonnees | effacez mes donnees | supprimez mes donnees | supprimer mes donnees | effacer "
        "mes donnees | mon adresse de vos | mon adresse de votre | enlevez mon adresse | effacez mon adresse | ne me "
        "ecrivez plus | me ecrivez plus | plus me ecrire | plus m ecrire | ne me contactez plus | me contactez plus "
        "| plus etre contacte* | plus etre sollicite* | plus me contacter | plus me solliciter | fichez moi la paix "
        "| foutez moi la paix | laissez moi tranquille | laissez moi en paix | de vos listes | de votre fichier | ne "
        "ecrivez plus | me ecrire | ecrivez plus | de vos fichiers | marre de vos | vos newsletters | la newsletter "
        "| votre newsletter | plus rien recevoir | plus me relancer | harcelement | ce est du spam | base de donnees "
        "| vos envois"
    ),
    others=(
        "il | elle | ils | elles | mari | femme | conjoint | conjointe | compagnon | compagne | fils | fille | frere "
        "| soeur | mere | pere | maman | papa | ami | amie | amis | copain | copine | collegue | chef | enfants | "
        "voisin | voisine | invite | tu | vous | personne | certains | baby"
    ),
    doubts=(
        "<topic> <extra> | de avant on | <si> | sauf si | peut etre que | peut etre je | peut etre bien | vais peut "
        "etre | pourrai peut etre | suis peut etre | serai peut etre | dois peut etre | devoir peut etre | va peut "
        "etre | annule peut etre | peut etre pas | peut etre de | peut etre un vol | quand je | quand on | pourquoi "
        "| au cas | eventuellement | eventuel | eventualite | probablement | sans doute | risque de | risquons | "
        "suis pas sur | suis pas sure | pas sur de | pas sure de | pas certain* | pas sur que | sais pas | sais pas "
        "encore | sais encore | verrai | verrons | a voir $ | il se peut | il est possible | possible que | cas ou | "
        "comment <annuler> | comment faire | comment annuler | jusqu a quand | imaginons | admettons | selon | "
        "dependra | depend | au pire | croire que | croyez pas | penser que | devrais | devrait | devrions | devrai "
        "peut | si jamais | hesite $ | hesite a | hesite entre | hesitons | reflechis | reflechir | se peut | on "
        "verra | demande si | a moins | reste a voir | redonne des nouvelles | tiens au courant | croisons les "
        "doigts | vous redis | te redis | peut etre $ | ou je annule | ou je renonce | ou on annule | ou pas | ou "
        "non | crains de !<obliged> | crains que | crains fort | peur de !<obliged> | peur que | crois que | je "
        "pense que | pense pas | j ai bien peur | pas exclu | soit je | envisage | envisageons | tente* de | serait "
        "dommage | serait bete | faudrait que | sinon | supposons | a supposer | meme si | sans vouloir | tant que | "
        "imagine que | comme si | ce est pas que | ce ne est pas que | a condition | pourvu que | en cas de | j "
        "essaie | essaie de | rien ne me | espere que non | doute* | jure que | reve que | cauchemar | pari* que | "
        "en attendant | dans le hypothese | le temps que | a priori | normalement | sous reserve | quitte a | lien | "
        "piece jointe | rien sans | jamais sans | apporter | amener | cuisiner | heberger | preter | inscrire | "
        "connecter | ouvrir | telecharger | cliquer"
    ),
    told=(
        "dit que | dis que | ecrit que | etait | la derniere fois | derniere fois | annee derniere | an dernier | "
        "avait | pensais | croyais | avais du | avions du | avait du | ai failli | a failli | failli | ai cru | "
        "etais | avais failli | parait que | il parait | entendu que | entendu dire | semaine derniere | mois "
        "dernier | annee passee | an passe | la fois passee | en 2019 | en 2020 | en 2021 | en 2022 | en 2023 | en "
        "2024 | en 2025 | autrefois | a le epoque | quoi que | ils disent | pretend* | raconte que | avais annule | "
        "avions annule | jamais dit"
    ),
    unless=(
        "disponible | disponibles | libre | a partir | plus tard | seulement | a moins | sauf | si le | si ma | si "
        "mon | si je | si on | si la | si ca | si il | si vous | si tu | si les | si nos | si un | si une | si elle "
        "| tant que | le # oui | <day> oui | <day> si | <day> ca | <day> ce est | <day> ok | <day> parfait | <day> "
        "plutot | plutot <day> | <day> je | <day> on | en revanche | par contre | pas moi | pas nous | moi oui | moi "
        "si | moi je viens | <icome> <how> | je viendrai | on viendra | nous viendrons | juste pour | uniquement | "
        "du moins | ce ne est que un | ce est que un | rien de grave | ca va passer | enfin si | enfin peut | sinon "
        "| non je plaisante | je plaisante | je rigole | je blague"
    ),
    holds=(
        "qui sait | plus malade | deuxieme place | seconde place | pas de souci | "
        "peux passer | pouvez passer | passez quand vous | passe quand tu | pour le autre je | pour le reste | pour "
        "la suite | quant au reste | me briserait | me briserai | aimerais bien venir | aimerais venir | aimerions "
        "venir | voudrais venir | je veux venir | tiens a venir | par erreur | <otherday> | decaler de | vous "
        "decaler | pas decaler de | de decaler | decaler mon | decaler ma | decaler notre | decaler le | deplacer "
        "mon | deplacer ma | deplacer notre | deplacer le rendez | reporter mon | reporter notre | reporter ma | "
        "repousser mon | avancer mon | ~ seulement $ | seulement hein | seulement le | seulement la | seulement les "
        "| seulement pour | seulement mon | seulement ma | seulement mes | seulement du | seulement au | uniquement "
        "| pas tous | pas toutes | plus tous | plus toutes | pas au complet | vous reponds | te reponds | repondrai "
        "| reviens vers | il dit | elle dit | me ecrit | me a ecrit | me ferait | moi je viens | moi je serai | pas "
        "moi $ | moi oui | moi si $ | je plaisante | je rigole | je blague | poisson de avril | rien ne est sur | "
        "pas encore sur | pas encore decide | d ici <day> | de ici <day> | je verifie | reparlons | on en reparle | "
        "te tiens au courant | vous tiens au courant | vous redis | te redis | redonne des nouvelles | oubliez mon | "
        "oublie mon | ignorez mon | ignore mon | pour le instant | pour le moment | lequel | laquelle | ne sais pas "
        "encore | pas encore si | on verra | je verrai | a confirmer | confirme demain | confirme <day> | confirme "
        "ca | confirme des | confirme plus | confirme avant | confirme ce | confirme vite | confirmerai | confirme "
        "ou | croisons les doigts | je croise | changer la date | changer de date | reponse automatique | changement "
        "de date | decaler la date | reporter la date | une autre date | autre creneau | changer de creneau | moins "
        "une personne | une personne de moins | a nous deux | je le remplace | me remplace | me remplacera | me "
        "remplacer a | viendra a ma place | vient a ma place | ira a ma place | prendra ma place | prend ma place | "
        "a ma place $ | a ma place viendra | sera a ma place | faux message | message precedent | rappelez moi | "
        "jamais dit | meme nom"
    ),
    turns=(
        "refuse | avant | commencez | commence | commencer | demarrez | debutez | seriez | seraient | avez | aviez | "
        "ont | avaient | impossible | hors | question | aucune | raison | serais | serait | serions | crainte | pas "
        "| jamais | lieu | plutot | eviter | failli | elle | ils | elles | tu"
    ),
    limits=(
        "semaine prochaine | mois prochain | dessert | idee | maintenant | encore | voir | tout de suite | de mon | "
        "de ma | de mes | avec | seul | seule | seuls | avant | sans | tout de suite | a le heure | a l heure | a "
        "temps | plus tot | tot | des le | des # | a # | vers # | a la | a le | au | aux | du | de la | de le | des "
        "| chez | pour | le train | le bus | a velo | de suite | train | voiture | en voiture | en train | a pied | "
        "en avance | en bus | en avion | dire | promettre | confirmer | savoir | attendre | garantir | directement | "
        "jusqu | longtemps | dormir | plus de | qu a | que | de si tot | les mains | mains vides | chercher | "
        "recuperer | aider | installer | monter | decorer | preparer | deposer | poser | apporter | prendre | donner "
        "| ranger | nettoyer | visiter | signer | payer | ouvrir | lire | vous aider | te aider | le chercher | la "
        "semaine prochaine | le mois prochain | hier | de hier | de train | de avion | de hotel | de taxi | de "
        "chambre | de gite | a mon | a ma | a mes | a ton | a lui | a elle | ami | amie | copain | copine | collegue "
        "| mais pas | contre | plus tard | tard | de bonne heure | les deux | tous les | toutes les | a deux | a "
        "trois | a quatre | a plusieurs | a cinq | voter | ou | par | hors | encore sur | moins | en meme temps | "
        "des que | depuis | tant que | pour autant | de | a"
    ),
    later=(
        "prochaine fois | une autre fois | la prochaine | prochain | confirme demain | confirme <day> | confirme ca "
        "| confirme des | confirme plus | confirme avant | fois suivante | annee prochaine | an prochain | edition "
        "suivante | une prochaine | autre occasion | derniere fois"
    ),
    asks=(
        "est ce que | dois je | puis je | peut on | comment | quand | ou | qui | quel | quelle | quels | combien | "
        "jusqu | jusqu'a | jusqua | pouvez vous | pourriez vous | peux tu | pourrais tu | faut il | y a t il | avez "
        "vous | on peut venir | je peux venir | je peux annuler | pourquoi | est il | serait il | a quelle | doit on "
        "| a t il | aura t il"
    ),
    idle=(
        "en veux pas | en voulez pas | en veux | pardonnes | pardonnez | trinquerez | trinqueras | deja cette "
        "semaine | deja samedi | comment va | comment vas | comment allez | ca va | comprends | comprenez | penserez "
        "a | restau | resto | hein $ | pas vrai | garderas | garderez | garde moi une part | raconteras | raconterez "
        "| embrasseras | embrasse"
    ),
    behalf=(
        "ecris de la part de | ecris au nom de | reponds pour | reponds au nom | a la demande de | assistante de "
        "direction | assistante $ | secretariat | maman de ~ $ | papa de ~ $ | sa maman $ | son papa $ | charge de "
        "vous | charge* de vous prevenir | disposer de son siege | disposer de sa place | en son nom"
    ),
    theirs=(
        "ne? prendra <pas> part | ne? <on_come> <pas> | ne? <on_be> <pas> <present> | ne? <on_be> <pas> en mesure | "
        "ne? <on_peut> <pas> <venir> | ne <on_peut> <venir> | ne? <they> <pas> | doit annuler | doit renoncer | doit "
        "decliner | se desiste | annule sa | est dans le impossibilite"
    ),
    tags="non | n est ce pas | ne est ce pas | hein | si | ce est ca | c est ca | d accord | ok | vrai",
    noes="non | nan | nope | no",
    yeses="oui | ouais | ok | parfait | super | volontiers | yes | bien sur | absolument | ouiii",
)
