-- Emails that a mail server refused for good: kept for administrators for a while, without their texts.
CREATE TABLE refused_mail (
  iden TEXT PRIMARY KEY,
  created BIGINT NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- What the mail server said.
  error TEXT NOT NULL
);
CREATE INDEX refused_mail_created ON refused_mail (created);
