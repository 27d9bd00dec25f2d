-- What timers look for every minute is found by an index of the rows that are due, not by reading tables that only grow.

create index inv_outbound_reserved on inv_outbound (reserve_expire_time) where status = 1;
create index auth_token_access_expires on auth_token (expires_at) where kind = 1;
create index auth_token_nonce on auth_token (used_at) where nonce is not null;
create index auth_session_over on auth_session (least(expires_at, coalesce(ended_at, expires_at)));
create index auth_totp_unconfirmed on auth_totp (create_time) where confirmed_at is null;
create index prc_price_scheduled on prc_price (effective_time) where status = 2 and deleted_at is null;
create index prc_price_ending on prc_price (expire_time) where status in (0, 1, 2) and deleted_at is null;
