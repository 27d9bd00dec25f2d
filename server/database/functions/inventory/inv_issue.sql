-- Takes numbers for several outbound notes and writes the notes. Notes for the same kind of number share one scan
-- of the stock.
-- issues: an array of { take: as of inv_pick, with user, and reserveUntil (hold) or assignTo (hand over),
--   note: columns of inv_outbound }.
-- notes: their ids, in order. Otherwise `short` (from 0) is the first note without enough numbers, and `left_over`
--   their count; the caller must then roll back.
create or replace function inv_issue(issues jsonb, out notes bigint[], out short integer, out left_over integer) language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
declare
  kind record;
  v_picked bigint[];
  v_from integer;
  v_issue jsonb;
  v_quantity integer;
  v_at integer;
  m_item bigint[] := '{}';
  m_note bigint[] := '{}';
  m_until timestamptz[] := '{}';
  m_assign bigint[] := '{}';
  m_user bigint[] := '{}';
begin
  for at in 1 .. jsonb_array_length(issues) loop
    notes[at] := nextval('inv_outbound_id_seq');
  end loop;
  for kind in
    select (i -> 'take') - '{quantity,assignTo,reserveUntil,user}'::text[] as take, array_agg(n::integer order by n) as members,
      sum((i #>> '{take,quantity}')::integer) as quantity
    from jsonb_array_elements(issues) with ordinality x (i, n)
    group by 1
  loop
    -- Kinds may overlap: a number fits a product of its type and one of any type.
    v_picked := inv_pick(kind.take || jsonb_build_object('quantity', kind.quantity), m_item);
    v_from := 0;
    foreach v_at in array kind.members loop
      v_issue := issues -> v_at - 1;
      v_quantity := v_issue #>> '{take,quantity}';
      if coalesce(cardinality(v_picked), 0) < v_from + v_quantity then
        notes := null;
        short := v_at - 1;
        left_over := coalesce(cardinality(v_picked), 0) - v_from;
        return;
      end if;
      m_item := m_item || v_picked[v_from + 1 : v_from + v_quantity];
      m_note := m_note || array_fill(notes[v_at], array[v_quantity]);
      m_until := m_until || array_fill((v_issue #>> '{take,reserveUntil}')::timestamptz, array[v_quantity]);
      m_assign := m_assign || array_fill((v_issue #>> '{take,assignTo}')::bigint, array[v_quantity]);
      m_user := m_user || array_fill((v_issue #>> '{take,user}')::bigint, array[v_quantity]);
      v_from := v_from + v_quantity;
    end loop;
  end loop;
  insert into inv_outbound overriding system value
  select r.* from jsonb_array_elements(issues) with ordinality x (i, n),
    jsonb_populate_record(null::inv_outbound,
      '{"staff_download_count": 0, "is_gift": 0}' || (i -> 'note') || jsonb_build_object('id', notes[n])) r;
  perform inv_move(m_item, m_note, m_until, m_assign, m_user);
end $$;
