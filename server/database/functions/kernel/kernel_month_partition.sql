-- Creates the month's partition of a table partitioned by month unless it is there.
create or replace function kernel_month_partition(parent regclass, month date) returns void language plpgsql as $$
declare
  first date := date_trunc('month', month)::date;
  child text := format('%s_%s', parent::text, to_char(first, 'YYYYMM'));
begin
  if to_regclass(child) is null then
    -- Bounds in UTC, so that every node and every session zone means the same month.
    execute format(
      'create table if not exists %s partition of %s for values from (%L) to (%L)',
      child, parent, first || ' 00:00:00+00', (first + interval '1 month')::date || ' 00:00:00+00'
    );
  end if;
end;
$$;
