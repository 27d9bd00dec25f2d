-- The hash of an entry: of the previous one in its wallet (empty for the first), of its journal's content and its
-- position.
create or replace function fin_link(before bytea, digest bytea, journal bigint, seq integer, owner bigint, kind integer,
  currency text, tenant text, at timestamptz) returns bytea language sql immutable as $$
  select sha256(before || digest || convert_to(
    journal || '/' || seq || '/' || owner || '/' || kind || '/' || currency || '/' || tenant || '/' ||
    (extract(epoch from at) * 1000)::bigint, 'UTF8'))
$$;
