-- The end of the lease of a row that a node has taken; of a row that was given back the time from which it is due again.
alter table snd_outbox add column lease_until timestamptz;
alter table sys_sms_batch add column lease_until timestamptz, add column tries integer not null default 0;
