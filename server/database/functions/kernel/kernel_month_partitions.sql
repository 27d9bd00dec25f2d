-- Creates the missing monthly partitions of a table: `month_count` months from `first_month` on, and the default one
-- for all other months. Returns the number of months created. A month with rows in the default partition already stays
-- there, with a warning.
create or replace function kernel_month_partitions(parent regclass, first_month date, month_count integer) returns integer
language plpgsql as $$
declare
  v_start date;
  v_child text;
  v_made integer := 0;
begin
  -- Two nodes may start at once.
  perform pg_advisory_xact_lock(hashtext('kernel_month_partitions'));
  if to_regclass(parent || '_default') is null then
    execute format('create table %s_default partition of %s default', parent, parent);
    perform kernel_guard_partition(parent, (parent || '_default')::regclass);
  end if;
  for ahead in 0 .. month_count - 1 loop
    v_start := (date_trunc('month', first_month) + make_interval(months => ahead))::date;
    v_child := format('%s_%s', parent, to_char(v_start, 'YYYYMM'));
    continue when to_regclass(v_child) is not null;
    begin
      -- Bounds in UTC, so that every node and every session zone means the same month.
      execute format('create table %s partition of %s for values from (%L) to (%L)', v_child, parent,
        v_start || ' 00:00:00+00', (v_start + interval '1 month')::date || ' 00:00:00+00');
      perform kernel_guard_partition(parent, v_child::regclass);
      v_made := v_made + 1;
    exception when check_violation then
      raise warning '% has rows of % in its default partition', parent, to_char(v_start, 'YYYY-MM');
    end;
  end loop;
  return v_made;
end $$;
