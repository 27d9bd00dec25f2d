-- Divides arriving numbers among the waiting pre-orders of their business and country: first approved, first served.
-- kinds: an array of { businessType, countryCode, numberType, capability, n }, how many numbers of each kind there are.
-- p_lock: lock the line, so that the answer stays true; false for a forecast.
-- Answers the numbers of each kind, by their rank from 1, that each pre-order gets: (preorder, kind, from exclusive, to inclusive).
create or replace function inv_plan(p_tenant text, kinds jsonb, p_lock boolean)
returns table (preorder bigint, business_type integer, country_code text, number_type integer, capability integer, after_rank bigint, to_rank bigint)
language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
declare
  k record;
  w record;
  k_business integer[] := '{}';
  k_country text[] := '{}';
  k_type integer[] := '{}';
  k_capability integer[] := '{}';
  k_count bigint[] := '{}';
  k_used bigint[] := '{}';
  v_open bigint;
  v_part bigint;
begin
  if p_lock and not inv_lock_line(p_tenant, kinds) then
    return;
  end if;
  for k in
    select * from jsonb_to_recordset(kinds) x ("businessType" integer, "countryCode" text, "numberType" integer, capability integer, n bigint)
    order by 1, 2, 3, 4
  loop
    k_business := k_business || k."businessType";
    k_country := k_country || k."countryCode";
    k_type := k_type || k."numberType";
    k_capability := k_capability || k.capability;
    k_count := k_count || k.n;
    k_used := k_used || 0::bigint;
  end loop;
  for w in
    select q.*, q.wanted - (select count(*) from inv_item i where i.preorder_id = q.preorder_id) as open
    from inv_waiting q
    where q.tenant_id = p_tenant and not q.is_paused
      and (q.business_type, q.country_code) in (select b, c from unnest(k_business, k_country) x (b, c))
    order by q.since, q.preorder_id
  loop
    v_open := w.open;
    for at in 1 .. cardinality(k_count) loop
      exit when v_open <= 0;
      continue when k_used[at] >= k_count[at] or k_business[at] <> w.business_type or k_country[at] <> w.country_code
        or k_type[at] <> coalesce(w.number_type, k_type[at]) or k_capability[at] & w.capability <> w.capability;
      v_part := least(v_open, k_count[at] - k_used[at]);
      preorder := w.preorder_id;
      business_type := k_business[at];
      country_code := k_country[at];
      number_type := k_type[at];
      capability := k_capability[at];
      after_rank := k_used[at];
      to_rank := k_used[at] + v_part;
      return next;
      k_used[at] := k_used[at] + v_part;
      v_open := v_open - v_part;
    end loop;
  end loop;
end $$;
