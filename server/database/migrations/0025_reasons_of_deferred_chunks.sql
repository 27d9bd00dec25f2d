-- Why the lines of a chunk wait on purpose until its time; null: they wait for nothing.
alter table work_chunk add column wait_kind integer;
