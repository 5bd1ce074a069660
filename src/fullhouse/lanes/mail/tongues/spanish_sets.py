"""Sets of Spanish words that the ways in `spanish` are made of."""

from fullhouse.lanes.mail.tongues.spanish_reasons import HINDRANCE, PARTING

ORDERS = ("a", "ad", "en", "e", "o", "amos", "ar", "arais", "aran", "ara", "ase")
ORDERS_ER = ("e", "ed", "an", "a", "o", "emos", "er", "ierais", "ieran", "iera", "iese")


def _asked(stems: str, joined: str, endings: tuple[str, ...] = ORDERS) -> str:
    """List how a verb is said to whoever shall do it, or who does it; each with the short words that may be joined."""
    tails = ("", *joined.split())
    return " | ".join(stem + ending + tail for stem in stems.split() for ending in endings for tail in tails)


PEOPLE = {
    "con": (
        "conmigo | con nosotros | con nosotras | con mi presencia | con mi asistencia | con nuestra | con mi | "
        "con un servidor | con una servidora"
    ),
    "contigo": (
        "con vosotros | con vosotras | con ustedes | con usted | contigo | con todos | con el grupo | entre ustedes | "
        "entre vosotros | presente | presentes | a tu lado | a vuestro lado | a su lado"
    ),
    "guapa": (
        "tio | tia | chicos | chicas | guapa | guapo | amiga | amigo | che | guey | wey | parce | boluda | boludo | "
        "nena | cari | carino | maja | majo | cielo | corazon | bonita | linda | gente | colega | compa | mana | "
        "mano | jefa | muchachos | queridos | querida | querido | familia | reina | hermosa | vieja | viejo | loco | "
        "loca | primo | prima"
    ),
    "me": "me | nos",
    "mi": (
        "mi | mis | nuestra | nuestras | nuestro | nuestros | la | las | el | los | ambas | mis dos | nuestras dos | "
        "las dos | los dos | mi par de | mi propia | mi propio"
    ),
    "mine": "mi | mis | nuestra | nuestras | nuestro | nuestros | mi propia | mi propio | nuestras dos | nuestros dos",
    "nos": "mi | nosotros | nosotras | este servidor | una servidora",
    "otro": (
        "otra persona | otro | otra | alguien | quien | quienes | siguiente | el siguiente | la siguiente | "
        "al siguiente | la lista | lista de espera | otros | otras | proximo | proxima | cualquiera | los que | "
        "algun | alguna | un suplente | gente | el que | la que | al que | a la que | un tercero | primero | "
        "al primero | el primero | una persona | mas gente"
    ),
}

TIMES = {
    "day": "lunes | martes | miercoles | jueves | viernes | sabado | domingo | hoy | manana | pasado manana",
    "month": (
        "enero | febrero | marzo | abril | mayo | junio | julio | agosto | septiembre | octubre | noviembre | diciembre"
    ),
    "part": "noche | tarde | manana | mediodia | tardecita | nochecita",
    "sameday": (
        "misma noche | mismo dia | misma hora | misma fecha | misma tarde | mismo sabado | mismo viernes | "
        "mismo jueves | mismo domingo | mismo finde | mismo fin | justo ese | justo esa | justo el <day> | "
        "justamente ese | justamente esa | justo en esas fechas | precisamente ese | precisamente esa"
    ),
}

GOING = {
    "evento": (
        "escapada | finde | fin de semana | fiesta | cena | evento | concierto | taller | cata | invitacion | "
        "comida | velada | cumpleanos | cumple | boda | noche | encuentro | curso | cita | reunion | brunch | "
        "presentacion | charla | gala | acto | banquete | recepcion | celebracion | convite | almuerzo | barbacoa | "
        "asado | paella | quedada | torneo | excursion | jornada | festejo | inauguracion | posada | parranda | "
        "juntada | carne asada | bautizo | sesion | clase | plan | baile | merienda | desayuno | funcion | partido | "
        "conferencia | seminario | verbena | convivio | reventon"
    ),
    "here": (
        "ahi | alli | alla | aqui | <contigo> | a tiempo para la <evento> | a la <evento> | al <evento> | "
        "a tu <evento> | a vuestra <evento> | a vuestro <evento> | a su <evento> | a la ~ <evento> | "
        "a su ~ <evento> | en la <evento> | en el <evento> | en tu <evento> | en su <evento> | en vuestra <evento> | "
        "en vuestro <evento>"
    ),
    "ir": "<go> <here>? <here>?",
    "go": (
        "honrar* | corresponder | honrarles | aceptarla | aceptarlo | ir | asistir | venir | acudir | estar | "
        "acompanar* | participar | unirme | unirnos | sumarme | sumarnos | hacerlo | acercarme | acercarnos | "
        "llegar | contar con nosotros | aceptar | confirmar mi asistencia | ser de la partida | usar mi <plaza> | "
        "ocupar mi <plaza> | aprovechar mi <plaza> | presentarme | apuntarme | disfrutar | caer* | irme | irnos | "
        "desplazarme | desplazarnos | pasar $ | pasarme | pasarnos | salir de casa | salir de aqui | compartir | "
        "celebrarlo | celebrar con* | celebrar tu | festejar con* | formar parte | concurrir | comparecer | viajar | "
        "moverme | movernos | escaparme | escaparnos | lanzarme | aparecer | aparecerme | dejarme caer | "
        "dejarme ver | sentarme | brindar con* | cumplir | asomarme | librarme | zafarme | quedar $ | quedar con* | "
        "hacer el viaje | meterme en un avion | coger el | subir | bajar | arrimarme | llegarles"
    ),
    "ire": (
        "acompano | acompanamos | ire | iremos | asistire | asistiremos | acudire | acudiremos | estare | estaremos | "
        "vendre | vendremos | participare | participaremos | llegare | llegaremos | acompanare | acompanaremos | "
        "asisto | asistimos | acudo | acudimos | vengo | venimos | caigo | caemos | aparecere | podre ir | "
        "participo | participamos"
    ),
    "puedo": (
        "puedo | podre | podremos | podemos | voy a poder | vamos a poder | logro | lograre | logramos | consigo | "
        "conseguire | conseguimos | alcanzo a | alcanzamos a | voy a lograr | voy a conseguir | vamos a lograr | "
        "vamos a conseguir | hay manera de | hay forma de | hay modo de | veo manera de | veo forma de | "
        "hay quien pueda | tengo manera de | tengo forma de | tengo como | tenemos como | encuentro forma de | "
        "encuentro manera de | estoy en condiciones de | estamos en condiciones de | me siento capaz de | "
        "tengo fuerzas para | tengo cuerpo para | me es posible | nos es posible | me sera posible | "
        "nos sera posible | me va a ser posible | nos va a ser posible | me es dado | pienso | pensamos | "
        "me animo a | nos animamos a | me da tiempo a | nos da tiempo a | me da tiempo de | nos da tiempo de | "
        "me deja | me dejan | nos dejan | me permite | me permiten | nos permite | nos permiten | alcanzare a | "
        "alcanzaremos a | me va a dar tiempo a | nos va a dar tiempo a | me va a dar tiempo de | me dara tiempo a | "
        "nos dara tiempo a | lograremos | contare con tiempo para | tengo tiempo de | tengo tiempo para | "
        "vamos a alcanzar a | voy a alcanzar a | va a ser posible | sera posible | consiguo | hay posibilidad de"
    ),
}

SEATS = {
    "plaza": (
        "plaza | plazas | reserva | reservas | reservacion | asistencia | inscripcion | inscripciones | sitio | "
        "sitios | asiento | asientos | lugar | lugares | mesa | entrada | entradas | invitacion | participacion | "
        "puesto | puestos | cupo | cupos | nombre | nombres | confirmacion | silla | sillas | registro | rsvp | "
        "hueco | huecos | cubierto | cubiertos | plato | platos | boleto | boletos | presencia | ticket | tickets | "
        "pase | pases | butaca | butacas | localidad | localidades | espacio | reservita | lugarcito | apartado"
    ),
    "seat": "<mi> <plaza> | <mi> ~ <plaza> | lo mio | lo nuestro | <mi> # <plaza>",
    "ours": "<mine> <plaza> | <mine> !<second> <plaza> | lo mio | <mine> # <plaza>",
    "cancela": (
        _asked("cancel anul liber retir quit borr elimin tach suelt solt", "me nos le")
        + " | "
        + _asked("ced devolv", "le", ORDERS_ER)
        + " | damos de baja | devuelvo | devuelvan | dejen libre* | deje libre* | deja libre* | dejad libre* | "
        "dejo libre* | dejamos libre* | dejar libre* | renuncio a | renunciamos a | den por anulad* | "
        "dad por anulad* | den por cancelad* | dar por anulad* | dar por cancelad* | dad por cancelad* | "
        "dad por libre* | dar de baja | dad de baja | den de baja | da de baja | dar por libre* | prescindan de | "
        "prescindid de | prescinde de | doy de baja | disponed de | dispongan de | disponga de | dispon de | "
        "doy por cancelad* | dejen sin efecto | deje sin efecto"
    ),
    "da": (
        _asked(
            "pas asign reasign aprovech us ocup regal entreg adjudic adjudiqu suelt solt liber coloc dej asigna",
            "le les sela selo se",
        )
        + " | "
        + _asked("ced ofrec ofrezc concend vend", "le les sela selo se", ORDERS_ER)
        + " | dad | dadle | dadles | dale | dales | da | dar | darle | darles | dais | den | denle | denles | dele | "
        "deles | demos | dadsela | dadselo | dasela | daselo | darsela | darselo | densela | denselo | disponer de | "
        "disponed de | dispongan de | disponga de | dispon de | quedaos con | quedense con | cubrid | cubran | "
        "rellenad | rellenen | disponer | repartid | repartan | damos | doy | ofrezco | ofrecemos | reasignad | "
        "recolocad"
    ),
    "menos": (
        "un plato menos | un cubierto menos | un comensal menos | una persona menos | dos personas menos | "
        "uno menos | una menos | dos menos | tres menos | cuatro menos | dos platos menos | dos cubiertos menos | "
        "somos dos menos | una boca menos | dos bocas menos | un plato de menos | una silla menos | "
        "un invitado menos | una invitada menos | dos sillas menos | una racion menos | una baja mas | otra baja mas"
    ),
}

OUGHT = {
    "after": (
        "mi <evento> ~? ~? ~? a las # | <ours> ~? ~? ~? a las # | nuestra <evento> ~? ~? ~? a las # | $ | <seat> | "
        "mi <evento> | nuestra <evento> | la <evento> | el <evento> | para | por | porque | debido | asistencia | "
        "a ultima | ya que | lo de | con mucha | con gran | con todo | con harto | muy a | a la <evento> | "
        "de <evento> | a mi <plaza> | a nuestra* <plaza> | con vosotros | contigo | con ustedes | al <evento> | "
        "a mi asistencia | en esta | pero | de ultimo | tan | su ~? <evento> | tu ~? <evento> | vuestra ~? <evento> | "
        "vuestro <evento> | esta <evento> | esta $ | este <evento> | a tu ~? <evento> | a su ~? <evento> | "
        "a vuestra ~? <evento> | a vuestro <evento> | hoy | manana | el <day>"
    ),
    "cancelar": "<transitive> <after> | <resign>",
    "transitive": (
        "cancelar | anular | renunciar | declinar | rechazar | faltar | fallar | desistir | cancelarte | cancelaros | "
        "cancelarles | cancelarle | fallarte | fallaros | fallarles | faltarles | cancelarlo | retirar | excusar | "
        "devolver | soltar | ceder | liberar | cancelarla"
    ),
    "resign": (
        "quedar* en casa | quedarme de | quedarme trabajando | quedarme currando | quedarme estudiando | "
        "decir* que no a la <evento> | decir* que no a tu | decir* que no a vuestr* | decir* que no a su | "
        "darme de baja | darnos de baja | bajarme | bajarnos | desapuntarme | desapuntarnos | borrarme | borrarnos | "
        "retirarme | retirarnos | dejar* libre* | ceder <ours> | liberar <ours> | soltar <ours> | devolver <ours> | "
        "quedarme en casa | quedarnos en casa | quedarme en cama | perdermelo | perdermela | perderme <fiesta> | "
        "perdernos <fiesta> | perdernosla | perdernoslo | excusarme | disculpar mi | guardar cama | guardar reposo | "
        "descolgarme | rajarme | rajarnos | descolgarnos | dejar* plantad* | dar* planton | dar marcha atras | "
        "echarme atras | echarme para atras | echarnos atras | echarme pa atras | quedar* mal | ausentarme | "
        "ausentarnos | saltarme <fiesta> | tachar* de la lista | dar* calabazas | quedarme sin <fiesta> | "
        "quedarme sin ir | quedarme fuera | quedarnos fuera | quedar* con las ganas | quedarme en tierra | "
        "quedarnos en tierra | dejarlo para otra | dejarlo para la proxima | dejarlo para otro | hacerme a un lado | "
        "bajarme del plan | echar* el freno | dejar* tirad* | dejar* colgad* | colgar* $ | quedarnos sin ir | "
        "quedarnos sin <fiesta> | ser que no | ser baja | causar baja | decir* que no $ | decir* no $ | "
        "no <go> <here>? <end> | pasar $ | pasar de la <evento> | pasar esta | pasar de esta | pasar por esta"
    ),
    "fiesta": (
        "la <evento> | tu <evento> | vuestra <evento> | su <evento> | el <evento> | esta <evento> | "
        "vuestro <evento> | lo de | esta | este ano | tu | vuestra | vuestro | un dia | una noche | tan | semejante"
    ),
    "remedio": (
        "otra que | otra mas que | mas remedio que | otro remedio que | mas que | mas opcion que | otra opcion que | "
        "de otra que | de otra mas que | otra salida que | alternativa que | otra alternativa que | sino"
    ),
    "tengo": (
        "queria | queriamos | quisiera | tengo que | tenemos que | debo | debemos | quiero | queremos | quisieramos | "
        "necesito | necesitamos | me gustaria | nos gustaria | querria | querriamos | voy a tener que | "
        "vamos a tener que | tendre que | tendremos que | me veo obligad* a | nos vemos obligad* a | "
        "me veo forzad* a | nos vemos forzad* a | me veo en la ~? <necesidad> de | "
        "nos vemos en la ~? <necesidad> de | me veo ~ obligad* a | me encuentro en la <necesidad> de | voy a | "
        "vamos a | prefiero | preferimos | deseo | deseamos | he de | hemos de | me toca | nos toca | me ha tocado | "
        "nos ha tocado | me va a tocar | nos va a tocar | he tenido que | hemos tenido que | debere | deberemos | "
        "toca | escribo para | escribimos para | era para | es para | he decidido | hemos decidido | decidi | "
        "decidimos | opto por | optamos por | habre de | no me queda <remedio> | no nos queda <remedio> | "
        "no queda <remedio> | no tengo <remedio> | no tenemos <remedio> | no hay <remedio> | no me dejan <remedio> | "
        "me obliga* a | nos obliga* a | me fuerza* a | me lleva a | sirva la presente para | "
        "tengo el penoso deber de | cumplo con | procedo a | ruego | me permito | solicito | solicitamos | "
        "me dispongo a | mejor | mandaba para"
    ),
    "necesidad": "obligacion | necesidad | tesitura | situacion | disyuntiva",
}

SHADES = {
    "end": (
        "su <evento> | tu <evento> | vuestra <evento> | su amable <evento> | eh | vale | ok | jaja* | jeje* | "
        "asi que | o sea | de casa | de aqui | de la cama | del sofa | ya | $ | por | porque | que | debido | "
        "ya que | pues | al final | finalmente | a la <evento> | al <evento> | pa | para la <evento> | con mucha | "
        "a tu | a vuestra | a vuestro | a su | en esta | por lo | a pesar | a ultima | a tu !<nope> | "
        "a vuestr* !<nope> | a su !<nope> | en la <evento> | en el <evento> | en tan | en tu | en su | en vuestr* | "
        "en este | en estas | en la fecha | para el <evento> | de ninguna | de verdad | ni | lo siento | perdon* | "
        "disculp* | gracias | dado | a causa | con motivo | esta | este | ese | esa | hoy | manana | el <day> | "
        "ninguno | ninguna | los dos | las dos | los # | <guapa> | en vivo | a celebrar* | a festejar* | por favor"
    ),
    "esta": (
        "mi ~ esta | mi ~ sigue | mi ~ anda | la peque esta | el peque esta | la nina esta | el nino esta | "
        "los ninos estan | los peques estan | mis ~ estan | mi ~ y mi ~ estan | la nina anda | el nino anda | "
        "el bebe esta | la bebe esta"
    ),
    "estoy": (
        "estoy | estamos | estare | estaremos | sigo | seguimos | ando | andamos | voy a estar | vamos a estar | "
        "me encuentro | nos encontramos | me tienen | nos tienen | me pilla | nos pilla | me pillas | me quede | "
        "nos quedamos | me quedo | he caido | hemos caido | cai | caimos | andare | andaremos | voy a andar | "
        "he quedado | hemos quedado | nos hemos quedado | me he quedado"
    ),
    "igual": "que | de | gracias | felicidades | $",
    "inviable": (
        "es inviable | resulta inviable | sera inviable | va a ser inviable | es del todo imposible | "
        "resulta de todo punto imposible"
    ),
    "lode": "lo | por | tu | su | vuestra | no entender | molest* | la tardanza | el retraso | haber | si",
    "quita": " | ".join(
        stem + ending
        for stem in ("quit", "borr", "sac", "tach", "elimin", "desapunt", "retir", "baj")
        for ending in ("ame", "adme", "enme", "eme", "anos", "adnos", "ennos", "enos", "arme", "arnos")
    ),
    "tacha": (
        "tachame | tachadme | tachenme | tachanos | tachadnos | tachennos | desapuntadme | desapuntame | "
        "desapuntarme | desapuntenme | desapuntadnos | desapuntanos | desapuntennos"
    ),
    "siyes": (
        "voy | vamos | ire | iremos | claro | gracias | por | estare | estaremos | confirmo | asistire | "
        "asistiremos | cuenta | contad | cuenten | acepto | encantad* | ahi | alli | alla | quiero | senor | bien | "
        "mil"
    ),
    "pido": (
        "solicito | solicitamos | pido | pedimos | ruego | quiero | queria | quisiera | deseo | tramit* | comunico | "
        "gestion* | proces* | confirmo | agradeceria | notifico"
    ),
    "art": (
        "la | el | este | esta | tanto | tanta | los | las | mi | mis | lo | un | una | todo | toda | mucha | mucho | "
        "nuestro | nuestra | estas | estos"
    ),
    "perdon": "perdon | perdona | perdonad | perdone | perdonen | disculp* | pido disculpas",
    "por": "por | que",
    "estaba": "estaba | habia* | dije | te | os | les | mi | tengo | estoy",
    "de": "de | del",
    "sitio": "sitio | lugar | nada | silla | plato | mesa | cubierto | plaza | asiento | cena | comida | tarta",
    "strong": (
        "<brindad> ~? ~? ~? <share> | otra vez sera | otro ano sera | otro dia sera | sera otra vez | sera en otra | "
        "sera la proxima | sera otro | otra sera | sera para la proxima | para la proxima sera | sera en la proxima | "
        "con el pensamiento | en espiritu | de corazon con | de corazon estare | ahi para la proxima | sin <nos> $ | "
        "sin <nos> esta vez"
    ),
    "cancelarme": (
        "cancelar* <seat> | cancelarme | cancelarnos | anular* <seat> | anularme | liberar* <seat> | darme de baja | "
        "darnos de baja"
    ),
    "estara": "estara | asistira | acudira | podra <go> | ira | va a <go> | va a poder <go>",
    "estaremos": "estaremos | asistiremos | acudiremos | podremos <go> | iremos | vamos",
    "hubiera": (
        "hubiera | hubiese | habria | hubieramos | hubiesemos | habriamos | me hubiera | me habria | nos hubiera | "
        "nos habria | me hubiese"
    ),
    "le": "le | les",
    "booking": (
        "reserva | inscripcion | inscripciones | plaza | plazas | asistencia | cita | reservacion | participacion"
    ),
    "chair": "<mine> !<second> <silla> | <mine> <silla> | <mine> # <silla> | <mine> dos <silla>",
    "excuso": (
        "excus* | disculp* | perdon* | lament* | comunico | comunicamos | notifico | por | siento | sentimos | "
        "confirmo | justific*"
    ),
    "has": (
        "tiene | tienen | con | esta con | estan con | se ha puesto | se puso | anda con | amanecio con | sigue con"
    ),
    "kid": (
        "la peque | el peque | la nina | el nino | los ninos | las ninas | los peques | el bebe | la bebe | mi hijo | "
        "mi hija | los crios | mis hijos | mis hijas | la pequena | el pequeno | el crio | la cria | los chicos | "
        "mi marido | mi mujer | mi madre | mi padre"
    ),
    "lamento": (
        "lament* | siento | sentimos | pena | rabia | lastima | duele | pesa | disgusta | fastidia | triste | "
        "perdon | perdona | perdonad | sabe mal | disculp* | pesar"
    ),
    "medico": (
        "medico | medica | doctor | doctora | traumatologo | traumatologa | jefe | jefa | fisio | ginecologo | "
        "ginecologa | pediatra | cardiologo | cirujano | dentista | matrona | hospital | ambulatorio"
    ),
    "off": (
        "$ | de la lista | de la <evento> | del <evento> | del plan | del grupo | de lo del <day> | por favor | que | "
        "porque | ya | para la <evento> | para el <day> | de la reserva"
    ),
    "para": (
        "$ | para la <evento> | para el <evento> | para tu | para vuestr* | para hoy | para esta | para este | "
        "para ese | para manana | para el <day> | para cenar | para comer | por | porque | que | pues | hoy | "
        "manana | esta | este | ya | en esta | a cenar | a comer | a la <evento> | <guapa>"
    ),
    "second": (
        "segunda | segundo | otra | otro | tercera | tercer | antigua | antiguo | anterior | nueva | nuevo | <mine>"
    ),
    "silla": (
        "plaza | plazas | sitio | sitios | asiento | asientos | lugar | lugares | silla | sillas | cupo | cupos | "
        "hueco | huecos | entrada | entradas | boleto | boletos | puesto | puestos | butaca | butacas | reserva | "
        "invitacion | pase | pases | ticket | tickets | mesa | espacio | lugarcito"
    ),
    "tell": "te | os | les | hablamos | te | nos | me",
    "usar": "usar | ocupar | aprovechar | disfrutar | coger | tomar | quedarse | quedarse con | tener",
    "use": (
        "use | ocupe | aproveche | disfrute | coja | tome | se quede con | se quede | quede con | quede | se lleve | "
        "tenga | agarre"
    ),
    "lesser": (
        "discurso | karaoke | regalo | disfraz* | bailar | baile | hotel | tarta | coche | pastel | musica | foto* | "
        "video | amigo invisible | juego* | brindis | vino | postre | sillas | bingo"
    ),
    "podeis": "puedes | podeis | pueden | puede | podrias | podriais | podrian | podria",
    "podra": "podremos | va a | va a poder | vamos a poder | vamos a | podemos | podra | podran | puede | pueden",
    "querido": "querido | deseado | gustado | encantado",
    "tachar": "tachar | quitar | borrar | sacar | eliminar | dar de baja | desapuntar | bajar | descontar",
    "ven": (
        "veis el pelo | ven el pelo | vereis el pelo | veran el pelo | ve nadie | ve el pelo | ves el pelo | "
        "vereis por | veran por | vereis $ | veran $ | veras $ | veras el pelo | veras por"
    ),
    "que": (
        "si | que | cuando | como | donde | $ | todavia | aun | ni | lo que | muy | bien | cual | cuanto | quien | "
        "a que | yo"
    ),
    "vosotros": (
        "gusto | ilusion | alegria | placer | pena | dolor | vosotros | vosotras | ustedes | usted | todos | lo | "
        "mucho | mucha | gran | todo | harta | el grupo | tanto"
    ),
    "tanto": "tarde | poco | mal",
    "vaya": "vaya | vayamos | llegue | lleguemos | este | estemos | asista | asistamos | pueda | podamos",
    "encantado": "encantado | gustado | hecho ilusion | hecho mucha ilusion | apetecido | chiflado",
    "habria": "me habria | nos habria | me hubiera | nos hubiera | me hubiese | nos hubiese",
    "nope": (
        "telefono | estacion | aeropuerto | ensayo | principio | primera parte | aperitivo | puerta | "
        "aperitivo previo | postre | ceremonia | iglesia | parte | sesion de | visita | coctel | after | despedida"
    ),
    "si": (
        "si me | si no | si la | si el | si mi | si los | si las | si nos | si puedo | si podemos | si al | si te | "
        "si hay | si se | si alguien | si va | si voy | si lo | si eso | si os | si le | si llueve | si nieva | "
        "si consigo | si encuentr* | si viene | si tengo | si tuv* | si es | si ~ <va> | si llega* | si sal* | "
        "si sigue* | si empeor* | si mejor* | si quer* | si quier* | si fall* | si hubiera | si pud* | si encontr* | "
        "si cambi* | si hac* | si tien* | si quedan | si esta* | si sigo | si un | si una | si manana | si para | "
        "si solo | si viniera | si hace | si hub* | si dan | si hoy | si ya | si acaso"
    ),
    "va": "va | viene | puede | no | esta | me",
}

SETS = {
    name: listed
    for group in (PEOPLE, TIMES, GOING, SEATS, OUGHT, HINDRANCE, PARTING, SHADES)
    for name, listed in group.items()
}
