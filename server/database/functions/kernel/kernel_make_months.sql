-- Creates the partitions of every partitioned table for the given number of months, from `first_month` on. Returns the
-- number created.
create or replace function kernel_make_months(first_month date, month_count integer) returns integer language sql as $$
  select coalesce(sum(kernel_make_partitions(c.oid::regclass, first_month, month_count)), 0)::integer
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'p'
$$;
