"""Sentences that rules and syncs store in English, translated where a page shows them.

Rules know no language, and what they find is stored. So a page finds the sentence of a stored text,
with its values, and shows its translation.
"""

import re
from functools import cache

from fullhouse.locale import DEFAULT, to_translate
from fullhouse.locale.current import current_language, translate

# Longer texts are no sentences of ours.
LONGEST = 1000
VALUE = re.compile(r"%\\\((\w+)\\\)s")
# Problems in lines of the rules; %(problem)s is another of these sentences.
RULES = (
    to_translate(
        "I do not know what this line says. I understand lines such as `%(example)s`. A "
        "heading starts with #."
    ),
    to_translate("%(problem)s I understand lines such as `%(example)s`."),
    to_translate("I do not know these words. Did you mean `%(words)s`?"),
    to_translate("A colon is missing."),
    to_translate("It says nothing."),
    to_translate("This was already said in line %(number)s; say it once."),
    to_translate("The rules are longer than %(number)s characters."),
    to_translate("%(text)s is not a time of day."),
    to_translate("%(text)s is neither a day nor a time."),
    to_translate("%(text)s is not a day of the week."),
    to_translate("%(text)s is not a day of the year."),
    to_translate("%(text)s is not an amount of money."),
    to_translate("%(text)s is not a name."),
    to_translate("%(text)s is named twice."),
    to_translate("%(text)s is too far away."),
    to_translate("The days come first, then their times."),
    to_translate("No day is named."),
    to_translate("There are days without times."),
    to_translate("I cannot see from when to when."),
    to_translate("Opening comes before closing, so %(hours)s cannot be; a night ends at 23:59."),
    to_translate("There is no country %(text)s."),
    to_translate("There is no time zone of that name."),
    to_translate("I write in %(languages)s."),
    to_translate("There are at most %(number)s people."),
    to_translate("There are at most %(number)s closed days."),
    to_translate("There are at most %(number)s reminders, each at another time."),
    to_translate("There are at most %(number)s services."),
    to_translate("There are at most %(number)s templates."),
    to_translate("A week has at most %(number)s opening times."),
    to_translate("The hours of %(day)s contradict each other."),
    to_translate("The hours of %(name)s are written twice."),
    to_translate("The maximum of %(name)s is written twice."),
    to_translate("It is a number of days."),
    to_translate("It is a number from 1 to %(number)s."),
    to_translate(
        "Each of the staff has a place, so the rules have one of the lines `Staff` and `Places`."
    ),
    to_translate("It is a number from 1 to %(number)s, for all or behind a name."),
    to_translate("A name is one of the staff or services, which stand above it."),
    to_translate("It begins with a name from the line `Staff`, which stands above it."),
    to_translate("The public holidays are those of one place."),
    to_translate("The order is one of two: `priority first, then join time` or `join time`."),
    to_translate("Quiet hours have a beginning and an end."),
    to_translate("It is a number from 1 to %(number)s, or `no limit`."),
    to_translate("The answer is yes or no."),
    to_translate("I cannot see what texts may cost."),
    to_translate("Both amounts must be in the same currency."),
    to_translate("Write prices by country below the line `Texts:`, in its currency."),
    to_translate("%(text)s is not a country's code with a price."),
    to_translate("These are too many prices."),
    to_translate("That is not a duration."),
    to_translate("It must be from %(least)s to %(most)s."),
    to_translate("A service says how long it takes, behind a colon."),
    to_translate("A service says how long it takes."),
    to_translate("A service takes from 1 minute to 1 day."),
    to_translate("I do not know what %(text)s is."),
    to_translate("Reminders are told in hours before."),
    to_translate("A reminder comes from 1 to %(number)s hours before."),
    to_translate("A name has at most %(number)s characters."),
    to_translate("A service has at most %(number)s other names."),
    to_translate(
        "A phone number begins with a plus sign and the country's code, and has 7 digits or more."
    ),
    to_translate("An address has at most %(number)s characters."),
    to_translate("There is already a service %(text)s."),
    to_translate("There is no %(text)s."),
)
# Problems of templates.
VOICE = (
    to_translate("The voice is longer than %(number)s characters."),
    to_translate("This heading stands here twice; a channel has one template."),
    to_translate("A template stands under a heading, one of %(headings)s."),
    to_translate("There are headings %(headings)s."),
    to_translate("There is no %(text)s here; there are %(known)s."),
    to_translate("A brace is open or closed alone; placeholders are %(known)s."),
    to_translate("A text always needs {claim}, the link with which the slot is claimed."),
    to_translate(
        "A reminder as a text always needs {confirm}, the link with which it is answered."
    ),
    to_translate(
        "It would be sent in %(parts)s parts, and each is paid for; %(most)s are the most."
    ),
    to_translate("A subject has at most %(number)s characters."),
    to_translate("There is no %(text)s in this message; there are %(known)s."),
    to_translate("It would say nothing."),
    to_translate("It would write more than %(number)s characters."),
    to_translate("It is longer than %(number)s characters."),
    to_translate("It cannot be read."),
    to_translate("It is too entangled to be read."),
    to_translate("It is nested too deeply."),
    to_translate("Only plain values and {%% if %%} can be used here, no %(text)s."),
    to_translate("Of the filters only %(known)s can be used here."),
)
# Problems of rows in a sheet.
ROWS = (
    to_translate("This cannot be read. Please write it in another way."),
    to_translate(
        "A name is needed here. A formula is not read: write the name itself into the cell."
    ),
    to_translate("There is no such service. There are: %(known)s."),
    to_translate("Nobody of this name works here. There are: %(known)s."),
    to_translate("A priority is yes, no, or a number from 0 to %(number)s."),
    to_translate("This is not a whole number."),
    to_translate("This is not a date such as 2026-06-20."),
    to_translate("This is not a date such as 2026-06-20, or 2026-06-20 14:00."),
    to_translate("A date is needed, such as 2026-06-20."),
    to_translate("This is not a time such as 14:30."),
    to_translate("A time is needed, such as 14:30."),
    to_translate("The latest date lies before the earliest."),
    to_translate("These are not weekdays such as Mon, Thu or weekdays."),
    to_translate("This is not a time of day such as mornings, after 17:00 or 9:00 to 12:00."),
    to_translate("This lies in the future."),
    to_translate(
        "This row stands in the sheet twice, here and in row %(number)s. Remove one of them."
    ),
    to_translate(
        "This appointment stands in the sheet twice, here and in row %(number)s. Remove one "
        "of them."
    ),
    to_translate("They wait for this already, in row %(number)s. Remove one of the rows."),
    to_translate("Someone else waits for this under the same number or address."),
    to_translate(
        "This appointment was called off, or nobody came. Write another time into a row of "
        "its own, without a key."
    ),
    to_translate(
        "The customer or the desk cancelled this appointment, or nobody came, and it stays so. To "
        "take that back, open the appointment at the desk."
    ),
    to_translate("Nothing follows from this status. There are: %(known)s."),
    to_translate(
        "This was changed by the customer or at the desk at the same time, and stays as they have "
        "it. Write it once more if yours is right."
    ),
    to_translate("This is more than two years away."),
    to_translate("This takes longer than a day."),
    to_translate("These reminders are too many, or too early."),
    to_translate(
        "Reminders are told in hours before, such as 24, 2: up to %(number)s, each from 1 to "
        "%(hours)s; or none."
    ),
    to_translate(
        "This time was given up, and is not free any more: it is offered to others, or taken."
    ),
    to_translate("Nobody can say this before the time has come."),
    to_translate("This appointment was cancelled meanwhile."),
    to_translate("This appointment is over: nobody came."),
)
# Problems of sheets, calendars and documents, and notes on proposals.
SOURCES = (
    to_translate(
        "The first row has to name the columns: a name, a phone number or an email address, "
        "and a service. Nothing was changed."
    ),
    to_translate(
        "The first row has to name the columns: a name, a date and a time, and a service. "
        "Nothing was changed."
    ),
    to_translate(
        "%(gone)s of %(known)s people on the waitlist are missing from the sheet, or wait in it "
        "until tomorrow at the latest. Nobody was taken off the list: please say on Today whether "
        "they should be."
    ),
    to_translate(
        "%(gone)s of %(known)s appointments are missing from the sheet, or cancelled in it. "
        "Nothing was cancelled: please say on Today whether they should be."
    ),
    to_translate(
        "The sheet is empty. Nothing was changed, and nothing is read from it meanwhile. Put "
        "its rows back, or take an earlier version on the page of the sheet."
    ),
    to_translate(
        "%(name)s is empty. Nothing was changed. Put a copy of it with its rows in its place."
    ),
    to_translate(
        "By the sheet %(count)s appointments would have another time, name or contact. Nothing "
        "was changed: please say on Today whether that is meant."
    ),
    to_translate(
        "By the sheet %(count)s people on the waitlist would have another name or contact. "
        "Nothing was changed: please say on Today whether that is meant."
    ),
    to_translate(
        "%(gone)s appointments have vanished from the calendar at once. Nothing was cancelled: "
        "please say on Today whether they should be."
    ),
    to_translate(
        "%(gone)s of %(known)s times have vanished from the calendar at once. What was proposed "
        "stays open; if they are still gone tomorrow, it is discarded."
    ),
    to_translate(
        "%(lost)s of %(known)s bookings have vanished from their times in the calendar at once. "
        "Nothing was freed: please say on Today whether these times are free."
    ),
    to_translate(
        "%(name)s is in use, and not in these rules. Appointments ahead: %(appointments)s, on the "
        "waitlist: %(entries)s, open slots: %(slots)s. Say at the desk whether it has another name "
        "now."
    ),
    to_translate(
        "%(name)s is in use, and not in these rules. Appointments ahead: %(appointments)s, on the "
        "waitlist: %(entries)s, open slots: %(slots)s, proposals: %(proposals)s. Say at the desk "
        "whether it has another name now."
    ),
    to_translate(
        "Appointments ahead that are outside these opening hours: %(appointments)s, open slots: "
        "%(slots)s. Say at the desk whether that is meant."
    ),
    to_translate(
        "Appointments ahead that are outside the new hours of %(name)s: %(appointments)s, open "
        "slots: %(slots)s. Say at the desk whether that is meant."
    ),
    to_translate(
        "The opening hours are in use, and not in these rules. Appointments ahead: "
        "%(appointments)s. Without them customers cannot pick another time. Say at the desk "
        "whether that is meant."
    ),
    to_translate(
        "There are too many open proposals: what else is in the calendar is proposed when "
        "some are decided on."
    ),
    to_translate("%(file)s cannot be read: %(error)s."),
    to_translate("%(file)s cannot be changed: %(error)s."),
    to_translate("%(file)s is being saved just now."),
    to_translate("%(file)s is being saved just now. It is read again in a moment."),
    to_translate("%(file)s is open in %(program)s. What changed is written once it is closed."),
    to_translate("It is empty. The last good version stays in force."),
    to_translate("It is longer than %(number)s characters. The last good version stays in force."),
    to_translate("Google cannot be reached: %(error)s."),
    to_translate("Google answered %(number)s: %(error)s"),
    to_translate("Google's answer cannot be understood."),
    to_translate(
        "Google does not let %(address)s in: the key may have been deleted, or the clock be wrong."
    ),
    to_translate(
        "It is not there, or not shared with %(address)s. Share it with that address. (%(error)s)"
    ),
    to_translate("It lies in Drive's bin. Take it out again, or choose another one."),
    to_translate("This calendar holds far more events than can be read."),
    to_translate("There is no tab “%(text)s” in this spreadsheet. There are: %(known)s."),
    to_translate(
        "The public holidays of %(place)s are not known here. Only your own closed days count."
    ),
    to_translate(
        "Public holidays need one more package: pip install 'fullhouse[holidays]'. Only your "
        "own closed days count."
    ),
    to_translate("It was at %(before)s in the calendar, and is at %(after)s now."),
    to_translate("It was to take %(before)s minutes in the calendar, and takes %(after)s now."),
    to_translate(
        "It is not in the calendar any more. Approve this to cancel the appointment, or "
        "discard it to keep it."
    ),
    to_translate(
        "A booking at this time was reported as cancelled, without a name of staff. Approve "
        "this to cancel the appointment, or discard it if it stands."
    ),
    to_translate("%(sender)s answered our message to %(name)s about %(what)s."),
    to_translate("%(name)s sent a text from %(sender)s. It may be about %(what)s."),
    to_translate("a landline: texts can't reach it"),
)


def translate_stored(text: str) -> str:
    """Translate a stored English sentence; return one that is not known here unchanged."""
    if current_language() == DEFAULT or len(text) > LONGEST:
        return text
    for sentence, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found:
            values = found.groupdict()
            if "problem" in values:
                values["problem"] = translate_stored(values["problem"])
            return translate(sentence) % values
    return translate(text)


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    # The rules come last: some of their sentences match others, too.
    return [(sentence, _pattern(sentence)) for sentence in (*VOICE, *ROWS, *SOURCES, *RULES)]


def _pattern(sentence: str) -> re.Pattern[str]:
    """Return a pattern that matches a sentence with any values."""
    parts = VALUE.split(re.escape(sentence.replace("%%", "%")))
    for at in range(1, len(parts), 2):
        parts[at] = f"(?P<{parts[at]}>.+?)"
    return re.compile("".join(parts), re.DOTALL)
