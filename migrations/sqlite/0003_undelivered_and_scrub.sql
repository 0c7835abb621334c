-- What is not delivered is counted whenever somebody asks whether the store works: without reading all that robots left.
CREATE INDEX messages_undelivered ON messages (state, received_at) WHERE state IN ('waiting', 'unknown', 'refused');

-- Whether the files may still hold something of what was erased.
ALTER TABLE clock ADD COLUMN scrub_owed INTEGER NOT NULL DEFAULT 0;
