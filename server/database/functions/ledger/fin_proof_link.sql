-- The hash of a proof: of the one before it (empty for the first), of its columns and of its time.
create or replace function fin_proof_link(before bytea, proof jsonb, at timestamptz) returns bytea language sql immutable as $$
  select sha256(before || convert_to((proof - '{hash,create_time}'::text[])::text || '/' || (extract(epoch from at) * 1000000)::bigint, 'UTF8'))
$$;
