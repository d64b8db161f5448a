-- Up to which `created` stamp a session of the account has a conversation.
ALTER TABLE read_marker ADD COLUMN delivered_to BIGINT NOT NULL DEFAULT 0;
UPDATE read_marker SET delivered_to = read_to;

-- The person of the conversation who has what the account sent: up to which of its `created` stamps they read it and a session of theirs has
-- it, and when that was last reported.
ALTER TABLE read_marker ADD COLUMN with_iden TEXT;
ALTER TABLE read_marker ADD COLUMN their_read_to BIGINT NOT NULL DEFAULT 0;
ALTER TABLE read_marker ADD COLUMN their_read_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE read_marker ADD COLUMN their_delivered_to BIGINT NOT NULL DEFAULT 0;
ALTER TABLE read_marker ADD COLUMN their_delivered_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX read_marker_person ON read_marker (with_iden) WHERE with_iden IS NOT NULL;
