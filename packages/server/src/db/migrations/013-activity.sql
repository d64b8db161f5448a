-- What the setup checklist asks: whether an account ever had a file, sent a link to somebody, or sent anything to somebody.
CREATE INDEX push_with_file ON push (owner) WHERE active = 1 AND type = 'file';
CREATE INDEX push_outgoing ON push (owner, type) WHERE active = 1 AND direction = 'outgoing';
