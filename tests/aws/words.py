"""Words that the stories look for in pages and letters.

A quick gate checks that we still say them: most stories on AWS only run in `make proof`.
"""

ARE_MISSING = "please say on Today whether they should be"
CLAIM_IS_BOOKED = "booked for you"
CLAIMED_BEFORE = "You claimed it before"
EVENT_IS_CANCELLED = "is cancelled"
HAS_A_SEAT = "You have a seat"
EXPECTED_INSTEAD = "We expect you at another time"
IMPORT_IS_DONE = "The list is in"
MISSING_THERE = "appointments are missing from the calendar"
NEXT_IS_ASKED = "next guest on the waitlist"
NO_SUCH_EVENT = "no event"
OFFER_HAS_ENDED = "This offer has ended"
SEND_TO_ALL = "Send this message to"
SLOT_IS_GONE = "It is not kept for you any more."
SLOT_IS_KEPT = "Kept for you"
SLOTS_FREED = "Slots freed"
THANKS = "Thank you for telling us"
