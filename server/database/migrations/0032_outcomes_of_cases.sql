-- What the investigation of a compliance case found; unknown for those closed before.
alter table cmp_case add column outcome integer check (outcome between 1 and 3);
