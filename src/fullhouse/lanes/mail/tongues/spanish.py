"""Spanish, as guests write it."""

from fullhouse.lanes.mail.words import Words

SPANISH = Words(
    starts={},
    ends={},
    respelt=(
        "xq = porque | pq = porque | q = que | k = que | tb = tambien | xfa = porfa | finde = fin de semana | "
        "d = de | muxo = mucho | ola = hola | juebes = jueves | bernes = viernes | bienes = viernes | nop = no | "
        "boy = voy | aser = hacer | toy = estoy | pa = para"
    ),
    keys=(
        "cancelar | cancelad | cancelen | cancele | anular | anulad | asistir | asistencia | acudir | "
        "lamentablemente | desgraciadamente | reserva | inscripcion | imposible | renunciar | declinar | "
        "rechazar | compromiso | disponible | participar"
    ),
    fillers=(
        "lamentablemente | desgraciadamente | finalmente | desafortunadamente | realmente | porfa | porfavor | "
        "ya | tambien | tampoco | mucho | muy | os | le | les | te | se | lo | simplemente | todavia | aun | "
        "pues | bueno | ahora | entonces | sinceramente | tristemente | definitivamente | absolutamente | "
        "directamente | todos | ambos | dos | los | al | final | personalmente"
    ),
    sets={
        "after": (
            "$ | mi | mis | nuestra | nuestras | la | para | por | porque | a | nuestro | en | ya | con | "
            "debido | asistencia | de | lo"
        ),
        "away": (
            "enfermo | enferma | malo | mala | malito | malita | de viaje | fuera | fuera de | en cama | "
            "ingresado | ingresada | ocupado | ocupada | trabajando | de guardia | de vacaciones | "
            "en el extranjero | en el hospital | resfriado | resfriada | con fiebre | con gripe | con covid | "
            "con gastroenteritis | de baja | pachucho | pachucha | liado | liada | indispuesto | indispuesta | "
            "comprometido | comprometida | hasta arriba | en otra | de boda | de servicio | atrapado | atrapada | "
            "en cuarentena"
        ),
        "cancela": (
            "dejen libre | deje libre | deja libre | dejad libres | cancela | cancelad | cancelen | cancele | "
            "cancelo | anula | anulad | anulen | anule | anulo | cancelamos | anulamos | liberad | libera | "
            "liberen | libere | libero | liberamos | cancelame | cancelarme | cancelanos | anulame | "
            "cancelen me | dejo libre | dejamos libre | dejamos libres | cedo | cedemos | devuelvo | devolvemos | "
            "suelto | retirad | retiren | retire | quita | quitad | quiten | borrad | borren | elimina | "
            "eliminad | eliminen | dejad libre | renuncio a | renunciamos a | cancelar | anular | liberar | "
            "cancelarnos | anularme | quitar | eliminar | borrar | cancelarais | cancelaran | cancelara | "
            "cancelase | anularais | anularan | anulara"
        ),
        "cancelar": (
            "cancelar | anular | darme de baja | darnos de baja | renunciar | declinar | rechazar | bajarme | "
            "bajarnos | desapuntarme | desapuntarnos | borrarme | retirarme | retirarnos | faltar | fallar | "
            "dejar* libre | ceder mi <plaza> | ceder la <plaza> | liberar mi <plaza> | quedarme en casa | "
            "quedarme en cama | perdermelo | perderme | excusarme | disculparme | dejarlo | decir que no | "
            "desistir | cancelarlo | guardar cama | descolgarme | rajarme | suspender"
        ),
        "compromiso": (
            "un compromiso | otro compromiso | otra cita | otro plan | otros planes | otro evento | una boda | "
            "un viaje | un imprevisto | guardia | turno | un funeral | una reunion | fiebre | gripe | covid | "
            "examen | un examen | una urgencia | compromiso | algo | planes | una cena | reunion | un entierro | "
            "otra"
        ),
        "con": "conmigo | con nosotros | con nosotras | con mi presencia | con mi asistencia | con nuestra",
        "conmigo": "conmigo | con nosotros | con nosotras | nosotros | mi",
        "correos": (
            "correo | correos | mail | mails | email | emails | mensaje | mensajes | invitacion | invitaciones | "
            "recordatorio | recordatorios | boletin | boletines | publicidad | avisos | notificaciones | "
            "newsletter"
        ),
        "da": (
            "disponer de | puedes disponer de | podeis disponer de | pueden disponer de | dad | dadle | dale | "
            "dadsela | dar | darle | dais | den | denle | dele | pasad | pasadle | pasar | ceder | cedan | "
            "ceded | ofreced | ofrecer | ofrezcan | ofrecedle | asignad | asignar | podeis dar | podeis darle | "
            "puedes dar | pueden dar | dejad | dejar | dejadle | reasignar | reasignad | aprovechar | aproveche | "
            "usar | ocupar | ocupe | use | disponer | disponed | dispongan | ofrecersela | dasela | darsela | "
            "densela | ceda | cedeis | cedersela"
        ),
        "day": "lunes | martes | miercoles | jueves | viernes | sabado | domingo | hoy | manana | pasado manana",
        "encantado": "encantado | gustado",
        "evento": (
            "fiesta | cena | evento | concierto | taller | cata | invitacion | comida | velada | cumpleanos | "
            "boda | noche | encuentro | curso | cita | reunion | brunch | presentacion | charla"
        ),
        "habria": "me habria | nos habria | me hubiera | nos hubiera | me hubiese | nos hubiese",
        "ir": (
            "ir | asistir | venir | acudir | estar | acompanar* | participar | unirme | unirnos | ir al final | "
            "sumarme | sumarnos | hacerlo | quedarme | acercarme | acercarnos | llegar | contar | aceptar | "
            "confirmar mi asistencia | confirmar asistencia | ser de la partida | aprovechar | usar mi <plaza> | "
            "ocupar mi <plaza> | pasar | presentarme | apuntarme | disfrutar"
        ),
        "mandar": "mandar* | enviar* | escribir* | contactar* | molestar* | bombardear* | spamear*",
        "me": "me | nos",
        "mi": (
            "mi | mis | nuestra | nuestras | nuestro | nuestros | la | las | el | ambas | mis dos | "
            "nuestras dos | las dos"
        ),
        "month": (
            "enero | febrero | marzo | abril | mayo | junio | julio | agosto | septiembre | octubre | noviembre | "
            "diciembre"
        ),
        "nope": (
            "telefono | estacion | aeropuerto | ensayo | principio | primera parte | aperitivo | puerta | "
            "aperitivo previo | postre"
        ),
        "otro": (
            "otra persona | otro | otra | alguien | quien | quienes | siguiente | el siguiente | la siguiente | "
            "la lista | lista de espera | otros | otras | proximo | proxima | cualquiera | los que"
        ),
        "part": "noche | tarde | manana | mediodia",
        "plaza": (
            "plaza | plazas | reserva | reservas | asistencia | inscripcion | inscripciones | sitio | sitios | "
            "asiento | asientos | lugar | lugares | mesa | entrada | entradas | invitacion | participacion | "
            "puesto | puestos | cupo | nombre | confirmacion | silla | sillas | registro | rsvp | hueco"
        ),
        "puedo": (
            "puedo | podre | podemos | podremos | voy a poder | vamos a poder | pude | logro | logre | consigo | "
            "conseguire | puedo ni | alcanzo a | voy a lograr | voy a conseguir | vamos a lograr"
        ),
        "quiero": "quiero | queremos | deseo | quisiera | necesito | me interesa | me interesan | me envieis",
        "seat": "<mi> <plaza> | <mi> ~ <plaza> | lo mio | me",
        "si": (
            "si me | si no | si la | si el | si mi | si los | si las | si nos | si puedo | si podemos | si al | "
            "si te | si hay | si se | si alguien | si va | si voy | si lo | si eso | si os | si le | si llueve | "
            "si consigo | si encuentr* | si viene | si tengo | si tuv* | si es | si ~ <va>"
        ),
        "tengo": (
            "queria | queriamos | quisiera | tengo que | tenemos que | debo | debemos | quiero | queremos | "
            "quisieramos | necesito | necesitamos | me gustaria | nos gustaria | querria | querriamos | "
            "voy a tener que | vamos a tener que | tendre que | tendremos que | me veo obligado a | "
            "me veo obligada a | nos vemos obligados a | nos vemos obligadas a | me veo en la obligacion de | "
            "nos vemos en la obligacion de | voy a | vamos a | prefiero | preferimos | deseo | deseamos | he de | "
            "hemos de | siento tener que | sentimos tener que | lamento tener que | lamentamos tener que | "
            "me toca | nos toca | he tenido que | me temo que tengo que | hay que | debere | toca | "
            "escribo para | era para | es para"
        ),
        "trouble": (
            "funeral | entierro | velatorio | fallecido | fallecio | murio | hospital | urgencias | operacion | "
            "operan | operado | gripe | covid | fiebre | migrana | gastroenteritis | quimio | quimioterapia | "
            "escayola | enyesad* | escayolad* | muletas | pierna | tobillo | huelga | tormenta | nevada | "
            "huracan | averia | grua | coche | accidente | examen | boda | graduacion | guardia | turno | "
            "permiso | imprevisto | contratiempo | compromiso | viaje de trabajo | viaje | canguro | "
            "nino enfermo | enfermo | enferma | positivo | inundacion | lumbares | misma noche | mismo dia | "
            "misma hora | misma fecha | urgencia | parto | baja medica | reunion | coincide"
        ),
        "va": "va | viene | puede | no | esta | me",
    },
    when=(
        "el? proximo? <day> <part>? | el? dia # | el <day> # de? <month>? | <day> # de? <month>? | este <day> | "
        "ese <day> | esta <part> | esa <part> | ese dia | esta vez | por esta vez | en esta ocasion | "
        "a ultima hora | a la cena del <day> | del <day> | del # de? <month>? | de <day> | por la <part> | "
        "esta semana | este fin de semana | este ano | para el <day> | en el ultimo momento | "
        "en ultima instancia | manana por la <part> | por motivos de ~ | por motivos ~ | por razones de ~ | "
        "por razones ~ | por problemas de ~ | por causas ~ | por temas de ~ | por un imprevisto | "
        "por enfermedad | por trabajo | el # de? <month>? | # de <month>"
    ),
    leads=(
        "pero | y | que | hola | porque | siento | cuenta | buenas | perdon | gracias | favor | mucho | ya | de | "
        "asi | perdona | perdonad | lastima | pena | ay | temo | digo | confirmar | lamento | comunicar | "
        "informar | decir | avisar | deciros | decirte | aviso | comunico | ok | vaya | buenos dias"
    ),
    own="yo | nosotros | nosotras",
    openers=(
        "lo | hola | gracias | perdon | siento | buenas | perdona | perdonad | buenos | muchas | me | estoy | "
        "tengo | yo | que | lastima | pena | nos | vaya | uf | disculpa | disculpad | disculpe"
    ),
    regrets=(
        "siento | sentimos | lamentablemente | lament* | desgraciadamente | desafortunadamente | perdon* | "
        "disculp* | pena | lastima | dije que yes | habia dicho que yes | habiamos dicho que yes | "
        "habia confirmado | habiamos confirmado | lloro | llorando | dolor de mi alma | sintiendolo | "
        "por desgracia | rabia | tristemente | mala suerte | fastidia | faena"
    ),
    cancels=(
        "me caigo del plan | me caigo de la <evento> | retiro mi | <mi> <plaza> queda a su | "
        "<mi> <plaza> queda a vuestra | prefiero no <ir> | preferimos no <ir> | prefiero no aparecer | "
        "no tengo el cuerpo | no tengo cuerpo para | no tengo animo* | me la perdere | me lo perdere | "
        "no estoy para fiestas | no me muevo de | va a ser que no | sera que no | me quedo con las ganas | "
        "quedar con las ganas | quedo en tierra | quedamos en tierra | me pierdo tu | me pierdo la | "
        "me pierdo vuestra | nos perdemos | adios <evento> | paso $ | vez paso | sin efecto <mi> <plaza> | "
        "dejar sin efecto | deje* sin efecto | no ocupare | no ocuparemos | dejarlo para otra | "
        "dejarlo para la proxima | lo dejamos para otra | lo dejo para otra | no <puedo> <ir> | "
        "no <puedo> ni? <ir> | no <puedo> os <ir> | no <me> es posible | no <me> sera posible | "
        "no <me> va a ser posible | no <me> resulta posible | no va a ser posible | no sera posible $ | "
        "no podra ser $ | no va a poder ser | no puede ser $ | <me> es imposible | <me> resulta imposible | "
        "<me> sera imposible | <me> va a ser imposible | <me> ha resultado imposible | ^ imposible $ | "
        "imposible <ir> | imposible que <ir> | sere incapaz | no ire | no iremos | no voy a <ir> | "
        "no vamos a <ir> | no voy $ | no vamos $ | no voy al | no voy a la <evento> | no asistire | "
        "no asistiremos | no acudire | no acudiremos | no estare | no estaremos | no vendre | no vendremos | "
        "no participare | no participaremos | no asisto $ | no asistimos $ | no acudo $ | no llego $ | "
        "no voy por | no vamos por | no voy finalmente | no llegamos $ | no vengo $ | no ando disponible | "
        "no estoy disponible | no estare disponible | no estamos disponibles | no estaremos disponibles | "
        "no cuento con poder | no contamos con poder | <tengo> cancelar <after> | <tengo> anular <after> | "
        "<tengo> <cancelar> | cancelo <seat> | anulo <seat> | cancelamos <seat> | anulamos <seat> | ^ cancelo $ | "
        "^ cancelar $ | ^ cancela $ | ^ cancelacion $ | ^ anular $ | ^ anulo $ | ^ cancelado $ | ^ cancelamos $ | "
        "^ anulamos $ | ^ no gracias $ | ^ lamentablemente no $ | cancelo asistencia | cancelo por | "
        "cancelo para | me doy de baja | nos damos de baja | causo baja | soy baja | sere baja | somos baja | "
        "me borro | nos borramos | me desapunto | nos desapuntamos | me bajo $ | me bajo del plan | "
        "nos bajamos $ | me retiro | me caigo $ | nos caemos $ | me descuelgo | me rajo | declino | declinamos | "
        "renuncio a | renunciamos a | paso esta vez | me quedo en casa | nos quedamos en casa | me quedo fuera | "
        "me quedo sin ir | faltare | faltaremos | os fallo | me lo pierdo | me lo voy a perder | "
        "nos lo vamos a perder | cedo <seat> | cedemos <seat> | libero <seat> | liberamos <seat> | "
        "dejo libre <seat> | dejo <seat> | dejamos libre* <seat> | devuelvo <seat> | dejo mi <plaza> | "
        "<seat> queda libre | <seat> quedan libres | renuncio $ | dejo libre | dejamos libres | "
        "no conteis <con> | no cuentes <con> | no cuenten <con> | no cuente <con> | no contar <con> | "
        "no me espereis | no me esperes | no nos espereis | no me esperen | no me conteis | no me cuentes | "
        "sin mi $ | sin nosotros | sin nosotras | sin mi esta vez | <habria> <encantado> | "
        "<habria> <encantado> ~ | me da rabia perder* | no necesito <seat> | no necesitamos <seat> | "
        "no necesitare <seat> | no hace falta que me guard* | no me guard* | no <me> cuadra | "
        "no <me> viene bien | no <me> va bien | no <me> encaja | no <me> da tiempo $ | no <me> da la vida | "
        "no <me> es viable"
    ),
    requests=(
        "<cancela> <seat> | <da> <seat> a? <otro> | <da> <seat> $ | <da> a <otro> <seat> | <seat> a <otro> | "
        "<seat> al siguiente | <seat> para <otro> | <seat> puede ser para | <seat> queda libre | "
        "<seat> esta libre | <seat> queda disponible | <seat> puede ir | que <otro> ... <seat> | "
        "<otro> puede ... <seat> | <otro> ... aproveche <seat> | quitame de la lista | quitadme de la lista | "
        "quiteme de la lista | quitenme de la lista | borrame de la lista | borradme de la lista | "
        "borreme de la lista | borrenme de la lista | sacame de la lista | sacadme de la lista | "
        "quitarme de la lista | borrarme de la lista | sacarme de la lista | tachame | tachadme | "
        "eliminame de la lista | eliminadme de la lista | eliminarme de la lista | dame de baja de la <evento> | "
        "dadme de baja de la <evento> | dadme de baja del evento | desapuntadme | dad de baja <seat> | "
        "den de baja <seat> | da de baja <seat> | dar de baja <seat> | desapuntame | desapuntarme | "
        "quitanos de la lista | quitadnos | borradnos"
    ),
    bare="no <puedo> $ | ^ al final no $",
    hindrances=(
        "<trouble> | estoy ~? <away> | estamos ~? <away> | estare ~? <away> | estaremos ~? <away> | "
        "tengo <compromiso> | tenemos <compromiso> | <me> ha surgido | <me> surgio | <me> ha salido | "
        "<me> salio | <me> ha coincidido | <me> coincide | <me> ha complicado | <me> complico | complicado la | "
        "tengo que trabajar | tengo que viajar | trabajo $ | <me> ha tocado | <me> han cambiado | "
        "<me> han puesto | he pillado | he cogido | <me> he puesto | <me> puse | me he roto | me rompi | "
        "me encuentro mal | me encuentro fatal | tengo fiebre | tengo gripe | tengo covid | viajo a | "
        "salgo de viaje | vuelo a | ingresado | ingresada | un imprevisto | una urgencia | una emergencia | "
        "contratiempo | fuera de | de baja medica | en cama | caido enfermo | caido enferma"
    ),
    partings=(
        "que lo paseis | pasadlo | pasarlo | pasalo | que disfruteis | disfrutad | disfruten | otra vez sera | "
        "la proxima | proxima vez | otra ocasion | otro dia | brindad | brinden | un brindis | que vaya | "
        "que salga | mandad fotos | fotos | diviertan* | divertios | divierte* | felicidades | besazo | besos | "
        "un abrazo enorme | por mi | te quiero | brindo por | sera otra | el ano que viene | "
        "pensare en vosotros | os echare de menos | otro ano"
    ),
    absent="no puede | no podra | no viene | no va | no vendra | no ira | no pueden",
    comes=(
        "alli estare | ahi estare | alla estare | alli estaremos | ahi estaremos | estare alli | estare ahi | "
        "estaremos alli | estare encantad* | yes voy | yes que voy | yes ire | voy seguro | ^ voy $ | ^ vamos $ | "
        "cuenta conmigo | contad conmigo | cuenten conmigo | cuente conmigo | cuenta con nosotros | "
        "contad con nosotros | confirmo mi asistencia | confirmo asistencia | confirmo $ | "
        "confirmar mi asistencia | confirmar nuestra asistencia | conta conmigo | yo voy | llego a las | "
        "^ confirmado $ | ^ confirmada $ | ^ confirmados $ | voy fijo | acepto encantad* | acepto la invitacion | "
        "nos vemos el sabado | nos vemos | les caigo | ni loc* me | no me lo pierdo ni | confirmamos | "
        "confirmo que ire | confirmo que voy | nos vemos el? <day> | nos vemos alli | nos vemos ahi | "
        "nos vemos manana | nos vemos esta | hasta el <day> | hasta <day> | hasta manana | tengo ganas | "
        "muchas ganas | con ganas | que ganas | iremos | ire | asistire | asistiremos | ire con | voy a ir | "
        "vamos a ir | puedo ir | podre ir | llegare | llegaremos | llego sobre | me apunto | nos apuntamos | "
        "encantada de ir | encantado de ir | yo yes | pero yes | alli nos vemos | ahi nos vemos | cuento con ir | "
        "estoy dentro | por supuesto que voy | claro que voy | sigo viniendo | voy con | vamos con | sere puntual"
    ),
    keeps=(
        "no faltare | no faltaremos | no fallare | no faltaria | no me lo pierdo | no me lo perdere | "
        "no me lo perderia | no cancel* <seat>? | no quiero cancelar | no anul* | no queremos cancelar | "
        "no tengo que cancelar | no tenemos que cancelar | no hace falta cancelar | no es necesario cancelar | "
        "sin cancelar | en vez de cancelar | en lugar de cancelar | no deis <seat> | no des <seat> | "
        "no den <seat> | no le deis <seat> | no cedais | no liber* | guarda mi | guardad mi | "
        "no pienso cancelar | no voy a cancelar | no quiero perder mi | mantened mi | mantener mi | manten mi | "
        "mantengan mi | no me quit* | no me borr* | conservar mi | conservad mi | no regal* <seat> | "
        "no quiero renunciar | no renuncio | reservadme | no he cancelado | guardame <seat> | guardadme <seat> | "
        "guardenme <seat>"
    ),
    stops=(
        "no <quiero> ... <correos> | no <quiero> recibir | no quiero que me | no mas <correos> | "
        "no me envi* mas? | no me mand* mas? | no me escrib* | no me contact* | dejad de <mandar> | "
        "deja de <mandar> | dejen de <mandar> | deje de <mandar> | parad de <mandar> | paren de <mandar> | "
        "darse de baja | cancelar suscripcion | cancelar la suscripcion | cancelar mi suscripcion | "
        "desuscribir* | desuscribidme | ^ basta $ | rgpd | me opongo | desuscribo | ^ stop $ | "
        "baja de la lista de correo | baja de vuestra lista | baja de su lista | baja del boletin | "
        "baja de la newsletter | baja de estos <correos> | baja de los <correos> | baja de vuestros | "
        "baja de esta lista | baja de sus | baja en la lista | lista de correo | lista de correos | "
        "lista de difusion | lista de distribucion | borrad mi correo | borren mi correo | borre mi correo | "
        "borrad mi direccion | eliminad mi direccion | eliminen mi direccion | elimine mi direccion | "
        "eliminar mi direccion | eliminad mi correo | eliminen mi correo | quitad mi correo | quiten mi correo | "
        "quitad mi direccion | quiten mi direccion | mi direccion de | mi correo de vuestr* | dejadme en paz | "
        "dejenme en paz | ni un <correos> mas | basta de <correos> | ningun <correos> mas | dadme de baja $ | "
        "dame de baja $ | denme de baja $ | darme de baja de <correos> | mas <correos> no | spam | ^ baja $"
    ),
    others=(
        "el | ella | ellos | ellas | marido | mujer | esposo | esposa | pareja | hijo | hija | hermano | "
        "hermana | madre | padre | amigo | amiga | amigos | novio | novia | companero | companera | jefe | jefa | "
        "ninos | vecino | vecina | invitado | acompanante | nadie | alguno | canguro"
    ),
    doubts=(
        "<si> | quizas | quiza | salvo | cuando | quien | tal vez | a lo mejor | puede que | igual | "
        "posiblemente | probablemente | seguramente | no se | no sabe | no sabemos | depende | dependo | a ver | "
        "en caso | en el caso | por si | como puedo | como se | como cancelo | como hago | hasta cuando | "
        "no estoy segur* | dudo | pregunta | me temo que tal | todavia no | aun no | podria | podriamos | "
        "deberia | tendria | supongo | ojala | tuviera | pudiera | pudiese"
    ),
    told="dice | dijo | dicen | ano pasado | la ultima vez | pude | pensaba | estaba | iba a | crei",
    unless=(
        "mas tarde | a partir | solo | salvo | a menos | si no | excepto | si me | si la | si el | si mi | "
        "hasta que | o al menos"
    ),
    turns="no | nunca | tampoco | sin | vez | lugar | tu | ella | ellos | ellas | usted | jamas | casi | ni",
    limits=(
        "de mi | antes | sin | con | solo | sola | solos | hasta | a las # | a la una | sobre las | tan pronto | "
        "a tiempo | puntual | desde el principio | desde el | a tu <nope> | al <nope> | a la <nope> | en coche | "
        "en tren | en bus | andando | mas de | mas que | esperar | decir* | confirmar* | asegurar* | prometer* | "
        "saber | llevar | quedarme | a recoger* | por telefono | con las | temprano | pronto | enseguida | "
        "todo el | mucho rato | para el | a buscar* | hablar | creer*"
    ),
    later=(
        "la proxima | proxima vez | otra vez | proximo | otra ocasion | en otra | siguiente | proximas | "
        "el ano que viene | otro dia | en el futuro | otro ano"
    ),
    asks=(
        "se puede | hasta cuando | cuando | como | donde | quien | cual | cuanto | es posible | podeis | "
        "podriais | puedes | podrias | pueden | podrian | hace falta | sabeis | sabes | teneis | seria | habria | "
        "es necesario"
    ),
    tags="verdad | no | vale | cierto | o no | o que | si | yes | puede ser | te parece | os parece",
    noes="no | nop",
    yeses="yes | claro | vale | perfecto | genial | ok | por supuesto | encantada | encantado",
)
