CREATE TABLE block (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  active INTEGER NOT NULL,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  with_iden TEXT,
  with_email TEXT NOT NULL,
  with_email_normalized TEXT NOT NULL,
  with_name TEXT,
  with_image_url TEXT
);
CREATE INDEX block_modified ON block (owner, modified);
CREATE UNIQUE INDEX block_with ON block (owner, with_email_normalized);

CREATE TABLE contact (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  active INTEGER NOT NULL,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  name TEXT,
  email TEXT NOT NULL,
  email_normalized TEXT NOT NULL,
  image_url TEXT
);
CREATE INDEX contact_modified ON contact (owner, modified);
CREATE UNIQUE INDEX contact_email ON contact (owner, email_normalized);

-- `text` alone is a type.
CREATE TABLE text_message (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  active INTEGER NOT NULL,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  guid TEXT,
  data TEXT,
  file_url TEXT
);
CREATE INDEX text_message_modified ON text_message (owner, modified);
CREATE UNIQUE INDEX text_message_guid ON text_message (owner, guid) WHERE guid IS NOT NULL;

-- How many texts an account has sent in a month, written as `2025-04`. A count of an earlier month is as good as none.
CREATE TABLE reply_count (
  owner TEXT PRIMARY KEY,
  month TEXT NOT NULL,
  count INTEGER NOT NULL
);

CREATE TABLE permanent (
  owner TEXT NOT NULL,
  key TEXT NOT NULL,
  data TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  PRIMARY KEY (owner, key)
);
CREATE INDEX permanent_bytes ON permanent (owner, bytes);

-- Whom an account invited; kept by address, for there is no account yet.
CREATE TABLE invite (
  owner TEXT NOT NULL,
  email_normalized TEXT NOT NULL,
  created BIGINT NOT NULL,
  PRIMARY KEY (owner, email_normalized)
);
CREATE INDEX invite_email ON invite (email_normalized, created);

-- Whose invitation an account came by.
CREATE TABLE referral (
  owner TEXT PRIMARY KEY,
  referrer TEXT NOT NULL,
  created BIGINT NOT NULL
);
CREATE INDEX referral_referrer ON referral (referrer);

CREATE TABLE error_report (
  iden TEXT PRIMARY KEY,
  created BIGINT NOT NULL,
  account TEXT,
  address TEXT NOT NULL,
  reply_to TEXT,
  subject TEXT,
  body TEXT,
  data TEXT
);
CREATE INDEX error_report_created ON error_report (created);

-- How often something happened on a day (days since 1970), for actions with a daily limit.
CREATE TABLE daily_count (
  name TEXT PRIMARY KEY,
  day INTEGER NOT NULL,
  count INTEGER NOT NULL
);
CREATE INDEX daily_count_day ON daily_count (day);
