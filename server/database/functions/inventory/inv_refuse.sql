-- Rows of stock are history: they are retired, never removed, so the counters need no third case.
create or replace function inv_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never removed', tg_table_name using errcode = 'restrict_violation';
end $$;
