-- Picks and moves for one note. take: as inv_pick, with outbound, user, and reserveUntil (hold) or not (hand over to
-- assignTo). answer: how many were taken; when these are too few, the caller undoes the transaction.
create or replace function inv_take(take jsonb) returns integer language plpgsql as $$
declare
  v_items constant bigint[] := inv_pick(take);
  v_count constant integer := coalesce(cardinality(v_items), 0);
begin
  if v_count > 0 then
    perform inv_move(v_items, array_fill((take ->> 'outbound')::bigint, array[v_count]),
      array_fill((take ->> 'reserveUntil')::timestamptz, array[v_count]), array_fill((take ->> 'assignTo')::bigint, array[v_count]),
      array_fill((take ->> 'user')::bigint, array[v_count]));
  end if;
  return v_count;
end $$;
