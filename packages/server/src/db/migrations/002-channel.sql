-- Work for later. `lease` names who does it right now, until `lease_until`; `asked` counts how often it was asked for.
CREATE TABLE job (
  iden TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  key TEXT,
  payload TEXT NOT NULL,
  at BIGINT NOT NULL,
  created BIGINT NOT NULL,
  attempt INTEGER NOT NULL,
  asked INTEGER NOT NULL,
  lease TEXT,
  lease_until BIGINT NOT NULL,
  failed INTEGER NOT NULL,
  last_error TEXT
);
CREATE INDEX job_due ON job (type, at) WHERE failed = 0;
CREATE UNIQUE INDEX job_key ON job (type, key) WHERE key IS NOT NULL;

-- `subscriber_count` is kept in step with the subscriptions, in the same write, and is no change that the box is told of.
CREATE TABLE channel (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  active INTEGER NOT NULL,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  tag TEXT,
  tag_normalized TEXT,
  name TEXT,
  description TEXT,
  image_url TEXT,
  website_url TEXT,
  feed_url TEXT,
  feed_filters TEXT,
  feed_error TEXT,
  muted INTEGER NOT NULL,
  subscriber_count INTEGER NOT NULL
);
CREATE INDEX channel_modified ON channel (owner, modified);
CREATE UNIQUE INDEX channel_tag ON channel (tag_normalized) WHERE active = 1;

-- What a channel posted, for its public page.
CREATE INDEX push_post ON push (channel_iden, created) WHERE direction = 'self' AND channel_iden IS NOT NULL;

-- Posts on their way, up to the box `after_box`.
CREATE TABLE fan_out (
  post TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  created BIGINT NOT NULL,
  key TEXT NOT NULL,
  after_box TEXT NOT NULL
);
CREATE INDEX fan_out_source ON fan_out (source, created);

-- The items of a channel's feed that were read before. `seen` is a JSON list of digests, null before the first reading.
CREATE TABLE channel_feed (
  channel TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  etag TEXT,
  last_modified TEXT,
  digest TEXT,
  seen TEXT,
  failures INTEGER NOT NULL
);

CREATE TABLE subscription (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  active INTEGER NOT NULL,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  muted INTEGER NOT NULL,
  channel_iden TEXT NOT NULL
);
CREATE INDEX subscription_modified ON subscription (owner, modified);
CREATE UNIQUE INDEX subscription_owner ON subscription (owner, channel_iden);
CREATE INDEX subscription_channel ON subscription (channel_iden, owner) WHERE active = 1;

-- A subscription as it is shown: its channel fields always come from the channel.
CREATE VIEW subscription_shown AS
SELECT subscription.iden, subscription.owner, subscription.active, subscription.created, subscription.modified, subscription.muted,
  subscription.channel_iden, channel.tag AS channel_tag, channel.name AS channel_name, channel.description AS channel_description,
  channel.image_url AS channel_image_url, channel.website_url AS channel_website_url
FROM subscription LEFT JOIN channel ON channel.iden = subscription.channel_iden;
