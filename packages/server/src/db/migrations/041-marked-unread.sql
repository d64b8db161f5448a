-- When the account marked the conversation as unread; 0 if it has looked at it since.
ALTER TABLE read_marker ADD COLUMN marked_unread BIGINT NOT NULL DEFAULT 0;
