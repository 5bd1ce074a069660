"""What German ways of saying something are put together from."""

SETS = {
    "abendo": "abend | fest | feier | tag | party | runde",
    "absagen": (
        "absagen | stornieren | passen | abmelden | zurucktreten | zuruckziehen | canceln | fernbleiben | "
        "aussetzen | ausfallen lassen | abspringen | den ruckzieher machen | einen ruckzieher machen | "
        "absage erteilen | eine absage erteilen | das handtuch werfen | aussteigen | ausklinken | kneifen | "
        "absage machen | zuruck ziehen | annullieren | streichen lassen | zuhause bleiben | zu hause bleiben | "
        "daheim bleiben | daheimbleiben | ab sagen | fehlen | wegbleiben | weg bleiben | fern bleiben | "
        "die segel streichen | das feld raumen | versetzen | euch sitzen lassen | sausen lassen | sausenlassen | "
        "platzen lassen | revidieren | zurucknehmen | zuruck nehmen | widerrufen | einen korb geben | ausfallen | "
        "w o geben | abblasen | cancellen | das bett huten | auskurieren | euch hangen lassen | ruckgangig machen | "
        "austragen lassen | verzichten | pausieren | sein lassen | bleiben lassen | draussen bleiben | knicken | "
        "entschuldigen lassen | absage | absagn | hause bleiben | enttauschen | rausziehen | herausziehen | "
        "abseilen | im stich lassen | euch enttauschen"
    ),
    "allein": "$ | allein | alleine | weg | kommen",
    "anderes": (
        "anderen termin | andere termine | andere sorgen | schon was vor | etwas vor | was vor | anderes vor | "
        "andere verpflichtung* | anderweitige verpflichtung* | eine verpflichtung | schicht | spatschicht | "
        "nachtschicht | fruhschicht | spatdienst | nachtdienst | fruhdienst | wochenenddienst | notdienst | "
        "bereitschaft | elternabend | eine einladung | was anderes | eine feier | eine hochzeit | etwas anderes | "
        "einen notfall | terminkonflikt | prufung | eine prufung | terminuberschneidung | einen anderen | inventur | "
        "klausur | examen | einschulung | abschlussfeier | rufbereitschaft | *dienst | *schicht | *termin | "
        "*fieber | *grippe | karten fur | seinen geburtstag | ihren geburtstag | hexenschuss | keinen urlaub | "
        "keinen babysitter | keine betreuung | niemanden fur | magen darm | *infekt | *entzundung | "
        "doppelt verplant | doppelt gebucht | mir ~ ~ gebrochen | den fuss | das bein | den arm"
    ),
    "andres": (
        "backen | helfen | bringen | machen | lesen | schreiben | finden | tanzen | bezahlen | zahlen | kochen | "
        "kaufen | besorgen | suchen | holen | fahren | antworten | drucken | offnen | laden | melden | buchen | "
        "bestellen | reden | sprechen | singen | spielen | trinken | schlafen | ubernachten | bleiben | sitzen | "
        "uberweisen | organisieren | tragen | erreichen | bearbeiten | sagen | klaren | planen | schicken | senden | "
        "packen | andern | verandern | verbessern | tun | arbeiten | lernen"
    ),
    "anlass": (
        "*feier | *fest | *fete | *party | *abend | *essen | *konzert | *lesung | *workshop | *treffen | "
        "*verkostung | *probe | *einladung | *termin | *kurs | *event | *grillen | *brunch | *vortrag | *hochzeit | "
        "*geburtstag | *empfang | *jubilaum | *taufe | *veranstaltung | *vernissage | *premiere | *eroffnung | "
        "*ausflug | *wanderung | *fuhrung | *seminar | *tagung | *konferenz | *sitzung | *versammlung | *ball | "
        "*gala | *dinner | *umtrunk | *turnier | *runde | *anlass | *spiel | *tour | *training | *tanz | "
        "*auffuhrung | *vorstellung | *kaffee | *stammtisch | *mittag | *kommunion | *konfirmation | *einweihung | "
        "*ausstellung | *messe | *webinar | *schulung | *gruppe | *abendessen | *aperitif | *apero | *frei* | "
        "feiern | *picknick | *reise | *freizeit | *wochenende | *markt | *disco | *show | *kino | *theater | "
        "*oper | *clubnight | *nacht | *sause | *besichtigung | *beisammensein | *zusammensein | *jahr | "
        "*gottesdienst | *gluck | zeit | zeitpunkt | teil | beispiel | arbeit | arzt | zahnarzt | op | operation | "
        "not | nachsten | nachstes | mitfeiern | mitmachen | kommen | kunden | dienst | lieblings* | runden | "
        "grossen | diesjahrigen | jahrlichen | # | <day> | selben | gleichen | besten | beerdigung | geburtstags* | "
        "<month> | verfugung | seite | schluss | wohl | last | feierabend | abendbrot | tanzen | spielen | essen* | "
        "gluck* | trinken | *tag | *rennen | *lauf | *kegeln | *bowling | *singen | *theaterbesuch | *projekt | "
        "*camp | *gipfel | *forum | *kongress | *symposium | *festakt | *festkommers | *kommers | *weihe | "
        "*weihnachts* | *spieltag | *fahrt | *andacht | *lesekreis | *club | *verein | *chor | *sprechstunde | "
        "*exkursion | *besprechung | *meeting | *call | *zusammenkunft | *lehrgang | *festival | *aktion | "
        "*session | *stunde | *stunden | *programm | *verabschiedung | *abschied | *ehrung | *verleihung | *salon | "
        "*soiree | *matinee | *akt | *kranzchen | *nachmittag | *bbq | *barbecue | *lunch | *treff | *gesprach | "
        "*diskussion | *sommerfest | *hauptversammlung | *klasse | *prufung | *klausur | *unterricht | *einheit | "
        "*ubung | *dienst | *hochzeitsfeier | *stadtlauf"
    ),
    "austragen": (
        "streichen | stornieren | abmelden | austragen | loschen | canceln | herausnehmen | rausnehmen | "
        "raus nehmen | entfernen | zu streichen | zu loschen | auszutragen | ausplanen | von ~ <liste> nehmen | "
        "aus ~ <liste> nehmen | von ~ ~ <liste> nehmen"
    ),
    "away": (
        "krank | krankgeschrieben | urlaub | im urlaub | verreist | auf dienstreise | auf reisen | im ausland | "
        "im bett | im krankenhaus | mit ~ im bett | auf einer | ausser landes | ausgebucht | erkaltet | positiv | "
        "positiv getestet | anderweitig | auf geschaftsreise | auf montage | nicht fit | verhindert | weg | "
        "nicht zuhause | nicht zu hause | nicht da | nicht hier | eingeladen | bei ~ eingeladen | erkrankt | "
        "verplant | mit grippe | mit fieber | flach | auf fortbildung | auf klassenfahrt | in quarantane | "
        "auf schicht | vergeben | anderweitig vergeben | im dienst | in den ferien | in ferien | auf kur | "
        "in der reha | in reha | in kur | auf lehrgang | auf ~ messe | schwer erkaltet | operiert | am ~ operiert | "
        "heiser | ausgeknockt | im skiurlaub | in den flitterwochen | im kreisssaal | in elternzeit | "
        "ans bett gefesselt | bettlagerig | gesturzt | umgeknickt | noch im ausland | auf tour | auf see | "
        "auf hutte | nicht im lande | nicht in der stadt | nicht in ~"
    ),
    "dabei": (
        "dabei | mit dabei | mit von der partie | von der partie | anwesend | vor ort | unter den gasten | "
        "mit am start | am start | bei euch | unter euch | mit im boot"
    ),
    "dann": "dann | dann eben | also | also dann | dann halt | also lieber | lieber | eben | dann lieber | dann also",
    "day": (
        "montag* | dienstag* | mittwoch* | donnerstag* | freitag* | samstag* | sonnabend* | sonntag* | mo | di | "
        "mi | do | fr | sa | so | heute | heut | morgen | ubermorgen | wochenende | we"
    ),
    "dein": "dein | deine | deiner | deinem | deinen | euer | eure | eurem | euren",
    "dersitz": "den <platz> | die <zahl>? <platz> | der <platz>",
    "det": (
        "der | die | den | das | dem | diese | diesen | dieser | diesem | eure | eurer | eurem | euren | ihre | "
        "ihrer | ihrem | ihren | deine | deiner | deinem | deinen"
    ),
    "duerft": (
        "durft ihr | durfen sie | durft | kann | konnt ihr | konnen sie | konnt | konnen | darf | durfen | "
        "kannst du | soll | kann man | konntest du | koennt ihr | koennten sie | koenntest du"
    ),
    "ende": (
        "$ | bin | habe | muss | wegen | sorry | tut | lg | vg | mfg | gruss | grusse | liebe | viele | weil | da | "
        "viel | trotz | danke | schade | wir | ich | dass | denn | aus <grund>"
    ),
    "ende2": "<ende> | am | mit <det> <anlass> | zu kommen",
    "es": (
        "es | das | das ganze | <det> <anlass> | <det> ~ <anlass> | <det> ~ ~ <anlass> | meinen platz | "
        "unsere platze | daran | an der ~? <anlass> | an dem ~? <anlass> | am <anlass> | am <day> | meine zusage | "
        "zu ihrem | zu eurem ~? <anlass> | zu deinem ~? <anlass> | zum ~? <anlass> | zur ~? <anlass> | "
        "bei eurer ~? <anlass> | bei eurem ~? <anlass> | bei der ~? <anlass> | beim ~? <anlass> | "
        "bei deiner ~? <anlass> | bei deinem ~? <anlass> | zu eurer ~? <anlass> | zu deiner ~? <anlass> | "
        "zu ihrer ~? <anlass> | an eurem ~? <anlass> | an ihrer ~? <anlass> | an eurer ~? <anlass> | "
        "an diesem <anlass>"
    ),
    "event": (
        "feier | fest | sommerfest | party | veranstaltung | abend | abendessen | essen | konzert | lesung | "
        "workshop | treffen | verkostung | probe | einladung | termin | kurs | fete | weinprobe | event | grillen | "
        "brunch | vortrag | hochzeit | geburtstag | ganze"
    ),
    "fieber": "fieber | ~ fieber | grippe | corona | magen | lause | scharlach | windpocken | *schicht | *dienst",
    "frei": "frei | urlaub | ausgang | dienstfrei | freien tag",
    "fur": "fur | bei",
    "gebe": "gebe ich | geben wir | gebe",
    "gefeiert": (
        "gefeiert | mitgefeiert | euch gesehen | gesehen | teilgenommen | mitgemacht | angestossen | dabei sein | "
        "getanzt | mitgetanzt | gehort | kennengelernt | erlebt | wiedergesehen | verbracht | angestossen ... | "
        "gratuliert | gegessen | getroffen | umarmt | gedruckt | gelauscht | zugehort | zugesagt | besucht | "
        "begleitet | geteilt"
    ),
    "gekommen": "gekommen | dabei gewesen | mitgekommen | dagewesen | da gewesen | dabeigewesen | vorbeigekommen",
    "genitiv": "meiner ~ | meines ~ | meinem ~ | in der familie | im team | in der firma",
    "gern": "gern | gerne | liebend | so gern | zu gern | unheimlich | nur zu gern",
    "gesellschaft": "gesellschaft | anwesenheit | wenigkeit | teilnahme",
    "gib": (
        "gib | gebt | geben sie | geben | gebe | vergebt | vergeben sie | vergib | uberlasst | uberlassen sie | "
        "uberlass | reicht | gebts | verteilt | macht | machen sie | mach | besetz | besetzt | besetzen sie | reich"
    ),
    "grund": (
        "gesundheitlichen | beruflichen | familiaren | privaten | personlichen | terminlichen | dienstlichen | "
        "zeitlichen"
    ),
    "hab": "habe | wir haben | haben wir | ich haben | ^ haben",
    "haben": "haben | bekommen | nehmen | nutzen | gehen | nachrucken | kriegen | freuen | einnehmen",
    "haett": "haette | haetten",
    "hause": "hause | # | <uhr> | der | dem",
    "hergeben": (
        "weitergeben | freigeben | abgeben | abtreten | vergeben | zuruckgeben | uberlassen | raumen | "
        "weiter geben | frei geben | neu vergeben | anderweitig vergeben | neu besetzen | weiterreichen | "
        "nachbesetzen | verschenken | loschen | streichen | stornieren | freimachen | frei machen | "
        "zur verfugung stellen | spenden | hergeben | verlosen | anderweitig besetzen | neu belegen | "
        "an <jemand> geben | <jemand> geben | <jemand> anderem geben | weggeben | anderweitig verplanen | "
        "weiterverkaufen | aufgeben"
    ),
    "hier": "hier | da | einfach | aus",
    "hin": (
        "hin | zeitlich | rechtzeitig hin | zu euch | nach ~ | zur ~? <anlass> | zum ~? <anlass> | dorthin | "
        "vorbei | <es> | <det> ~? <anlass> | deiner ~? <anlass>"
    ),
    "hoffdu": "ihr | du | sie | auf | dass ihr | dass du | dass sie | der platz | dass der platz",
    "ichkann": (
        "ich kann | kann ich | wir konnen | konnen wir | ich konnen | ich es kann | kann es ich | kann mich | "
        "ich darf | darf ich | wir durfen | durfen wir | wir beide konnen | mir konnen | ich mag | ich es konnen"
    ),
    "ichmuss": (
        "ich muss | muss ich | wir mussen | mussen wir | ich mochte | mochte ich | wir mochten | mochten wir | "
        "ich will | will ich | wir wollen | wollen wir | ich wuerde gern* | wuerde ich gern* | wir wuerden | "
        "wuerden wir | ich werde | werde ich | wir werden | werden wir | ich bin gezwungen | "
        "sehe ich mich gezwungen | ich sehe mich gezwungen | ich mussen | ich sehe mich leider gezwungen | "
        "mir mussen | ich werden | ich darf | darf ich | mochten ich | ich mochten | ich habe beschlossen | "
        "wir haben beschlossen | habe ich beschlossen"
    ),
    "ichwerde": "ich werde | werde ich | wir werden | werden wir | ich werden",
    "innocent": (
        "anmelden | ansagen | aussagen | leiden | streicheln | bekommen | verhindern | freigegeben | zusagen | "
        "einkommen | willkommen | teilgenommen | kommentar | vorkommen | ankommen | auskommen | verkommen | "
        "umkommen | komme | kamen | ansehen"
    ),
    "jemand": (
        "jemand | jemanden | jemandem | andere | anderen | die nachste | den nachsten | der nachste | nachste | "
        "nachsten | wer | die warteliste | warteliste | nachrucker | weiter | weg | frei | wen | wem | andern | "
        "interessenten | ab | wieder | zuruck | neu | anderweitig | anders | nachruckende | nachruckenden"
    ),
    "kann": "kann | konnen | darf | durfen",
    "kein": "kein | keinen | nicht",
    "kommen": (
        "kommen | mitkommen | vorbeikommen | vorbeischauen | hinkommen | erscheinen | teilnehmen | teil nehmen | "
        "dabei sein | mit dabei sein | dabeisein | dort sein | da sein | dasein | anwesend sein | mitmachen | "
        "mitfeiern | mit feiern | beiwohnen | zusagen | dazukommen | dazustossen | antreten | anreisen | hingehen | "
        "mit von der partie sein | nachkommen | aufkreuzen | auftauchen | dazu kommen | mit gehen | mitgehen | "
        "bei euch sein | bei dir sein | bei ihnen sein | unter euch sein | unter den gasten sein | vor ort sein | "
        "hier sein | mitessen | mittrinken | anstossen | mit anstossen | folge leisten | gast sein | mitfahren | "
        "zu euch fahren | kumma | kemma | mit euch feiern | mit dir feiern | feiern | zu euch | mitspielen | "
        "mitlaufen | mitwandern"
    ),
    "krank": "krank | erkrankt | erkaltet | heiser | positiv",
    "leid": "leider | doch | nun | deshalb | daher | also | aber | am | nicht | heute | diesmal",
    "liste": "liste | gasteliste | teilnehmerliste | anmeldeliste | warteliste | einladungsliste",
    "mails": (
        "mail | mails | e mail | e mails | email | emails | newsletter | nachricht | nachrichten | erinnerung | "
        "erinnerungen | einladung | einladungen | post | infos | werbung | benachrichtigung* | rundmails | "
        "rundmail | spam | zeug | erinnerungsmails"
    ),
    "mein": (
        "mein | meine | meinen | unser | unsere | unseren | den | die | beide | unsere beiden | meine beiden | "
        "die beiden | der | die #"
    ),
    "meine": "meine | unsere | meiner | unserer",
    "meinem": "meinem | unserem | dem",
    "meinen": "meinen | unseren | meine | unsere",
    "meiner": "meiner | unserer | der | meines | unseres",
    "meins": "mein | meine | meinen | unser | unsere | unseren | meiner | unserer | meins",
    "meinsitz": "<meins> <zahl>? <place>",
    "mir": (
        "mir | mich | uns | meiner seite | unserer seite | meinerseits | uns beiden | meiner teilnahme | "
        "unserer teilnahme | meinem kommen | unserem kommen | meinem besuch | unserem besuch"
    ),
    "mitdecken": (
        "mitdecken | mitkochen | mitrechnen | einplanen | mitzahlen | mit einplanen | decken | eindecken | "
        "mitbestellen | einrechnen | planen | rechnen | kalkulieren | mit einrechnen"
    ),
    "modal": (
        "werde | werden | muss | mussen | kann | konnen | klappt | wird | schaffe | schaffen | komme | kommen | "
        "fallt | bin | sind"
    ),
    "month": (
        "januar | februar | marz | april | mai | juni | juli | august | september | oktober | november | dezember | "
        "jan | feb | apr | jun | jul | aug | sep | okt | nov | dez"
    ),
    "muss": "muss | mussen | mochte | mochten | will | werde | wollen | werden",
    "mussihr": "musst ihr | ihr musst | mussen sie | sie mussen | musst du | du musst",
    "nach": (
        "nach !<hause> | in die | in den | ins | auf eine | auf dienstreise | zu meiner | zu meinem | zu ihm | "
        "zu ihr | weg | uberraschend weg | auf die | zur beerdigung | zu einer | auf messe"
    ),
    "name": "mein name | unsere namen | mein eintrag",
    "nehmt": (
        "nehmt | nimm | nehmen sie | tragt | trag | tragen sie | sagt | sagen sie | sag | meldet | melden sie | "
        "melde | plant | planen sie | plane | lasst | lassen sie | lasse"
    ),
    "nicht": "nicht | nimmer | keinesfalls | auf keinen fall | unmoglich | keineswegs",
    "nope": (
        "allein | alleine | vor # | vor <uhr> | vor dem | vor der | vor <day> | bevor | punktlich | erst | ohne | "
        "fruher | rechtzeitig | zeitig | ganz | sofort | direkt | fruh | bis | mit dem | mit der | mit meinem | "
        "mit meiner | mit leeren | mit auto | um # | gegen # | zu spat | nach # | ab # | zuruck | an das | so fruh | "
        "von anfang | gleich | auf anhieb | so schnell | zum anfang | an die | an den | ans | damit | drumherum | "
        "umhin | zu fuss | daran vorbei | weiter | klar | drauf | auf den namen | mit den | mit kind | mit kindern | "
        "vom | zum ersten | zum aufbau | zum vortreffen | zur probe | zur vorbesprechung | langer | lange | unter | "
        "erwarten | warten | abwarten | dran | heran | rein | hinein | aus dem | dahinter | dazu | zum antworten | "
        "zum schreiben | zum lesen | um ~ uhr | daruber | uber die | uber den | raus | los | hinterher | voran | "
        "in frage | infrage | zu ~ als | zu kurz | zu wort | umher | herum | in die gange | hoch | auf touren | "
        "ins haus | zu viert | zu dritt | nur"
    ),
    "nurnicht": (
        "^ leider nicht $ | ^ nein leider nicht | ^ diesmal nicht $ | ^ diesmal leider nicht | "
        "^ leider doch nicht $ | ^ doch nicht $ | ^ leider diesmal nicht | ^ heute nicht $ | ^ dieses mal nicht $ | "
        "^ dieses mal leider nicht | ^ doch leider nicht $ | ^ nein doch nicht | ^ nee leider nicht | "
        "^ leider nicht dabei | ^ leider nicht moglich $ | ^ heute nicht mehr $ | ^ heute leider nicht $"
    ),
    "nutzen": "nutzen | wahrnehmen | brauchen | in anspruch nehmen | einnehmen | besetzen | beanspruchen | gebrauchen",
    "ob": (
        "<seat> | <pp> | <event> | <mein> <event> | <seat> <pp> | <pp> <pp> | <pp> <seat> | es | das | hier | "
        "<det> <anlass> | <pp> uns | <det> <anlass> <pp> | <det> ~ <anlass> | <det> <anlass> um # uhr | "
        "<det> <anlass> um #"
    ),
    "part": "abend | mittag | nachmittag | morgen | vormittag | nacht | fruh",
    "place": (
        "platz | platze | teilnahme | anmeldung | zusage | reservierung | buchung | kommen | besuch | einladung | "
        "karte | karten | ticket | tickets | sitzplatz | sitzplatze | sitz | plaetze | registrierung | platzerl | "
        "stuhl | stuhle | namen | anmeldungen | reservierungen | termin | eintrag | platzchen | tischplatz | "
        "startplatz | kursplatz | gedeck | mitwirkung | zusagen | sitze"
    ),
    "platz": "platz | platze | anmeldung | reservierung | sitzplatz | sitz | startplatz | buchung",
    "poss": (
        "mein | meine | meinen | meiner | meinem | meines | unser | unsere | unseren | unserer | unserem | unseres | "
        "den | die | der | das | dem | ein | eine | einen | einer | eines | einem"
    ),
    "pp": "<prep> ~ | <prep> ~ ~ | <prep> ~ ~ ~ | <prep> ~ ~ ~ ~ | fur mich | fur uns",
    "prep": (
        "am | an | fur | zum | zur | im | in | beim | bei | auf | aus | wegen | aufgrund | mit | nach | vom | von | "
        "durch | uber | krankheitshalber | zu"
    ),
    "raus": (
        "raus | heraus | aus | ab | von der liste | von ~ <liste> | aus ~ <liste> | von ~ ~ <liste> | nicht ein | "
        "nicht mit ein | weg | draussen | zuruck"
    ),
    "seat": "<sitz> | mich | uns",
    "seht": "seht ihr | sehen sie | siehst du | werdet ihr | ihr seht | ihr werdet | du wirst | sie werden | wirst du",
    "side": (
        "sektempfang | aufbau | abbau | vorbesprechung | generalprobe | aufraumen | abwasch | buffet | gruppenchat | "
        "chat | nachtisch | hotel | hotelzimmer | zimmer | pension | ferienwohnung | flug | kuchen | salat | "
        "nudelsalat | kartoffelsalat | geschenk | alkohol | telefon | anruf | umfrage | link | anhang | mail | "
        "nachricht | friseur* | zahnarzttermin | arzttermin | shuttle | taxi | mietwagen | fahrgemeinschaft | "
        "polonaise | tombola | rede | spiele | fototermin | anmeldeformular | formular | passwort | datei | "
        "rechnung | polterabend | standesamt | trauung | after* | vorgluhen | fruhschoppen | abschlussrunde | "
        "fleisch | fisch | wein | sekt | programmpunkt | nachbereitung | whatsapp* | adresse | route | wohnung | "
        "gutschein | vorabend | vortag | helfen | mithelfen"
    ),
    "sitz": "<meinsitz> | <dersitz>",
    "streich": (
        "streich | streiche | streicht | streichen sie | losch | losche | loscht | loschen sie | storniert | "
        "stornieren sie | storniere | stornier | cancelt | cancel | streichts | entfernt | entfernen sie | entferne"
    ),
    "streichen": (
        "streichen | stornieren | absagen | abmelden | austragen | loschen | freigeben | weitergeben | vergeben | "
        "canceln | herausnehmen | rausnehmen | annullieren | zuruckgeben | entfernen | neu vergeben | "
        "anderweitig vergeben | neu besetzen | zu streichen | freizugeben | weiterzugeben | zu stornieren | "
        "zu loschen | neu zu besetzen | auszutragen | zu vergeben | ausplanen | nachbesetzen"
    ),
    "teil": "teil | teilnehmen | teilnehme | teilzunehmen | teilgenommen",
    "trouble": (
        "beerdigung | beisetzung | operation | operiert | op | krankenhaus | klinik | notaufnahme | grippe | "
        "corona | covid | fieber | migrane | magen darm | bronchitis | brechdurchfall | lungenentzundung | "
        "hexenschuss | bandscheibe | streik | panne | abgeschleppt | auto ist hin | stau | eingeschneit | sturm | "
        "wasserrohrbruch | rohrbruch | uberschwemmung | prufung | klausur | *dienst | dienstreise | geschaftsreise | "
        "verstorben | gestorben | tod | trauerfall | todesfall | geburt | wehen | gips | krucken | gebrochen | "
        "abgesprungen | dazwischengekommen | dazwischen gekommen | dazwischen gerutscht | dazwischengerutscht | "
        "positiv getestet | test positiv | doppelt belegt | doppelbelegung | terminkollision | uberschneidung | "
        "uberschneidet | vertreten | einspringen | hochzeit | krankgeschrieben | bettruhe | quarantane | "
        "sehe mich gezwungen | habe rucken | chemo | notfall | elternabend | abschlussfeier | *schicht | inventur | "
        "einschulung | windpocken | scharlach | lause | noro | norovirus | influenza | mandelentzundung | angina | "
        "blinddarm | schlaganfall | herzinfarkt | gesturzt | unfall | reha | kur | schneechaos | eisregen | "
        "unter wasser | magendarm | *infekt | *entzundung | urlaubssperre | betriebsprufung | umzug | ziehen um | "
        "flug gestrichen | flug wurde gestrichen | zug fallt aus | zug ausgefallen | getrennt | keinen urlaub | "
        "kein babysitter | keinen babysitter | babysitter ist | die kita | notbesetzung | uberstunden | deadline | "
        "ruckenschmerzen | gurtelrose | ausschlag | ischias | krank geworden | stimme ist weg | spuckt | ubergibt | "
        "kotzt | bettlagerig | doppelt verplant | klassenfahrt | examen | prufungstermin | intensivstation | mumps | "
        "masern | roteln | keuchhusten | streptokokken | pfeiffersch* | *bruch | *schmerzen | *krampf | kreislauf | "
        "*vergiftung | horsturz | burnout | antibiotika | durchfall | erbrechen | erbrochen | *kolik | *stein | "
        "thrombose | embolie | gehirnerschutterung | verstaucht | gezerrt | gerissen | banderriss | kreuzband | "
        "meniskus | eingriff | bestrahlung | narkose | attest | betreuung | tagesmutter | hebamme | entbindung | "
        "trauerfeier | bestattung | trauer | abgabe | *messe | fortbildung | lehrgang | montage | einsatz | "
        "vertretung | schnee | glatteis | hochwasser | *sturm | *schaden | werkstatt | gesperrt | sperrung | "
        "keller | heizung | handwerker | einbruch | brand | trennung | liebeskummer | kollidiert | fallt aus | "
        "fiel aus | ausgefallen | gestrichen | verspatung | wochenbett | kreisssaal | galle | zahn* | "
        "weisheitszahn* | wurzelbehandlung | bundeswehr | konfirmation | kommunion | schulauffuhrung | feuerwehr | "
        "kind krank | kinder krank | kleine krank | krank | *riss"
    ),
    "tun": (
        "schaffen | einrichten | annehmen | wahrnehmen | moglich machen | halten | einhalten | folgen | nachkommen | "
        "unterbringen | besuchen | folge leisten | hinkriegen | hinbekommen | ermoglichen | mitmachen | miterleben | "
        "aufrechterhalten | antreten | organisieren | realisieren | nutzen | packen | hinbringen"
    ),
    "uhr": "acht | sieben | sechs | funf | neun | zehn | elf | zwolf | eins | zwei | drei | vier | halb",
    "uns": "mich | uns",
    "verteiler": "verteiler | mailverteiler | newsletter | *verteiler",
    "waer": "waere | waeren",
    "wann": "<day> | heute | morgen | den # | <det> ~? <anlass> | # | kommenden <day> | den kommenden <day>",
    "wbekommen": "wir bekommen | bekommen wir | ich bekommen | ^ bekommen",
    "wbenotigen": "wir benotigen | benotigen wir | ich benotigen | ^ benotigen",
    "wbleiben": "wir bleiben | bleiben wir | ich bleiben | ^ bleiben",
    "wbrauchen": "wir brauchen | brauchen wir | ich brauchen | ^ brauchen",
    "wegen": "wegen | aufgrund | infolge | mangels",
    "wer": (
        "er | sie | mann | frau | partner | partnerin | sohn | tochter | bruder | schwester | mutter | vater | "
        "mama | papa | freund | freundin | freunde | kollege | kollegin | kollegen | kinder | begleitung | oma | "
        "opa | omi | tante | onkel | cousin | cousine | schwager | schwagerin | schwiegermutter | schwiegervater | "
        "eltern | grosseltern | nachbar | nachbarin | nachbarn | enkel | neffe | nichte | chef | kumpel | "
        "mitbewohner* | lebensgefahrt* | gatte | gattin | ehemann | ehefrau | verlobter | verlobte | zwillinge"
    ),
    "wfallen": "wir fallen | fallen wir | ich fallen | ^ fallen",
    "wgeben": "wir geben | geben wir | ich geben | ^ geben",
    "whaben": "wir haben | haben wir | ich haben | ^ haben",
    "whangen": "wir hangen | hangen wir | ich hangen | ^ hangen",
    "when2": (
        "<day> | am <day> | fur <day> | heute abend | an dem <part> | am # <month>? | um # | um <uhr> | "
        "fur <det> ~? <anlass> | bei <det> ~? <anlass> | beim <anlass>"
    ),
    "wklinken": "wir klinken | klinken wir | ich klinken | ^ klinken",
    "wkommen": "wir kommen | kommen wir | ich kommen | ^ kommen | mir kommen | kommen mir",
    "wkonnen": "wir konnen | konnen wir | ich konnen | ^ konnen",
    "wkriegen": "wir kriegen | kriegen wir | ich kriegen | ^ kriegen",
    "wlassen": "wir lassen | lassen wir | ich lassen | ^ lassen",
    "wliegen": "wir liegen | liegen wir | ich liegen | ^ liegen",
    "wmachen": "wir machen | machen wir | ich machen | ^ machen",
    "wmelden": "wir melden | melden wir | ich melden | ^ melden",
    "wnehmen": "wir nehmen | nehmen wir | ich nehmen | ^ nehmen",
    "wpacken": "wir packen | packen wir | ich packen | ^ packen",
    "wsagen": "wir sagen | sagen wir | ich sagen | ^ sagen",
    "wschaffen": "wir schaffen | schaffen wir | ich schaffen | ^ schaffen",
    "wsetzen": "wir setzen | setzen wir | ich setzen | ^ setzen",
    "wsind": "wir sind | sind wir | ich sind | ^ sind",
    "wsitzen": "wir sitzen | sitzen wir | ich sitzen | ^ sitzen",
    "wspringen": "wir springen | springen wir | ich springen | ^ springen",
    "wstecken": "wir stecken | stecken wir | ich stecken | ^ stecken",
    "wstornieren": "wir stornieren | stornieren wir | ich stornieren | ^ stornieren",
    "wtragen": "wir tragen | tragen wir | ich tragen | ^ tragen",
    "wtreten": "wir treten | treten wir | ich treten | ^ treten",
    "wuberlassen": "wir uberlassen | uberlassen wir | ich uberlassen | ^ uberlassen",
    "wuerd": "ich wuerde | wir wuerden | wuerde ich | wuerden wir",
    "wverpassen": "wir verpassen | verpassen wir | ich verpassen | ^ verpassen",
    "wverzichten": "wir verzichten | verzichten wir | ich verzichten | ^ verzichten",
    "wziehen": "wir ziehen | ziehen wir | ich ziehen | ^ ziehen",
    "zahl": "beiden | zwei | # | drei | vier | gebuchten | reservierten | ganze | bereits ~ | so sicher ~ | eben ~",
    "zu": "zum | zur | beim",
    "zukommen": (
        "zu kommen | dabei zu sein | zu euch | zu erscheinen | teilzunehmen | vorbeizukommen | zur <anlass> | "
        "zum <anlass> | kommen | sein | dabei sein"
    ),
    "zutun": (
        "arbeiten | einspringen | dienst ~ | dienst | vertreten | vertretung | aushelfen | babysitten | lernen | "
        "ins krankenhaus | zum notarzt | in die klinik | pflegen | ubernehmen | in die notaufnahme | ins bett | "
        "in quarantane | das bett huten | auskurieren"
    ),
}
