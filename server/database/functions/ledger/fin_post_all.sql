-- Posts journals, or refuses without having changed anything.
-- requests: an array of { tenant, no, event, bizType, bizId, bizNo, key, fingerprint, currency, total, bonus, reversalOf,
--   operatorId, operatorName, approverId, reason, vouchers, at, financeType,
--   legs: [{ direction: 1|2, account: code, user, kind: of the wallet, amount, bonusFirst: true to take the bonus wallet first }],
--   openHold: { no, userId, kind, expireTime }, changeHold: { id, captured, released, bonusCaptured, bonusReleased, expired } },
--   all of one tenant and one currency. Wallets are locked in ascending user, then kind, in any order of requests.
-- answers: one { outcome: posted, … } per request, in their order. Otherwise `refused` (from 0) is the first that could not
--   be posted and `why` its { outcome: replayed | conflict | short | missing, … }, or null when its number is taken. Nothing
--   has been written then if it was the only request, or its money was short; else the caller undoes what the others wrote.
create or replace function fin_post_all(requests jsonb, out answers jsonb[], out refused integer, out why jsonb) language plpgsql
  -- Planning again costs more than any better plan could save: every table is reached by its primary key. Without the
  -- other settings a connection that first posted on an empty database would continue to read whole tables as they
  -- grow.
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
  v_request jsonb;
  v_legs jsonb;
  v_leg jsonb;
  v_users bigint[] := '{}';
  v_kinds integer[] := '{}';
  wallet record;
  -- Locked wallets in parallel arrays; their balances before and after.
  w_key bigint[] := '{}';
  w_user bigint[] := '{}';
  w_kind integer[] := '{}';
  w_balance bigint[] := '{}';
  w_name text[] := '{}';
  w_type integer[] := '{}';
  w_path text[] := '{}';
  w_time timestamptz[] := '{}';
  w_moved integer[] := '{}'; -- the last journal that moved it, 0 for none
  w_head bytea[] := '{}'; -- the hash of its last entry
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
  e_hash bytea[] := '{}';
  v_type integer;
  v_user bigint;
  v_kind integer;
  v_side integer;
  v_seq integer;
  v_wallet integer;
  v_amount bigint;
  v_part bigint;
  v_delta bigint;
  v_account text;
  v_written bigint[];
  -- The chain that the journals join, and their links.
  c_slot integer;
  c_no bigint;
  c_head bytea;
  j_digest bytea[];
  j_hash bytea[];
  v_hold_no text;
begin
  -- 1. Lock every wallet that may move.
  for at in 0 .. v_count - 1 loop
    v_legs := requests -> at -> 'legs';
    for place in 0 .. jsonb_array_length(v_legs) - 1 loop
      v_leg := v_legs -> place;
      continue when not v_leg ? 'user';
      v_users := v_users || (v_leg ->> 'user')::bigint;
      v_kinds := v_kinds || (v_leg ->> 'kind')::integer;
      if v_leg ? 'bonusFirst' then
        v_kinds := v_kinds || 7;
      end if;
    end loop;
  end loop;
  for wallet in
    select w.user_id, w.kind, w.balance, w.user_name, w.user_type, w.owner_path, w.posted_time, w.chain_head
    from fin_wallet w
    where w.user_id = any (v_users) and w.kind = any (v_kinds) and w.currency = v_currency and w.tenant_id = v_tenant
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
    w_head := w_head || wallet.chain_head;
    w_recharged := w_recharged || 0::bigint;
    w_consumed := w_consumed || 0::bigint;
    w_withdrawn := w_withdrawn || 0::bigint;
  end loop;

  -- A chain of the tenant that no other transaction extends now; a new one if all are taken, so no posting waits for a
  -- chain.
  select slot, journals, head into c_slot, c_no, c_head from fin_chain
  where tenant_id = v_tenant order by slot limit 1 for no key update skip locked;
  if not found then
    insert into fin_chain (tenant_id, slot) values (v_tenant, nextval('fin_chain_slot')) returning slot, journals, head into c_slot, c_no, c_head;
  end if;

  -- Drawn while the wallets and the chain are locked: along each the numbers of its journals grow.
  for at in 1 .. v_count loop
    v_request := requests -> at - 1;
    j_id[at] := nextval('fin_journal_id_seq');
    j_bonus[at] := coalesce((v_request ->> 'bonus')::bigint, 0);
    j_hold[at] := case when v_request ? 'openHold' then nextval('fin_hold_id_seq') else (v_request #>> '{changeHold,id}')::bigint end;
    j_hold_no[at] := v_request #>> '{openHold,no}';
    j_time[at] := coalesce(date_trunc('milliseconds', (v_request ->> 'at')::timestamptz), v_now);
  end loop;

  -- 2. Turn legs into entries with the balance before and after; stop at the first wallet that is short.
  for at in 1 .. v_count loop
    v_request := requests -> at - 1;
    v_type := v_request ->> 'financeType';
    v_legs := v_request -> 'legs';
    v_seq := 0;
    for place in 0 .. jsonb_array_length(v_legs) - 1 loop
      v_leg := v_legs -> place;
      v_user := v_leg ->> 'user';
      v_kind := v_leg ->> 'kind';
      v_side := v_leg ->> 'direction';
      v_amount := v_leg ->> 'amount';
      -- First the bonus wallet, as far as it goes (only for a leg with bonusFirst), then the wallet of the leg, if it
      -- is of one.
      for attempt in (case when v_leg ? 'bonusFirst' then 1 else 2 end) .. 2 loop
        if v_user is null then
          v_wallet := null;
        else
          v_wallet := array_position(w_key, v_user * 8 + case when attempt = 1 then 7 else v_kind end);
          if v_wallet is null then
            continue when attempt = 1;
            refused := at - 1;
            why := jsonb_build_object('outcome', 'missing', 'user', v_user::text, 'kind', v_kind);
            return;
          end if;
        end if;
        if attempt = 1 then
          v_part := least(w_balance[v_wallet], v_amount);
          j_bonus[at] := j_bonus[at] + v_part;
          v_account := 'u:' || v_user || ':bonus';
        else
          v_part := v_amount;
          v_account := v_leg ->> 'account';
        end if;
        continue when v_part = 0;
        v_amount := v_amount - v_part;
        v_seq := v_seq + 1;
        e_journal := e_journal || at;
        e_seq := e_seq || v_seq;
        e_account := e_account || v_account;
        e_wallet := e_wallet || v_wallet;
        e_direction := e_direction || v_side;
        e_amount := e_amount || v_part;
        if v_wallet is null then
          e_before := e_before || null::bigint;
          e_after := e_after || null::bigint;
          j_entries[at] := j_entries[at] || jsonb_build_array(jsonb_build_array(v_account, v_side, v_part::text, null, null));
          continue;
        end if;
        v_delta := case when (v_side = 2) = (w_kind[v_wallet] <> 6) then v_part else -v_part end;
        if w_balance[v_wallet] + v_delta < 0 then
          refused := at - 1;
          why := coalesce(fin_replay(v_tenant, v_request ->> 'key', v_request ->> 'fingerprint'),
            jsonb_build_object('outcome', 'short', 'user', v_user::text, 'kind', w_kind[v_wallet],
              'balance', w_balance[v_wallet]::text, 'needed', v_part::text));
          return;
        end if;
        e_before := e_before || w_balance[v_wallet];
        e_after := e_after || (w_balance[v_wallet] + v_delta);
        j_entries[at] := j_entries[at] || jsonb_build_array(jsonb_build_array(v_account, v_side, v_part::text,
          w_balance[v_wallet]::text, (w_balance[v_wallet] + v_delta)::text));
        j_time[at] := greatest(j_time[at], w_time[v_wallet], j_time[nullif(w_moved[v_wallet], 0)]);
        w_balance[v_wallet] := w_balance[v_wallet] + v_delta;
        w_moved[v_wallet] := at;
        case
          when v_type = 1 then w_recharged[v_wallet] := w_recharged[v_wallet] + v_delta;
          when v_type in (2, 5, 18) then w_consumed[v_wallet] := w_consumed[v_wallet] - v_delta;
          when v_type in (8, 9) then w_withdrawn[v_wallet] := w_withdrawn[v_wallet] - v_delta;
          else null;
        end case;
      end loop;
    end loop;
  end loop;

  -- 3. Link every journal to the one before it in its chain and every entry of a wallet to the one before it there, now that
  -- the times are final.
  for at in 1 .. v_count loop
    v_request := requests -> at - 1;
    j_digest[at] := fin_digest(jsonb_build_array(v_tenant, v_request ->> 'no', v_request ->> 'event', v_request ->> 'bizType',
      v_request ->> 'bizId', v_request ->> 'bizNo', v_request ->> 'key', v_request ->> 'fingerprint', v_currency,
      v_request ->> 'total', j_bonus[at]::text, v_request ->> 'reversalOf', j_hold[at]::text, v_request ->> 'operatorId',
      v_request ->> 'operatorName', v_request ->> 'approverId', v_request ->> 'reason', coalesce(v_request -> 'vouchers', '[]')),
      j_entries[at]);
    c_head := fin_chain_link(c_head, j_digest[at], j_id[at], c_slot, c_no + at, j_time[at]);
    j_hash[at] := c_head;
  end loop;
  for place in 1 .. cardinality(e_journal) loop
    v_wallet := e_wallet[place];
    if v_wallet is null then
      e_hash := e_hash || null::bytea;
      continue;
    end if;
    v_seq := e_journal[place];
    w_head[v_wallet] := fin_link(w_head[v_wallet], j_digest[v_seq], j_id[v_seq], e_seq[place], w_user[v_wallet], w_kind[v_wallet],
      v_currency, v_tenant, j_time[v_seq]);
    e_hash := e_hash || w_head[v_wallet];
  end loop;

  -- The guards of the tables let only this function write. The mark is put on and taken off here: as a setting of the
  -- function itself it would take a superuser to create it.
  perform set_config('ledger.posting', 'on', true);

  -- 4. Claim the keys and write, in one statement, which is the main cost of a charge. The unique index waits for
  -- another
  -- commit of the same key; then nothing is written for it, because everything below depends on the journal's row.
  with asked as (
    select n::integer, r from jsonb_array_elements(requests) with ordinality x (r, n)
  ), journal as (
    insert into fin_journal (id, tenant_id, journal_no, event_code, biz_type, biz_id, biz_no, idem_key, fingerprint, currency,
      total_amount, bonus_amount, reversal_of, hold_id, operator_id, operator_name, approver_id, reason, voucher_attach_ids,
      create_time, chain_slot, chain_no, hash)
    overriding system value
    select j_id[n], v_tenant, r ->> 'no', r ->> 'event', r ->> 'bizType', (r ->> 'bizId')::bigint, r ->> 'bizNo', r ->> 'key',
      r ->> 'fingerprint', v_currency, (r ->> 'total')::bigint, j_bonus[n], (r ->> 'reversalOf')::bigint, j_hold[n],
      (r ->> 'operatorId')::bigint, r ->> 'operatorName', (r ->> 'approverId')::bigint, r ->> 'reason',
      coalesce(r -> 'vouchers', '[]'), j_time[n], c_slot, c_no + n, j_hash[n]
    from asked
    on conflict do nothing
    returning id
  ), line as (
    select e.* from unnest(e_journal, e_seq, e_account, e_wallet, e_direction, e_amount, e_before, e_after, e_hash)
      e (j, seq, account, w, direction, amount, before, after, hash)
    where j_id[e.j] in (select id from journal)
  ), entry as (
    insert into fin_entry (journal_id, seq, create_time, tenant_id, account_code, owner_user_id, wallet_kind, currency,
      direction, amount, balance_before, balance_after, hash)
    select j_id[j], seq, j_time[j], v_tenant, account, w_user[w], w_kind[w], v_currency, direction, amount, before,
      after, hash
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
      consumed = w.consumed + x.consumed, withdrawn = w.withdrawn + x.withdrawn, chain_head = x.head
    from unnest(w_user, w_kind, w_balance, w_moved, w_recharged, w_consumed, w_withdrawn, w_head)
      as x (user_id, kind, balance, moved, recharged, consumed, withdrawn, head)
    where w.user_id = x.user_id and w.kind = x.kind and w.currency = v_currency and x.moved > 0
      and j_id[x.moved] in (select id from journal)
  ), chain as (
    update fin_chain set journals = c_no + v_count, head = c_head
    where tenant_id = v_tenant and slot = c_slot and (select count(*) from journal) = v_count
  )
  select array_agg(id) into v_written from journal;
  if coalesce(cardinality(v_written), 0) < v_count then
    refused := (select min(n) - 1 from unnest(j_id) with ordinality x (id, n) where v_written is null or id <> all (v_written));
    why := fin_replay(v_tenant, requests #>> array[refused::text, 'key'], requests #>> array[refused::text, 'fingerprint']);
    perform set_config('ledger.posting', 'off', true);
    return;
  end if;

  -- 5. Holds that are opened or changed.
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
  perform set_config('ledger.posting', 'off', true);

  for at in 1 .. v_count loop
    answers[at] := jsonb_build_object('outcome', 'posted', 'id', j_id[at]::text, 'no', requests -> at - 1 ->> 'no',
      'total', requests -> at - 1 ->> 'total', 'bonus', j_bonus[at]::text, 'hold', j_hold[at]::text,
      'holdNo', j_hold_no[at], 'time', extract(epoch from j_time[at]) * 1000, 'entries', j_entries[at]);
  end loop;
end $$;
