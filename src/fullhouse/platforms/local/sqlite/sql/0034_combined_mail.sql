-- The turns of an inbox for emails that combine messages beyond its budget.

ALTER TABLE message_budget ADD COLUMN turns TEXT NOT NULL DEFAULT '{}';
