"""Weekdays and times of day in letters: a habit is a wish, one day is a date."""

import pytest

from fullhouse.inbound.extraction.text import folded
from fullhouse.inbound.wish_words.letters import letter_wish

WORKING = "mon tue wed thu fri"
MOST = ("mon tue wed fri", "", "")
MOST_AFTER_FIVE = ("mon tue wed fri", "17:00", "")


@pytest.mark.parametrize(
    ("language", "text", "weekdays", "from_time", "until_time"),
    [
        ("en", "Tuesdays or Thursdays after 5 would be great", "tue thu", "17:00", ""),
        ("en", "Mondays, Wednesdays and Friday after 4pm", "mon wed fri", "16:00", ""),
        ("en", "Saturday mornings work for me", "sat", "", "12:00"),
        ("en", "Any weekday after work", WORKING, "17:00", ""),
        ("en", "between 9 and 12 on Fridays", "fri", "09:00", "12:00"),
        ("en", "I am free from 2 to 6pm", "", "14:00", "18:00"),
        ("en", "Could I come Tuesday after 5?", "", "17:00", ""),
        ("en", "Not Mondays please, evenings are best", "", "17:00", ""),
        ("en", "Tuesdays before noon", "tue", "", "12:00"),
        ("de", "Dienstags oder donnerstags ab 17 Uhr wäre super", "tue thu", "17:00", ""),
        ("de", "Montags 9 bis 12 Uhr", "mon", "09:00", "12:00"),
        ("de", "unter der Woche vormittags", WORKING, "", "12:00"),
        ("de", "Vormittags kann ich nicht, abends gern", "", "17:00", ""),
        ("fr", "Les mardis ou jeudis après 17h seraient parfaits", "tue thu", "17:00", ""),
        ("fr", "de 9h à 12h, en semaine", WORKING, "09:00", "12:00"),
        ("es", "Los martes o jueves después de las 17 me viene bien", "tue thu", "17:00", ""),
        ("es", "entre semana por la tarde", WORKING, "12:00", "20:00"),
        ("es", "de 10 a 13 h los viernes", "fri", "10:00", "13:00"),
        ("en", "I can do Monday or Thursday after 5pm.", "mon thu", "17:00", ""),
        ("en", "a cut on Tuesday or Friday, mornings only", "tue fri", "", "12:00"),
        ("en", "Tuesday or Thursday", "tue thu", "", ""),
        ("en", "Monday, Tuesday or Thursday", "mon tue thu", "", ""),
        ("en", "I can do Monday, Tuesday, or Thursday after 5pm.", "mon tue thu", "17:00", ""),
        ("en", "Monday, Tuesday, Friday or Saturday", "mon tue fri sat", "", ""),
        ("de", "Montag, Dienstag oder Donnerstag", "mon tue thu", "", ""),
        ("de", "Ich kann Montag, Dienstag oder Donnerstag ab 17 Uhr", "mon tue thu", "17:00", ""),
        ("fr", "Je peux lundi, mardi ou jeudi après 17h", "mon tue thu", "17:00", ""),
        ("es", "Puedo lunes, martes o jueves después de las 17", "mon tue thu", "17:00", ""),
        ("es", "sábado, domingo o lunes", "mon sat sun", "", ""),
        ("en", "Monday, Tuesday and Thursday", "mon tue thu", "", ""),
        ("en", "I can come on Monday, on Tuesday and on Thursday", "mon tue thu", "", ""),
        ("en", "Mon, Tue and Thu after 5pm", "mon tue thu", "17:00", ""),
        ("en", "I can come Monday and Thursday", "mon thu", "", ""),
        ("en", "on Monday or on Thursday", "mon thu", "", ""),
        ("en", "Next week I am away. Then Monday and Thursday", "mon thu", "", ""),
        ("de", "mo, di oder do", "mon tue thu", "", ""),
        ("de", "Ich kann Mo, Di oder Do ab 17 Uhr.", "mon tue thu", "17:00", ""),
        ("de", "Geht es Mo oder Do?", "mon thu", "", ""),
        ("de", "Sa u. So", "sat sun", "", ""),
        ("de", "Montag, Dienstag und Donnerstag", "mon tue thu", "", ""),
        ("de", "am Montag oder am Donnerstag", "mon thu", "", ""),
        ("fr", "lu, ma ou je", "mon tue thu", "", ""),
        ("fr", "lun, mar et jeu après 17h", "mon tue thu", "17:00", ""),
        ("fr", "lundi, mardi et jeudi", "mon tue thu", "", ""),
        ("es", "lu, ma o ju", "mon tue thu", "", ""),
        ("es", "lun, mar y jue", "mon tue thu", "", ""),
        ("es", "Puedo sábado y domingo", "sat sun", "", ""),
        ("en", "Mon to Wed and Fri", "mon tue wed fri", "", ""),
        ("en", "I can come Monday to Wednesday and Friday after 5pm", *MOST_AFTER_FIVE),
        ("en", "Mon-Wed or Fri would be great", "mon tue wed fri", "", ""),
        ("en", "Mondays to Wednesdays and Fridays", "mon tue wed fri", "", ""),
        ("en", "I can do Monday and Wednesday to Friday", "mon wed thu fri", "", ""),
        ("en", "Monday to Wednesday, Friday and Saturday", "mon tue wed fri sat", "", ""),
        ("en", "I am away in May. Monday to Wednesday and Friday suit me", *MOST),
        ("de", "Mo bis Mi und Fr", "mon tue wed fri", "", ""),
        ("de", "Ich kann Mo-Mi und Fr ab 17 Uhr", *MOST_AFTER_FIVE),
        ("de", "von Montag bis Mittwoch und am Freitag", "mon tue wed fri", "", ""),
        ("de", "Montag bis Mittwoch oder Freitag passt mir", "mon tue wed fri", "", ""),
        ("fr", "lundi à mercredi et vendredi", "mon tue wed fri", "", ""),
        ("fr", "Je peux du lundi au mercredi et vendredi après 17h", *MOST_AFTER_FIVE),
        ("fr", "lu à me et ve", "mon tue wed fri", "", ""),
        ("es", "de lunes a miércoles y viernes", "mon tue wed fri", "", ""),
        ("es", "Puedo de lunes a miércoles y viernes después de las 17", *MOST_AFTER_FIVE),
        ("es", "lu a mi y vi", "mon tue wed fri", "", ""),
        ("en", "Not Monday, Tuesday or Thursday. Friday mornings", "fri", "", "12:00"),
        ("en", "Cut, any day but Monday please", "tue wed thu fri sat sun", "", ""),
        ("en", "any weekday except Monday and Friday after 5", "tue wed thu", "17:00", ""),
        ("de", "Ich kann Montag oder Donnerstag ab 17 Uhr", "mon thu", "17:00", ""),
        ("de", "jeden Tag außer Montag", "tue wed thu fri sat sun", "", ""),
        ("fr", "Je peux lundi ou jeudi après 17h", "mon thu", "17:00", ""),
        ("fr", "tous les jours sauf le lundi", "tue wed thu fri sat sun", "", ""),
        ("es", "Puedo lunes o jueves después de las 17", "mon thu", "17:00", ""),
        ("es", "cualquier día menos el lunes", "tue wed thu fri sat sun", "", ""),
    ],
)
def test_a_wish_is_read(
    language: str, text: str, weekdays: str, from_time: str, until_time: str
) -> None:
    wish = letter_wish(folded(text), language)
    found = " ".join(wish.weekdays), wish.from_time, wish.until_time
    assert found == (weekdays, from_time, until_time)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Good morning! I have waited for 5 weeks, after 5 days from 5 people.",
        "le mardi 9 juin",
        "le mardi prochain",
        "next Tuesday or Thursday",
        "Tuesday 9 June or Thursday 11 June",
        "any day except the first",
        "a table for 4, 7 to 8 people",
        "call 10-12",
        "not on Mondays",
        "Guten Abend, ich warte auf einen Termin",
        "a 10% discount until 20%",
        "after 30",
        "Tuesdays after 5 or Saturdays in the morning",
        "from now on",
        "Next week I can come Tuesday and Wednesday",
        "Nächste Woche geht Montag, Dienstag oder Donnerstag",
        "La semaine prochaine, lundi et jeudi",
        "Dienstag und Donnerstag nächste Woche",
        "so oder so",
        "je ou ma soeur",
        "my ma and me",
        "do, so and so",
        "not on Monday, Tuesday and Thursday",
        "I am away Monday to Wednesday and Friday",
        "I would like to say that I'm away Monday to Wednesday and Friday",
        "I'm busy Monday, Tuesday or Thursday",
        "I work Monday to Wednesday and Friday",
        "I can't come Monday to Wednesday and Friday",
        "You are closed Monday to Wednesday and Friday",
        "We open Monday to Wednesday and Friday",
        "Mo bis Mi und Fr bin ich im Urlaub",
        "Ich arbeite Mo bis Mi und Fr",
        "Von Montag bis Mittwoch und Freitag kann ich nicht",
        "Je suis absente du lundi au mercredi et vendredi",
        "Du lundi au mercredi et vendredi je suis en vacances",
        "Je travaille du lundi au mercredi et vendredi",
        "Estoy fuera de lunes a miércoles y viernes",
        "De lunes a miércoles y viernes no puedo",
        "Trabajo de lunes a miércoles y viernes",
        "Next week Monday to Wednesday and Friday",
    ],
)
def test_anything_else_is_none(text: str) -> None:
    wish = letter_wish(folded(text), "en")
    assert (wish.weekdays, wish.from_time, wish.until_time) == ((), "", "")


def test_other_times_on_other_days_are_left_to_staff() -> None:
    wish = letter_wish(folded("Tuesdays after 5. Saturdays in the morning."), "en")
    assert (wish.weekdays, wish.from_time, wish.until_time) == (("tue", "sat"), "", "")


def test_a_number_of_a_date_is_no_time() -> None:
    text = "We are free from 9 to 12 June"
    assert letter_wish(text.lower(), "en", [(17, len(text))]).from_time == ""
