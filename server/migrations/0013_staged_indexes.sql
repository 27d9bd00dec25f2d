-- One number once in a batch, and where a number stands already: one index answers both. Every index in the order of the
-- numbers costs an import a tenth of its time; those in the order of arrival cost next to nothing.
drop index inv_staged_batch_number;
drop index inv_staged_number;
create unique index inv_staged_number on inv_staged (e164, batch_id) where deleted_at is null;

-- Lists of one batch, and taking one back.
create index inv_staged_batch on inv_staged (batch_no, id);
