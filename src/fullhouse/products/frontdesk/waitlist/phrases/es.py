"""Phrases of waitlist messages in Spanish. A pair is singular and plural."""

PHRASES: dict[str, str | tuple[str, str]] = {
    "until.today": "hasta las {deadline}",
    "until.tomorrow": "hasta {deadline}",
    "until.later": "hasta el {deadline}",
    "dates.between": "del {earliest} al {latest}",
    "dates.from": "desde el {earliest}",
    "dates.until": "hasta el {latest}",
    "party": "Personas",
    "dates": "Fechas",
    "held_until": "Guardado para ti",
    "asked": "Preguntamos a",
    "freed": "Huecos que quedaron libres",
    "filled": "Ocupados desde la lista de espera",
    "handed_back": "Devueltos a vosotros",
    "offers": "Ofertas enviadas",
    "time_to_fill": "Tiempo medio hasta ocuparse",
    "leave.joined": "Salir de la lista de espera",
    "claim.offer": "Sí, lo quiero",
    "decline.offer": "No, gracias, esta vez no",
    "waitlist.booked": "Pedir un hueco antes",
    "waitlist.cancelled": "A la lista de espera",
    "stop": "Salir de la lista de espera",
    "footer.customer": (
        "Recibes este correo porque esta dirección se apuntó a la lista de espera{at_business}."
    ),
    "joined.subject": "Estás en la lista de espera: {service}",
    "joined.heading": "Estás en la lista de espera{comma_name}.",
    "joined.body": (
        "Cuando quede libre un hueco que te sirva, te lo guardamos y te escribimos enseguida. "
        "Entonces tienes un rato para decir que sí. Hasta entonces no tienes que hacer nada.\n\n"
        "¿Han cambiado tus planes? Puedes salir de la lista de espera cuando quieras."
    ),
    "joined.text": (
        "{from_business}Lista de espera: {service}. Te escribimos cuando haya un hueco libre. Para "
        "salir: {leave}"
    ),
    "offer.subject": "Hay un hueco libre para ti: {service}, {soon}",
    "offer.heading": "Hay un hueco libre para ti{comma_name}.",
    "offer.body": (
        "El hueco está guardado de verdad: nadie más puede ocuparlo {until}. Si no respondes hasta "
        "entonces, pasa a la siguiente persona, y tú sigues en la lista de espera.\n\n"
        "¿Esta vez no puedes? Di que no, y conservas tu lugar en la lista de espera."
    ),
    "offer.text": (
        "{from_business}{service}{with_staff} ha quedado libre: {soon}. Es para ti {until}: {claim}"
    ),
    "booked.subject": "Reservado: {service}, {when}",
    "booked.heading": "El hueco es tuyo{comma_name}.",
    "booked.body": (
        "Está reservado para ti, y la fecha va adjunta para tu calendario. Tenemos ganas de "
        "verte.\n\n"
        "¿Al final no puedes venir? Avísanos pronto, por favor: alguien que espera se alegrará.\n\n"
        "¿Prefieres venir antes? Apúntate otra vez a la lista de espera, y te escribimos cuando "
        "haya un hueco."
    ),
    "booked.text": "{from_business}Reservado: {service}{with_staff}, {when}. Te esperamos.",
    "cancelled.subject": "Cancelado: {service}, {when}",
    "cancelled.heading": "Tu cita está cancelada{comma_name}.",
    "cancelled.body": (
        "El hueco ya no está reservado para ti, y con este correo desaparece de tu calendario.\n\n"
        "¿Quieres otro momento? Apúntate a la lista de espera, y te escribimos cuando haya uno "
        "libre."
    ),
    "cancelled.text": (
        "{from_business}Cancelado: {service}{with_staff}, {when}. Ya no cuenta como reserva tuya."
    ),
    "off_list.subject": "Ya no estás en la lista de espera: {service}",
    "off_list.heading": "Ya no estás en la lista de espera{comma_name}.",
    "off_list.body": (
        "Ya no esperas {service}, y no volveremos a preguntarte.\n\n"
        "¿Han vuelto a cambiar tus planes? Puedes volver cuando quieras."
    ),
    "off_list.text": (
        "{from_business}Has salido de la lista de espera: {service}. Vuelve cuando quieras."
    ),
    "nobody_fits.subject": "No le sirve a nadie: {service}, {soon}",
    "nobody_fits.heading": "Este hueco no le sirve a nadie de la lista de espera.",
    "nobody_fits.body": (
        "Nadie de los que esperan podría ocuparlo, o no hay forma de avisar ahora a quien podría. "
        "Así que no se preguntó a nadie.\n\n"
        "Todavía podéis ocuparlo: llamad a alguien, o asignadlo como siempre. Si lo liberáis otra "
        "vez en la recepción, se vuelve a mirar la lista."
    ),
    "handed_back.subject": "Sin ocupar: {service}, {soon}",
    "handed_back.heading": "Este hueco vuelve a vosotros.",
    "handed_back.tries_spent": (
        "Se preguntó a una persona, vuestras reglas no permiten más, y no lo quiso.",
        "Se preguntó a {asked} personas, tantas como permiten vuestras reglas, y ninguna lo quiso.",
    ),
    "handed_back.line_spent": (
        "Se preguntó a todos a los que les sirve y a los que se puede avisar, y nadie lo quiso."
    ),
    "handed_back.too_late": "Empieza demasiado pronto para otra oferta.",
    "handed_back.withdrawn": "Se retiró en la recepción y ya no se ofrece.",
    "handed_back.other": "Ya no se ofrece.",
    "handed_back.do": (
        "Todavía podéis ocuparlo: llamad a alguien, o asignadlo como siempre. Si lo liberáis otra "
        "vez en la recepción, se vuelve a preguntar a la lista."
    ),
    "handed_back.do.too_late": "Todavía podéis ocuparlo: quizá una llamada llegue a tiempo.",
    "summary.subject": "Vuestra lista de espera en {month}",
    "summary.heading": "Huecos libres: {freed}; ocupados: {filled}.",
    "summary.heading.none": "No quedó libre ningún hueco.",
    "summary.none": (
        "Fue un mes tranquilo, {month}: no quedó libre ningún hueco, y no hubo que preguntar a "
        "nadie."
    ),
    "summary.unfilled": (
        (
            "En {month} quedó libre un hueco, y esta vez no encontró a nadie. Quizá el próximo sí: "
            "hay gente esperando."
        ),
        (
            "En {month} quedaron libres {freed} huecos, y esta vez no encontraron a nadie. Quizá "
            "los próximos sí: hay gente esperando."
        ),
    ),
    "summary.filled": (
        "En {month} quedó libre un hueco, y la lista de espera lo ocupó. Tardó {took}.",
        (
            "En {month} quedaron libres {freed} huecos; ocupados desde la lista de espera: "
            "{filled}. Tardaron {took} de media."
        ),
    ),
    "summary.money": "Así volvieron {money}.",
    "summary.warm": "Y nadie tuvo que pasar horas al teléfono.",
    "proposal.subject": "Alguien ha escrito a la lista de espera",
    "proposal.heading": "Alguien ha escrito a la lista de espera.",
    "proposal.body": (
        "Quizá sea alguien que quiere un hueco. Míralo en la recepción y acéptalo, cámbialo o "
        "déjalo: nadie entra en la lista de espera antes de que digas que sí."
    ),
    "text_limit.body": (
        "Los SMS han costado este mes todo lo que permiten vuestras reglas. Los correos siguen: a "
        "quien dio una dirección se le pregunta allí, y los demás conservan su lugar en la lista "
        "de espera.\n\n"
        "¿Queréis que sigan los SMS? Subid la cantidad en la línea «Texts:» de vuestras reglas. "
        "Vale enseguida."
    ),
}
