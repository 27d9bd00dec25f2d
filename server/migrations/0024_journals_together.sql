-- replaces: 36ca3709b75f028937c744bc18d8c1d63849cd04cb0fe7a77ab663ccd6f56681
-- Journals that come together are posted together: what a statement costs besides its rows (planning, opening partitions,
-- preparing triggers and checks) is most of what a journal costs, and a sale of eight purchases has eight of them.

-- Posts journals, or refuses without having changed anything.
--
-- requests: an array of { tenant, no, event, bizType, bizId, bizNo, key, fingerprint, currency, total, bonus, reversalOf,
--   operatorId, operatorName, approverId, reason, vouchers, at, financeType,
--   legs: [{ d: 1|2, a: account code, u: user, k: wallet kind, n: amount, s: true to take the bonus wallet first }],
--   openHold: { no, userId, kind, expireTime }, changeHold: { id, captured, released, bonusCaptured, bonusReleased, expired } },
--   all of one tenant and one currency. Wallets are locked in ascending user, then kind, whatever the order here.
-- answers: one { outcome: posted, … } per request, in their order. Otherwise `refused` (from 0) is the first that could not
--   be posted and `why` its { outcome: replayed | conflict | short | missing, … }, or null when its number is taken. Nothing
--   has been written then if it was the only request, or its money was short; else the caller undoes what the others wrote.
create function fin_post_all(requests jsonb, out answers jsonb[], out refused integer, out why jsonb) language plpgsql
  -- Planning anew costs more than any better plan could save: every table is reached by its primary key. Without the
  -- other settings a connection that first posted on an empty database would go on reading whole tables as they grow.
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  v_tenant constant text := requests #>> '{0,tenant}';
  v_currency constant text := requests #>> '{0,currency}';
  v_count constant integer := jsonb_array_length(requests);
  v_now constant timestamptz := date_trunc('milliseconds', clock_timestamp());
  leg record;
  wallet record;
  -- Locked wallets, side by side; what they were and what they become.
  w_key bigint[] := '{}';
  w_user bigint[] := '{}';
  w_kind integer[] := '{}';
  w_balance bigint[] := '{}';
  w_name text[] := '{}';
  w_type integer[] := '{}';
  w_path text[] := '{}';
  w_time timestamptz[] := '{}';
  w_moved integer[] := '{}'; -- the last journal that moved it, 0 for none
  w_recharged bigint[] := '{}';
  w_consumed bigint[] := '{}';
  w_withdrawn bigint[] := '{}';
  -- Journals, side by side.
  j_id bigint[];
  j_bonus bigint[];
  j_hold bigint[];
  j_hold_no text[];
  j_time timestamptz[];
  j_entries jsonb[] := array_fill('[]'::jsonb, array[jsonb_array_length(requests)]);
  -- Entries, side by side.
  e_journal integer[] := '{}';
  e_seq integer[] := '{}';
  e_account text[] := '{}';
  e_wallet integer[] := '{}';
  e_direction integer[] := '{}';
  e_amount bigint[] := '{}';
  e_before bigint[] := '{}';
  e_after bigint[] := '{}';
  v_at integer := 0;
  v_seq integer;
  v_wallet integer;
  v_amount bigint;
  v_part bigint;
  v_delta bigint;
  v_account text;
  v_written bigint[];
  v_hold_no text;
begin
  -- 1. Lock every wallet that may move.
  for wallet in
    select w.user_id, w.kind, w.balance, w.user_name, w.user_type, w.owner_path, w.posted_time
    from fin_wallet w
    where w.user_id = any (array(
        select (l ->> 'u')::bigint from jsonb_array_elements(requests) r, jsonb_array_elements(r -> 'legs') l where l ? 'u'))
      and w.kind = any (array(
        select (l ->> 'k')::integer from jsonb_array_elements(requests) r, jsonb_array_elements(r -> 'legs') l where l ? 'k'
        union select 7 from jsonb_array_elements(requests) r, jsonb_array_elements(r -> 'legs') l where l ? 's'))
      and w.currency = v_currency and w.tenant_id = v_tenant
    order by w.user_id, w.kind
    for no key update
  loop
    w_key := w_key || (wallet.user_id * 8 + wallet.kind);
    w_user := w_user || wallet.user_id;
    w_kind := w_kind || wallet.kind;
    w_balance := w_balance || wallet.balance;
    w_name := w_name || wallet.user_name;
    w_type := w_type || wallet.user_type;
    w_path := w_path || wallet.owner_path;
    w_time := w_time || wallet.posted_time;
    w_moved := w_moved || 0;
    w_recharged := w_recharged || 0::bigint;
    w_consumed := w_consumed || 0::bigint;
    w_withdrawn := w_withdrawn || 0::bigint;
  end loop;

  -- Drawn while the wallets are locked: along a wallet the numbers of its journals grow.
  select array_agg(nextval('fin_journal_id_seq')), array_agg(coalesce((r ->> 'bonus')::bigint, 0)),
    array_agg(case when r ? 'openHold' then nextval('fin_hold_id_seq') else (r #>> '{changeHold,id}')::bigint end),
    array_agg(r #>> '{openHold,no}'),
    array_agg(coalesce(date_trunc('milliseconds', (r ->> 'at')::timestamptz), v_now))
  into j_id, j_bonus, j_hold, j_hold_no, j_time
  from (select r from jsonb_array_elements(requests) with ordinality x (r, n) order by n) ordered;

  -- 2. Turn legs into entries with the balance before and after; stop at the first wallet that is short.
  for leg in
    select x.n::integer as j, r ->> 'key' as key, r ->> 'fingerprint' as fingerprint, (r ->> 'financeType')::integer as type,
      l.d, l.a, l.u, l.k, l.n, l.s
    from jsonb_array_elements(requests) with ordinality x (r, n),
      rows from (jsonb_to_recordset(r -> 'legs') as (d integer, a text, u bigint, k integer, n bigint, s boolean))
        with ordinality l (d, a, u, k, n, s, place)
    order by x.n, l.place
  loop
    if leg.j <> v_at then
      v_at := leg.j;
      v_seq := 0;
    end if;
    v_amount := leg.n;
    -- First the bonus wallet for what it has (only for a leg that says so), then the wallet of the leg, if it is of one.
    for attempt in (case when leg.s then 1 else 2 end) .. 2 loop
      if leg.u is null then
        v_wallet := null;
      else
        v_wallet := array_position(w_key, leg.u * 8 + case when attempt = 1 then 7 else leg.k end);
        if v_wallet is null then
          continue when attempt = 1;
          refused := leg.j - 1;
          why := jsonb_build_object('outcome', 'missing', 'user', leg.u::text, 'kind', leg.k);
          return;
        end if;
      end if;
      if attempt = 1 then
        v_part := least(w_balance[v_wallet], v_amount);
        j_bonus[leg.j] := j_bonus[leg.j] + v_part;
        v_account := 'u:' || leg.u || ':bonus';
      else
        v_part := v_amount;
        v_account := leg.a;
      end if;
      continue when v_part = 0;
      v_amount := v_amount - v_part;
      v_seq := v_seq + 1;
      e_journal := e_journal || leg.j;
      e_seq := e_seq || v_seq;
      e_account := e_account || v_account;
      e_wallet := e_wallet || v_wallet;
      e_direction := e_direction || leg.d;
      e_amount := e_amount || v_part;
      if v_wallet is null then
        e_before := e_before || null::bigint;
        e_after := e_after || null::bigint;
        j_entries[leg.j] := j_entries[leg.j] || jsonb_build_array(jsonb_build_array(v_account, leg.d, v_part::text, null, null));
        continue;
      end if;
      v_delta := case when (leg.d = 2) = (w_kind[v_wallet] <> 6) then v_part else -v_part end;
      if w_balance[v_wallet] + v_delta < 0 then
        refused := leg.j - 1;
        why := coalesce(fin_replay(v_tenant, leg.key, leg.fingerprint),
          jsonb_build_object('outcome', 'short', 'user', leg.u::text, 'kind', w_kind[v_wallet],
            'balance', w_balance[v_wallet]::text, 'needed', v_part::text));
        return;
      end if;
      e_before := e_before || w_balance[v_wallet];
      e_after := e_after || (w_balance[v_wallet] + v_delta);
      j_entries[leg.j] := j_entries[leg.j] || jsonb_build_array(jsonb_build_array(v_account, leg.d, v_part::text,
        w_balance[v_wallet]::text, (w_balance[v_wallet] + v_delta)::text));
      j_time[leg.j] := greatest(j_time[leg.j], w_time[v_wallet], j_time[nullif(w_moved[v_wallet], 0)]);
      w_balance[v_wallet] := w_balance[v_wallet] + v_delta;
      w_moved[v_wallet] := leg.j;
      case
        when leg.type = 1 then w_recharged[v_wallet] := w_recharged[v_wallet] + v_delta;
        when leg.type in (2, 5, 18) then w_consumed[v_wallet] := w_consumed[v_wallet] - v_delta;
        when leg.type in (8, 9) then w_withdrawn[v_wallet] := w_withdrawn[v_wallet] - v_delta;
        else null;
      end case;
    end loop;
  end loop;

  -- 3. Claim the keys and write, in one statement: this is what a charge costs. Someone else's commit of the same key is
  -- waited for by the unique index; then nothing is written for it, because everything below hangs on the journal's row.
  with asked as (
    select n::integer, r from jsonb_array_elements(requests) with ordinality x (r, n)
  ), journal as (
    insert into fin_journal (id, tenant_id, journal_no, event_code, biz_type, biz_id, biz_no, idem_key, fingerprint, currency,
      total_amount, bonus_amount, reversal_of, hold_id, operator_id, operator_name, approver_id, reason, voucher_attach_ids,
      create_time)
    overriding system value
    select j_id[n], v_tenant, r ->> 'no', r ->> 'event', r ->> 'bizType', (r ->> 'bizId')::bigint, r ->> 'bizNo', r ->> 'key',
      r ->> 'fingerprint', v_currency, (r ->> 'total')::bigint, j_bonus[n], (r ->> 'reversalOf')::bigint, j_hold[n],
      (r ->> 'operatorId')::bigint, r ->> 'operatorName', (r ->> 'approverId')::bigint, r ->> 'reason',
      coalesce(r -> 'vouchers', '[]'), j_time[n]
    from asked
    on conflict do nothing
    returning id
  ), line as (
    select e.* from unnest(e_journal, e_seq, e_account, e_wallet, e_direction, e_amount, e_before, e_after)
      e (j, seq, account, w, direction, amount, before, after)
    where j_id[e.j] in (select id from journal)
  ), entry as (
    insert into fin_entry (journal_id, seq, create_time, tenant_id, account_code, owner_user_id, wallet_kind, currency,
      direction, amount, balance_before, balance_after)
    select j_id[j], seq, j_time[j], v_tenant, account, w_user[w], w_kind[w], v_currency, direction, amount, before,
      after
    from line
  ), log as (
    insert into finance_log (tenant_id, log_no, journal_id, journal_no, user_id, user_name, user_type, owner_path,
      wallet_kind, finance_type, direction, amount, before_amount, after_amount, currency, event_code, biz_type, biz_id,
      biz_no, operator_id, operator_name, remark, create_time)
    select v_tenant, (r ->> 'no') || '-' || seq, j_id[j], r ->> 'no', w_user[w], w_name[w], w_type[w],
      w_path[w], w_kind[w], (r ->> 'financeType')::integer, case when after > before then 1 else 2 end, amount,
      before, after, v_currency, r ->> 'event', r ->> 'bizType', (r ->> 'bizId')::bigint, r ->> 'bizNo',
      (r ->> 'operatorId')::bigint, r ->> 'operatorName', r ->> 'reason', j_time[j]
    from line join asked on n = j
    where w is not null
    order by j, seq -- along a wallet the numbers of its log grow
  ), wallet as (
    update fin_wallet w
    set balance = x.balance, version = w.version + 1, posted_time = j_time[x.moved], recharged = w.recharged + x.recharged,
      consumed = w.consumed + x.consumed, withdrawn = w.withdrawn + x.withdrawn
    from unnest(w_user, w_kind, w_balance, w_moved, w_recharged, w_consumed, w_withdrawn)
      as x (user_id, kind, balance, moved, recharged, consumed, withdrawn)
    where w.user_id = x.user_id and w.kind = x.kind and w.currency = v_currency and x.moved > 0
      and j_id[x.moved] in (select id from journal)
  )
  select array_agg(id) into v_written from journal;
  if coalesce(cardinality(v_written), 0) < v_count then
    refused := (select min(n) - 1 from unnest(j_id) with ordinality x (id, n) where v_written is null or id <> all (v_written));
    why := fin_replay(v_tenant, requests #>> array[refused::text, 'key'], requests #>> array[refused::text, 'fingerprint']);
    return;
  end if;

  -- 4. Holds that are opened or changed.
  if array_remove(j_hold_no, null) <> '{}' then
    insert into fin_hold (id, tenant_id, hold_no, user_id, account_kind, currency, amount, bonus_amount, biz_type, biz_id,
      biz_no, expire_time, create_time, update_time)
    overriding system value
    select j_hold[n], v_tenant, j_hold_no[n], (r #>> '{openHold,userId}')::bigint, (r #>> '{openHold,kind}')::integer,
      v_currency, (r ->> 'total')::bigint, j_bonus[n], r ->> 'bizType', (r ->> 'bizId')::bigint, r ->> 'bizNo',
      (r #>> '{openHold,expireTime}')::timestamptz, j_time[n], j_time[n]
    from jsonb_array_elements(requests) with ordinality x (r, n)
    where r ? 'openHold';
  end if;
  for at in 1 .. v_count loop
    continue when not (requests -> at - 1) ? 'changeHold';
    update fin_hold h
    set captured = h.captured + c.captured,
      released = h.released + c.released,
      bonus_captured = h.bonus_captured + c."bonusCaptured",
      bonus_released = h.bonus_released + c."bonusReleased",
      status = case
        when h.captured + c.captured + h.released + c.released < h.amount then 0
        when c.expired then 3
        when h.captured + c.captured = 0 then 2
        else 1
      end,
      update_time = j_time[at]
    from jsonb_to_record(requests -> at - 1 -> 'changeHold')
      as c (captured bigint, released bigint, "bonusCaptured" bigint, "bonusReleased" bigint, expired boolean)
    where h.id = j_hold[at]
    returning h.hold_no into v_hold_no;
    j_hold_no[at] := v_hold_no;
  end loop;

  for at in 1 .. v_count loop
    answers[at] := jsonb_build_object('outcome', 'posted', 'id', j_id[at]::text, 'no', requests -> at - 1 ->> 'no',
      'total', requests -> at - 1 ->> 'total', 'bonus', j_bonus[at]::text, 'hold', j_hold[at]::text,
      'holdNo', j_hold_no[at], 'time', extract(epoch from j_time[at]) * 1000, 'entries', j_entries[at]);
  end loop;
end $$;

-- Posts one journal. request, answer: as of fin_post_all; null when the journal number is taken.
create or replace function fin_post(request jsonb) returns jsonb language plpgsql as $$
declare
  v_ended record;
begin
  v_ended := fin_post_all(jsonb_build_array(request));
  if v_ended.refused is null then return v_ended.answers[1]; end if;
  return v_ended.why;
end $$;

-- Places orders with their notes, numbers and money: all of them, or as far as it came, for the caller to undo.
--
-- orders: [{ note, take: as inv_issue; money: as fin_post, left out for what costs nothing; placed: a row of
--   agt_product_order }]
-- answer: [{ order, note, posted: what fin_post said }] in the same order; or { short, left } as inv_issue; or
--   { refused: which, posted: why } for the first whose money was refused.
create or replace function ord_place(orders jsonb) returns jsonb language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
declare
  v_issued record;
  v_paid record;
  v_count constant integer := jsonb_array_length(orders);
  -- The orders that cost something, from 0.
  v_priced integer[];
  v_money jsonb;
  v_posted jsonb[] := array_fill(null::jsonb, array[v_count]);
  v_ids bigint[];
begin
  v_issued := inv_issue(orders);
  if v_issued.short is not null then
    return jsonb_build_object('short', v_issued.short, 'left', v_issued.left_over);
  end if;
  select array_agg(n::integer - 1 order by n), jsonb_agg(o -> 'money' order by n) into v_priced, v_money
  from jsonb_array_elements(orders) with ordinality x (o, n) where o ? 'money';
  if v_money is not null then
    v_paid := fin_post_all(v_money);
    if v_paid.refused = 0 and v_paid.why is null and v_count = 1 then
      -- A journal number drawn twice: about once a day at a million journals a day.
      v_paid := fin_post_all(jsonb_set(v_money, '{0,no}', to_jsonb((v_money #>> '{0,no}') || 'R')));
    end if;
    if v_paid.refused is not null then
      return jsonb_build_object('refused', v_priced[v_paid.refused + 1], 'posted', v_paid.why);
    end if;
    for at in 1 .. cardinality(v_priced) loop
      v_posted[v_priced[at] + 1] := v_paid.answers[at];
    end loop;
  end if;
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

-- What is said of fin_post_all's plans holds for these too: they join what is being written to tables that grow.
alter function fin_check_entries() set plan_cache_mode = force_generic_plan;
alter function fin_check_entries() set enable_seqscan = off;
alter function fin_check_entries() set enable_hashjoin = off;
alter function fin_check_entries() set enable_mergejoin = off;
alter function inv_move(bigint[], bigint[], timestamptz[], bigint[], bigint[]) set enable_hashjoin = off;
alter function inv_move(bigint[], bigint[], timestamptz[], bigint[], bigint[]) set enable_mergejoin = off;
