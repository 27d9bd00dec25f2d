-- Keys that were replaced while callbacks with them are still accepted: sealed, by field.
alter table prv_provider add column previous_key_until timestamptz;
alter table prv_health add column previous_keys jsonb;
