"""Reasons for a mail that changed nothing, as the list of mail that came in shows them."""

from fullhouse.locale import to_translate

NO_EVENT = to_translate("there is no such event")
NO_EVENT_NAMED = to_translate("it names no event")
NOT_OURS = to_translate("it is a report about no mail of ours")
NEITHER = to_translate("it says neither yes nor no; their place stays as it is")
SEEMS = to_translate("it sounds as if they can't come; their place stays as it is")
ASKS = to_translate("it is for the host to read")
THANKS = to_translate("it says thanks, and nothing that changes anything")
DENIES = to_translate("it says that they give nothing up")
NOTHING_NEW = to_translate("it says nothing new: they can't come")
ANSWERED_LATELY = to_translate("they got the same answer less than an hour ago")
TOO_MANY = to_translate("there are too many open proposals; staff decide on those first")
NO_ENTRY = to_translate("it answers no entry of ours")
PERHAPS = to_translate("their calendar says perhaps; their place stays as it is")
TOO_MANY_IN_HOUR = to_translate(
    "too many came within the hour; this one and further ones were not read"
)
TOO_MANY_UNPROVEN = to_translate("too many came whose senders may be forged; nobody was answered")
