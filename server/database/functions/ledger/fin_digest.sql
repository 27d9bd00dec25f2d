-- The digest of a journal's content: header is an array of its columns in the order of fin_journal, entries one of
-- [account, direction, amount, before, after] in the order of fin_entry. Both in jsonb notation, amounts and ids as
-- text.
create or replace function fin_digest(header jsonb, entries jsonb) returns bytea language sql immutable as $$
  select sha256(convert_to(header::text || entries::text, 'UTF8'))
$$;
