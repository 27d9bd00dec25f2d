-- The ends of all wallets and of all chains of journals after a journal, digested, in hexadecimal; null when nothing was posted by
-- then. A copy kept elsewhere shows whether anything up to that journal was changed together with all that depends on it.
create or replace function fin_root(journal bigint) returns text language sql stable as $$
  select encode(sha256(string_agg(convert_to(name, 'UTF8') || hash, ''::bytea order by name)), 'hex')
  from (
    (
      select distinct on (owner_user_id, wallet_kind, currency) owner_user_id || '/' || wallet_kind || '/' || currency || '/' as name, hash
      from fin_entry where owner_user_id is not null and journal_id <= journal
      order by owner_user_id, wallet_kind, currency, journal_id desc, seq desc
    )
    union all
    (
      select distinct on (tenant_id, chain_slot) tenant_id || ':' || chain_slot || '/', hash
      from fin_journal where id <= journal
      order by tenant_id, chain_slot, chain_no desc
    )
  ) ends
$$;
