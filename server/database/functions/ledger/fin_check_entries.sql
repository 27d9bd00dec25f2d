-- Every set of entries written by one statement must be whole journals: numbered from 1, of the journal's time and
-- tenant, debits = credits = the journal's total. The primary key then refuses any later addition to a journal.
create or replace function fin_check_entries() returns trigger language plpgsql
  -- As in fin_post_all: it joins the new rows to growing tables.
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  bad bigint;
begin
  select e.journal_id into bad
  from new_entries e
  left join fin_journal j on j.id = e.journal_id and j.create_time = e.create_time and j.tenant_id = e.tenant_id
    and j.currency = e.currency
  group by e.journal_id
  having count(j.id) <> count(*)
    or min(e.seq) <> 1 or max(e.seq) <> count(*)
    or sum(e.amount) filter (where e.direction = 1) is distinct from max(j.total_amount)
    or sum(e.amount) filter (where e.direction = 2) is distinct from max(j.total_amount)
  limit 1;
  if found then
    raise exception 'LEDGER_UNBALANCED: journal % is not whole or does not sum to zero', bad
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
