-- Only wrong passwords and codes count; those being checked are bounded beside them, so that none is looked at too many.
alter table auth_attempt
  add column checking integer not null default 0,
  add column checking_until timestamptz not null default '-infinity';
