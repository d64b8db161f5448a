-- Of a list: JSON, the places of the ticked items; null without any.
ALTER TABLE push ADD COLUMN ticked TEXT;
