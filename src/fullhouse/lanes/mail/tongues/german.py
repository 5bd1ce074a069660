"""German, as guests write it."""

from fullhouse.lanes.mail.words import Words

GERMAN = Words(
    starts={},
    ends={"s": "es", "n": "ein", "ne": "eine"},
    respelt=(
        "koennen = konnen | koennte = konnte | muessen = mussen | moechte = mochte | moechten = mochten | "
        "wuerde = wurde | fuer = fur | plaetze = platze | naechstes = nachstes | schaff = schaffe | "
        "schaffs = schaffe es | schaffes = schaffe es | packs = packe es | pack = packe | sag = sage | "
        "komm = komme | kanns = kann es | klappts = klappt es | gehts = geht es | hab = habe | nich = nicht | "
        "net = nicht | ned = nicht | nit = nicht | nix = nichts | wirds = wird es | ichs = ich es | "
        "meld = melde | nehm = nehme | mich's = mich es | krieg = kriege | krieg's = kriege es | werd = werde | "
        "muß = muss | zurueck = zuruck | hatt = hatte | mocht = mochte | lieg = liege | sitz = sitze | "
        "bitt = bitte"
    ),
    keys=(
        "absagen | stornieren | teilnehmen | teilnahme | verhindert | leider | anmeldung | reservierung | "
        "kommen | abmelden | zuruckziehen | freigeben | weitergeben | streichen"
    ),
    fillers=(
        "leider | aber | doch | nun | jetzt | wirklich | definitiv | einfach | kurzfristig | diesmal | also | "
        "hiermit | daher | deshalb | somit | darum | bedauerlicherweise | krankheitsbedingt | namlich | bitte | "
        "ja | auch | total | sehr | ganz | echt | noch | dann | da | wohl | uberhaupt | eh | beruflich | "
        "beruflichen | schweren | herzens | tatsachlich | unerwartet | plotzlich | gern | gerne | mal | heuer | "
        "halt | so | nunmehr | schon | deswegen | unmoglich | gesundheitlich | familiar | terminlich | zeitlich | "
        "sofort | umgehend | personlich | nochmal | wieder | trotzdem | spontan | euch | dir | ihnen | zu | "
        "allerdings | momentan | eben | unerwarteterweise | eigentlich | nachher | selbst | sicher | beide | "
        "alle | mehr"
    ),
    sets={
        "absagen": (
            "absagen | stornieren | passen | abmelden | zurucktreten | zuruckziehen | canceln | fernbleiben | "
            "aussetzen | ausfallen lassen | abspringen | den ruckzieher machen | einen ruckzieher machen | "
            "absage erteilen | eine absage erteilen | das handtuch werfen | aussteigen | ausklinken | kneifen | "
            "absage machen | zuruck ziehen | annullieren | streichen lassen | zuhause bleiben | "
            "zu hause bleiben | daheim bleiben | daheimbleiben | ab sagen"
        ),
        "anderes": (
            "anderen termin | andere termine | andere sorgen | schon was vor | etwas vor | was vor | "
            "anderes vor | andere verpflichtung* | anderweitige verpflichtung* | zugesagt | eine verpflichtung | "
            "schicht | spatschicht | nachtschicht | fruhschicht | spatdienst | bereitschaft | einen termin | "
            "elternabend | eine einladung | was anderes | eine feier | eine hochzeit | etwas anderes | "
            "einen notfall | terminkonflikt | prufung | eine prufung | terminuberschneidung | einen anderen"
        ),
        "away": (
            "krank | krankgeschrieben | urlaub | im urlaub | unterwegs | verreist | auf dienstreise | "
            "auf reisen | im ausland | im bett | im krankenhaus | mit ~ im bett | auf einer | ausser landes | "
            "ausgebucht | erkaltet | positiv | positiv getestet | anderweitig | auf geschaftsreise | "
            "auf montage | nicht fit | verhindert | weg | nicht zuhause | nicht da | nicht hier | eingeladen | "
            "bei ~ eingeladen | erkrankt | verplant | mit grippe | mit fieber | flach | gebucht | "
            "auf fortbildung | auf klassenfahrt | in quarantane | auf schicht"
        ),
        "day": (
            "montag | dienstag | mittwoch | donnerstag | freitag | samstag | sonnabend | sonntag | mo | di | mi | "
            "do | fr | sa | so | heute | morgen | ubermorgen"
        ),
        "duerft": (
            "durft ihr | durfen sie | durft | kann | konnt ihr | konnen sie | konnt | konnen | darf | durfen | "
            "kannst du | bekommt | sollte | soll | kann man | gebe ich | gebe | geben wir | geht"
        ),
        "es": (
            "es | das | den abend | den termin | die einladung | ihrer einladung | eurer einladung | "
            "deiner einladung | deine einladung | eure einladung | ihre einladung | meinen platz | "
            "unsere platze | daran | an der <event> | an dem <event> | am <event> | am <day> | meine zusage | "
            "zu ihrem | zu eurem <event> | zu deinem <event> | zum <event> | zur <event>"
        ),
        "event": (
            "feier | fest | sommerfest | party | veranstaltung | abend | abendessen | essen | konzert | lesung | "
            "workshop | treffen | verkostung | probe | einladung | termin | kurs | fete | weinprobe | event | "
            "grillen | brunch | vortrag | hochzeit | geburtstag"
        ),
        "fur": "fur | bei",
        "gefeiert": (
            "gefeiert | mitgefeiert | euch gesehen | gesehen | teilgenommen | mitgemacht | angestossen | dabei sein"
        ),
        "gib": (
            "gib | gebt | geben sie | geben | gebe | vergebt | vergeben sie | vergib | uberlasst | "
            "uberlassen sie | reicht | gebts"
        ),
        "ichkann": "ich kann | kann ich | wir konnen | konnen wir | ich es kann | kann es ich | kann man? mich",
        "ichmuss": (
            "ich muss | muss ich | wir mussen | mussen wir | ich mochte | mochte ich | wir mochten | "
            "mochten wir | ich will | will ich | wir wollen | wollen wir | ich wurde | wurde ich | ich werde | "
            "werde ich | wir werden | werden wir | ich bin gezwungen | sehe ich mich gezwungen | "
            "ich sehe mich gezwungen | ich sehe mich leider gezwungen"
        ),
        "ichwerde": "ich werde | werde ich | wir werden | werden wir",
        "jemand": (
            "jemand | jemanden | jemandem | andere | anderen | die nachste | den nachsten | der nachste | "
            "nachste | nachsten | wer | die warteliste | warteliste | nachrucker | weiter | weg | frei | wen | "
            "andern | interessenten | ab | wieder | zuruck"
        ),
        "kann": "kann | konnen",
        "kommen": (
            "kommen | mitkommen | vorbeikommen | hinkommen | erscheinen | teilnehmen | teil nehmen | dabei sein | "
            "mit dabei sein | dabeisein | sein | dort sein | anwesend sein | mitmachen | mitfeiern | mit feiern | "
            "beiwohnen | zusagen | wahrnehmen | einrichten | schaffen | moglich machen | dazukommen | "
            "dazustossen | antreten | anreisen | einhalten | hingehen | mit von der partie sein | folgen | "
            "nachkommen | annehmen | aufkreuzen | auftauchen | dazu kommen | mit gehen | mitgehen"
        ),
        "mails": (
            "mail | mails | e mail | e mails | email | emails | newsletter | nachricht | nachrichten | "
            "erinnerung | erinnerungen | einladung | einladungen | post | infos | werbung | benachrichtigung* | "
            "rundmails"
        ),
        "mein": (
            "mein | meine | meinen | unser | unsere | unseren | den | die | beide | unsere beiden | "
            "meine beiden | die beiden | der"
        ),
        "mir": "mir | mich | uns | meiner seite | unserer seite | meinerseits",
        "month": (
            "januar | februar | marz | april | mai | juni | juli | august | september | oktober | november | "
            "dezember | jan | feb | apr | jun | jul | aug | sep | okt | nov | dez"
        ),
        "muss": "muss | mussen | mochte | mochten | will | werde",
        "nope": (
            "allein | alleine | vor | bevor | punktlich | erst | ohne | fruher | rechtzeitig | zeitig | ganz | "
            "sofort | direkt | fruh | bis | mit dem | mit der | mit meinem | mit meiner | mit leeren | mit auto | "
            "um # | gegen # | zu spat | nach # | ab # | zuruck | an das | so fruh | von anfang | gleich | "
            "auf anhieb | so schnell | zum anfang | an die | damit | drumherum | umhin | zu fuss | daran vorbei | "
            "weiter | klar | drauf | auf den namen | mit den | mit kind | vom | zum ersten | zum aufbau | "
            "zum vortreffen | zur probe | zur vorbesprechung | langer | lange | unter | erwarten | warten | "
            "abwarten"
        ),
        "nutzen": "nutzen | wahrnehmen | brauchen | in anspruch nehmen | einnehmen | besetzen | beanspruchen",
        "ob": ("<seat> | <pp> | <event> | <mein> <event> | <seat> <pp> | <pp> <pp> | <pp> <seat> | es | das | hier"),
        "part": "abend | mittag | nachmittag | morgen | vormittag | nacht | fruh",
        "place": (
            "platz | platze | teilnahme | anmeldung | zusage | reservierung | buchung | kommen | besuch | "
            "einladung | karte | karten | ticket | tickets | sitzplatz | sitzplatze | sitz | plaetze | "
            "registrierung | platzerl | stuhl | namen | anmeldungen | reservierungen | termin | eintrag"
        ),
        "pp": "<prep> ~ | <prep> ~ ~ | <prep> ~ ~ ~ | <prep> ~ ~ ~ ~ | fur mich | fur uns",
        "prep": (
            "am | an | fur | zum | zur | im | in | beim | bei | auf | aus | wegen | aufgrund | mit | nach | vom | "
            "von | durch | uber | krankheitshalber"
        ),
        "seat": "<mein> ~? <place> | <mein> <place> | mich | uns",
        "streich": (
            "streich | streiche | sagt | sagen sie | streicht | streichen sie | nehmt | nehmen sie | nimm | "
            "tragt | trag | tragen sie | losch | losche | loscht | loschen sie | storniert | stornieren sie | "
            "storniere | stornier | meldet | melden sie | cancelt | cancel | streichts"
        ),
        "streichen": (
            "streichen | stornieren | absagen | abmelden | austragen | loschen | freigeben | weitergeben | "
            "vergeben | canceln | herausnehmen | rausnehmen | annullieren | zuruckgeben | entfernen"
        ),
        "trouble": (
            "beerdigung | operation | operiert | op | krankenhaus | klinik | notaufnahme | grippe | corona | "
            "covid | fieber | migrane | magen darm | bronchitis | brechdurchfall | lungenentzundung | "
            "hexenschuss | bandscheibe | streik | panne | abgeschleppt | auto ist hin | stau | eingeschneit | "
            "sturm | wasserrohrbruch | rohrbruch | uberschwemmung | prufung | klausur | spatdienst | "
            "nachtdienst | dienstreise | geschaftsreise | verstorben | gestorben | tod | trauerfall | todesfall | "
            "geburt | wehen | gips | krucken | gebrochen | abgesprungen | dazwischengekommen | "
            "dazwischen gekommen | positiv getestet | test positiv | doppelt belegt | doppelbelegung | "
            "terminkollision | uberschneidung | uberschneidet | vertreten | einspringen | hochzeit | "
            "krankgeschrieben | bettruhe | quarantane | sehe mich gezwungen | habe rucken | chemo | notfall | "
            "elternabend | abschlussfeier"
        ),
        "weg": (
            "weitergeben | freigeben | abgeben | abtreten | vergeben | zuruckgeben | uberlassen | raumen | "
            "weiter geben | frei geben | neu vergeben | anderweitig vergeben | neu besetzen | geben | haben | "
            "weiterreichen | nachbesetzen | verschenken | loschen | streichen | nehmen | bekommen | freimachen | "
            "frei machen"
        ),
        "wer": (
            "er | sie | mann | frau | partner | partnerin | sohn | tochter | bruder | schwester | mutter | "
            "vater | mama | papa | freund | freundin | kollege | kollegin | kinder | begleitung | oma | opa | "
            "tante | onkel"
        ),
    },
    when=(
        "am? <day> <part>? | am? <day> den # <month>? | den # <month>? | fur <day> <part>? | fur den # <month>? | "
        "an dem <day> | am kommenden <day> | kommenden <day> | diesen <day> | diesem <day> | heute abend | "
        "morgen abend | an diesem <part> | an diesem tag | an dem tag | an dem <part> | dieses mal | dies mal | "
        "am <part> | an jenem abend | an dem termin | zu dem termin | zu diesem termin | in letzter minute | "
        "auf die schnelle | am wochenende | diese woche | nachste woche | dieses jahr | auf den letzten drucker | "
        "so kurzfristig | am # <month>? | # <month> | am <day> # <month>?"
    ),
    leads=(
        "aber | und | denn | hallo | sorry | hi | moin | servus | schade | nee | nein | mist | huhu | hey | tut | "
        "danke | ok | lieber | liebe | dass | weil | tja | oh | morgen | heute | puh | weshalb | dabei"
    ),
    own="ich | wir",
    openers=(
        "sorry | danke | hallo | hi | hey | leider | vielen | lieben | liebe | tut | schade | bin | habe | ich | "
        "wir | mist | muss | liege | servus | moin | guten | hatte | entschuldigung | nee | sitze | stecke | "
        "herzlichen | echt"
    ),
    regrets=(
        "leider | sorry | schade | tut mir ... leid | tut uns ... leid | bedau* | entschuldig* | verzeih* | "
        "traurig | mist | schweren herzens | zugesagt hatte | hatte zugesagt | hatten zugesagt | euch zugesagt | "
        "ihnen zugesagt | kurzfristig | blod | argerlich | ach mensch | so ein pech | verflixt"
    ),
    cancels=(
        "<ichkann> ... nicht ... <kommen> | ^ <kann> ... nicht ... <kommen> | ich ... nicht ... <kommen> <kann> | "
        "wir ... nicht ... <kommen> <kann> | ich ... nicht ... <kommen> werde | "
        "wir ... nicht ... <kommen> werden | <ichkann> nicht <kommen> | nicht <kommen> kann ich | "
        "<ichwerde> ... nicht ... <kommen> | ^ werde ... nicht ... <kommen> | werde nicht <kommen> konnen | "
        "^ werden nicht <kommen> | komme ... nicht $ | komme nicht | ich komme nicht | komme <es>? nicht mit | "
        "^ kommen nicht $ | wir kommen ... nicht $ | kommen wir ... nicht $ | wir kommen nicht | "
        "kommen wir nicht | ich ... nicht komme $ | wir ... nicht kommen $ | nehme ... nicht ... teil | "
        "nehmen wir ... nicht ... teil | wir nehmen ... nicht ... teil | nicht teilnehme | bin ... nicht dabei | "
        "bin nicht <pp>? dabei | ^ sind nicht dabei | wir sind ... nicht dabei | sind wir ... nicht dabei | "
        "bin nicht mit dabei | nicht dabei bin | nicht dabei sind | bin nicht anwesend | "
        "bin nicht mit von der partie | wird ein nein | ein nein werden | einen korb geben | fallen ... aus $ | "
        "ihr seid mich los | wir geben auf | abmeldung <fur> | ^ abmeldung $ | einen ruckzieher | "
        "ruckzieher zu machen | es diesmal sein $ | lasse es ... sein | lass es ... sein | nicht bei euch sein | "
        "absagen zu mussen | absage zu erteilen | eine absage | meine absage | unsere absage | ^ nicht dabei $ | "
        "ohne mich dabei | schaffe ... nicht $ | schaffe es ... nicht | schaffe ich ... nicht | "
        "^ schaffen es ... nicht | schaffen wir ... nicht | wir schaffen ... nicht | es ... nicht schaffe $ | "
        "schaffe das ... nicht | nicht geschafft zu kommen | packe ... nicht $ | packe es nicht | "
        "kriege ... nicht hin | bekomme ... nicht hin | kriege ... nicht unter | kriegen ... nicht hin | "
        "kriege ... nicht geregelt | bin ... verhindert | sind ... verhindert | verhindert bin | "
        "verhindert sind | ^ verhindert $ | bin ... unabkommlich | bin ... ausser gefecht | falle ... aus $ | "
        "fallen wir ... aus $ | <ichmuss> <ob>? <absagen> | ^ <muss> <ob>? <absagen> | ich <ob>? <absagen> muss | "
        "wir <ob>? <absagen> mussen | <ichmuss> <ob>? <weg> | ich ... absagen muss $ | "
        "gezwungen <ob>? <absagen> | gezwungen <seat> abzusagen | muss ... absagen $ | "
        "<ichmuss> mich <pp>? entschuldigen | <ichmuss> uns <pp>? entschuldigen | sage <ob>? ab | "
        "sagen wir <ob>? ab | wir sagen <ob>? ab | ^ sagen ab | sage ich <ob>? ab | melde mich <ob>? ab | "
        "melde ich mich <ob>? ab | melden uns <ob>? ab | melde uns <ob>? ab | melden wir uns <ob>? ab | "
        "trete ich? <ob>? zuruck | ziehe ich? <ob>? zuruck | ziehen wir? <ob>? zuruck | storniere ich? <seat> | "
        "verzichte ich | verzichten wir | gebe <seat> ... frei | gebe <seat> ... ab | gebe <seat> ... zuruck | "
        "gebe <seat> ... weiter | verzichte auf <seat> | verzichten auf <seat> | gebe <seat> ... her | "
        "verzichte <ob>? $ | steige aus $ | bin <ob>? raus $ | sind <ob>? raus $ | ziehe <seat> ... zuruck | "
        "klinke mich aus | abzusagen $ | <seat> zu stornieren | zu stornieren $ | <seat> stornieren lassen | "
        "um stornierung <seat>? | <seat> abzumelden | ^ absage $ | ^ absagen $ | ^ storno $ | ^ stornieren $ | "
        "^ stornierung $ | ^ nein danke $ | ^ nein $ nichts | ^ leider nein $ | ^ abgesagt $ | ^ absage <fur> | "
        "^ absage von mir | ^ storno <fur> | ^ passe $ | ^ nein dieses mal nicht | "
        "klappt <es>? ... bei <mir> ... nicht | klappt <es>? bei <mir> nicht | klappt <es>? nicht bei <mir> | "
        "klappt <es>? nicht $ | klappt <es>? bei <mir> ... nicht | geht <es>? bei <mir> ... nicht | "
        "geht <es>? nicht bei <mir> | geht <es>? ... fur <mir> ... nicht | passt <es>? bei <mir> ... nicht | "
        "passt <mir> ... nicht $ | haut <es>? ... nicht hin | klappen bei <mir> nicht | "
        "funktioniert ... bei <mir> nicht | klappt <fur> ... nicht $ | <mir> klappt es nicht | "
        "wird <es>? ... nichts $ | wird <es>? nichts mit <mir> | wird <es>? nichts bei <mir> | "
        "wird ... bei <mir> nichts | wird es ... nichts | daraus wird nichts | wird nichts daraus | "
        "wird nichts mit | wird aus <mir> nichts | ist <es>? <mir> nicht moglich | "
        "ist <es>? fur <mir> nicht moglich | ist <mir> <es>? ... nicht moglich | <mir> nicht moglich | "
        "fallt fur <mir> flach | fallt fur <mir> aus | fallt bei <mir> flach | fallt ins wasser fur | "
        "ohne <mir> | <gefeiert> hatte | hinfallig | sehe mich ausserstande | sehe ich mich ausserstande | "
        "ausserstande | muss ich ... streichen | nicht nach feiern | kein bock | keine lust | klemme mir | "
        "klemm mir | spare mir | lasse ... sausen | lassen ... sausen | lasse ... bleiben | bleiben daheim | "
        "bleiben zuhause | bleiben zu hause | bleibe zu hause | zahlt nicht auf <mir> | rechnet nicht mit <mir> | "
        "rechnen sie nicht mit <mir> | rechne nicht mit <mir> | plant <mir> nicht ein | nicht mit <mir> rechnen | "
        "nicht auf <mir> zahlen | brauche <seat> ... nicht | brauchen <seat> ... nicht | "
        "benotige <seat> ... nicht | kann <seat> ... nicht ... <nutzen> | "
        "kann ich <seat> ... nicht ... <nutzen> | konnen <seat> ... nicht <nutzen> | habe <day>? keine zeit | "
        "habe ich keine zeit | keine zeit habe | haben keine zeit | haben wir keine zeit | bin nicht verfugbar | "
        "bin <ob>? nicht vor ort | bin nicht in der stadt | bin nicht im lande | bleibe zuhause | bleibe daheim | "
        "bleibe im bett | <mir> raus $ | muss <ob>? das bett huten | habe es mir anders uberlegt"
    ),
    requests=(
        "<streich> <seat> | <streich> <ob>? <seat> | <seat> ... <streichen> | <seat> ... aus der liste | "
        "<seat> von der liste | <seat> ... austragen | <gib> <seat> ... <jemand> | <seat> <duerft> ... <weg> | "
        "<seat> ... <jemand> <weg> | <seat> <weg> $ | <seat> <duerft> ... <jemand> | <duerft> <seat> ... <weg> | "
        "<duerft> <seat> ... <jemand> | <seat> ... <weg> $ | <seat> ist <jemand> | <seat> wird <jemand> | "
        "<seat> ware frei | <seat> wird ... frei | <seat> ist ... frei | mein platz ... frei | "
        "<seat> ... weitergegeben werden | <seat> ... vergeben werden | <seat> ... zu haben | "
        "um stornierung meiner | um stornierung unserer | um absage meiner | um streichung | "
        "um loschung meiner <place> | um abmeldung | um austragung"
    ),
    bare=(
        "^ <ichkann> es? nicht $ | ^ <kann> nicht $ | ^ ich nicht kann $ | ^ wir nicht konnen $ | "
        "^ <ichkann> <es> nicht $ | ^ nicht $"
    ),
    hindrances=(
        "<trouble> | bin ich? <ob>? <away> | sind wir? <ob>? <away> | liege <ob>? <away> | liege ... flach | "
        "liegen ... flach | sitze ... fest | stecke ... fest | <away> bin | <away> sind | <away> liege | "
        "hat es ... erwischt | hats erwischt | hat mich ... erwischt | flachgelegt | umgehauen | "
        "dazwischengekommen | dazwischen gekommen | kommt ... dazwischen | kam ... dazwischen | "
        "muss ... arbeiten | muss ... einspringen | muss ... dienst | habe ... dienst | habe ... <anderes> | "
        "haben ... <anderes> | habe <anderes> | fliege ... | fahre ... in | muss ... nach | "
        "musste ... ins krankenhaus | habe ... fieber | habe ... grippe | habe ... corona | habe ... migrane | "
        "bin ... eingespannt | bin ... ausgebucht | bin ... verplant | ein notfall | notfall in der | "
        "<away> geworden | muss ... auf"
    ),
    partings=(
        "viel spass | schonen abend | schone feier | schones fest | schone party | feiert schon | "
        "feiert ... schon | nachstes mal | nachsten mal | ein anderes mal | nachstes jahr | nachste mal | "
        "andermal | stosst ... an | trinkt ... mit | denke an euch | denken an euch | denke an dich | "
        "macht ... fotos | macht fotos | schickt ... fotos | alles liebe | grusst alle | rauschendes | "
        "wunschen euch | wunsche euch | wunschen ihnen | wunsche ihnen | trinkt einen | stosst an | feierts | "
        "dafur das nachste | gelungen* | lasst es krachen | tolle feier | tollen abend | schoner abend | "
        "bald mal | holen wir nach | hole ich nach | nachholen | hebt ein glas | in gedanken | nicht bose | "
        "nicht sauer | verstandnis"
    ),
    absent=(
        "<wer> kann ... nicht | <wer> kommt ... nicht | <wer> muss ... absagen | <wer> schafft ... nicht | "
        "<wer> ist ... nicht dabei"
    ),
    comes=(
        "bin ... dabei | sind ... dabei | ich komme | wir kommen | ^ komme gern* | ^ komme $ | ^ kommen gern* | "
        "freu* mich | freuen uns | freu mich | bis dann | bis <day> | bis nachher | bis spater | "
        "bis heute abend | sehen uns <day> | wir sehen uns | komme ich | kommen wir | werde <ob>? da sein | "
        "^ werde <ob>? dabei sein | werde kommen | werde ich kommen | ich werde da sein | nehme ... teil | "
        "nehmen ... teil | sage ... zu | sagen ... zu | zahlt auf mich | auf mich konnt ihr zahlen | "
        "bestatige ... teilnahme | bestatigen ... teilnahme | lasse mir ... nicht entgehen | "
        "lassen uns ... nicht entgehen | auf jeden fall | kann ... kommen | kann kommen | konnen kommen | "
        "bin am start | sind am start | mit von der partie | wir sind da | fest mit mir rechnen | "
        "mit mir rechnen | mit uns rechnen | um acht da | bei euch sein kann | ^ passt $ | nichts halt mich | "
        "mets ein | bis <day> $ | klar komme | sind wir dabei | bin ich dabei | passt mir gut | "
        "klappt bei mir $ | klappt $ | bin da | ich bin um # | komme um # | komme etwas spater | verspate* mich | "
        "verspaten uns | kommen etwas spater | bringe ... mit"
    ),
    keeps=(
        "nicht absagen | nicht stornieren | keinesfalls absagen | platz behalten | platze behalten | "
        "platz nicht | platze nicht | nicht <seat> ... weggeben | nicht hergeben | nicht weggeben | "
        "nicht vergeben | nicht weitergeben | nicht abgeben | nicht abmelden | nicht streichen | sage nicht ab | "
        "sagen nicht ab | haltet mir den platz | halten sie meinen platz | platz freihalten | "
        "nicht absagen muss | nicht stornier* | kein* absage | keineswegs absagen | nicht abzusagen | "
        "auf keinen fall absagen"
    ),
    stops=(
        "keine <mails> ... mehr | keine weiteren <mails> | keine mails | keine e mails | keine newsletter | "
        "<mails> ... nicht mehr | nicht mehr anschreiben | nicht mehr schreiben | nicht mehr kontaktieren | "
        "nicht mehr angeschrieben | schickt mir ... nichts mehr | schicken sie mir ... nichts mehr | "
        "schreibt mir nicht | schreiben sie mir nicht | mir nichts mehr | ^ stopp $ | ^ stop bitte $ | "
        "^ bitte stop $ | ^ stop $ | ^ abmelden $ | ^ abbestellen $ | ^ abbestellung $ | abbestellen $ | "
        "aus dem verteiler | vom verteiler | aus eurem verteiler | aus ihrem verteiler | von dem verteiler | "
        "aus ihrer mailingliste | aus der mailingliste | mailingliste | von eurem verteiler | "
        "von ihrem verteiler | verteiler ... streichen | verteiler ... loschen | verteiler ... austragen | "
        "newsletter ab* | <mails> ... abbestellen | vom newsletter | adresse ... loschen | "
        "adresse ... streichen | adresse aus | adresse entfernen | dsgvo | widerspreche | "
        "keine weiteren zusendungen | lasst mich in ruhe | lassen sie mich in ruhe | hort auf | horen sie auf | "
        "<mails> einstellen | genug <mails> | <mails> abstellen | keine post mehr | keine nachrichten mehr | "
        "nichts mehr von euch | mail adresse ... loschen"
    ),
    others=(
        "er | sie | mann | frau | partner | partnerin | sohn | tochter | bruder | schwester | mutter | vater | "
        "mama | papa | freund | freundin | kollege | kollegin | chef | kinder | nachbarin | nachbar | "
        "begleitung | gast | oma | opa | tante | onkel | man | einer | eine | babysitter | babysitterin | "
        "kumpel | zug | flug"
    ),
    doubts=(
        "noch nicht | wenn | falls | ob | sollte | sollten | vielleicht | eventuell | evtl | womoglich | "
        "moglicherweise | bevor | warum | wann | konnte ich | ich konnte | konnten wir | wir konnten | "
        "konnte sein | konnte es | konnte passieren | wurde | musste | mussten | wohl | wahrscheinlich | "
        "vermutlich | unsicher | nicht sicher | weiss ... nicht | fragt | unter umstanden | gegebenenfalls | "
        "ggf | bis wann | wie kann | wie sage | wie storniere | mal schauen | melde mich <day> | "
        "melde mich dann | gebe ... bescheid | mal sehen | klare ich | noch klaren | fraglich | ungewiss | "
        "je nachdem | angenommen | notfalls | zur not | es sei denn | ausser | es kann sein | kann sein dass | "
        "kann passieren | kann vorkommen"
    ),
    told=(
        "sagt | sagte | schreibt | meint | meinte | letztes jahr | letztes mal | damals | musste | wollte | "
        "dachte | hatte | hatten | hiess"
    ),
    unless=(
        "zum | zur | erst | spater | nur zum | nur zur | wenn | es sei denn | ausser | sofern | solange | falls | "
        "bis ich | oder erst | oder nur | zumindest"
    ),
    turns=(
        "nicht | pension | hotel | kein | keine | keinen | nie | niemals | ohne | statt | anstatt | ungern | "
        "keinesfalls"
    ),
    limits="<nope> | von meinem | von meiner | meines | meiner <wer> | fur meinen | fur meine",
    later=(
        "nachstes mal | nachsten mal | ein anderes mal | nachstes jahr | beim nachsten | nachste mal | "
        "nachste jahr | anderes mal | ein andermal | andermal | wieder dabei | nachsten jahr | nachster"
    ),
    asks=(
        "muss ich | mussen wir | kann ich | konnen wir | darf ich | durfen wir | kann man | bis wann | wann | "
        "was | wo | wer | wie | gibt es | geht das | ist es | ist das | habt ihr | haben sie | konntet ihr | "
        "konnten sie | konnt ihr | konnen sie | soll ich | sollen wir | wurde es | ware es | kannst du | "
        "konntest du | warum | welche | kommt ihr | findet"
    ),
    tags="oder | richtig | stimmt | gell | ne | nicht wahr | oder nicht | wahr | ja | korrekt | geht das",
    noes="nein | nee | ne | no",
    yeses="ja | jo | jup | klar | gern | gerne | yes | jawohl | ok | okay | super | naturlich",
)
