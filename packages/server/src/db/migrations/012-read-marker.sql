-- How far an account has read each of its conversations.
CREATE TABLE read_marker (
  iden TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  active INTEGER NOT NULL,
  created BIGINT NOT NULL,
  modified BIGINT NOT NULL,
  conversation TEXT NOT NULL,
  read_to BIGINT NOT NULL
);
CREATE INDEX read_marker_modified ON read_marker (owner, modified);
CREATE UNIQUE INDEX read_marker_conversation ON read_marker (owner, conversation);

-- Up to now a message that was dismissed counted as read. The markers of each box take the stamps that follow its newest one.
UPDATE box SET stamp = stamp + (
  SELECT COUNT(DISTINCT push.conversation) FROM push
  WHERE push.owner = box.owner AND push.active = 1 AND push.direction = 'incoming' AND push.dismissed = 1);
INSERT INTO read_marker (iden, owner, active, created, modified, conversation, read_to)
SELECT seen.iden || 'r', seen.owner, 1, seen.stamp, seen.stamp, seen.conversation, seen.read_to
FROM (
  SELECT push.owner, push.conversation, MIN(push.iden) AS iden, MAX(push.created) AS read_to,
    box.stamp + 1 - ROW_NUMBER() OVER (PARTITION BY push.owner ORDER BY push.conversation) AS stamp
  FROM push JOIN box ON box.owner = push.owner
  WHERE push.active = 1 AND push.direction = 'incoming' AND push.dismissed = 1
  GROUP BY push.owner, push.conversation, box.stamp
) AS seen;
