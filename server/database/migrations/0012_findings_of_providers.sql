-- Outcome 11: receipts whose id has another form than the provider's settings say. Old rows were checked by the narrower rule.
alter table prv_minute drop constraint prv_minute_outcome_check,
  add constraint prv_minute_outcome_check check (outcome between 1 and 11) not valid;
-- When staff were told last that a text came to an address which no sender has; the problem of the last test of the connection.
alter table prv_health add column unclaimed_time timestamptz, add column test_problem text;
