-- Sales in one round trip, several at a time: what a statement costs besides its rows (planning, opening tables and
-- indexes, preparing triggers and checks, a commit that waits for the disk) is most of what a sale of one number costs, and
-- sales that come together can share it. Each engine has its own function; the orders' calls the others'.

-- What may be sold at all; which of it a buyer wants is the asker's business. The rule stands here and nowhere else.
-- Literals, not parameters: the partial index of numbers on sale is found only by what the planner can prove.
create view inv_sellable as
select * from inv_item
where stock_status = 0 and deleted_at is null and owner_type = 1 and survive_status <> 2
  and (lease_end is null or lease_end >= current_date + 7);

-- Picks numbers and locks them; those another buyer is taking are skipped, so parallel buyers neither wait nor meet.
-- take: tenant, quantity, businessType, countryCode, numberType, capability (bits that must all be there), warehouseCode,
--   aliveWithinHours, strategy (1 oldest first, 2 at random, 3 a run of consecutive numbers from `first` on).
-- answer: their ids, at most `quantity`, in the order asked for; null when there is none.
create function inv_pick(take jsonb) returns bigint[] language plpgsql
  -- Planning anew costs more than the work; without the second setting a connection that sold first from an empty stock
  -- would go on scanning the table as it grows.
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
declare
  v_tenant constant text := take ->> 'tenant';
  v_quantity constant integer := take ->> 'quantity';
  v_business constant integer := take ->> 'businessType';
  v_country constant text := take ->> 'countryCode';
  v_type constant integer := take ->> 'numberType';
  v_capability constant integer := coalesce((take ->> 'capability')::integer, 0);
  v_warehouse constant text := take ->> 'warehouseCode';
  v_alive constant interval := make_interval(hours => (take ->> 'aliveWithinHours')::integer);
  v_first constant bigint := take ->> 'first';
  v_picked bigint[];
begin
  case coalesce((take ->> 'strategy')::integer, 1)
  when 1 then
    select array_agg(id) into v_picked from (
      select id from inv_sellable
      where tenant_id = v_tenant and business_type = v_business and country_code = v_country
        and (v_type is null or number_type = v_type) and capability & v_capability = v_capability
        and (v_warehouse is null or warehouse_code = v_warehouse)
        and (v_alive is null or (survive_status = 1 and survive_time >= now() - v_alive))
      -- The order of the index of numbers on sale, and of no other: plain `id` would let the planner walk past all that
      -- was ever sold.
      order by id + 0 limit v_quantity for update skip locked
    ) oldest;
  when 2 then
    select array_agg(id) into v_picked from (
      select id from inv_sellable
      where tenant_id = v_tenant and business_type = v_business and country_code = v_country
        and (v_type is null or number_type = v_type) and capability & v_capability = v_capability
        and (v_warehouse is null or warehouse_code = v_warehouse)
        and (v_alive is null or (survive_status = 1 and survive_time >= now() - v_alive))
      order by random() limit v_quantity for update skip locked
    ) anyhow;
  when 3 then
    select array_agg(id) into v_picked from (
      select id from inv_sellable
      where tenant_id = v_tenant and business_type = v_business and country_code = v_country
        and (v_type is null or number_type = v_type) and capability & v_capability = v_capability
        and (v_warehouse is null or warehouse_code = v_warehouse)
        and (v_alive is null or (survive_status = 1 and survive_time >= now() - v_alive))
        and e164 >= v_first and e164 < v_first + v_quantity
      order by e164 for update skip locked
    ) run;
  end case;
  return v_picked;
end $$;

-- Moves picked numbers out of stock and writes the lines of their notes. The arrays lie side by side, one entry a number:
-- until when it is held (null: it is handed over at once), and to whom it is handed (null: to nobody in particular).
create function inv_move(p_items bigint[], p_notes bigint[], p_until timestamptz[], p_assign bigint[], p_user bigint[])
returns void language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
begin
  with moved as (
    update inv_item i set
      stock_status = case when m.until is null then 2 else 1 end,
      reserve_expire_time = m.until,
      assigned_to = case when m.until is null then m.assign else i.assigned_to end,
      assign_time = case when m.until is null then now() else i.assign_time end,
      assign_seq = case when m.until is null then i.assign_seq + 1 else i.assign_seq end,
      outbound_id = m.note, update_user = m.by_user, update_time = now(), version = i.version + 1
    from unnest(p_items, p_notes, p_until, p_assign, p_user) m (item, note, until, assign, by_user)
    where i.id = m.item
    returning i.outbound_id, i.id, i.e164, i.country_code
  )
  insert into inv_outbound_line (outbound_id, item_id, e164, country_code)
  select outbound_id, id, e164, country_code from moved;
end $$;

-- Picks and moves for one note. take: as inv_pick, with outbound, user, and reserveUntil (hold) or not (hand over to
-- assignTo). answer: how many were taken; when these are too few, the caller undoes the transaction.
create function inv_take(take jsonb) returns integer language plpgsql as $$
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

-- Writes delivery notes and takes the numbers of each. Notes that ask for the same kind of number share one pick.
-- issues: [{ note: a row of inv_outbound, take: as inv_pick, with user, and reserveUntil or assignTo }]
-- answer: the notes' ids in the same order; or, with nothing written, the first note that could not be filled (from 0) and
--   how many numbers were left for it.
create function inv_issue(issues jsonb, out notes bigint[], out short integer, out left_over integer) language plpgsql
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
  select array_agg(nextval('inv_outbound_id_seq')) into notes from generate_series(1, jsonb_array_length(issues));
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
    jsonb_populate_record(null::inv_outbound, (i -> 'note') || jsonb_build_object('id', notes[n])) r;
  perform inv_move(m_item, m_note, m_until, m_assign, m_user);
end $$;

-- A number comes to a line only through inv_move, and neither rows of stock nor notes are ever removed: the two keys had
-- nothing to catch and looked up two rows for every number sold. What is not sold twice is the unique index's business.
alter table inv_outbound_line drop constraint inv_outbound_line_outbound_id_fkey;
alter table inv_outbound_line drop constraint inv_outbound_line_item_id_fkey;

-- Places orders with their notes, numbers and money: all of them, or as far as it came, for the caller to undo.
--
-- orders: [{ note, take: as inv_issue; money: as fin_post, left out for what costs nothing; placed: a row of
--   agt_product_order }], in the order their wallets are to be locked
-- answer: [{ order, note, posted: what fin_post said }] in the same order; or { short, left } as inv_issue; or
--   { refused: which, posted: why } for the first whose money was refused.
create function ord_place(orders jsonb) returns jsonb language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
declare
  v_issued record;
  v_count constant integer := jsonb_array_length(orders);
  v_money jsonb;
  v_posted jsonb[] := '{}';
  v_one jsonb;
  v_ids bigint[];
begin
  v_issued := inv_issue(orders);
  if v_issued.short is not null then
    return jsonb_build_object('short', v_issued.short, 'left', v_issued.left_over);
  end if;
  for at in 0 .. v_count - 1 loop
    v_money := orders -> at -> 'money';
    v_one := null;
    if v_money is not null then
      -- Null is a journal number drawn twice: about once a day at a million journals a day.
      v_one := coalesce(fin_post(v_money), fin_post(jsonb_set(v_money, '{no}', to_jsonb((v_money ->> 'no') || 'R'))));
      if v_one ->> 'outcome' is distinct from 'posted' then
        return jsonb_build_object('refused', at, 'posted', v_one);
      end if;
    end if;
    v_posted := v_posted || v_one;
  end loop;
  select array_agg(nextval('agt_product_order_id_seq')) into v_ids from generate_series(1, v_count);
  insert into agt_product_order overriding system value
  select r.* from jsonb_array_elements(orders) with ordinality x (o, n),
    jsonb_populate_record(null::agt_product_order, (o -> 'placed') || jsonb_build_object(
      'id', v_ids[n], 'outbound_id', v_issued.notes[n], 'hold_id', v_posted[n] ->> 'hold',
      'journal_id', case when v_posted[n] ->> 'hold' is null then v_posted[n] ->> 'id' end)) r;
  insert into agt_product_sale as s (product_id, slot, sold)
  select (o #>> '{placed,product_id}')::bigint, pg_backend_pid() % 16, sum((o #>> '{placed,quantity}')::integer)
  from jsonb_array_elements(orders) o group by 1 order by 1
  on conflict (product_id, slot) do update set sold = s.sold + excluded.sold;
  return (
    select jsonb_agg(jsonb_build_object('order', v_ids[n]::text, 'note', v_issued.notes[n]::text, 'posted', v_posted[n]) order by n)
    from generate_series(1, v_count) n);
end $$;
