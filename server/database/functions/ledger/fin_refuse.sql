-- Refuses a change of a table that is only ever added to.
create or replace function fin_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'LEDGER_READONLY: % on % is refused', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
