-- Moves picked numbers out of stock and writes the lines of their notes. The arrays are parallel, one entry per number:
-- the end of its hold (null: delivered at once), and the user it is delivered to (null: no user).
-- Raises if a number is named twice or does not exist.
create or replace function inv_move(p_items bigint[], p_notes bigint[], p_until timestamptz[], p_assign bigint[], p_user bigint[])
returns void language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  v_moved integer;
begin
  with moved as (
    update inv_item i set
      stock_status = case when m.until is null then 2 else 1 end,
      reserve_expire_time = m.until,
      assigned_to = case when m.until is null then m.assign else i.assigned_to end,
      assign_time = case when m.until is null then now() else i.assign_time end,
      assign_seq = case when m.until is null then i.assign_seq + 1 else i.assign_seq end,
      outbound_id = m.note, preorder_id = null, update_user = m.by_user, update_time = now(), version = i.version + 1
    from unnest(p_items, p_notes, p_until, p_assign, p_user) m (item, note, until, assign, by_user)
    where i.id = m.item
    returning i.outbound_id, i.id, i.e164, i.country_code
  )
  insert into inv_outbound_line (outbound_id, item_id, e164, country_code)
  select outbound_id, id, e164, country_code from moved;
  get diagnostics v_moved = row_count;
  if v_moved <> coalesce(cardinality(p_items), 0) then
    raise exception 'inv_move: % of % numbers moved', v_moved, cardinality(p_items);
  end if;
end $$;
