-- Every question asked of the store, by the `query_name` of its need and what it selects. Records are selected whole: `*` stands for their columns.
-- A line that ends in `-- if NAME` is part of the query only where the need gives something under that name; `not NAME` where it does not,
-- `NAME=WORD` where it is that word, and `… and …` where both are so.

-- GuestByEmail
SELECT id FROM guest WHERE event_id = :event_id AND email = :email AND email <> '';

-- Askable: guest
SELECT * FROM guest
WHERE event_id = :event_id AND state = 'waitlisted' AND offer IS NULL AND reach = 'fine' AND party <= :seats
  AND (passed_at IS NULL OR passed_at < :freed_at)
ORDER BY place LIMIT :limit;

-- PeopleAhead
SELECT count(*) FROM guest
WHERE event_id = :event_id AND state = 'waitlisted' AND place < :place AND offer IS NULL;

-- GuestPage: guest
SELECT * FROM guest
WHERE event_id = :event_id AND id > :after
  AND state = :state -- if state
ORDER BY id LIMIT :limit;

-- Unreachable: guest
SELECT * FROM guest
WHERE event_id = :event_id AND reach <> 'fine' AND state <> 'cancelled' AND id > :after
ORDER BY id LIMIT :limit;

-- OfferPage: guest
SELECT * FROM guest WHERE event_id = :event_id AND offer IS NOT NULL AND id > :after ORDER BY id LIMIT :limit;

-- GracePage: guest
SELECT * FROM guest WHERE event_id = :event_id AND cancels_at IS NOT NULL AND id > :after ORDER BY id LIMIT :limit;

-- Line: guest
SELECT * FROM (
  SELECT * FROM (
    SELECT * FROM guest
    WHERE event_id = :event_id AND state = 'waitlisted' AND offer IS NULL AND place > :behind ORDER BY place LIMIT :limit
  )
  UNION ALL
  SELECT * FROM guest
  WHERE event_id = :event_id AND state = 'waitlisted' AND offer IS NOT NULL AND place > :behind
) ORDER BY place LIMIT :limit;

-- GuestQuery: guest
SELECT * FROM guest
WHERE event_id = :event_id
  AND state = :state -- if state
  AND source = :source -- if source
  AND offer IS NOT NULL -- if unanswered
  AND reach <> 'fine' AND state <> 'cancelled' -- if lost
  AND instr(lower(name), lower(:named)) > 0 -- if named
  AND id IN (SELECT subject FROM audit WHERE scope = :event_id AND at >= :since AND at < :until AND action IN (SELECT value FROM json_each(:actions))) -- if actions
ORDER BY joined_at, id LIMIT :limit;

-- GuestCountQuery
SELECT count(*) FROM guest
WHERE event_id = :event_id
  AND state = :state -- if state
  AND source = :source -- if source
  AND offer IS NOT NULL -- if unanswered
  AND reach <> 'fine' AND state <> 'cancelled' -- if lost
  AND instr(lower(name), lower(:named)) > 0 -- if named
  AND id IN (SELECT subject FROM audit WHERE scope = :event_id AND at >= :since AND at < :until AND action IN (SELECT value FROM json_each(:actions))) -- if actions
;

-- GuestSearch: guest
SELECT * FROM guest
WHERE event_id = :event_id
  AND state = :state -- if state
  AND source = :source -- if source
  AND reach = :reach -- if reach
  AND email <> '' -- if has_email
  AND (instr(lower(name), :text) OR instr(lower(email), :text) OR instr(lower(name), :titled) OR instr(lower(name), :loud)) -- if text
  AND (name_key, id) > (:key, :after) -- if by_name
  AND (joined_at, id) < (:key, :after) -- if by_joined
  AND (place_key, id) > (:key, :after) -- if by_place
  AND (state_key, id) > (:key, :after) -- if by_state
ORDER BY
  name_key, id -- if by_name
  joined_at DESC, id DESC -- if by_joined
  place_key, id -- if by_place
  state_key, id -- if by_state
LIMIT :limit;

-- GuestTally
SELECT state, count(*) FROM guest
WHERE event_id = :event_id
  AND source = :source -- if source
  AND reach = :reach -- if reach
  AND email <> '' -- if has_email
  AND (instr(lower(name), :text) OR instr(lower(email), :text) OR instr(lower(name), :titled) OR instr(lower(name), :loud)) -- if text
GROUP BY state ORDER BY state;

-- SeatLines
SELECT number, scope, at, "by", action, subject, "order", entries, note FROM audit
WHERE scope = :event_id AND number > :after AND action IN (
  'cancelled', 'changed', 'claimed', 'declined', 'event_cancelled', 'invite_declined', 'invite_lapsed', 'lapsed', 'lapsed_out', 'left_line',
  'offer_withdrawn', 'offered', 'party_changed', 'put_back', 'rolled_on', 'seats_opened', 'unreachable'
)
ORDER BY number LIMIT :limit;

-- GuestCount
SELECT count(*) FROM guest WHERE event_id = :event_id AND state <> 'cancelled';

-- WaitingPlaces
SELECT place FROM guest
WHERE event_id = :event_id AND state = 'waitlisted' AND offer IS NULL AND place <= :up_to
ORDER BY place;

-- EventPage: event
SELECT * FROM event WHERE id > :after ORDER BY id LIMIT :limit;

-- MemberByEmail: one member
SELECT * FROM member WHERE email = :email;

-- TokenByDigest: one token
SELECT * FROM token WHERE digest = :digest;

-- Members: member
SELECT * FROM member ORDER BY created_at, id;

-- Tokens: token
SELECT * FROM token ORDER BY created_at DESC, id DESC;

-- SigningKeys: signing_key
SELECT * FROM signing_key ORDER BY created_at DESC, id DESC;

-- DueAlarms
SELECT key, due_at, command FROM alarm WHERE due_at <= :by ORDER BY due_at, key LIMIT :limit;

-- NextAlarm
SELECT min(due_at) FROM alarm;

-- DueMessages: message
SELECT * FROM (
  SELECT * FROM (
    SELECT * FROM message
    WHERE status = 'queued' AND gentle = 0 AND not_before <= :by ORDER BY not_before, number LIMIT :limit
  )
  UNION ALL
  SELECT * FROM (
    SELECT * FROM message
    WHERE status = 'queued' AND gentle = 1 AND not_before <= :by ORDER BY not_before, number LIMIT :limit
  )
  UNION ALL
  SELECT * FROM (
    SELECT * FROM message WHERE status = 'sending' AND lease_ends_at <= :by ORDER BY gentle, not_before, number LIMIT :limit
  )
) ORDER BY gentle, not_before, number LIMIT :limit;

-- NextMessage
SELECT min(at) FROM (
  SELECT min(not_before) AS at FROM message WHERE status = 'queued' AND gentle = 0
  UNION ALL
  SELECT min(not_before) FROM message WHERE status = 'queued' AND gentle = 1
  UNION ALL
  SELECT min(lease_ends_at) FROM message WHERE status = 'sending'
);

-- MessageByMark: one message
SELECT * FROM message
WHERE (mark = :mark AND mark <> '')
  OR (at_carrier = :mark AND channel = 'mail' AND length(at_carrier) BETWEEN 20 AND 200 AND instr(at_carrier, ' ') = 0)
LIMIT 1;

-- MessagePage: message
SELECT * FROM message
  INDEXED BY message_to -- if scope=waitlist and to
  INDEXED BY message_appointment -- if scope=appointments and to
WHERE true
  AND number < :before -- if before
  AND scope = :scope -- if scope
  AND scope = 'waitlist' -- if scope=waitlist
  AND scope = 'appointments' -- if scope=appointments
  AND "to" = :to -- if to
  AND kind = :kind -- if kind
ORDER BY number DESC LIMIT :limit;

-- AuditPage
SELECT number, scope, at, "by", action, subject, "order", entries, note FROM audit
WHERE number > :after
  AND scope = :scope -- if scope
ORDER BY number LIMIT :limit;

-- LatestAudit
SELECT number, scope, at, "by", action, subject, "order", entries, note FROM audit WHERE true
  AND number < :before -- if before
  AND scope = :scope -- if scope
ORDER BY number DESC LIMIT :limit;

-- InboundPage: inbound_mail
SELECT * FROM inbound_mail WHERE true
  AND place < :before -- if before
  AND scope = :scope -- if scope
ORDER BY place DESC LIMIT :limit;

-- AnswersTo
SELECT count(*) FROM inbound_mail WHERE sender = :sender AND at > :since AND answered = 1
  AND scope = :scope AND (proof <> '') = :proven;

-- SubjectLines
SELECT number, scope, at, "by", action, subject, "order", entries, note FROM audit
  INDEXED BY audit_subject -- if scope=waitlist
  INDEXED BY audit_appointment -- if scope=appointments
WHERE scope = :scope AND subject = :subject AND number > :after
  AND scope = 'waitlist' -- if scope=waitlist
  AND scope = 'appointments' -- if scope=appointments
ORDER BY number LIMIT :limit;

-- Fitting: entry
SELECT * FROM entry
  INDEXED BY entry_busy -- if busy
WHERE line = :line AND state = 'waiting' AND channel <> ''
  AND offer = '' -- if not busy
  AND offer <> '' -- if busy
  AND takes_mail = 1 -- if mail_only
  AND staff IN ('', :staff) AND party <= :party
  AND party = :party -- if not down_fitting
  AND earliest <= :date AND (latest = '' OR latest >= :date)
  AND (weekdays = '[]' OR instr(weekdays, :weekday)) AND from_time <= :time AND (until_time = '' OR until_time > :time)
  AND (tier, joined_at, id) > (-:after_priority, :after_joined, :after_id) -- if order=priority and after_id
  AND (joined_at, id) > (:after_joined, :after_id) -- if order=joined and after_id
ORDER BY
  tier, joined_at, id -- if order=priority
  joined_at, id -- if order=joined
LIMIT :limit;

-- EntryPage: entry
SELECT * FROM entry WHERE id > :after
  AND state = :state -- if state
ORDER BY id LIMIT :limit;

-- LinePage: entry
SELECT * FROM entry
  INDEXED BY entry_joined -- if line
  INDEXED BY entry_waiting -- if not line
WHERE state = 'waiting'
  AND line = :line -- if line
  AND (joined_at, id) > (:after_joined, :after_id) -- if after_id
ORDER BY joined_at, id LIMIT :limit;

-- Unwritten: entry
SELECT * FROM entry WHERE unwritten = 1 AND id > :after ORDER BY id LIMIT :limit;

-- SoonestToEnd: entry
SELECT * FROM entry INDEXED BY entry_latest WHERE state = 'waiting' AND latest <> '' ORDER BY latest, id LIMIT :limit;

-- EntriesAt: entry
SELECT * FROM entry WHERE id IN (
  SELECT id FROM entry WHERE phone = :address AND phone <> '' UNION SELECT id FROM entry WHERE email = :address AND email <> ''
) ORDER BY id;

-- LongestEnded: entry
SELECT * FROM entry INDEXED BY entry_ended WHERE ended_at IS NOT NULL AND (phone <> '' OR email <> '')
  AND (ended_at, id) > (:after_ended, :after_id) -- if after_id
ORDER BY ended_at, id LIMIT :limit;

-- SlotPage: slot
SELECT * FROM slot WHERE true
  AND status = :status -- if status
  AND (freed_at, id) < (:before_freed, :before_id) -- if before_id
ORDER BY freed_at DESC, id DESC LIMIT :limit;

-- SlotsBetween: slot
SELECT * FROM slot WHERE starts_at >= :since AND starts_at < :until ORDER BY starts_at, id LIMIT :limit;

-- FreedBetween: slot
SELECT * FROM slot WHERE (freed_at, id) > (:since, :after) AND freed_at < :until ORDER BY freed_at, id LIMIT :limit;

-- OffersOfSlot: slot_offer
SELECT * FROM slot_offer WHERE slot_id = :slot_id ORDER BY id;

-- OffersOfEntry: slot_offer
SELECT * FROM slot_offer WHERE entry_id = :entry_id ORDER BY made_at DESC, slot_id DESC, id DESC LIMIT :limit;

-- LineCounts: service_line
SELECT * FROM service_line ORDER BY id;

-- SheetVersions: sheet_version
SELECT * FROM sheet_version WHERE id >= :since
  AND id < :before -- if before
ORDER BY id DESC LIMIT :limit;

-- CalendarDays: calendar_day
SELECT * FROM calendar_day WHERE id >= :since ORDER BY id LIMIT :limit;

-- ProposalPage: proposal
SELECT * FROM proposal
  INDEXED BY proposal_state -- if state
WHERE true
  AND state = :state -- if state
  AND product = :product -- if product
  AND id < :before -- if before
ORDER BY id DESC LIMIT :limit;

-- Between: appointment
SELECT * FROM appointment INDEXED BY appointment_starts WHERE (starts_at, id) > (:since, :after) AND starts_at < :until
ORDER BY starts_at, id LIMIT :limit;

-- AppointmentPage: appointment
SELECT * FROM appointment WHERE id > :after
  AND status = :status -- if status
ORDER BY id LIMIT :limit;

-- AppointmentsAt: appointment
SELECT * FROM appointment WHERE id IN (
  SELECT id FROM appointment WHERE phone = :address AND phone <> '' AND id > :after
  UNION SELECT id FROM appointment WHERE email = :address AND email <> '' AND id > :after
) ORDER BY id LIMIT :limit;

-- UnwrittenAppointments: appointment
SELECT * FROM appointment INDEXED BY appointment_unwritten WHERE unwritten = 1 AND id > :after ORDER BY id LIMIT :limit;

-- LongestOver: appointment
SELECT * FROM appointment INDEXED BY appointment_known WHERE (name <> 'Erased customer' OR phone <> '' OR email <> '')
  AND (starts_at, id) > (:after_starts, :after_id) -- if after_id
ORDER BY starts_at, id LIMIT :limit;

-- SendsOf: send
SELECT * FROM send WHERE appointment_id = :appointment_id ORDER BY sent_at, id;

-- RepliesOf: reply
SELECT * FROM reply WHERE appointment_id = :appointment_id ORDER BY replied_at DESC, id DESC;

-- Days: day
SELECT * FROM day WHERE id >= :first AND id <= :last ORDER BY id;
