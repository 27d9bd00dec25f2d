-- Returns the length of the partitions of a table: 'week' for tables whose rows are many and kept for weeks, otherwise 'month'.
create or replace function kernel_partition_unit(parent regclass) returns text language sql immutable as $$
  select case when parent::text in ('work_line', 'src_visit') then 'week' else 'month' end
$$;
