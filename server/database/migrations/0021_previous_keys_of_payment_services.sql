-- Keys of payment watchers and payout channels that were replaced while callbacks with them are still accepted: sealed, by field.
alter table pay_watcher add column previous_key_until timestamptz, add column previous_keys jsonb;
alter table pay_channel add column previous_key_until timestamptz, add column previous_keys jsonb;
