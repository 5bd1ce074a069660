-- What an event costs and what to wear, beside its other facts: emails say it.

ALTER TABLE event ADD COLUMN notes TEXT NOT NULL DEFAULT '{}';
