-- Places orders: takes the numbers, posts the money, writes the orders; all of them or none.
-- orders: an array of { take, note: as of inv_issue, money: a request of fin_post_all (absent: nothing to pay), deposit: a request
--   of fin_post_all that is posted just before (the release of a pre-order's deposit), placed: columns of agt_product_order }. The money of an order names the order's row.
-- answer: an array of { order, note, posted } in their order; or { short, left } as of inv_issue; or { refused, posted },
--   the first whose money was refused and why.
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
    if (orders -> at) ? 'deposit' then
      v_priced := v_priced || at;
      v_money := v_money || jsonb_build_array(orders -> at -> 'deposit');
    end if;
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
    -- The answer of an order's charge replaces that of its deposit.
    for at in 1 .. cardinality(v_priced) loop
      v_posted[v_priced[at] + 1] := v_paid.answers[at];
    end loop;
  end if;
  insert into agt_product_order overriding system value
  select r.* from jsonb_array_elements(orders) with ordinality x (o, n),
    jsonb_populate_record(null::agt_product_order, (o -> 'placed') || jsonb_build_object(
      'id', v_ids[n], 'outbound_id', v_issued.notes[n], 'hold_id', v_posted[n] ->> 'hold',
      'journal_id', case when v_posted[n] ->> 'hold' is null then v_posted[n] ->> 'id' end)) r;
  perform reb_earn(charged.list) from (
    select jsonb_agg(jsonb_build_object('tenant', p -> 'tenant_id', 'agent', p -> 'agent_id', 'user', p -> 'buyer_id',
      'userName', p -> 'buyer_name', 'business', p -> 'business_type', 'service', p #> '{product_snapshot,serviceType}',
      'country', p -> 'country_code', 'type', 3, 'id', v_ids[n], 'no', p -> 'order_no', 'journal', v_posted[n] -> 'id',
      'amount', p -> 'amount', 'at', p -> 'create_time', 'until', p -> 'warranty_until')) as list
    from jsonb_array_elements(orders) with ordinality x (o, n), lateral (select o -> 'placed' as p) placed
    where v_posted[n] ->> 'id' is not null and v_posted[n] ->> 'hold' is null
  ) charged where charged.list is not null;
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
