"""Phrases of waitlist messages in French. A pair is singular and plural."""

PHRASES: dict[str, str | tuple[str, str]] = {
    "until.today": "jusqu'à {deadline}",
    "until.tomorrow": "jusqu'à {deadline}",
    "until.later": "jusqu'au {deadline}",
    "dates.between": "du {earliest} au {latest}",
    "dates.from": "à partir du {earliest}",
    "dates.until": "jusqu'au {latest}",
    "party": "Personnes",
    "dates": "Dates",
    "held_until": "Gardé pour vous",
    "asked": "Contactés",
    "freed": "Créneaux libérés",
    "filled": "Repris par la liste d'attente",
    "handed_back": "Revenus vers vous",
    "offers": "Offres envoyées",
    "time_to_fill": "Délai moyen",
    "leave.joined": "Quitter la liste d'attente",
    "claim.offer": "Oui, je le prends",
    "decline.offer": "Non merci, pas cette fois",
    "waitlist.booked": "Demander un créneau plus tôt",
    "waitlist.cancelled": "Vers la liste d'attente",
    "stop": "Quitter la liste d'attente",
    "footer.customer": (
        "Vous recevez ce mail parce que cette adresse a été inscrite sur la liste "
        "d'attente{at_business}."
    ),
    "joined.subject": "Vous êtes sur la liste d'attente : {service}",
    "joined.heading": "Vous êtes sur la liste d'attente{comma_name}.",
    "joined.body": (
        "Dès qu'un créneau qui vous convient se libère, nous le gardons pour vous et nous vous "
        "écrivons aussitôt. Vous avez alors un petit moment pour dire oui. D'ici là, vous n'avez "
        "rien à faire.\n\n"
        "Vos plans ont changé ? Vous pouvez quitter la liste d'attente à tout moment."
    ),
    "joined.text": (
        "{from_business}Liste d'attente : {service}. Nous vous écrivons dès qu'un créneau est "
        "libre. Quitter : {leave}"
    ),
    "offer.subject": "Un créneau est libre pour vous : {service}, {soon}",
    "offer.heading": "Un créneau est libre pour vous{comma_name}.",
    "offer.body": (
        "Le créneau est vraiment gardé pour vous : personne d'autre ne peut le prendre {until}. "
        "Sans réponse d'ici là, il va à la personne suivante, et vous restez sur la liste "
        "d'attente.\n\n"
        "Pas possible cette fois ? Dites non, et vous gardez votre rang dans la file."
    ),
    "offer.text": (
        "{from_business}{service}{with_staff} est libre : {soon}. Gardé pour vous {until} : {claim}"
    ),
    "booked.subject": "Réservé : {service}, {when}",
    "booked.heading": "Le créneau est à vous{comma_name}.",
    "booked.body": (
        "Il est réservé pour vous, et la date est jointe pour votre agenda. Nous nous réjouissons "
        "de vous voir.\n\n"
        "Un empêchement ? Dites-le-nous vite : quelqu'un dans la file en sera heureux.\n\n"
        "Plutôt avant cette date ? Rejoignez encore une fois la liste d'attente, nous vous "
        "écrivons dès qu'un créneau se libère."
    ),
    "booked.text": (
        "{from_business}Réservé : {service}{with_staff}, {when}. Au plaisir de vous voir."
    ),
    "cancelled.subject": "Annulé : {service}, {when}",
    "cancelled.heading": "Votre rendez-vous est annulé{comma_name}.",
    "cancelled.body": (
        "Le créneau n'est plus réservé pour vous, et ce mail le retire de votre agenda.\n\n"
        "Vous souhaitez un autre moment ? Rejoignez la liste d'attente, nous vous écrivons dès "
        "qu'un créneau se libère."
    ),
    "cancelled.text": (
        "{from_business}Annulé : {service}{with_staff}, {when}. Ce n'est plus réservé pour vous."
    ),
    "off_list.subject": "Vous n'êtes plus sur la liste d'attente : {service}",
    "off_list.heading": "Vous n'êtes plus sur la liste d'attente{comma_name}.",
    "off_list.body": (
        "Vous n'attendez plus : {service}. Nous ne vous solliciterons plus.\n\n"
        "Vos plans ont encore changé ? Revenez quand vous voulez."
    ),
    "off_list.text": (
        "{from_business}Vous avez quitté la liste d'attente : {service}. Revenez quand vous voulez."
    ),
    "nobody_fits.subject": "Ne convient à personne : {service}, {soon}",
    "nobody_fits.heading": "Ce créneau ne convient à personne sur la liste d'attente.",
    "nobody_fits.body": (
        "Personne parmi ceux qui attendent ne pourrait le prendre, ou n'est joignable en ce "
        "moment. Personne n'a donc été contacté.\n\n"
        "Vous pouvez encore le remplir : appelez quelqu'un, ou attribuez-le comme d'habitude. Si "
        "vous le libérez de nouveau à l'accueil, la liste est relue."
    ),
    "handed_back.subject": "Resté libre : {service}, {soon}",
    "handed_back.heading": "Ce créneau est revenu vers vous.",
    "handed_back.tries_spent": (
        (
            "Une personne a été contactée, vos règles n'en permettent pas plus, et elle ne l'a pas "
            "pris."
        ),
        (
            "{asked} personnes ont été contactées, autant que vos règles le permettent, et aucune "
            "ne l'a pris."
        ),
    ),
    "handed_back.line_spent": (
        "Tous ceux à qui il convient et qui sont joignables ont été contactés, et personne ne l'a "
        "pris."
    ),
    "handed_back.too_late": "Il commence trop tôt pour une autre offre.",
    "handed_back.withdrawn": "Il a été repris à l'accueil et n'est plus proposé.",
    "handed_back.other": "Il n'est plus proposé.",
    "handed_back.do": (
        "Vous pouvez encore le remplir : appelez quelqu'un, ou attribuez-le comme d'habitude. Si "
        "vous le libérez de nouveau à l'accueil, la liste est sollicitée une nouvelle fois."
    ),
    "handed_back.do.too_late": (
        "Vous pouvez encore le remplir : un appel sera peut-être assez rapide."
    ),
    "summary.subject": "Votre liste d'attente : {month}",
    "summary.heading": "Créneaux libérés : {freed}, dont repris : {filled}.",
    "summary.heading.none": "Aucun créneau ne s'est libéré.",
    "summary.none": (
        "Un mois calme, {month} : aucun créneau ne s'est libéré, et personne n'a dû être contacté."
    ),
    "summary.unfilled": (
        (
            "En {month}, un créneau s'est libéré et n'a trouvé personne cette fois. Le prochain "
            "aura peut-être plus de chance : la liste est prête."
        ),
        (
            "En {month}, {freed} créneaux se sont libérés et n'ont trouvé personne cette fois. Les "
            "prochains auront peut-être plus de chance : la liste est prête."
        ),
    ),
    "summary.filled": (
        (
            "En {month}, un créneau s'est libéré, et la liste d'attente l'a repris. Cela a pris "
            "{took}."
        ),
        (
            "En {month}, {freed} créneaux se sont libérés ; repris par la liste d'attente : "
            "{filled}. Cela a pris {took} en moyenne."
        ),
    ),
    "summary.money": "Vous avez ainsi récupéré {money}.",
    "summary.warm": "Et personne n'a dû rester au téléphone pour cela.",
    "proposal.subject": "Quelqu'un a écrit à la liste d'attente",
    "proposal.heading": "Quelqu'un a écrit à la liste d'attente.",
    "proposal.body": (
        "C'est peut-être quelqu'un qui souhaite un créneau. Regardez à l'accueil, puis acceptez, "
        "modifiez ou laissez : personne n'est inscrit sur la liste d'attente sans votre accord."
    ),
    "text_limit.body": (
        "Les SMS ont coûté ce mois-ci tout ce que vos règles permettent. Les mails continuent : "
        "ceux qui ont donné une adresse y sont contactés, les autres gardent leur rang dans la "
        "file.\n\n"
        "Vous voulez que les SMS continuent ? Augmentez le montant à la ligne « Texts: » de vos "
        "règles. C'est valable aussitôt."
    ),
}
