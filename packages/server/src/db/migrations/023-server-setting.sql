-- What administrators have set for the whole server. A setting without a row has its default.
CREATE TABLE server_setting (
  name TEXT PRIMARY KEY,
  -- JSON.
  value TEXT NOT NULL
);
