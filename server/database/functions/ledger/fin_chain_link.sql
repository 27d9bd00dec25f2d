-- The hash of a journal: of the previous one in its chain (empty for the first), of its content and its position.
create or replace function fin_chain_link(before bytea, digest bytea, journal bigint, slot integer, place bigint, at timestamptz)
returns bytea language sql immutable as $$
  select sha256(before || digest || convert_to(
    journal || '/' || slot || '/' || place || '/' || (extract(epoch from at) * 1000)::bigint, 'UTF8'))
$$;
