-- How often an event happened again within a day in which the account had too many events, and when last.
ALTER TABLE audit_entry ADD COLUMN repeats INTEGER NOT NULL DEFAULT 0;
ALTER TABLE audit_entry ADD COLUMN last BIGINT;
CREATE INDEX audit_entry_recent ON audit_entry (about, created);

CREATE TABLE wrong_code (
  -- What the codes were typed for: an email address, or an account.
  subject TEXT PRIMARY KEY,
  -- When, in microseconds, as JSON.
  times TEXT NOT NULL,
  expires BIGINT NOT NULL
);
CREATE INDEX wrong_code_expires ON wrong_code (expires);

-- What rows count towards the storage of their account; rows of before count as they are saved next.
ALTER TABLE contact ADD COLUMN bytes BIGINT NOT NULL DEFAULT 512;
CREATE INDEX contact_room ON contact (owner, active, bytes);
ALTER TABLE chat ADD COLUMN bytes BIGINT NOT NULL DEFAULT 512;
CREATE INDEX chat_room ON chat (owner, active, bytes);
ALTER TABLE block ADD COLUMN bytes BIGINT NOT NULL DEFAULT 512;
CREATE INDEX block_room ON block (owner, active, bytes);
ALTER TABLE subscription ADD COLUMN bytes BIGINT NOT NULL DEFAULT 512;
CREATE INDEX subscription_room ON subscription (owner, active, bytes);
ALTER TABLE app_grant ADD COLUMN bytes BIGINT NOT NULL DEFAULT 512;
CREATE INDEX app_grant_room ON app_grant (owner, active, bytes);
ALTER TABLE client ADD COLUMN bytes BIGINT NOT NULL DEFAULT 512;
CREATE INDEX client_room ON client (owner, active, bytes);
ALTER TABLE device ADD COLUMN bytes BIGINT NOT NULL DEFAULT 512;
CREATE INDEX device_room ON device (owner, active, bytes);
ALTER TABLE text_message ADD COLUMN bytes BIGINT NOT NULL DEFAULT 512;
CREATE INDEX text_message_room ON text_message (owner, active, bytes);
ALTER TABLE draft ADD COLUMN bytes BIGINT NOT NULL DEFAULT 512;
CREATE INDEX draft_room ON draft (owner, active, bytes);
ALTER TABLE channel ADD COLUMN bytes BIGINT NOT NULL DEFAULT 512;
CREATE INDEX channel_room ON channel (owner, active, bytes);

-- The network that a report came from, its bytes, and how often it was repeated.
ALTER TABLE error_report ADD COLUMN network TEXT;
ALTER TABLE error_report ADD COLUMN bytes BIGINT NOT NULL DEFAULT 4096;
ALTER TABLE error_report ADD COLUMN repeats INTEGER NOT NULL DEFAULT 0;
CREATE INDEX error_report_network ON error_report (network, bytes);
CREATE INDEX error_report_account ON error_report (account, bytes);
