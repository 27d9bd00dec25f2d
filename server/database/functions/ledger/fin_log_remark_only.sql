-- A line of the finance log is history; only its remark may be written anew.
create or replace function fin_log_remark_only() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'remark' is distinct from to_jsonb(old) - 'remark' then
    raise exception 'LEDGER_READONLY: only the remark of % may change', tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
