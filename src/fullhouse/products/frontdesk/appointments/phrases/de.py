"""Phrases of appointment messages in German. A pair is singular and plural."""

PHRASES: dict[str, str | tuple[str, str]] = {
    "a_customer": "Jemand",
    "more": ("eine weitere Person", "{count} weitere"),
    "who": "Wer",
    "before": "Bisher",
    "phone": "Telefon",
    "email": "Mail",
    "week": "Woche ab",
    "appointments": "Termine",
    "confirmed": "Bestätigt",
    "cancelled": "Abgesagt",
    "no_shows": "Nicht gekommen",
    "prevented": "Rechtzeitig freigegeben",
    "freed": "Der Warteliste angeboten",
    "refilled": "Von der Warteliste besetzt",
    "quiet": "Ohne Antwort",
    "confirm.customer": "Ja, ich komme",
    "reschedule.customer": "Ich brauche einen anderen Termin",
    "cancel.customer": "Ich kann nicht kommen",
    "waitlist.customer": "Zur Warteliste",
    "earlier.customer": "Ich hätte gern einen früheren Termin",
    "footer.customer": (
        "Du bekommst diese Mail, weil mit dieser Adresse ein Termin{at_business} gebucht wurde."
    ),
    "reminder.subject": "Kommst du? {service}, {soon}",
    "reminder.heading": "Kommst du{comma_name}?",
    "reminder.body": (
        "Wir freuen uns auf dich. Sag uns bitte kurz, ob du kommst: Ein Tipp genügt.\n\n"
        "Passt es dir nicht mehr? Such dir einen anderen Termin aus oder sag ab, dann freut sich "
        "jemand anderes."
    ),
    "reminder.text": (
        "{from_business}{service}{with_staff}, {soon}. Kommst du? Sag uns kurz Bescheid: {confirm}"
    ),
    "reminder_again.subject": "Kommst du noch? {service}, {soon}",
    "reminder_again.heading": "Kommst du noch{comma_name}?",
    "reminder_again.body": (
        "Wir haben noch nichts von dir gehört. Wir freuen uns auf dich: Sag uns bitte mit einem "
        "Tipp, dass du kommst.\n\n"
        "Kannst du nicht, ist auch das nur ein Tipp. Es hilft uns sehr, das zu wissen."
    ),
    "reminder_again.text": (
        "{from_business}{service}{with_staff}, {soon}. Wir haben noch nichts von dir gehört: "
        "Kommst du? {confirm}"
    ),
    "booked.subject": "Gebucht: {service}, {when}",
    "booked.heading": "Dein Termin ist gebucht{comma_name}.",
    "booked.body": (
        "Er liegt für deinen Kalender bei. Wir freuen uns auf dich.\n\n"
        "Hat sich etwas geändert? Such dir hier einen anderen aus oder sag ab, dann freut sich "
        "jemand anderes."
    ),
    "booked.text": "{from_business}Gebucht: {service}{with_staff}, {when}. Ändern: {reschedule}",
    "rescheduled.subject": "Dein neuer Termin: {service}, {when}",
    "rescheduled.heading": "Du hast einen neuen Termin{comma_name}.",
    "rescheduled.body": (
        "Mit dieser Mail wandert er auch in deinem Kalender. Wir freuen uns auf dich.\n\n"
        "Passt er doch nicht? Such dir hier einen anderen aus oder sag ab."
    ),
    "rescheduled.text": (
        "{from_business}Dein neuer Termin: {service}{with_staff}, {when}. Ändern: {reschedule}"
    ),
    "cancelled.subject": "Abgesagt: {service}, {when}",
    "cancelled.heading": "Dein Termin ist abgesagt{comma_name}.",
    "cancelled.body": (
        "Er ist nicht mehr für dich gebucht und verschwindet mit dieser Mail aus deinem "
        "Kalender.\n\n"
        "Möchtest du einen anderen? Setz dich auf die Warteliste, und wir schreiben dir, wenn "
        "einer frei wird."
    ),
    "cancelled.text": (
        "{from_business}Abgesagt: {service}{with_staff}, {when}. Du bist jederzeit willkommen."
    ),
    "restored.subject": "Doch nicht abgesagt: {service}, {when}",
    "restored.heading": "Dein Termin gilt wieder{comma_name}.",
    "restored.body": (
        "Er ist doch nicht abgesagt und kommt mit dieser Mail zurück in deinen Kalender. Wir "
        "freuen uns auf dich.\n\n"
        "Passt er nicht mehr? Such dir hier einen anderen aus oder sag ab."
    ),
    "restored.text": (
        "{from_business}Doch nicht abgesagt: {service}{with_staff}, {when}. Ändern: {reschedule}"
    ),
    "gap_no_answer.subject": "Keine Antwort: {who}, {service}, {soon}",
    "gap_no_answer.heading": "{who} hat nicht geantwortet.",
    "gap_no_answer.body": (
        "Die letzte Erinnerung ist hinausgegangen, und es kam keine Antwort. Ein Anruf kann den "
        "Termin jetzt noch retten, oder er wird für jemand anderen frei. Kommt die Person, sagt es "
        "am Empfang."
    ),
    "gap_too_late.subject": "Nicht erinnert: {who}, {service}, {soon}",
    "gap_too_late.heading": "{who} konnte nicht rechtzeitig erinnert werden.",
    "gap_too_late.body": (
        "Die Erinnerung fiel in die Ruhezeit oder auf eine Zeit, in der ihr geschlossen habt, und "
        "wäre zu spät gekommen. Wollt ihr sicher sein, hilft ein Anruf."
    ),
    "gap_unreachable.subject": "Nicht erreicht: {who}, {service}, {soon}",
    "gap_unreachable.heading": "{who} ist nicht erreichbar.",
    "gap_unreachable.body": (
        "Es gibt keine Nummer und keine Adresse, die unsere Nachrichten annimmt, oder SMS haben "
        "diesen Monat alles gekostet, was sie dürfen. Also ging keine Erinnerung hinaus: Wollt ihr "
        "sicher sein, fragt bitte selbst nach."
    ),
    "gap_cancelled.subject": "Abgesagt: {who}, {service}, {soon}",
    "gap_cancelled.heading": "{who} hat abgesagt.",
    "gap_cancelled.body": "Die Antwort kam über den Link in der Nachricht.",
    "gap_cancelled.offered": (
        "Der Termin wird jetzt der Warteliste angeboten, und ihr müsst nichts tun."
    ),
    "gap_cancelled.free": "Der Termin ist wieder frei.",
    "gap_rescheduled.subject": "Verschoben: {who}, {service}, {soon}",
    "gap_rescheduled.heading": "{who} hat sich einen anderen Termin ausgesucht.",
    "gap_rescheduled.body": (
        "Die Antwort kam über den Link in der Nachricht, und der neue Termin ist vergeben."
    ),
    "gap_rescheduled.offered": (
        "Der alte wird jetzt der Warteliste angeboten, und ihr müsst nichts tun."
    ),
    "gap_rescheduled.free": "Der alte ist wieder frei.",
    "gap_not_offered.subject": "Nicht angeboten: {who}, {service}, {soon}",
    "gap_not_offered.heading": "Der frei gewordene Termin von {who} wird nicht angeboten.",
    "gap_not_offered.body": (
        "Er sollte an die Warteliste gehen, aber inzwischen stand jemand anderes im Buch, die Zeit "
        "war vorbei, oder eure Regeln waren geändert. Bitte seht nach: Ist er frei, könnt ihr ihn "
        "selbst vergeben."
    ),
    "gap_other.subject": "Bitte ansehen: {who}, {service}, {soon}",
    "gap_other.heading": "{who} kommt vielleicht nicht.",
    "gap_other.body": "Bitte seht euch diesen Termin am Empfang an.",
    "summary.subject": "Eure Termine, Woche ab {week}",
    "summary.heading": (
        "Ein Termin, {confirmed} bestätigt.",
        "{appointments} Termine, {confirmed} bestätigt.",
    ),
    "summary.heading.none": "Keine Termine.",
    "summary.none": "In der Woche ab {week}, stand nichts im Buch.",
    "summary.all": (
        "In der Woche ab {week}, stand ein Termin im Buch. Bestätigt: {confirmed}.",
        "In der Woche ab {week}, standen {appointments} Termine im Buch. Bestätigt: {confirmed}.",
    ),
    "summary.prevented": (
        "Eine Person hat ihren Termin früh genug freigegeben, statt ihn verfallen zu lassen.",
        (
            "{prevented} Personen haben ihren Termin früh genug freigegeben, statt ihn verfallen "
            "zu lassen."
        ),
    ),
    "summary.freed": (
        "Der Warteliste wurde ein Termin angeboten.",
        "Der Warteliste wurden {freed} Termine angeboten.",
    ),
    "summary.refilled": (
        "Die Warteliste hat einen frei gewordenen Termin besetzt.",
        "Die Warteliste hat {refilled} frei gewordene Termine besetzt.",
    ),
    "summary.money": "So kamen {money} zurück.",
    "summary.quiet": (
        "Eine Person wurde erinnert und hat nicht geantwortet.",
        "{quiet_count} Personen wurden erinnert und haben nicht geantwortet.",
    ),
    "proposal.subject": "Eine Buchung zum Ansehen",
    "proposal.heading": "Eine Buchung wartet auf euer Wort.",
    "proposal.body": (
        "Sie wurde euch weitergeleitet oder stand in einem Kalender. Sieh sie dir am Empfang an "
        "und nimm sie auf, ändere sie oder lass sie: Nichts wird eingetragen, bevor du Ja sagst."
    ),
    "text_limit.body": (
        "SMS haben diesen Monat alles gekostet, was eure Regeln erlauben. Mails gehen weiter: Wer "
        "eine Mailadresse angegeben hat, wird dort erinnert, von allen anderen hört ihr.\n\n"
        "Sollen wieder SMS hinausgehen? Erhöht den Betrag in der Zeile „Texts:“ eurer Regeln. Er "
        "gilt sofort."
    ),
}
