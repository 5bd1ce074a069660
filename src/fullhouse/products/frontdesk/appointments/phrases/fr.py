"""Phrases of appointment messages in French. A pair is singular and plural."""

PHRASES: dict[str, str | tuple[str, str]] = {
    "a_customer": "Quelqu'un",
    "more": ("une autre personne", "{count} autres"),
    "who": "Qui",
    "before": "Avant",
    "phone": "Téléphone",
    "email": "Mail",
    "week": "Semaine du",
    "appointments": "Rendez-vous",
    "confirmed": "Confirmés",
    "cancelled": "Annulés",
    "no_shows": "Absents",
    "prevented": "Rendus à temps",
    "freed": "Proposés à la liste d'attente",
    "refilled": "Repris par la liste d'attente",
    "quiet": "Sans réponse",
    "confirm.customer": "Oui, je viens",
    "reschedule.customer": "Il me faut un autre moment",
    "cancel.customer": "Je ne peux pas venir",
    "waitlist.customer": "Vers la liste d'attente",
    "earlier.customer": "J'aimerais une date plus proche",
    "footer.customer": (
        "Vous recevez ce mail parce qu'un rendez-vous{at_business} a été pris avec cette adresse."
    ),
    "reminder.subject": "Venez-vous ? {service}, {soon}",
    "reminder.heading": "Venez-vous{comma_name} ?",
    "reminder.body": (
        "Nous nous réjouissons de vous voir. Dites-nous si vous venez : un geste suffit.\n\n"
        "Cela ne vous convient plus ? Choisissez un autre moment ou annulez, quelqu'un d'autre en "
        "sera heureux."
    ),
    "reminder.text": (
        "{from_business}{service}{with_staff}, {soon}. Venez-vous ? Dites-le-nous ici : {confirm}"
    ),
    "reminder_again.subject": "Toujours partant ? {service}, {soon}",
    "reminder_again.heading": "Venez-vous toujours{comma_name} ?",
    "reminder_again.body": (
        "Nous n'avons pas encore de vos nouvelles. Nous nous réjouissons de vous voir : dites-nous "
        "d'un geste que vous venez.\n\n"
        "Si vous ne pouvez pas, un geste suffit aussi. Le savoir nous aide beaucoup."
    ),
    "reminder_again.text": (
        "{from_business}{service}{with_staff}, {soon}. Nous sommes sans nouvelles de vous : "
        "venez-vous ? {confirm}"
    ),
    "booked.subject": "Réservé : {service}, {when}",
    "booked.heading": "Votre rendez-vous est pris{comma_name}.",
    "booked.body": (
        "La date est jointe pour votre agenda. Nous nous réjouissons de vous voir.\n\n"
        "Vos plans ont changé ? Choisissez ici un autre moment ou annulez, quelqu'un d'autre en "
        "sera heureux."
    ),
    "booked.text": (
        "{from_business}Réservé : {service}{with_staff}, {when}. Pour changer : {reschedule}"
    ),
    "rescheduled.subject": "Votre nouvelle date : {service}, {when}",
    "rescheduled.heading": "Vous avez une nouvelle date{comma_name}.",
    "rescheduled.body": (
        "Ce mail la change aussi dans votre agenda. Nous nous réjouissons de vous voir.\n\n"
        "Elle ne vous convient pas ? Choisissez ici un autre moment ou annulez."
    ),
    "rescheduled.text": (
        "{from_business}Nouvelle date : {service}{with_staff}, {when}. Pour changer : {reschedule}"
    ),
    "cancelled.subject": "Annulé : {service}, {when}",
    "cancelled.heading": "Votre rendez-vous est annulé{comma_name}.",
    "cancelled.body": (
        "Il n'est plus réservé pour vous, et ce mail le retire de votre agenda.\n\n"
        "Vous souhaitez un autre moment ? Rejoignez la liste d'attente, nous vous écrivons dès "
        "qu'un créneau se libère."
    ),
    "cancelled.text": (
        "{from_business}Annulé : {service}{with_staff}, {when}. Revenez quand vous voulez."
    ),
    "restored.subject": "Finalement maintenu : {service}, {when}",
    "restored.heading": "Votre rendez-vous est maintenu{comma_name}.",
    "restored.body": (
        "Il n'est finalement pas annulé, et ce mail le remet dans votre agenda. Nous nous "
        "réjouissons de vous voir.\n\n"
        "Il ne vous convient plus ? Choisissez ici un autre moment ou annulez."
    ),
    "restored.text": (
        "{from_business}Finalement maintenu : {service}{with_staff}, {when}. Pour changer : "
        "{reschedule}"
    ),
    "gap_no_answer.subject": "Sans réponse : {who}, {service}, {soon}",
    "gap_no_answer.heading": "{who} n'a pas répondu.",
    "gap_no_answer.body": (
        "Le dernier rappel est parti, et il n'y a pas de réponse. Un appel maintenant peut sauver "
        "le rendez-vous, ou libérer le créneau pour quelqu'un d'autre. Si la personne vient, "
        "dites-le à l'accueil."
    ),
    "gap_too_late.subject": "Sans rappel : {who}, {service}, {soon}",
    "gap_too_late.heading": "{who} n'a pas pu recevoir de rappel à temps.",
    "gap_too_late.body": (
        "Le rappel tombait pendant les heures calmes ou la fermeture, et serait arrivé trop tard. "
        "Pour être sûrs, un appel aide."
    ),
    "gap_unreachable.subject": "Injoignable : {who}, {service}, {soon}",
    "gap_unreachable.heading": "{who} n'est pas joignable.",
    "gap_unreachable.body": (
        "Aucun numéro ni aucune adresse n'accepte nos messages, ou les SMS ont coûté ce mois-ci "
        "tout ce qu'ils peuvent. Aucun rappel n'est donc parti : pour être sûrs, demandez "
        "vous-mêmes."
    ),
    "gap_cancelled.subject": "Annulé : {who}, {service}, {soon}",
    "gap_cancelled.heading": "{who} a annulé.",
    "gap_cancelled.body": "La réponse est venue par le lien du message.",
    "gap_cancelled.offered": (
        "Le créneau est proposé à la liste d'attente, et vous n'avez rien à faire."
    ),
    "gap_cancelled.free": "Le créneau est de nouveau libre.",
    "gap_rescheduled.subject": "Déplacé : {who}, {service}, {soon}",
    "gap_rescheduled.heading": "{who} a choisi un autre moment.",
    "gap_rescheduled.body": (
        "La réponse est venue par le lien du message, et la nouvelle date est prise."
    ),
    "gap_rescheduled.offered": (
        "L'ancien créneau est proposé à la liste d'attente, et vous n'avez rien à faire."
    ),
    "gap_rescheduled.free": "L'ancien créneau est de nouveau libre.",
    "gap_not_offered.subject": "Non proposé : {who}, {service}, {soon}",
    "gap_not_offered.heading": "Le créneau laissé par {who} n'est pas proposé.",
    "gap_not_offered.body": (
        "Il devait aller à la liste d'attente, mais entre-temps quelqu'un d'autre était dans "
        "l'agenda, l'heure était passée ou vos règles avaient changé. Jetez un œil : s'il est "
        "libre, il est à vous de le donner."
    ),
    "gap_other.subject": "À regarder : {who}, {service}, {soon}",
    "gap_other.heading": "{who} ne viendra peut-être pas.",
    "gap_other.body": "Regardez ce rendez-vous à l'accueil.",
    "summary.subject": "Vos rendez-vous, semaine du {week}",
    "summary.heading": (
        "Un rendez-vous, confirmé : {confirmed}.",
        "{appointments} rendez-vous, confirmés : {confirmed}.",
    ),
    "summary.heading.none": "Aucun rendez-vous.",
    "summary.none": "La semaine du {week}, le carnet était vide.",
    "summary.all": (
        "La semaine du {week}, il y avait un rendez-vous au carnet. Confirmé : {confirmed}.",
        (
            "La semaine du {week}, il y avait {appointments} rendez-vous au carnet. Confirmés : "
            "{confirmed}."
        ),
    ),
    "summary.prevented": (
        "Une personne a rendu son créneau à temps, au lieu de le laisser vide.",
        "{prevented} personnes ont rendu leur créneau à temps, au lieu de le laisser vide.",
    ),
    "summary.freed": (
        "Un créneau a été proposé à la liste d'attente.",
        "{freed} créneaux ont été proposés à la liste d'attente.",
    ),
    "summary.refilled": (
        "La liste d'attente a repris un créneau libéré.",
        "La liste d'attente a repris {refilled} créneaux libérés.",
    ),
    "summary.money": "Vous avez ainsi récupéré {money}.",
    "summary.quiet": (
        "Une personne a reçu un rappel et n'a pas répondu.",
        "{quiet_count} personnes ont reçu un rappel et n'ont pas répondu.",
    ),
    "proposal.subject": "Une réservation à regarder",
    "proposal.heading": "Une réservation attend votre accord.",
    "proposal.body": (
        "Elle vous a été transférée, ou figurait dans un agenda. Regardez-la à l'accueil, puis "
        "acceptez, modifiez ou laissez : rien n'est inscrit sans votre accord."
    ),
    "text_limit.body": (
        "Les SMS ont coûté ce mois-ci tout ce que vos règles permettent. Les mails continuent : "
        "ceux qui ont donné une adresse y reçoivent leurs rappels, et pour les autres nous vous "
        "prévenons.\n\n"
        "Vous voulez que les SMS continuent ? Augmentez le montant à la ligne « Texts: » de vos "
        "règles. C'est valable aussitôt."
    ),
}
