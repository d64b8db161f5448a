-- The history of a conversation is ordered by creation, whatever changed since.
CREATE INDEX push_history ON push (owner, conversation, created) WHERE active = 1;
CREATE INDEX push_received ON push (owner, target_device_iden, created)
  WHERE active = 1 AND conversation = 'self' AND target_device_iden IS NOT NULL;
CREATE INDEX push_sent ON push (owner, source_device_iden, created)
  WHERE active = 1 AND conversation = 'self' AND source_device_iden IS NOT NULL;
