-- Rules of the business that its tables and functions keep.

-- Staff looking after a customer's note are counted, and do not use up the customer's downloads.
alter table inv_outbound add column staff_download_count integer not null default 0;
alter table inv_outbound drop constraint inv_outbound_counts;
alter table inv_outbound add constraint inv_outbound_counts check (
  delivered_qty <= quantity and returned_qty <= delivered_qty and download_count - staff_download_count <= max_download);

-- A note without an order is charged when it is delivered, or it is a gift: for a reason, of two people.
alter table inv_outbound add column is_gift integer not null default 0 check (is_gift in (0, 1));
alter table inv_outbound add column gift_reason text;
alter table inv_outbound add column gift_user bigint;
alter table inv_outbound add column gift_user_name text;
comment on column inv_outbound.gift_user is 'who made it a gift; somebody else delivers it';

-- A number may be staged for each line of business once, in one batch too.
drop index inv_staged_number;
create unique index inv_staged_number on inv_staged (e164, batch_id, business_type) where deleted_at is null;

-- When a price was to end before a later one was to follow it: what it gets back when that one is removed. 'infinity': never.
alter table prc_price add column planned_expire_time timestamptz;

-- As before, and a row from a program that does not know the new columns has them.
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
    v_picked := inv_pick(kind.take || jsonb_build_object('quantity', kind.quantity));
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

-- As before, and the money of an order names the order's row.
create or replace function ord_place(orders jsonb) returns jsonb language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
declare
  v_issued record;
  v_paid record;
  v_count constant integer := jsonb_array_length(orders);
  -- The orders that cost something, from 0.
  v_priced integer[] := '{}';
  v_money jsonb := '[]';
  v_posted jsonb[] := array_fill(null::jsonb, array[v_count]);
  v_ids bigint[];
  v_answer jsonb := '[]';
begin
  v_issued := inv_issue(orders);
  if v_issued.short is not null then
    return jsonb_build_object('short', v_issued.short, 'left', v_issued.left_over);
  end if;
  for at in 1 .. v_count loop
    v_ids[at] := nextval('agt_product_order_id_seq');
  end loop;
  for at in 0 .. v_count - 1 loop
    continue when not (orders -> at) ? 'money';
    v_priced := v_priced || at;
    v_money := v_money || jsonb_build_array((orders -> at -> 'money') || jsonb_build_object('bizId', v_ids[at + 1]));
  end loop;
  if v_priced <> '{}' then
    v_paid := fin_post_all(v_money);
    if v_paid.refused = 0 and v_paid.why is null and v_count = 1 then
      -- A journal number drawn twice: about once a day at a million journals a day.
      v_paid := fin_post_all(jsonb_set(v_money, '{0,no}', to_jsonb((v_money #>> '{0,no}') || 'R')));
    end if;
    if v_paid.refused is not null then
      v_answer := jsonb_build_object('refused', v_priced[v_paid.refused + 1], 'posted', v_paid.why);
      raise sqlstate 'OR001';
    end if;
    for at in 1 .. cardinality(v_priced) loop
      v_posted[v_priced[at] + 1] := v_paid.answers[at];
    end loop;
  end if;
  insert into agt_product_order overriding system value
  select r.* from jsonb_array_elements(orders) with ordinality x (o, n),
    jsonb_populate_record(null::agt_product_order, (o -> 'placed') || jsonb_build_object(
      'id', v_ids[n], 'outbound_id', v_issued.notes[n], 'hold_id', v_posted[n] ->> 'hold',
      'journal_id', case when v_posted[n] ->> 'hold' is null then v_posted[n] ->> 'id' end)) r;
  insert into agt_product_sale as s (product_id, slot, sold)
  select (o #>> '{placed,product_id}')::bigint, pg_backend_pid() % 16, sum((o #>> '{placed,quantity}')::integer)
  from jsonb_array_elements(orders) o group by 1 order by 1
  on conflict (product_id, slot) do update set sold = s.sold + excluded.sold;
  for at in 1 .. v_count loop
    v_answer := v_answer || jsonb_build_object('order', v_ids[at]::text, 'note', v_issued.notes[at]::text, 'posted', v_posted[at]);
  end loop;
  return v_answer;
exception
  when sqlstate 'OR001' then return v_answer;
end $$;
