-- The batches whose numbers are not on show: few, and asked for by every list of staged numbers.
create index inv_batch_open on inv_batch (tenant_id, id) where status in (0, 1);
-- Numbers that need somebody's hand are looked for among millions that do not.
create index inv_staged_unfit on inv_staged (id) where status in (0, 5) and deleted_at is null;
