-- The key pair by which push services recognize this server. There is one row; all nodes share it.
CREATE TABLE web_push_key (
  name TEXT PRIMARY KEY,
  public_key TEXT NOT NULL,
  private_key TEXT NOT NULL
);

-- The browsers that get notifications by Web Push.
CREATE TABLE web_push_subscription (
  device TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  -- The hash of the access token that made it; without that token it ends.
  token TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  app_guid TEXT NOT NULL,
  created BIGINT NOT NULL,
  last_success BIGINT,
  -- When its push service first failed; null while it works.
  failing_since BIGINT
);
CREATE INDEX web_push_subscription_owner ON web_push_subscription (owner);
CREATE INDEX web_push_subscription_endpoint ON web_push_subscription (endpoint);

-- The pushes that a browser was notified of lately and may still show.
CREATE TABLE web_push_notified (
  device TEXT NOT NULL,
  push TEXT NOT NULL,
  owner TEXT NOT NULL,
  -- The conversation and the `created` stamp of the push. A browser that was away gets one message of each conversation.
  conversation TEXT NOT NULL,
  created BIGINT NOT NULL,
  sent BIGINT NOT NULL,
  -- The `edited` stamp of the version that was sent; 0 for a push that was not edited.
  edited BIGINT NOT NULL,
  -- 1 once its notification is to be closed.
  closing INTEGER NOT NULL,
  PRIMARY KEY (device, push)
);
CREATE INDEX web_push_notified_owner ON web_push_notified (owner, push);
CREATE INDEX web_push_notified_conversation ON web_push_notified (owner, conversation, device, created);
-- They are kept for a week: older rows, and rows to be closed, are found without reading the others.
CREATE INDEX web_push_notified_sent ON web_push_notified (device, sent);
CREATE INDEX web_push_notified_closing ON web_push_notified (device, sent) WHERE closing = 1;

ALTER TABLE device ADD COLUMN web_push INTEGER;
