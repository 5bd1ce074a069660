"""The guest list's phrases in Spanish. A pair is what one seat and what several seats ask for."""

PHRASES: dict[str, str | tuple[str, str]] = {
    "what": "Qué",
    "when": "Cuándo",
    "where": "Dónde",
    "seats": "Plazas",
    "held_until": "Guardado para ti hasta el",
    "place_in_line": "Tu lugar en la lista de espera",
    "today": "Hoy",
    "tomorrow": "Mañana",
    "in_a_week": "En una semana",
    "in_days": "En {days} días",
    "manage.seat": ("Ver tu plaza", "Ver tus plazas"),
    "manage.line": "Ver tu lugar en la lista de espera",
    "cancel.seat": "No puedo ir",
    "confirm.invite": "Sí, voy",
    "cancel.invite": "No, no puedo ir",
    "claim.offer": ("Sí, quiero la plaza", "Sí, queremos las {party} plazas"),
    "decline.offer": "No, gracias, esta vez no",
    "leave.line": "Salir de la lista de espera",
    "back.gone": "Volver a la lista",
    "desk.host": "Verlo en la recepción",
    "footer.guest": "Recibes este correo porque esta dirección está en la lista de {event}.",
    "footer.address": (
        "Alguien dio esta dirección como suya. Si no fuiste tú, no tienes que hacer nada."
    ),
    "footer.old_address": (
        "Recibes este correo porque esta dirección estaba hasta ahora en la lista de {event}."
    ),
    "footer.host": "Recibes este correo porque organizas {event}.",
    "stop": "No recibir más recordatorios ni ofertas",
    "reply": "¿Preguntas? Responde a este correo: le llega al anfitrión.",
    "confirmation.subject": "Estás en la lista: {event}",
    "confirmation.heading": "Estás en la lista{comma_name}.",
    "confirmation.body": (
        (
            "Tu plaza está confirmada, y la fecha va adjunta para tu calendario.\n\n"
            "¿Al final no puedes venir? Devuelve tu plaza, por favor: alguien que espera se "
            "alegrará."
        ),
        (
            "Tus {party} plazas están confirmadas, y la fecha va adjunta para tu calendario.\n\n"
            "¿Al final no podéis venir? Devuelve las plazas, por favor: alguien que espera se "
            "alegrará."
        ),
    ),
    "waitlisted.subject": "Estás en la lista de espera: {event}",
    "waitlisted.heading": "Tienes el número {position} en la lista de espera{comma_name}.",
    "waitlisted.heading.unnumbered": "Estás en la lista de espera{comma_name}.",
    "waitlisted.body": (
        (
            "Ahora mismo todas las plazas están ocupadas. Cuando quede una libre para ti, te la "
            "guardamos y te escribimos. Hasta entonces no tienes que hacer nada."
        ),
        (
            "Ahora mismo no hay {party} plazas libres. Cuando las haya para ti, te las guardamos y "
            "te escribimos. Hasta entonces no tienes que hacer nada."
        ),
    ),
    "invite.subject": "Confirma, por favor: {event}",
    "invite.heading": (
        "Hay una plaza guardada para ti{comma_name}.",
        "Hay {party} plazas guardadas para ti{comma_name}.",
    ),
    "invite.body": (
        (
            "Di que sí y la plaza es tuya. Está guardada para ti hasta el {deadline}. Si no "
            "sabemos nada hasta entonces, será para otra persona."
        ),
        (
            "Di que sí y las plazas son tuyas. Están guardadas para ti hasta el {deadline}. Si no "
            "sabemos nada hasta entonces, serán para otra persona."
        ),
    ),
    "reminder.subject": "{in_days}: {event}",
    "reminder.heading": "{in_days}: {event}",
    "reminder.body": (
        (
            "Tu plaza te espera{comma_name}, y tenemos ganas de verte.\n\n"
            "¿Al final no puedes venir? Devuelve tu plaza ahora, por favor, para que otra persona "
            "pueda organizarse."
        ),
        (
            "Vuestras {party} plazas os esperan{comma_name}, y tenemos ganas de veros.\n\n"
            "¿Al final no podéis venir? Devuelve las plazas ahora, por favor, para que otra "
            "persona pueda organizarse."
        ),
    ),
    "offer.subject": (
        "Hay una plaza libre para ti: {event}",
        "Hay {party} plazas libres para ti: {event}",
    ),
    "offer.heading": (
        "Hay una plaza libre para ti{comma_name}.",
        "Hay {party} plazas libres para ti{comma_name}.",
    ),
    "offer.body": (
        (
            "La plaza está guardada de verdad: hasta el {deadline} nadie más puede ocuparla. Si no "
            "respondes hasta entonces, pasa a la siguiente persona de la lista de espera.\n\n"
            "¿Esta vez no puedes? Di que no y conservas tu lugar en la lista de espera."
        ),
        (
            "Las plazas están guardadas de verdad: hasta el {deadline} nadie más puede ocuparlas. "
            "Si no respondes hasta entonces, pasan a la siguiente persona de la lista de "
            "espera.\n\n"
            "¿Esta vez no podéis? Di que no y conservas tu lugar en la lista de espera."
        ),
    ),
    "offer_lapsed.subject": "Tu oferta ha terminado: {event}",
    "offer_lapsed.heading": "El plazo para responder ha pasado{comma_name}.",
    "offer_lapsed.body.line": (
        (
            "No hemos sabido nada de ti, así que ofrecemos la plaza a la siguiente persona. Sigues "
            "en la lista de espera, y te escribiremos cuando quede otra libre."
        ),
        (
            "No hemos sabido nada de ti, así que ofrecemos las plazas a la siguiente persona. "
            "Sigues en la lista de espera, y te escribiremos cuando queden otras libres."
        ),
    ),
    "offer_lapsed.body.gone": (
        (
            "No hemos sabido nada de ti, así que la plaza pasa a otra persona y ya no estás en la "
            "lista.\n\n"
            "¿Te gustaría venir de todos modos? Puedes volver cuando quieras."
        ),
        (
            "No hemos sabido nada de ti, así que las plazas pasan a otra persona y ya no estás en "
            "la lista.\n\n"
            "¿Os gustaría venir de todos modos? Puedes volver cuando quieras."
        ),
    ),
    "declined.subject": "Gracias por avisar: {event}",
    "declined.heading": "Gracias por avisar{comma_name}.",
    "declined.body": (
        (
            "Ofrecemos la plaza a la siguiente persona. Conservas tu lugar en la lista de espera, "
            "y te preguntaremos de nuevo cuando quede otra libre."
        ),
        (
            "Ofrecemos las plazas a la siguiente persona. Conservas tu lugar en la lista de "
            "espera, y te preguntaremos de nuevo cuando queden otras libres."
        ),
    ),
    "cancelled.subject": "Ya no estás en la lista: {event}",
    "cancelled.heading": "Ya no estás en la lista{comma_name}.",
    "cancelled.body": (
        "Gracias por avisar: así puede venir otra persona.\n\n"
        "¿Al final sí puedes? Vuelve cuando quieras."
    ),
    "cancelled.body.by_host": "El anfitrión te ha quitado de la lista de {event}.",
    "changed.subject": "Cambios: {event}",
    "changed.heading": "Hay cambios en {event}.",
    "changed.heading.party": "Tus plazas han cambiado.",
    "changed.heading.address": "Ahora te escribimos aquí{comma_name}.",
    "changed.address": (
        "Todo lo relacionado con {event} llega desde ahora a esta dirección. Los enlaces de "
        "correos anteriores siguen valiendo."
    ),
    "changed.old_address": (
        "Como pediste, los correos sobre {event} van desde ahora a otra dirección, y a esta no "
        "llegan más. Si no fuiste tú quien lo pidió, avisa pronto al anfitrión."
    ),
    "changed.time": "Hay una nueva fecha u hora: {when}.",
    "changed.venue": "Hay un nuevo lugar: {venue}.",
    "changed.name": "Hay un nuevo nombre: {event}.",
    "changed.other": "Mira los datos de abajo, por favor.",
    "changed.seat": (
        "Tu plaza sigue siendo tuya. Si ya no puedes venir, devuélvela, por favor.",
        "Tus {party} plazas siguen siendo tuyas. Si ya no podéis venir, devuélvelas, por favor.",
    ),
    "changed.line": "Conservas tu lugar en la lista de espera.",
    "changed.offer": (
        "Tu plaza está guardada para ti hasta el {deadline}.",
        "Tus {party} plazas están guardadas hasta el {deadline}.",
    ),
    "address.subject": "¿Es esta tu dirección? {event}",
    "address.heading": "¿Te escribimos aquí{comma_name}?",
    "address.body": (
        "Alguien en la lista de {event} nos pidió usar esta dirección desde ahora. Si fuiste tú, "
        "pulsa el botón. Hasta entonces no cambia nada."
    ),
    "address.address": "Sí, escribidme aquí",
    "event_cancelled.subject": "Cancelado: {event}",
    "event_cancelled.heading": "{event} se ha cancelado.",
    "event_cancelled.body": "Lo sentimos: el evento no tendrá lugar. No tienes que hacer nada.",
    "thank_you.subject": "Gracias: {event}",
    "thank_you.heading": "Gracias{comma_name}.",
    "link.subject": "Tu enlace: {event}",
    "link.heading": "Aquí tienes tu enlace{comma_name}.",
    "link.subject.asks": "¿No puedes venir? {event}",
    "link.heading.asks": "¿Quieres decir que no puedes venir{comma_name}?",
    "link.asks": (
        "Tu mensaje suena así, pero preferimos preguntar a adivinar. Si es así, con un toque aquí "
        "abajo dejas libre tu plaza. Hasta entonces no cambia nada."
    ),
    "link.seat": ("Tu plaza está confirmada.", "Tus {party} plazas están confirmadas."),
    "link.line": (
        "Estás en la lista de espera para una plaza.",
        "Estás en la lista de espera para {party} plazas.",
    ),
    "link.offer": (
        "Hay una plaza guardada para ti hasta el {deadline}.",
        "Hay {party} plazas guardadas para ti hasta el {deadline}.",
    ),
    "link.gone": "Ahora mismo no estás en la lista. Vuelve cuando quieras.",
    "confirmed": "Confirmadas",
    "held": "Guardadas, sin respuesta aún",
    "waiting": "En la lista de espera",
    "open": "Libres",
    "headcount.subject": "{confirmed} de {cap} plazas confirmadas: {event}",
    "headcount.heading": "{confirmed} de {cap} plazas están confirmadas.",
    "headcount.body": "{in_days}: {event}. Así están las cosas.",
    "summary.subject": "Cómo fue: {event}",
    "summary.heading": "{confirmed} de {cap} plazas estaban ocupadas.",
    "summary.body": (
        "Aquí tienes un agradecimiento para tus invitados. Cámbialo a tu gusto y envíalo desde tu "
        "mesa:"
    ),
    "draft": (
        "Gracias por venir a {event}. Fue un placer tenerte allí, y esperamos verte pronto otra "
        "vez."
    ),
}
