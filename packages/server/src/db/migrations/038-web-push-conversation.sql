-- Browsers that were away get one message of each conversation, so what they were notified of is found by conversation too, in its order.
ALTER TABLE web_push_notified ADD COLUMN conversation TEXT NOT NULL DEFAULT '';
-- The `created` stamp of the push.
ALTER TABLE web_push_notified ADD COLUMN created BIGINT NOT NULL DEFAULT 0;
UPDATE web_push_notified SET
  conversation = COALESCE((SELECT push.conversation FROM push WHERE push.iden = web_push_notified.push), ''),
  created = COALESCE((SELECT push.created FROM push WHERE push.iden = web_push_notified.push), 0);
CREATE INDEX web_push_notified_conversation ON web_push_notified (owner, conversation, device, created);
-- They are kept for a week: what is older, and what is to be closed, is found without reading the others.
CREATE INDEX web_push_notified_sent ON web_push_notified (device, sent);
CREATE INDEX web_push_notified_closing ON web_push_notified (device, sent) WHERE closing = 1;
