"""Days as people write them, seen from Wednesday, 3 June 2026."""

from datetime import UTC, date, datetime

import pytest

from fullhouse.inbound.extraction.date_patterns import ReferenceDate
from fullhouse.inbound.extraction.dates import day_in, day_of_mail, days_in, window_in
from fullhouse.inbound.extraction.text import Source

BASE = ReferenceDate(date(2026, 6, 3))
NOW = datetime(2026, 6, 3, 8, 12, tzinfo=UTC)
DAYS = {
    "on 2026-06-20": "06-20",
    "on 20 June": "06-20",
    "June 9th, 2026": "06-09",
    "Tuesday 9 June": "06-09",
    "Thursday, June 11 at 2:30pm": "06-11",
    "next Tuesday": "06-09",
    "next Friday": "06-12",
    "this Friday": "06-05",
    "on Friday": "06-05",
    "Wednesday": "06-10",
    "tomorrow": "06-04",
    "the day after tomorrow": "06-05",
    "in two weeks": "06-17",
    "Friday the 12th": "06-12",
    "on the 18th": "06-18",
    "Tuesday next week": "06-09",
    "am 20.06.2026 um 14.30 Uhr": "06-20",
    "am 10.6. um 14 Uhr": "06-10",
    "am 10.6 um 14 Uhr": "06-10",
    "Fr., 12.06.": "06-12",
    "Dienstag, den 9. Juni": "06-09",
    "Freitag, den 12.": "06-12",
    "nächsten Freitag": "06-12",
    "kommenden Freitag": "06-05",
    "nächste Woche Mittwoch": "06-10",
    "Mittwoch nächster Woche": "06-10",
    "übermorgen": "06-05",
    "Guten Morgen, geht es morgen?": "06-04",
    "in 14 Tagen": "06-17",
    "statt Dienstag 9.6. lieber Mittwoch 10.6.": "06-10",
    "no puedo ir mañana. ¿Podría ser el viernes a las 11?": "06-05",
    "mañana no podré venir, ¿podría ser el viernes a las 11?": "06-05",
    "no podemos asistir mañana, mejor el viernes": "06-05",
    "je ne peux pas venir demain. Serait-ce possible vendredi à 11h ?": "06-05",
    "je ne pourrai pas être là demain, plutôt vendredi": "06-05",
    "ich kann nicht kommen morgen, geht es Freitag um 11?": "06-05",
    "I can't come tomorrow. Could it be Friday at 11?": "06-05",
    "I won't be there tomorrow, could it be Friday?": "06-05",
    "mardi 9 juin": "06-09",
    "mardi prochain": "06-09",
    "le 1er juillet": "07-01",
    "vendredi 12/06 à 14h30": "06-12",
    "mercredi de la semaine prochaine": "06-10",
    "après-demain": "06-05",
    "dans quinze jours": "06-17",
    "move my appointment from Tuesday 9 June to Thursday 11 June": "06-11",
    "jeudi en huit": "06-11",
    "a week on Friday": "06-12",
    "el martes que viene": "06-09",
    "el viernes de la próxima semana": "06-12",
    "next week on Thursday": "06-11",
    "Do, 11.6.": "06-11",
    "Donnerstag, 11. Juni": "06-11",
    "Samstag der 13. Juni": "06-13",
    "sábado 13": "06-13",
    "samedi 13": "06-13",
    "le jeudi 11": "06-11",
    "Sat 13 Jun": "06-13",
    "13th of June": "06-13",
    "am Dreizehnten Juni oder so, also am 13.6.26": "06-13",
    "heute in einer Woche": "06-10",
    "a week today": "06-10",
    "in a fortnight": "06-17",
    "11-06-2026": "06-11",
    "Freitag in acht Tagen": "06-12",
    "Freitag in einer Woche": "06-12",
    "le 18 au matin": "06-18",
    "le rendez-vous du 10 juin": "06-10",
    "el martes 9 de junio": "06-09",
    "el próximo viernes": "06-05",
    "el viernes que viene": "06-05",
    "el martes de la semana que viene": "06-09",
    "mañana por la mañana": "06-04",
    "pasado mañana": "06-05",
    "el lunes 8 a las doce": "06-08",
    "15/06 a las 9:30": "06-15",
    "dentro de dos semanas": "06-17",
    "see u tmrw": "06-04",
    "Thursday, 2026-06-11": "06-11",
    "martes el 2026-06-09": "06-09",
    "Mon 6/8 works": "06-08",
    "le premier juillet": "07-01",
    "am ersten Juli": "07-01",
    "on the first of July": "07-01",
    "el uno de julio": "07-01",
    "el día 18 de este mes": "06-18",
    "my visit on Tuesday 9 June is now on Friday 12 June": "06-12",
    "der Termin am 9. Juni ist verschoben auf den 12. Juni": "06-12",
    "mein Termin wird vom 9. auf den 12. Juni verlegt": "06-12",
    "le rendez-vous du 9 juin est remplacé par le 12 juin": "06-12",
    "la cita del 9 de junio queda cambiada al 12 de junio": "06-12",
    "Thank you for your letter of 8 June, I will be there on 12 June": "06-12",
    "auf Ihr Schreiben vom 8. Juni: ich komme am 12. Juni": "06-12",
    "El tinte del día 9 quedó anulado, voy el 12 de junio": "06-12",
}
WINDOWS = {
    "any day from 20 June until 4 July": ("06-20", "07-04"),
    "between 10 and 14 June": ("06-10", "06-14"),
    "June 10-14": ("06-10", "06-14"),
    "any day before Friday": ("", "06-04"),
    "cualquier día antes del viernes": ("", "06-04"),
    "vor Samstag wäre gut": ("", "06-05"),
    "avant vendredi": ("", "06-04"),
    "any time after the 20th but not on a Sunday": ("06-20", ""),
    "la semana que viene, cualquier día menos el lunes": ("06-08", "06-14"),
    "next week, except on Tuesday": ("06-08", "06-14"),
    "between the 17th and the 19th of June, they fly home on the 20th": ("06-17", "06-19"),
    "Je me marie le 20 juin, idéalement entre le 10 et le 13 juin": ("06-10", "06-13"),
    "el año pasado en octubre. ¿Tendríais hueco del 5 al 8 de julio?": ("07-05", "07-08"),
    "ab nächster Woche Mittwoch geht jeder Tag": ("06-10", ""),
    "from the 19th of June up to and including the 30th": ("06-19", "06-30"),
    "a partir del 15 de junio y hasta el 24": ("06-15", "06-24"),
    "vom 19. bis einschließlich 30. Juni": ("06-19", "06-30"),
    "demain ou après-demain": ("06-04", "06-05"),
    "entre el 8 y el 12": ("06-08", "06-12"),
    "zwischen dem 8. und dem 12.": ("06-08", "06-12"),
    "until 30 June": ("", "06-30"),
    "until the end of June": ("", "06-30"),
    "after 10 June": ("06-10", ""),
    "not before 10 June": ("06-10", ""),
    "in the week of June 15": ("06-15", "06-21"),
    "sometime next week": ("06-08", "06-14"),
    "Tuesday or Wednesday next week": ("06-09", "06-10"),
    "within the next 10 days": ("06-03", "06-13"),
    "this weekend": ("06-06", "06-07"),
    "any time in June": ("06-03", "06-30"),
    "earliest Monday 8 June, latest Friday 19 June": ("06-08", "06-19"),
    "vom 10. bis 14. Juni": ("06-10", "06-14"),
    "10.06. - 14.06.": ("06-10", "06-14"),
    "10.-14.6.": ("06-10", "06-14"),
    "zwischen dem 10. und 12. Juni": ("06-10", "06-12"),
    "ab dem 8.": ("06-08", ""),
    "ab 8.6.": ("06-08", ""),
    "bis zum 20. Juni": ("", "06-20"),
    "spätestens am 30.06.": ("", "06-30"),
    "Dienstag bis Donnerstag": ("06-09", "06-11"),
    "in den nächsten zwei Wochen": ("06-03", "06-17"),
    "für die kommenden zwei Wochen": ("06-03", "06-17"),
    "früher als mein Termin am 30. Juni": ("", "06-30"),
    "in KW 25": ("06-15", "06-21"),
    "du 10 au 20 juin": ("06-10", "06-20"),
    "entre le 8 et le 19 juin, sauf le 12": ("06-08", "06-19"),
    "avant le 18 juin": ("", "06-18"),
    "à partir du 22 juin": ("06-22", ""),
    "d'ici vendredi": ("", "06-05"),
    "la semaine prochaine": ("06-08", "06-14"),
    "Du 16 juin 2026\nAu 26 juin 2026": ("06-16", "06-26"),
    "entre el 10 y el 20 de junio": ("06-10", "06-20"),
    "del 10 al 14 de junio": ("06-10", "06-14"),
    "antes del 19 de junio": ("", "06-19"),
    "a partir del 22 de junio": ("06-22", ""),
    "la semana que viene, a partir del miércoles": ("06-10", ""),
    "el fin de semana del 13 de junio": ("06-13", "06-14"),
    "Desde el 16 de junio\nHasta el 30 de junio": ("06-16", "06-30"),
    "Mon 6/8 thru Thu 6/11": ("06-08", "06-11"),
    "next month, any day": ("07-01", "07-31"),
    "im nächsten Monat": ("07-01", "07-31"),
    "le mois prochain": ("07-01", "07-31"),
    "el mes que viene, del 6 al 10 de julio": ("07-06", "07-10"),
    "tout le mois de juillet": ("07-01", "07-31"),
    "Any time in July is good, but by the 15th of July at the latest": ("07-01", "07-15"),
    "I come home on Monday 8 June, so from the 10th onwards": ("06-10", ""),
    "Ich lande am 8. Juni, also ab dem 10. Juni": ("06-10", ""),
    "d'ici au 19 juin": ("", "06-19"),
    "We get married on 20 June, so it must be before then": ("", "06-19"),
    "Am 20. Juni ist das Fest, vor der Hochzeit muss die Farbe drauf": ("", "06-19"),
    "antes del 20 de junio, porque el 20 nos vamos a Cádiz": ("", "06-19"),
    "vous auriez demain ? je peux que ce jour-là, vendredi je travaille": ("06-04", "06-04"),
    "gern am 12.6., am 11. haben wir schon Besuch": ("06-12", "06-12"),
    "I'm on holiday from 8 to 12 June and then I can come any day": ("06-08", "06-12"),
    "jeudi ou vendredi de la sem. prochaine": ("06-11", "06-12"),
    "on arrive la semaine prochaine, libres le 13 et le 14 juin": ("06-13", "06-14"),
}
NO_DAYS = [
    "soon",
    "I was there on 12 May",
    "On 31.02.2027",
    "born on 12.03.1985",
    "um 14.30 Uhr",
    "2 bis 4 Personen",
    "every Tuesday",
    "jeden Dienstag",
    "los martes",
    "dienstags",
    "last Friday",
    "Friday does not work",
    "Freitag kann ich leider nicht",
    "not on Monday",
    "außer Montag",
    "sauf lundi",
    "Guten Morgen",
    "Schönes Wochenende!",
    "buenos días por la mañana",
    "call 0171 3920104",
    "appelez au 06 39 98 12 34",
    "open 24/7",
    "I'm away until 12 June",
    "ich bin vom 10. bis 20. Juni im Urlaub",
    "I saw you today",
    "Open: Tuesday to Saturday",
    "Accueil du mardi au samedi",
    "in Ihrer Nachricht vom 8. Juni",
    "your invoice dated 8 June",
    "vom 10. bis 20. Juni bin ich auf Fortbildung",
    "la cita del 9 de junio está anulada",
]


def said(day: str) -> str:
    return f"2026-{day}" if day else ""


@pytest.mark.parametrize("text", DAYS)
def test_one_day_is_read(text: str) -> None:
    found = day_in(Source(text), BASE)
    assert found is not None
    assert (found.value, found.confidence) == (said(DAYS[text]), "likely")


@pytest.mark.parametrize("text", WINDOWS)
def test_a_stretch_of_days_is_read(text: str) -> None:
    found = {one.field: one.value for one in window_in(Source(text), BASE)}
    assert (found.get("earliest", ""), found.get("latest", "")) == tuple(map(said, WINDOWS[text]))


@pytest.mark.parametrize("text", NO_DAYS)
def test_what_names_no_day_that_suits_stays_empty(text: str) -> None:
    assert window_in(Source(text), BASE) == []
    assert day_in(Source(text), BASE) is None


def test_a_day_of_the_week_that_is_not_the_date_s_makes_it_a_guess() -> None:
    found = day_in(Source("Monday 9 June"), BASE)
    assert found is not None
    assert (found.value, found.confidence) == ("2026-06-09", "guess")


def test_of_several_days_the_first_is_a_guess() -> None:
    found = day_in(Source("on 9 June, or on 10 June"), BASE)
    assert found is not None
    assert (found.value, found.confidence) == ("2026-06-09", "guess")


@pytest.mark.parametrize(
    ("month_first", "day"), [(True, date(2026, 7, 8)), (False, date(2026, 8, 7))]
)
def test_figures_are_read_in_the_order_of_the_place(month_first: bool, day: date) -> None:
    (found,) = days_in("on 7/8/2026", ReferenceDate(date(2026, 6, 3), month_first))
    assert found.first == day


@pytest.mark.parametrize(
    ("header", "day"),
    [
        ("Mon, 1 Jun 2026 09:00:00 +0000", date(2026, 6, 1)),
        ("Mon, 1 Jun 2026 23:30:00 +0000", date(2026, 6, 2)),
        ("", date(2026, 6, 3)),
        ("yesterday", date(2026, 6, 3)),
        ("Thu, 1 Jan 1970 00:00:00 +0000", date(2026, 6, 3)),
        ("Fri, 1 Jan 2038 00:00:00 +0000", date(2026, 6, 3)),
        ("Mon, 99 Jun 2026 09:00:00 +9999", date(2026, 6, 3)),
    ],
)
def test_days_are_counted_from_when_the_mail_was_written_if_that_can_be_believed(
    header: str, day: date
) -> None:
    assert day_of_mail(header, NOW, "Europe/Berlin") == day
