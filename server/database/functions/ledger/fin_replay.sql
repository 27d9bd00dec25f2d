-- The answer for a used key: the existing journal, or a conflict if the content differs.
-- Null when the key is new.
create or replace function fin_replay(p_tenant text, p_key text, p_fingerprint text) returns jsonb language plpgsql as $$
declare
  j fin_journal;
begin
  select * into j from fin_journal where tenant_id = p_tenant and idem_key = p_key;
  if not found then return null; end if;
  if j.fingerprint <> p_fingerprint then return jsonb_build_object('outcome', 'conflict'); end if;
  return jsonb_build_object(
    'outcome', 'replayed', 'id', j.id::text, 'no', j.journal_no, 'total', j.total_amount::text,
    'bonus', j.bonus_amount::text, 'hold', j.hold_id::text, 'holdNo', (select hold_no from fin_hold where id = j.hold_id),
    'time', extract(epoch from j.create_time) * 1000,
    'entries', (
      select jsonb_agg(jsonb_build_array(account_code, direction, amount::text, balance_before::text, balance_after::text)
        order by seq)
      from fin_entry where journal_id = j.id and create_time = j.create_time
    )
  );
end $$;
