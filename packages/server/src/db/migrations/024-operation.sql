-- Messages to support and error reports: what makes two alike, and when an administrator was done with it or answered it.
ALTER TABLE error_report ADD COLUMN likeness TEXT;
ALTER TABLE error_report ADD COLUMN done BIGINT;
ALTER TABLE error_report ADD COLUMN answered BIGINT;
CREATE INDEX error_report_likeness ON error_report (likeness, created);
-- Since when a feed has been failing; NULL while it works.
ALTER TABLE channel_feed ADD COLUMN failing_since BIGINT;
