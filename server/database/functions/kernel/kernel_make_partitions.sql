-- Creates the missing partitions of a table for `month_count` months from `first_month` on, each a month or a week long
-- (kernel_partition_unit), and the default one for all other times. Returns the number of partitions created. A span with
-- rows in the default partition already stays there, with a warning.
create or replace function kernel_make_partitions(parent regclass, first_month date, month_count integer) returns integer
language plpgsql as $$
declare
  v_unit constant text := kernel_partition_unit(parent);
  v_step constant interval := ('1 ' || v_unit)::interval;
  v_end constant date := date_trunc('month', first_month) + make_interval(months => month_count);
  v_start date := date_trunc(v_unit, date_trunc('month', first_month))::date;
  v_child text;
  v_made integer := 0;
begin
  -- Two nodes may start at once.
  perform pg_advisory_xact_lock(hashtext('kernel_make_partitions'));
  if to_regclass(parent || '_default') is null then
    execute format('create table %s_default partition of %s default', parent, parent);
    perform kernel_guard_partition(parent, (parent || '_default')::regclass);
  end if;
  while v_start < v_end loop
    v_child := format('%s_%s', parent, to_char(v_start, case v_unit when 'week' then 'YYYYMMDD' else 'YYYYMM' end));
    if to_regclass(v_child) is null then
      begin
        -- Bounds in UTC, so that every node and every session zone means the same month.
        execute format('create table %s partition of %s for values from (%L) to (%L)', v_child, parent,
          v_start || ' 00:00:00+00', (v_start + v_step)::date || ' 00:00:00+00');
        perform kernel_guard_partition(parent, v_child::regclass);
        v_made := v_made + 1;
      exception when check_violation then
        raise warning '% has rows of % in its default partition', parent, to_char(v_start, 'YYYY-MM-DD');
      end;
    end if;
    v_start := (v_start + v_step)::date;
  end loop;
  return v_made;
end $$;
