"""The guest list's phrases in French. A pair is what one seat and what several seats ask for."""

PHRASES: dict[str, str | tuple[str, str]] = {
    "what": "Quoi",
    "when": "Quand",
    "where": "Où",
    "seats": "Places",
    "held_until": "Gardé pour vous jusqu'au",
    "place_in_line": "Votre rang dans la file",
    "today": "Aujourd'hui",
    "tomorrow": "Demain",
    "in_a_week": "Dans une semaine",
    "in_days": "Dans {days} jours",
    "manage.seat": ("Voir votre place", "Voir vos places"),
    "manage.line": "Voir votre rang dans la file",
    "cancel.seat": "Je ne peux pas venir",
    "confirm.invite": "Oui, je viens",
    "cancel.invite": "Non, je ne peux pas",
    "claim.offer": ("Oui, je prends la place", "Oui, nous prenons les {party} places"),
    "decline.offer": "Non merci, pas cette fois",
    "leave.line": "Quitter la file",
    "back.gone": "Me remettre sur la liste",
    "desk.host": "Voir à l'accueil",
    "footer.guest": "Vous recevez ce mail parce que cette adresse est sur la liste de {event}.",
    "footer.address": (
        "Quelqu'un a donné cette adresse comme la sienne. Si ce n'est pas vous, il n'y a rien à "
        "faire."
    ),
    "footer.old_address": (
        "Vous recevez ce mail car cette adresse était jusqu'ici sur la liste de {event}."
    ),
    "footer.host": "Vous recevez ce mail parce que vous organisez {event}.",
    "stop": "Ne plus recevoir de rappels ni d'offres",
    "reply": "Une question ? Répondez simplement à ce mail, il parvient à l'hôte.",
    "confirmation.subject": "Vous êtes sur la liste : {event}",
    "confirmation.heading": "C'est confirmé{comma_name}.",
    "confirmation.body": (
        (
            "Votre place est confirmée, et la date est jointe pour votre agenda.\n\n"
            "Un empêchement ? Rendez votre place, elle fera plaisir à quelqu'un dans la file."
        ),
        (
            "Vos {party} places sont confirmées, et la date est jointe pour votre agenda.\n\n"
            "Un empêchement ? Rendez vos places, elles feront plaisir à quelqu'un dans la file."
        ),
    ),
    "waitlisted.subject": "Vous êtes dans la file : {event}",
    "waitlisted.heading": "Vous êtes numéro {position} dans la file{comma_name}.",
    "waitlisted.heading.unnumbered": "Vous êtes dans la file{comma_name}.",
    "waitlisted.body": (
        (
            "Toutes les places sont prises pour le moment. Dès qu'une place se libère pour vous, "
            "nous la gardons pour vous et nous vous écrivons. D'ici là, vous n'avez rien à faire."
        ),
        (
            "Il n'y a pas {party} places libres pour le moment. Dès qu'elles se libèrent pour "
            "vous, nous les gardons pour vous et nous vous écrivons. D'ici là, vous n'avez rien à "
            "faire."
        ),
    ),
    "invite.subject": "À confirmer : {event}",
    "invite.heading": (
        "Une place vous est réservée{comma_name}.",
        "{party} places vous sont réservées{comma_name}.",
    ),
    "invite.body": (
        (
            "Dites oui et la place est à vous. Elle est gardée pour vous jusqu'au {deadline}. Sans "
            "réponse d'ici là, elle va à quelqu'un d'autre."
        ),
        (
            "Dites oui et les places sont à vous. Elles sont gardées pour vous jusqu'au "
            "{deadline}. Sans réponse d'ici là, elles vont à quelqu'un d'autre."
        ),
    ),
    "reminder.subject": "{in_days} : {event}",
    "reminder.heading": "{in_days} : {event}",
    "reminder.body": (
        (
            "Votre place vous attend{comma_name}, et nous nous réjouissons de vous voir.\n\n"
            "Un empêchement ? Rendez votre place maintenant, pour que quelqu'un dans la file "
            "puisse encore s'organiser."
        ),
        (
            "Vos {party} places vous attendent{comma_name}, et nous nous réjouissons de vous "
            "voir.\n\n"
            "Un empêchement ? Rendez vos places maintenant, pour que quelqu'un dans la file puisse "
            "encore s'organiser."
        ),
    ),
    "offer.subject": (
        "Une place est libre pour vous : {event}",
        "{party} places sont libres pour vous : {event}",
    ),
    "offer.heading": (
        "Une place est libre pour vous{comma_name}.",
        "{party} places sont libres pour vous{comma_name}.",
    ),
    "offer.body": (
        (
            "La place est vraiment à votre disposition : jusqu'au {deadline}, personne d'autre ne "
            "peut la prendre. Sans réponse d'ici là, elle va à la personne suivante dans la "
            "file.\n\n"
            "Pas possible cette fois ? Dites non, et vous gardez votre rang dans la file."
        ),
        (
            "Les places sont vraiment à votre disposition : jusqu'au {deadline}, personne d'autre "
            "ne peut les prendre. Sans réponse d'ici là, elles vont à la personne suivante dans la "
            "file.\n\n"
            "Pas possible cette fois ? Dites non, et vous gardez votre rang dans la file."
        ),
    ),
    "offer_lapsed.subject": "Votre offre a pris fin : {event}",
    "offer_lapsed.heading": "Le délai de réponse est passé{comma_name}.",
    "offer_lapsed.body.line": (
        (
            "Nous n'avons pas eu de réponse, la place est donc proposée à la personne suivante. "
            "Vous restez dans la file, et nous vous écrirons quand la prochaine se libère."
        ),
        (
            "Nous n'avons pas eu de réponse, les places sont donc proposées à la personne "
            "suivante. Vous restez dans la file, et nous vous écrirons quand les prochaines se "
            "libèrent."
        ),
    ),
    "offer_lapsed.body.gone": (
        (
            "Nous n'avons pas eu de réponse, la place va donc à quelqu'un d'autre et vous n'êtes "
            "plus sur la liste.\n\n"
            "Vous aimeriez quand même venir ? Revenez quand vous voulez."
        ),
        (
            "Nous n'avons pas eu de réponse, les places vont donc à quelqu'un d'autre et vous "
            "n'êtes plus sur la liste.\n\n"
            "Vous aimeriez quand même venir ? Revenez quand vous voulez."
        ),
    ),
    "declined.subject": "Merci de nous l'avoir dit : {event}",
    "declined.heading": "Merci de nous l'avoir dit{comma_name}.",
    "declined.body": (
        (
            "La place est proposée à la personne suivante. Vous gardez votre rang dans la file, et "
            "nous vous demanderons à nouveau quand une autre se libère."
        ),
        (
            "Les places sont proposées à la personne suivante. Vous gardez votre rang dans la "
            "file, et nous vous demanderons à nouveau quand d'autres se libèrent."
        ),
    ),
    "cancelled.subject": "Vous n'êtes plus sur la liste : {event}",
    "cancelled.heading": "Vous n'êtes plus sur la liste{comma_name}.",
    "cancelled.body": (
        "Merci de nous l'avoir dit : quelqu'un d'autre pourra venir.\n\n"
        "C'est de nouveau possible ? Revenez quand vous voulez."
    ),
    "cancelled.body.by_host": "L'hôte vous a retiré(e) de la liste de {event}.",
    "changed.subject": "Modifié : {event}",
    "changed.heading": "{event} a changé.",
    "changed.heading.party": "Vos places ont changé.",
    "changed.heading.address": "Nous vous écrivons désormais ici{comma_name}.",
    "changed.address": (
        "Tout ce qui concerne {event} arrive désormais à cette adresse. Les liens des anciens "
        "mails restent valables."
    ),
    "changed.old_address": (
        "Comme demandé, les mails au sujet de {event} vont désormais à une autre adresse ; "
        "celle-ci n'en reçoit plus. Si ce n'est pas vous qui l'avez demandé, prévenez vite l'hôte."
    ),
    "changed.time": "Il y a une nouvelle date ou heure : {when}.",
    "changed.venue": "Il y a un nouveau lieu : {venue}.",
    "changed.name": "Il y a un nouveau nom : {event}.",
    "changed.other": "Voyez les informations ci-dessous.",
    "changed.seat": (
        "Votre place reste à vous. Si vous ne pouvez plus venir, rendez-la, s'il vous plaît.",
        (
            "Vos {party} places restent à vous. Si vous ne pouvez plus venir, rendez-les, s'il "
            "vous plaît."
        ),
    ),
    "changed.line": "Vous gardez votre rang dans la file.",
    "changed.offer": (
        "Votre place est gardée pour vous jusqu'au {deadline}.",
        "Vos {party} places sont gardées jusqu'au {deadline}.",
    ),
    "address.subject": "Est-ce votre adresse ? {event}",
    "address.heading": "Devons-nous vous écrire ici{comma_name} ?",
    "address.body": (
        "Quelqu'un sur la liste de {event} nous a demandé d'utiliser cette adresse. Si c'est vous, "
        "appuyez sur le bouton. D'ici là, rien ne change."
    ),
    "address.address": "Oui, écrivez-moi ici",
    "event_cancelled.subject": "Annulé : {event}",
    "event_cancelled.heading": "{event} est annulé.",
    "event_cancelled.body": (
        "Nous sommes désolés : l'événement n'a pas lieu. Vous n'avez rien à faire."
    ),
    "thank_you.subject": "Merci : {event}",
    "thank_you.heading": "Merci{comma_name}.",
    "link.subject": "Votre lien : {event}",
    "link.heading": "Voici votre lien{comma_name}.",
    "link.subject.asks": "Vous ne pouvez pas venir ? {event}",
    "link.heading.asks": "Voulez-vous dire que vous ne pouvez pas venir{comma_name} ?",
    "link.asks": (
        "Votre message le laisse penser, mais nous préférons demander que deviner. Si c'est le "
        "cas, un appui ci-dessous libère votre place. D'ici là, rien ne change."
    ),
    "link.seat": ("Votre place est confirmée.", "Vos {party} places sont confirmées."),
    "link.line": (
        "Vous êtes dans la file pour une place.",
        "Vous êtes dans la file pour {party} places.",
    ),
    "link.offer": (
        "Une place est gardée pour vous jusqu'au {deadline}.",
        "{party} places sont gardées pour vous jusqu'au {deadline}.",
    ),
    "link.gone": "Vous n'êtes pas sur la liste en ce moment. Revenez quand vous voulez.",
    "confirmed": "Confirmées",
    "held": "Réservées, en attente de réponse",
    "waiting": "Dans la file",
    "open": "Libres",
    "headcount.subject": "{confirmed} places confirmées sur {cap} : {event}",
    "headcount.heading": "{confirmed} places sur {cap} sont confirmées.",
    "headcount.body": "{in_days} : {event}. Voici où l'on en est.",
    "summary.subject": "Le bilan : {event}",
    "summary.heading": "{confirmed} places sur {cap} étaient prises.",
    "summary.body": (
        "Voici un mot de remerciement pour vos invités. Modifiez-le et envoyez-le depuis votre "
        "bureau :"
    ),
    "draft": (
        "Merci d'avoir été là pour {event}. C'était un plaisir, et nous espérons vous revoir "
        "bientôt."
    ),
}
