-- Claims carry a token, an attempt's outcome may be unknown, and the store remembers what time it was. The version before
-- may go on beside this one while instances are replaced one by one: all that it reads and writes is still there.
ALTER TABLE contact_messages
  DROP CONSTRAINT contact_messages_state_check,
  ADD CONSTRAINT contact_messages_state_check
    CHECK (state IN ('waiting', 'unknown', 'delivered', 'refused', 'trapped')),
  ADD COLUMN deferrals integer NOT NULL DEFAULT 0,
  ADD COLUMN refusals integer NOT NULL DEFAULT 0,
  -- How many mails of earlier attempts the office may have.
  ADD COLUMN possible_copies integer NOT NULL DEFAULT 0,
  -- The end of the pause before the next attempt, and its length; none when only the operator makes it due.
  ALTER COLUMN due_at DROP NOT NULL,
  ADD COLUMN pause_ms double precision NOT NULL DEFAULT 0,
  -- The right to settle the last attempt; claimed_until says until when nobody else may begin one.
  ADD COLUMN token text;

UPDATE contact_messages SET due_at = NULL WHERE state IN ('delivered', 'trapped');
-- These are due, and so are tried again.
UPDATE contact_messages SET refusals = 1 WHERE state = 'refused';

DROP INDEX contact_messages_due;
CREATE INDEX contact_messages_due ON contact_messages (due_at) WHERE state IN ('waiting', 'unknown', 'refused');
CREATE INDEX contact_messages_claimed ON contact_messages (claimed_until) WHERE claimed_until IS NOT NULL;
CREATE UNIQUE INDEX contact_messages_token ON contact_messages (token) WHERE token IS NOT NULL;

-- The last time that the store saw, and how long the automatic purge still waits after the clock has leapt. One row.
CREATE TABLE contact_clock (
  seen_at timestamptz,
  purge_wait_ms double precision NOT NULL DEFAULT 0
);
INSERT INTO contact_clock (seen_at) SELECT max(received_at) FROM contact_messages;

COMMENT ON COLUMN contact_senders.sender IS 'A keyed hash of an address, of its network, or of everybody.';

-- See 0001.
ALTER TABLE contact_messages ALTER COLUMN token SET STATISTICS 0;
