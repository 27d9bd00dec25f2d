-- What the ends of all wallets' chains came to after a journal, in hexadecimal; null when no wallet had moved by then. Kept
-- elsewhere, it tells whether anything up to that journal was changed together with all that hangs on it.
create or replace function fin_root(journal bigint) returns text language sql stable as $$
  select encode(sha256(string_agg(convert_to(owner_user_id || '/' || wallet_kind || '/' || currency || '/', 'UTF8') || hash,
    ''::bytea order by owner_user_id, wallet_kind, currency)), 'hex')
  from (
    select distinct on (owner_user_id, wallet_kind, currency) owner_user_id, wallet_kind, currency, hash
    from fin_entry where owner_user_id is not null and journal_id <= journal
    order by owner_user_id, wallet_kind, currency, journal_id desc, seq desc
  ) ends
$$;
