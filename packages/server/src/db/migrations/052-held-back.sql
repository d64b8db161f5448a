-- Until when a push service takes no messages for a browser, as it has asked for; null while it takes them.
ALTER TABLE web_push_subscription ADD COLUMN held_until BIGINT;
