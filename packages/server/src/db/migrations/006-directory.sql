-- The channels with the most followers, for the default directory of a server.
CREATE INDEX channel_followed ON channel (subscriber_count DESC, iden) WHERE active = 1 AND subscriber_count > 0;
