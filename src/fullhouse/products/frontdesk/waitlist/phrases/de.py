"""Phrases of waitlist messages in German. A pair is singular and plural."""

PHRASES: dict[str, str | tuple[str, str]] = {
    "until.today": "bis {deadline}",
    "until.tomorrow": "bis {deadline}",
    "until.later": "bis {deadline}",
    "dates.between": "{earliest} bis {latest}",
    "dates.from": "ab {earliest}",
    "dates.until": "bis {latest}",
    "party": "Personen",
    "dates": "Zeitraum",
    "held_until": "Für dich reserviert",
    "asked": "Gefragt",
    "freed": "Frei gewordene Termine",
    "filled": "Von der Warteliste besetzt",
    "handed_back": "An euch zurückgegeben",
    "offers": "Angebote",
    "time_to_fill": "Im Schnitt besetzt nach",
    "leave.joined": "Warteliste verlassen",
    "claim.offer": "Ja, ich nehme ihn",
    "decline.offer": "Nein danke, diesmal nicht",
    "waitlist.booked": "Nach einem früheren Termin fragen",
    "waitlist.cancelled": "Zur Warteliste",
    "stop": "Warteliste verlassen",
    "footer.customer": (
        "Du bekommst diese Mail, weil diese Adresse auf die Warteliste{at_business} gesetzt wurde."
    ),
    "joined.subject": "Du stehst auf der Warteliste: {service}",
    "joined.heading": "Du stehst auf der Warteliste{comma_name}.",
    "joined.body": (
        "Sobald ein Termin frei wird, der zu dir passt, halten wir ihn für dich und schreiben dir "
        "sofort. Dann hast du kurz Zeit, Ja zu sagen. Bis dahin musst du nichts tun.\n\n"
        "Hat sich etwas geändert? Du kannst die Warteliste jederzeit verlassen."
    ),
    "joined.text": (
        "{from_business}Du stehst auf der Warteliste für {service}. Wird ein Termin frei, "
        "schreiben wir dir. Verlassen: {leave}"
    ),
    "offer.subject": "Ein Termin ist frei für dich: {service}, {soon}",
    "offer.heading": "Ein Termin ist frei für dich{comma_name}.",
    "offer.body": (
        "Der Termin ist wirklich für dich da: Niemand sonst bekommt ihn {until}. Antwortest du bis "
        "dahin nicht, geht er an die nächste Person auf der Warteliste, und du bleibst darauf.\n\n"
        "Kannst du diesmal nicht? Sag Nein, und du behältst deinen Platz in der Warteliste."
    ),
    "offer.text": (
        "{from_business}{service}{with_staff} ist frei: {soon}. Für dich reserviert {until}: "
        "{claim}"
    ),
    "booked.subject": "Gebucht: {service}, {when}",
    "booked.heading": "Der Termin gehört dir{comma_name}.",
    "booked.body": (
        "Er ist für dich gebucht und liegt für deinen Kalender bei. Wir freuen uns auf dich.\n\n"
        "Kannst du doch nicht kommen? Dann sag uns bitte bald Bescheid: Auf der Warteliste freut "
        "sich jemand.\n\n"
        "Lieber früher? Setz dich noch einmal auf die Warteliste, und wir schreiben dir, wenn "
        "etwas frei wird."
    ),
    "booked.text": (
        "{from_business}Gebucht: {service}{with_staff}, {when}. Wir freuen uns auf dich."
    ),
    "cancelled.subject": "Abgesagt: {service}, {when}",
    "cancelled.heading": "Dein Termin ist abgesagt{comma_name}.",
    "cancelled.body": (
        "Der Termin ist nicht mehr für dich gebucht und verschwindet mit dieser Mail aus deinem "
        "Kalender.\n\n"
        "Möchtest du einen anderen? Setz dich auf die Warteliste, und wir schreiben dir, wenn "
        "einer frei wird."
    ),
    "cancelled.text": (
        "{from_business}Abgesagt: {service}{with_staff}, {when}. Der Termin ist nicht mehr gebucht."
    ),
    "off_list.subject": "Du stehst nicht mehr auf der Warteliste: {service}",
    "off_list.heading": "Du stehst nicht mehr auf der Warteliste{comma_name}.",
    "off_list.body": (
        "Du wartest nicht mehr auf {service}, und wir fragen dich nicht mehr.\n\n"
        "Hat sich wieder etwas geändert? Du bist jederzeit willkommen."
    ),
    "off_list.text": (
        "{from_business}Du stehst nicht mehr auf der Warteliste für {service}. Du bist jederzeit "
        "willkommen."
    ),
    "nobody_fits.subject": "Niemand auf der Warteliste passt: {service}, {soon}",
    "nobody_fits.heading": "Niemand auf der Warteliste passt zu diesem Termin.",
    "nobody_fits.body": (
        "Niemand, der wartet, könnte ihn nehmen, oder niemand davon ist gerade erreichbar. Also "
        "wurde niemand gefragt.\n\n"
        "Ihr könnt ihn noch besetzen: Ruft jemanden an, oder vergebt ihn wie gewohnt. Gebt ihr ihn "
        "am Empfang noch einmal frei, wird die Warteliste wieder angesehen."
    ),
    "handed_back.subject": "Nicht besetzt: {service}, {soon}",
    "handed_back.heading": "Dieser Termin ist wieder bei euch.",
    "handed_back.tries_spent": (
        (
            "Eine Person wurde gefragt, mehr erlauben eure Regeln nicht, und sie hat ihn nicht "
            "genommen."
        ),
        (
            "{asked} Personen wurden gefragt, so viele erlauben eure Regeln, und keine hat ihn "
            "genommen."
        ),
    ),
    "handed_back.line_spent": (
        "Alle, zu denen er passt und die erreichbar sind, wurden gefragt, und niemand hat ihn "
        "genommen."
    ),
    "handed_back.too_late": "Er beginnt zu bald für ein weiteres Angebot.",
    "handed_back.withdrawn": "Er wurde am Empfang zurückgenommen und wird nicht mehr angeboten.",
    "handed_back.other": "Er wird nicht mehr angeboten.",
    "handed_back.do": (
        "Ihr könnt ihn noch besetzen: Ruft jemanden an, oder vergebt ihn wie gewohnt. Gebt ihr ihn "
        "am Empfang noch einmal frei, wird die Warteliste wieder gefragt."
    ),
    "handed_back.do.too_late": (
        "Ihr könnt ihn noch besetzen: Ein Anruf ist vielleicht schnell genug."
    ),
    "summary.subject": "Eure Warteliste im {month}",
    "summary.heading": "{filled} von {freed} frei gewordenen Terminen wurden besetzt.",
    "summary.heading.none": "Kein Termin wurde frei.",
    "summary.none": (
        "Der {month} war ruhig: Kein Termin wurde frei, also musste niemand gefragt werden."
    ),
    "summary.unfilled": (
        (
            "Im {month} wurde ein Termin frei und fand diesmal niemanden. Der nächste vielleicht: "
            "Die Warteliste steht bereit."
        ),
        (
            "Im {month} wurden {freed} Termine frei und fanden diesmal niemanden. Die nächsten "
            "vielleicht: Die Warteliste steht bereit."
        ),
    ),
    "summary.filled": (
        "Im {month} wurde ein Termin frei, und die Warteliste hat ihn besetzt. Das dauerte {took}.",
        (
            "Im {month} wurden {freed} Termine frei, und die Warteliste hat {filled} davon "
            "besetzt. Das dauerte im Schnitt {took}."
        ),
    ),
    "summary.money": "So kamen {money} zurück.",
    "summary.warm": "Und niemand musste dafür am Telefon sitzen.",
    "proposal.subject": "Jemand hat an die Warteliste geschrieben",
    "proposal.heading": "Jemand hat an die Warteliste geschrieben.",
    "proposal.body": (
        "Vielleicht möchte jemand einen Termin. Sieh es dir am Empfang an und nimm es auf, ändere "
        "es oder lass es: Niemand kommt auf die Warteliste, bevor du Ja sagst."
    ),
    "text_limit.body": (
        "SMS haben diesen Monat alles gekostet, was eure Regeln erlauben. Mails gehen weiter: Wer "
        "eine Mailadresse angegeben hat, wird dort gefragt, alle anderen behalten ihren Platz in "
        "der Warteliste.\n\n"
        "Sollen wieder SMS hinausgehen? Erhöht den Betrag in der Zeile „Texts:“ eurer Regeln. Er "
        "gilt sofort."
    ),
}
