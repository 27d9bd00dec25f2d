-- Returns an amount in micro-units as decimal text, as calls answer it: at most six decimals, without trailing zeros.
create or replace function open_money(p_micro bigint) returns text language sql immutable as $$
  select trim_scale(p_micro::numeric / 1000000)::text
$$;
