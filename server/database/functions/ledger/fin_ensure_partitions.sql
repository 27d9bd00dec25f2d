-- Creates the monthly partitions from `first_month` to `month_count` months later that do not exist yet.
create or replace function fin_ensure_partitions(first_month date, month_count integer) returns integer language plpgsql as $$
declare
  start_day date;
  partition_name text;
  created integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('fin_ensure_partitions'));
  for position in 0 .. month_count - 1 loop
    start_day := (date_trunc('month', first_month) + make_interval(months => position))::date;
    partition_name := 'fin_entry_' || to_char(start_day, 'YYYY_MM');
    continue when to_regclass(partition_name) is not null;
    -- Bounds with an explicit zone: months begin at the same instant whatever the session's zone is.
    execute format('create table %I partition of fin_entry for values from (%L) to (%L)', partition_name,
      start_day || ' 00:00:00+00', (start_day + interval '1 month')::date || ' 00:00:00+00');
    perform fin_guard_entries(partition_name::regclass);
    created := created + 1;
  end loop;
  return created;
end $$;
