"""Phrases of appointment messages in Spanish. A pair is singular and plural."""

PHRASES: dict[str, str | tuple[str, str]] = {
    "a_customer": "Alguien",
    "more": ("una persona más", "{count} más"),
    "who": "Quién",
    "before": "Antes",
    "phone": "Teléfono",
    "email": "Correo",
    "week": "Semana del",
    "appointments": "Citas",
    "confirmed": "Confirmadas",
    "cancelled": "Canceladas",
    "no_shows": "No vinieron",
    "prevented": "Liberadas a tiempo",
    "freed": "Ofrecidas a la lista de espera",
    "refilled": "Ocupadas desde la lista de espera",
    "quiet": "Sin respuesta",
    "confirm.customer": "Sí, voy",
    "reschedule.customer": "Necesito otro momento",
    "cancel.customer": "No puedo ir",
    "waitlist.customer": "A la lista de espera",
    "earlier.customer": "Me gustaría venir antes",
    "footer.customer": (
        "Recibes este correo porque con esta dirección se reservó una cita{at_business}."
    ),
    "reminder.subject": "¿Vienes? {service}, {soon}",
    "reminder.heading": "¿Vienes{comma_name}?",
    "reminder.body": (
        "Tenemos ganas de verte. Dinos, por favor, si vienes: basta un toque.\n\n"
        "¿Ya no te va bien? Elige otro momento o cancela, y otra persona se alegrará."
    ),
    "reminder.text": (
        "{from_business}{service}{with_staff}, {soon}. ¿Vienes? Dinos, por favor: {confirm}"
    ),
    "reminder_again.subject": "¿Sigues queriendo venir? {service}, {soon}",
    "reminder_again.heading": "¿Vienes al final{comma_name}?",
    "reminder_again.body": (
        "Todavía no sabemos nada de ti. Tenemos ganas de verte: dinos con un toque que vienes.\n\n"
        "Si no puedes, también basta un toque. Saberlo nos ayuda mucho."
    ),
    "reminder_again.text": (
        "{from_business}{service}{with_staff}, {soon}. No sabemos nada de ti: ¿vienes al final? "
        "{confirm}"
    ),
    "booked.subject": "Reservado: {service}, {when}",
    "booked.heading": "Tu cita está reservada{comma_name}.",
    "booked.body": (
        "La fecha va adjunta para tu calendario. Tenemos ganas de verte.\n\n"
        "¿Han cambiado tus planes? Elige aquí otro momento o cancela, y otra persona se alegrará."
    ),
    "booked.text": (
        "{from_business}Reservado: {service}{with_staff}, {when}. Para cambiar: {reschedule}"
    ),
    "rescheduled.subject": "Tu nueva cita: {service}, {when}",
    "rescheduled.heading": "Tienes una nueva cita{comma_name}.",
    "rescheduled.body": (
        "Con este correo cambia también en tu calendario. Tenemos ganas de verte.\n\n"
        "¿Al final no te va bien? Elige aquí otro momento o cancela."
    ),
    "rescheduled.text": (
        "{from_business}Tu nueva cita: {service}{with_staff}, {when}. Para cambiar: {reschedule}"
    ),
    "cancelled.subject": "Cancelado: {service}, {when}",
    "cancelled.heading": "Tu cita está cancelada{comma_name}.",
    "cancelled.body": (
        "Ya no está reservada para ti, y con este correo desaparece de tu calendario.\n\n"
        "¿Quieres otro momento? Apúntate a la lista de espera, y te escribimos cuando haya uno "
        "libre."
    ),
    "cancelled.text": (
        "{from_business}Cancelado: {service}{with_staff}, {when}. Vuelve cuando quieras."
    ),
    "restored.subject": "Sigue en pie: {service}, {when}",
    "restored.heading": "Tu cita sigue en pie{comma_name}.",
    "restored.body": (
        "Al final no está cancelada, y con este correo vuelve a tu calendario. Tenemos ganas de "
        "verte.\n\n"
        "¿Ya no te va bien? Elige aquí otro momento o cancela."
    ),
    "restored.text": (
        "{from_business}Sigue en pie: {service}{with_staff}, {when}. Para cambiar: {reschedule}"
    ),
    "gap_no_answer.subject": "Sin respuesta: {who}, {service}, {soon}",
    "gap_no_answer.heading": "{who} no ha respondido.",
    "gap_no_answer.body": (
        "El último recordatorio ha salido y no hay respuesta. Una llamada ahora puede salvar la "
        "cita, o dejarla libre para otra persona. Si va a venir, decidlo en la recepción."
    ),
    "gap_too_late.subject": "Sin recordatorio: {who}, {service}, {soon}",
    "gap_too_late.heading": "{who} no recibió a tiempo su recordatorio.",
    "gap_too_late.body": (
        "El recordatorio caía en horas de silencio o con el local cerrado, y habría llegado tarde. "
        "Si queréis estar seguros, una llamada ayuda."
    ),
    "gap_unreachable.subject": "Sin contacto: {who}, {service}, {soon}",
    "gap_unreachable.heading": "{who} no recibe nuestros mensajes.",
    "gap_unreachable.body": (
        "No hay número ni dirección que acepte nuestros mensajes, o los SMS han costado este mes "
        "todo lo que pueden. Así que no salió ningún recordatorio: si queréis estar seguros, "
        "preguntad vosotros."
    ),
    "gap_cancelled.subject": "Cancelado: {who}, {service}, {soon}",
    "gap_cancelled.heading": "{who} ha cancelado.",
    "gap_cancelled.body": "La respuesta llegó por el enlace del mensaje.",
    "gap_cancelled.offered": (
        "El hueco se está ofreciendo a la lista de espera, y no tenéis que hacer nada."
    ),
    "gap_cancelled.free": "El hueco vuelve a estar libre.",
    "gap_rescheduled.subject": "Cambio de hora: {who}, {service}, {soon}",
    "gap_rescheduled.heading": "{who} ha elegido otro momento.",
    "gap_rescheduled.body": (
        "La respuesta llegó por el enlace del mensaje, y la nueva hora ya es suya."
    ),
    "gap_rescheduled.offered": (
        "El hueco anterior se está ofreciendo a la lista de espera, y no tenéis que hacer nada."
    ),
    "gap_rescheduled.free": "El hueco anterior vuelve a estar libre.",
    "gap_not_offered.subject": "Sin ofrecer: {who}, {service}, {soon}",
    "gap_not_offered.heading": "El hueco que dejó {who} no se está ofreciendo.",
    "gap_not_offered.body": (
        "Iba a ir a la lista de espera, pero para entonces ya había otra persona en la agenda, la "
        "hora había pasado o vuestras reglas habían cambiado. Miradlo, por favor: si está libre, "
        "podéis darlo vosotros."
    ),
    "gap_other.subject": "Para mirar: {who}, {service}, {soon}",
    "gap_other.heading": "{who} quizá no venga.",
    "gap_other.body": "Mirad esta cita en la recepción, por favor.",
    "summary.subject": "Vuestras citas, semana del {week}",
    "summary.heading": (
        "Una cita; confirmadas: {confirmed}.",
        "{appointments} citas; confirmadas: {confirmed}.",
    ),
    "summary.heading.none": "Ninguna cita.",
    "summary.none": "En la semana del {week} no había nada en la agenda.",
    "summary.all": (
        "En la semana del {week} había una cita en la agenda. Confirmadas: {confirmed}.",
        (
            "En la semana del {week} había {appointments} citas en la agenda. Confirmadas: "
            "{confirmed}."
        ),
    ),
    "summary.prevented": (
        "Una persona liberó su hora a tiempo, en vez de dejarla vacía.",
        "{prevented} personas liberaron su hora a tiempo, en vez de dejarla vacía.",
    ),
    "summary.freed": (
        "Se ofreció una hora a la lista de espera.",
        "Se ofrecieron {freed} horas a la lista de espera.",
    ),
    "summary.refilled": (
        "La lista de espera ocupó un hueco que había quedado libre.",
        "La lista de espera ocupó {refilled} huecos que habían quedado libres.",
    ),
    "summary.money": "Así volvieron {money}.",
    "summary.quiet": (
        "Una persona recibió un recordatorio y no respondió.",
        "{quiet_count} personas recibieron un recordatorio y no respondieron.",
    ),
    "proposal.subject": "Una reserva para mirar",
    "proposal.heading": "Una reserva espera vuestra palabra.",
    "proposal.body": (
        "Os la reenviaron, o estaba en un calendario. Mírala en la recepción y acéptala, cámbiala "
        "o déjala: no se apunta nada antes de que digas que sí."
    ),
    "text_limit.body": (
        "Los SMS han costado este mes todo lo que permiten vuestras reglas. Los correos siguen: "
        "quien dio una dirección recibe allí su recordatorio, y de los demás os avisamos.\n\n"
        "¿Queréis que sigan los SMS? Subid la cantidad en la línea «Texts:» de vuestras reglas. "
        "Vale enseguida."
    ),
}
