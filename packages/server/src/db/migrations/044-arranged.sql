-- When a mute ends by itself, null if it lasts until it is ended; and when the account pinned or archived the conversation. In microseconds.
ALTER TABLE chat ADD COLUMN muted_until BIGINT;
ALTER TABLE chat ADD COLUMN pinned BIGINT;
ALTER TABLE chat ADD COLUMN archived BIGINT;
ALTER TABLE subscription ADD COLUMN muted_until BIGINT;
ALTER TABLE subscription ADD COLUMN pinned BIGINT;
ALTER TABLE subscription ADD COLUMN archived BIGINT;
ALTER TABLE channel ADD COLUMN muted_until BIGINT;
ALTER TABLE channel ADD COLUMN pinned BIGINT;
ALTER TABLE channel ADD COLUMN archived BIGINT;
ALTER TABLE device ADD COLUMN pinned BIGINT;
ALTER TABLE device ADD COLUMN archived BIGINT;

DROP VIEW subscription_shown;
CREATE VIEW subscription_shown AS
SELECT subscription.iden, subscription.owner, subscription.active, subscription.created, subscription.modified, subscription.muted,
  subscription.channel_iden, channel.tag AS channel_tag, channel.name AS channel_name, channel.description AS channel_description,
  channel.image_url AS channel_image_url, channel.website_url AS channel_website_url,
  subscription.muted_until, subscription.pinned, subscription.archived
FROM subscription LEFT JOIN channel ON channel.iden = subscription.channel_iden;
