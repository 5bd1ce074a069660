"""Sets of Spanish words for what keeps guests away, and for what they say then."""

HINDRANCE = {
    "away": (
        "enferm* | malo | mala | malito | malita | de viaje | fuera | en cama | ingresad* | internad* | "
        "hospitalizad* | ocupad* | trabajando | currando | de guardia | de vacaciones | en el extranjero | "
        "en el hospital | resfriad* | con ~? fiebre | con ~? gripe | con ~? covid | con gastroenteritis | de baja | "
        "pachuch* | liad* | indispuest* | comprometid* | hasta arriba | en otra | de boda | de servicio | atrapad* | "
        "en cuarentena | varad* | tirad* | convaleciente | fatal | hech* polvo | hech* mierda | hech* bolsa | "
        "hech* un trapo | hech* un asco | destrozad* | agotad* | reventad* | en reposo | de reposo | afonic* | "
        "aislad* | muert* | de mudanza | de entierro | de luto | de duelo | de parto | en urgencias | en el medico | "
        "castigad* | sin coche | sin voz | sin blanca | sin un duro | sin un mango | sin plata | sin dinero | "
        "sin lana | sin un peso | sin un euro | sin canguro | sin ninera | pelad* | a dieta | en otro <evento> | "
        "en la boda | en una boda | con # de fiebre | con # grados | en examenes | de examenes | de congreso | "
        "en un congreso | confinad* | en el aeropuerto | de viaje de | con migrana | con lumbago | con anginas | "
        "con ciatica | con bronquitis | con neumonia | vomitando | mal de | mal del | enyesad* | escayolad* | "
        "en cierre | con la espalda | de rodaje | de gira | tocad* | en comisaria | en la comisaria | "
        "en el veterinario | en la veterinaria | de papeleo | cubriendo | de turno"
    ),
    "compromiso": (
        "compromiso* | cita | plan | planes | evento | boda | viaje | imprevisto | guardia | turno | funeral | "
        "reunion | fiebre | gripe | covid | examen | urgencia | cena | entierro | bautizo | comunion | graduacion | "
        "mudanza | operacion | vuelo | quirofano | entrega | inventario | concierto | partido | migrana | jaqueca | "
        "varicela | anginas | gastroenteritis | lumbago | ciatica | bronquitis | neumonia | otitis | dolor | pierna | "
        "pie | brazo | tobillo | rodilla | espalda | reglamentario | curro | trabajo | chamba | laburo | lio | "
        "emergencia | visita | congreso | juicio | cumpleanos | aniversario | competicion | carrera | obras | "
        "ensayo | velorio | misa | parto | cierre | auditoria | feria | simposio | resonancia | prueba | consulta | "
        "radioterapia | quimio | dialisis"
    ),
    "illness": (
        "fiebre | gripe | gripazo | covid | migrana | jaqueca | gastroenteritis | gastritis | varicela | piojos | "
        "neumonia | bronquitis | anginas | amigdalitis | otitis | colico | ciatica | lumbago | lumbares | vertigo | "
        "vertigos | catarro | resfriado | resfrio | diarrea | esguince | apendicitis | dengue | laringitis | "
        "faringitis | sarampion | paperas | escarlatina | salmonelosis | intoxicacion | quimio | quimioterapia | "
        "escayola | yeso | muletas | cuarentena | conjuntivitis | herpes | virus | hernia | infarto | ictus | placa | "
        "angina | contractura | enyesad* | escayolad* | vomitando | vomita"
    ),
    "grave": (
        "funeral | entierro | velatorio | velorio | sepelio | tanatorio | fallecido | fallecio | murio | ha muerto | "
        "hospital | urgencias | quirofano | ingresad* | internad* | hospitalizad* | inundacion | inundad* | "
        "accidente | huracan | en cama | reposo | dado positivo | di positivo | positivo en | ponerse de parto | "
        "de parto | rompi* aguas | huelga | comisaria | uci"
    ),
    "lent": (
        "me | nos | al nino | a la nina | a mi hijo | a mi hija | a mi madre | a mi padre | a mi mujer | "
        "a mi marido | se me | se nos | me la | me lo | nos lo | nos la"
    ),
    "befell": (
        "operan | operaron | han operado | ingresan | ingresaron | han ingresado | internaron | he roto | rompi | "
        "he torcido | torci | he fracturado | fracture | he lesionado | lesione | ha complicado | complico | "
        "han negado | negaron | nego | ha negado | coincide* | ha coincidido | junta* | juntan | junto | ha juntado | "
        "cruza | cruzo | ha cruzado | solapa* | ha surgido | surgio | ha inundado | inundo | ha dejado tirad* | "
        "fallo | ha fallado | puse mal* | he puesto mal* | han mandado | mandan | toca | ha tocado | toco | "
        "quede sin | han adelantado | adelantaron | encuentro mal | encuentro fatal | ha prohibido | prohibe | "
        "prohibio | impide* | impiden | tienen aqui | ha liado | han convocado | contagie | he contagiado | mudamos"
    ),
    "happened": (
        "ha surgido | surgio | surge | han surgido | ha salido | salio | sale | coincide* | ha coincidido | "
        "cuadra mal | ha complicado | complico | complica | han cambiado | cambiaron | han puesto | pusieron | "
        "han metido | metieron | clavaron | han clavado | cayo | ha caido | cae | junta* | juntan | junto | "
        "ha juntado | han juntado | cruza | cruzo | ha cruzado | solapa* | pisa | han adelantado | adelantaron | "
        "adelantan | han atrasado | retrasaron | han retrasado | han cancelado | cancelaron | cancelo | ha fallado | "
        "fallo | fallaron | ha dejado tirad* | dejo tirad* | dejo plantad* | ha roto | rompio | rompieron | "
        "ha estropeado | estropeo | ha averiado | averio | descompuso | ha muerto | murio | ha inundado | inundo | "
        "inundaron | robaron | han robado | operan | operaron | han operado | ingresan | ingresaron | han ingresado | "
        "internaron | internan | convocaron | han convocado | llamaron | mandan | mandaron | han mandado | envian | "
        "enviaron | han enviado | toca | toco | ha tocado | han alargado | alargaron | negaron | han negado | nego | "
        "ha negado | han denegado | denegaron | han quitado | quitaron | desmayo | lesione | he lesionado | torci | "
        "he torcido | rompi | he roto | fracture | he fracturado | cai | he caido | enferme | he enfermado | "
        "enfermo | ha enfermado | enfermaron | contagie | contagiaron | ha contagiado | puse mal* | he puesto mal* | "
        "puso mal* | ha puesto mal* | puso enferm* | ha puesto enferm* | pillo | ha pillado | tienen | tiene | "
        "obliga* | impide* | reclama* | necesita* | requiere* | han liado | lio | ha liado | ha prohibido | "
        "prohibio | prohibe | impiden | impidio | ha dado | dio | duele | duelen | mude | mudamos | muevo | "
        "quede sin | quedo sin | quedamos sin | hemos quedado sin | he quedado sin | quedado tirad* | traslad* | "
        "ha torcido | torcio | fastidi* | ha fastidiado | jodio | ha jodido | atraso | ha atrasado | encima | "
        "ha venido encima | vino encima | desbordo | ha desbordado | han desplazado | destinan | llego visita | "
        "caen visitas | encuentro mal | encuentro fatal | encuentro peor | siento mal | siento fatal | sacan | casa | "
        "casamos | examino"
    ),
    "ride": (
        "coche | auto | carro | tren | vuelo | avion | ferry | barco | autobus | bus | camion | moto | camioneta | "
        "metro"
    ),
    "stuck": (
        "no sale | no salen | no arranca | cancelad* | retrasad* | averiad* | descompuest* | en el taller | "
        "no llega | no vuela | no despega | se averio | se cancelo | se descompuso | murio | no funciona | perdido | "
        "se quedo | aterriza | en huelga | cortad* | sin bateria | la dejo | ha muerto | suspendid* | varad*"
    ),
    "trouble": (
        "<grave> | imprevisto | imprevistos | contratiempo | emergencia | fuerza mayor | viaje de trabajo | "
        "motivos de salud | motivos familiares | motivos laborales | motivos personales | asunto familiar | "
        "asuntos familiares | problema familiar | <sameday> | coincide con | coincidir con | coincidencia de fechas | "
        "carretera cortada | cerraron la carretera | carretera cerrada | han cortado la carretera | "
        "cortaron la carretera | guardia de | de guardia | turno doble | doble turno | turno de noche | "
        "trabajo doble | horas extra* | de baja medica | baja medica | caid* enferm* | viaje ineludible | "
        "compromiso ineludible | compromiso previo | compromiso familiar | no encuentro con quien | "
        "no tengo con quien | no tenemos con quien | no encontramos con quien | no hay quien se quede | sin canguro | "
        "sin ninera | canguro ~? ~? fall* | ninera ~? ~? fall* | canguro ~? ~? ~? plantad* | "
        "ninera ~? ~? ~? plantad* | canguro ~? ~? ~? tirad* | ninera ~? ~? ~? tirad* | ninera ~? ~? cancel* | "
        "canguro ~? ~? cancel* | sin coche | sin carro | sin auto | el alta | nacio | ha nacido | "
        "se adelanto el parto | contracciones | no salgo | no salimos | no se mueve nadie | de aqui no | "
        "no me dan el | no me dan la tarde | no me dieron | no me dan permiso | no me dejan | no nos dejan | "
        "no nos dejaron | no me dejaron | no me suelta* | no me sueltan | no me la cambian | nadie me ~? cambia | "
        "negaron el permiso | nego el permiso | cubrir a | sustituir a | cuidar a | cuidar de | cuidando a | "
        "cuidando de | se mueve | medico ~? ~? ~? prohibid* | medico ~? ~? deja | medico ~? ~? ~? reposo | "
        "salimos para | salgo para | nos vamos a | me voy a <lejos> | con la tormenta | con la nevada | "
        "con el temporal | con la nieve | con este temporal | por el temporal | por la nieve | por la nevada | "
        "por la tormenta | por el huracan | por la huelga"
    ),
    "lejos": "madrid | barcelona | paris | londres | berlin | cuidar | urgencias | hospital | casa",
}

PARTING = {
    "brindad": (
        "llor* | brind* | com* | beb* | bail* | disfrut* | divert* | diviert* | acab* | zamp* | tom* | festej* | "
        "celebr* | cant* | sopl* | pas* | rei* | abraz* | goz* | ech* | chup* | pic* | aplaud* | saqu* | emborrach* | "
        "cen* | cheleen | tragu* | salud* | felicit* | dale | dadle | denle | dad un | den un | termin* | repart* | "
        "quedaos | quedense | levant* | alz* | jale* | pon* una"
    ),
    "share": (
        "por <nos> | en mi nombre | en nuestro nombre | mi parte | nuestra parte | mi trozo | nuestro trozo | "
        "mi racion | nuestra racion | mi copa | nuestras copas | mi porcion | nuestra porcion | mi pedazo | "
        "nuestro pedazo | a mi salud | a nuestra salud | mi plato | sin <nos>"
    ),
    "correos": (
        "correo | correos | mail | mails | email | emails | mensaje | mensajes | invitacion | invitaciones | "
        "recordatorio | recordatorios | boletin | boletines | publicidad | avisos | notificaciones | newsletter | "
        "correito | correitos | comunicaciones | comunicacion | envio | envios | propaganda"
    ),
    "mandar": (
        "mandar* | enviar* | escribir* | contactar* | molestar* | bombardear* | spamear* | llenar* | dar la lata"
    ),
    "quiero": (
        "quiero | queremos | deseo | quisiera | necesito | me interesa | me interesan | me envieis | quiero que | "
        "nos interesa | deseamos | me manden | me mandeis | me envien"
    ),
}
