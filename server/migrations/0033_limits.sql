-- Calls of the running minute. Unlogged: what is lost with a crash is worth one minute.
create unlogged table kernel_limit (
  key text primary key,
  used integer not null,
  -- What the last asking process was given of it.
  granted integer not null,
  ends_at timestamptz not null
);
create index kernel_limit_ends on kernel_limit (ends_at);
