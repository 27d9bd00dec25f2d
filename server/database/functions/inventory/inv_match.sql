-- Locks numbers in stock for the waiting pre-orders of a business and country: first approved, first served; the oldest numbers first.
-- Numbers that a buyer is taking are skipped. answer: how many were locked; 10,000 or more: call it again in another transaction, so that
-- the line is not locked for long.
create or replace function inv_match(p_tenant text, p_business integer, p_country text) returns integer language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
declare
  v_total bigint;
  v_found bigint[] := '{}';
  v_some bigint[];
  v_locked integer;
  w record;
begin
  if not inv_lock_line(p_tenant, jsonb_build_array(jsonb_build_object('businessType', p_business, 'countryCode', p_country))) then
    return 0;
  end if;
  select sum(greatest(q.wanted - (select count(*) from inv_item i where i.preorder_id = q.preorder_id), 0)) into v_total
  from inv_waiting q where q.tenant_id = p_tenant and q.business_type = p_business and q.country_code = p_country and not q.is_paused;
  if coalesce(v_total, 0) = 0 then
    return 0;
  end if;
  -- Of each asked kind as many as all want together: more could not be given to anybody.
  v_total := least(v_total, 10000);
  for w in
    select distinct q.number_type, q.capability from inv_waiting q
    where q.tenant_id = p_tenant and q.business_type = p_business and q.country_code = p_country and not q.is_paused
  loop
    select array_agg(id) into v_some from (
      select id from inv_sellable
      where tenant_id = p_tenant and business_type = p_business and country_code = p_country
        and (w.number_type is null or number_type = w.number_type) and capability & w.capability = w.capability
      order by id + 0 limit v_total for update skip locked
    ) oldest;
    v_found := v_found || coalesce(v_some, '{}');
  end loop;
  if v_found = '{}' then
    return 0;
  end if;
  with found as materialized (
    select i.id, i.number_type, i.capability, row_number() over (partition by i.number_type, i.capability order by i.id) as rank
    from inv_item i where i.id in (select unnest(v_found))
  ), plan as materialized (
    select * from inv_plan(p_tenant, (
      select jsonb_agg(jsonb_build_object('businessType', p_business, 'countryCode', p_country, 'numberType', k.number_type,
        'capability', k.capability, 'n', k.n)) from (select number_type, capability, count(*) as n from found group by 1, 2) k), false)
  ), given as (
    select p.number_type, p.capability, p.preorder, r.rank from plan p, generate_series(p.after_rank + 1, p.to_rank) r (rank)
  )
  update inv_item i set stock_status = 7, preorder_id = g.preorder, update_time = now(), version = i.version + 1
  from found f join given g on g.number_type = f.number_type and g.capability = f.capability and g.rank = f.rank
  where i.id = f.id;
  get diagnostics v_locked = row_count;
  return v_locked;
end $$;
