-- Refuses a write that does not come from fin_post_all(), which sets ledger.posting.
create or replace function fin_refuse_outside() returns trigger language plpgsql as $$
begin
  raise exception 'LEDGER_READONLY: % on % happens only inside fin_post()', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
