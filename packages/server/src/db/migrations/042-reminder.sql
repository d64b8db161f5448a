-- When a push comes back to its owner as unread, and when it last did, in microseconds.
ALTER TABLE push ADD COLUMN remind_at BIGINT;
ALTER TABLE push ADD COLUMN reminded BIGINT;
CREATE INDEX push_remind ON push (owner, remind_at) WHERE remind_at IS NOT NULL;
