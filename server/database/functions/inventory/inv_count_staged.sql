-- Keeps the counts of inv_batch by the states of its staged numbers.
-- Only movements between states are written: an update that changes something else touches no batch.
create or replace function inv_count_staged() returns trigger language plpgsql as $$
begin
  update inv_batch b set
    ready_count = b.ready_count + d.ready, in_warehouse_count = b.in_warehouse_count + d.in_warehouse,
    failed_count = b.failed_count + d.failed, void_count = b.void_count + d.void
  from (
    select batch_id, sum(n) filter (where status in (1, 2)) as ready, sum(n) filter (where status = 3) as in_warehouse,
      sum(n) filter (where status = 5) as failed, sum(n) filter (where status = 6) as void
    from (
      select batch_id, status, 1 as n from new_rows
      union all
      select batch_id, status, -1 from old_rows
    ) moved
    group by batch_id
  ) raw
  cross join lateral (
    select coalesce(raw.ready, 0) as ready, coalesce(raw.in_warehouse, 0) as in_warehouse, coalesce(raw.failed, 0) as failed, coalesce(raw.void, 0) as void
  ) d
  where b.id = raw.batch_id and (d.ready, d.in_warehouse, d.failed, d.void) <> (0, 0, 0, 0);
  return null;
end $$;
