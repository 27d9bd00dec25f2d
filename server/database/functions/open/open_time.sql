-- Returns a time as partners read it: ISO 8601 in UTC.
create or replace function open_time(p_time timestamptz) returns text language sql immutable as $$
  select to_char(p_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
