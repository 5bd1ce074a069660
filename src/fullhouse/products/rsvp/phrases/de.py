"""The guest list's phrases in German. A pair is what one seat and what several seats ask for."""

PHRASES: dict[str, str | tuple[str, str]] = {
    "what": "Was",
    "when": "Wann",
    "where": "Wo",
    "seats": "Plätze",
    "held_until": "Für dich reserviert bis",
    "place_in_line": "Dein Platz in der Warteliste",
    "today": "Heute",
    "tomorrow": "Morgen",
    "in_a_week": "In einer Woche",
    "in_days": "In {days} Tagen",
    "manage.seat": ("Deinen Platz ansehen", "Deine Plätze ansehen"),
    "manage.line": "Warteliste ansehen",
    "cancel.seat": "Ich kann nicht kommen",
    "confirm.invite": "Ja, ich komme",
    "cancel.invite": "Nein, ich kann nicht",
    "claim.offer": ("Ja, ich nehme den Platz", "Ja, wir nehmen die {party} Plätze"),
    "decline.offer": "Nein danke, diesmal nicht",
    "leave.line": "Warteliste verlassen",
    "back.gone": "Wieder auf die Liste",
    "desk.host": "Am Empfang ansehen",
    "footer.guest": "Du bekommst diese Mail, weil diese Adresse auf der Liste für {event} steht.",
    "footer.address": (
        "Jemand hat diese Adresse als seine angegeben. Warst du es nicht, musst du nichts tun."
    ),
    "footer.old_address": (
        "Du bekommst diese Mail, weil diese Adresse bis jetzt auf der Liste für {event} stand."
    ),
    "footer.host": "Du bekommst diese Mail, weil du Gastgeber von {event} bist.",
    "stop": "Keine Erinnerungen und Angebote mehr",
    "reply": "Fragen? Antworte einfach auf diese Mail: Sie geht an den Gastgeber.",
    "confirmation.subject": "Du bist dabei: {event}",
    "confirmation.heading": "Du bist dabei{comma_name}.",
    "confirmation.body": (
        (
            "Dein Platz ist bestätigt, und der Termin für deinen Kalender liegt bei.\n\n"
            "Kannst du doch nicht kommen? Dann gib deinen Platz bitte zurück: Auf der Warteliste "
            "freut sich jemand darüber."
        ),
        (
            "Deine {party} Plätze sind bestätigt, und der Termin für deinen Kalender liegt bei.\n\n"
            "Könnt ihr doch nicht kommen? Dann gib die Plätze bitte zurück: Auf der Warteliste "
            "freut sich jemand darüber."
        ),
    ),
    "waitlisted.subject": "Du stehst auf der Warteliste: {event}",
    "waitlisted.heading": "Du bist Nummer {position} auf der Warteliste{comma_name}.",
    "waitlisted.heading.unnumbered": "Du stehst auf der Warteliste{comma_name}.",
    "waitlisted.body": (
        (
            "Im Moment sind alle Plätze vergeben. Sobald einer für dich frei wird, halten wir ihn "
            "für dich und schreiben dir. Bis dahin musst du nichts tun."
        ),
        (
            "Im Moment sind keine {party} Plätze frei. Sobald sie für euch frei werden, halten wir "
            "sie für euch und schreiben dir. Bis dahin musst du nichts tun."
        ),
    ),
    "invite.subject": "Bitte bestätigen: {event}",
    "invite.heading": (
        "Ein Platz ist für dich reserviert{comma_name}.",
        "{party} Plätze sind für dich reserviert{comma_name}.",
    ),
    "invite.body": (
        (
            "Sag Ja, und der Platz gehört dir. Er ist für dich reserviert bis {deadline}. Hören "
            "wir bis dahin nichts, geht er an jemand anderen."
        ),
        (
            "Sag Ja, und die Plätze gehören euch. Sie sind für euch reserviert bis {deadline}. "
            "Hören wir bis dahin nichts, gehen sie an jemand anderen."
        ),
    ),
    "reminder.subject": "{in_days}: {event}",
    "reminder.heading": "{in_days}: {event}",
    "reminder.body": (
        (
            "Dein Platz wartet auf dich{comma_name}, und wir freuen uns auf dich.\n\n"
            "Kannst du doch nicht kommen? Dann gib deinen Platz bitte jetzt zurück, damit noch "
            "jemand planen kann."
        ),
        (
            "Eure {party} Plätze warten auf euch{comma_name}, und wir freuen uns auf euch.\n\n"
            "Könnt ihr doch nicht kommen? Dann gib die Plätze bitte jetzt zurück, damit noch "
            "jemand planen kann."
        ),
    ),
    "offer.subject": (
        "Ein Platz ist frei für dich: {event}",
        "{party} Plätze sind frei für dich: {event}",
    ),
    "offer.heading": (
        "Ein Platz ist frei für dich{comma_name}.",
        "{party} Plätze sind frei für dich{comma_name}.",
    ),
    "offer.body": (
        (
            "Der Platz ist wirklich für dich da: Bis {deadline} bekommt ihn niemand sonst. "
            "Antwortest du bis dahin nicht, geht er an die nächste Person auf der Warteliste.\n\n"
            "Kannst du diesmal nicht? Sag Nein, und du behältst deinen Platz in der Warteliste."
        ),
        (
            "Die Plätze sind wirklich für euch da: Bis {deadline} bekommt sie niemand sonst. "
            "Antwortest du bis dahin nicht, gehen sie an die nächste Person auf der Warteliste.\n\n"
            "Könnt ihr diesmal nicht? Sag Nein, und du behältst deinen Platz in der Warteliste."
        ),
    ),
    "offer_lapsed.subject": "Dein Angebot ist abgelaufen: {event}",
    "offer_lapsed.heading": "Die Zeit zum Antworten ist um{comma_name}.",
    "offer_lapsed.body.line": (
        (
            "Wir haben nichts von dir gehört, deshalb bieten wir den Platz der nächsten Person an. "
            "Du stehst weiter auf der Warteliste, und wir schreiben dir, wenn wieder einer frei "
            "wird."
        ),
        (
            "Wir haben nichts von dir gehört, deshalb bieten wir die Plätze der nächsten Person "
            "an. Du stehst weiter auf der Warteliste, und wir schreiben dir, wenn wieder welche "
            "frei werden."
        ),
    ),
    "offer_lapsed.body.gone": (
        (
            "Wir haben nichts von dir gehört, deshalb geht der Platz an jemand anderen, und du "
            "stehst nicht mehr auf der Liste.\n\n"
            "Möchtest du doch noch kommen? Du bist jederzeit willkommen."
        ),
        (
            "Wir haben nichts von dir gehört, deshalb gehen die Plätze an jemand anderen, und du "
            "stehst nicht mehr auf der Liste.\n\n"
            "Möchtet ihr doch noch kommen? Ihr seid jederzeit willkommen."
        ),
    ),
    "declined.subject": "Danke für die Nachricht: {event}",
    "declined.heading": "Danke, dass du Bescheid sagst{comma_name}.",
    "declined.body": (
        (
            "Wir bieten den Platz der nächsten Person an. Du behältst deinen Platz in der "
            "Warteliste, und wir fragen dich wieder, wenn der nächste frei wird."
        ),
        (
            "Wir bieten die Plätze der nächsten Person an. Du behältst deinen Platz in der "
            "Warteliste, und wir fragen dich wieder, wenn die nächsten frei werden."
        ),
    ),
    "cancelled.subject": "Du stehst nicht mehr auf der Liste: {event}",
    "cancelled.heading": "Du stehst nicht mehr auf der Liste{comma_name}.",
    "cancelled.body": (
        "Danke, dass du Bescheid sagst: So kann jemand anderes kommen.\n\n"
        "Klappt es doch noch? Du bist jederzeit willkommen."
    ),
    "cancelled.body.by_host": "Der Gastgeber hat dich von der Liste für {event} genommen.",
    "changed.subject": "Geändert: {event}",
    "changed.heading": "Bei {event} hat sich etwas geändert.",
    "changed.heading.party": "Deine Plätze haben sich geändert.",
    "changed.heading.address": "Wir schreiben dir jetzt hierher{comma_name}.",
    "changed.address": (
        "Alles zu {event} kommt ab jetzt an diese Adresse. Die Links in älteren Mails gelten "
        "weiter."
    ),
    "changed.old_address": (
        "Wie gewünscht gehen Mails zu {event} ab jetzt an eine andere Adresse, hierher kommen "
        "keine mehr. Warst du das nicht? Dann sag bitte bald dem Gastgeber Bescheid."
    ),
    "changed.time": "Es gibt einen neuen Termin: {when}.",
    "changed.venue": "Es gibt einen neuen Ort: {venue}.",
    "changed.name": "Es gibt einen neuen Namen: {event}.",
    "changed.other": "Bitte sieh dir die Angaben unten an.",
    "changed.seat": (
        "Dein Platz gehört weiter dir. Kannst du jetzt nicht mehr kommen, gib ihn bitte zurück.",
        (
            "Eure {party} Plätze gehören weiter euch. Könnt ihr jetzt nicht mehr kommen, gib sie "
            "bitte zurück."
        ),
    ),
    "changed.line": "Du behältst deinen Platz in der Warteliste.",
    "changed.offer": (
        "Dein Platz ist für dich reserviert bis {deadline}.",
        "Eure {party} Plätze sind reserviert bis {deadline}.",
    ),
    "address.subject": "Ist das deine Adresse? {event}",
    "address.heading": "Sollen wir dir hierher schreiben{comma_name}?",
    "address.body": (
        "Jemand auf der Liste für {event} möchte ab jetzt unter dieser Adresse erreicht werden. "
        "Bist du das, dann drück den Knopf. Bis dahin ändert sich nichts."
    ),
    "address.address": "Ja, schreibt mir hierher",
    "event_cancelled.subject": "Abgesagt: {event}",
    "event_cancelled.heading": "{event} ist abgesagt.",
    "event_cancelled.body": (
        "Es tut uns leid: Die Veranstaltung findet nicht statt. Du musst nichts tun."
    ),
    "thank_you.subject": "Danke: {event}",
    "thank_you.heading": "Danke{comma_name}.",
    "link.subject": "Dein Link: {event}",
    "link.heading": "Hier ist dein Link{comma_name}.",
    "link.subject.asks": "Kannst du nicht kommen? {event}",
    "link.heading.asks": "Heißt das, dass du nicht kommen kannst{comma_name}?",
    "link.asks": (
        "Deine Mail klingt so, aber wir fragen lieber, als zu raten. Wenn ja, gibst du deinen "
        "Platz unten mit einem Tipp frei. Bis dahin ändert sich nichts."
    ),
    "link.seat": ("Dein Platz ist bestätigt.", "Deine {party} Plätze sind bestätigt."),
    "link.line": (
        "Du stehst auf der Warteliste für einen Platz.",
        "Du stehst auf der Warteliste für {party} Plätze.",
    ),
    "link.offer": (
        "Ein Platz ist für dich reserviert bis {deadline}.",
        "{party} Plätze sind für dich reserviert bis {deadline}.",
    ),
    "link.gone": "Du stehst gerade nicht auf der Liste. Du bist jederzeit willkommen.",
    "confirmed": "Bestätigt",
    "held": "Reserviert, Antwort offen",
    "waiting": "Auf der Warteliste",
    "open": "Frei",
    "headcount.subject": "{confirmed} von {cap} Plätzen bestätigt: {event}",
    "headcount.heading": "{confirmed} von {cap} Plätzen sind bestätigt.",
    "headcount.body": "{in_days}: {event}. So ist der Stand.",
    "summary.subject": "So war es: {event}",
    "summary.heading": "{confirmed} von {cap} Plätzen waren besetzt.",
    "summary.body": (
        "Hier ist ein Dank an deine Gäste. Ändere ihn, wie du magst, und verschicke ihn von deinem "
        "Pult aus:"
    ),
    "draft": (
        "Danke, dass du bei {event} dabei warst. Es war schön mit dir, und wir hoffen, dich bald "
        "wiederzusehen."
    ),
}
