-- A row-level check against inv_batch cost a third of a large import. Every row gets its batch from `openBatch`, and a
-- batch is never removed, so there is nothing for the key to catch.
alter table inv_staged drop constraint inv_staged_batch_id_fkey;

-- How far a batch's numbers have come, so that a list of batches never counts rows. An import sets ready_count itself
-- (a trigger on insert would collect a million rows first); every later change of state is counted here.
alter table inv_batch
  add column ready_count bigint not null default 0,
  add column in_warehouse_count bigint not null default 0,
  add column failed_count bigint not null default 0,
  add column void_count bigint not null default 0,
  add constraint inv_batch_counts check (ready_count >= 0 and in_warehouse_count >= 0 and failed_count >= 0 and void_count >= 0);

-- Only movements between states are written: an update that changes something else touches no batch.
create function inv_count_staged() returns trigger language plpgsql as $$
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

create trigger inv_staged_counted after update on inv_staged
  referencing old table as old_rows new table as new_rows for each statement execute function inv_count_staged();

-- Moving a batch walks its ready rows from the lowest id.
create index inv_staged_ready on inv_staged (batch_id, id) where status = 1 and deleted_at is null;

-- Checks that never came back are found by this.
create index inv_item_checking on inv_item (update_time) where survive_status = 4;

-- A number that was given up may be entered again.
drop index inv_staged_batch_number;
create unique index inv_staged_batch_number on inv_staged (batch_id, e164) where deleted_at is null;
