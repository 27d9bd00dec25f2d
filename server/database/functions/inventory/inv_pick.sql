-- Picks numbers and locks them; skips those that another buyer is taking, so parallel buyers never wait.
-- take: tenant, quantity, businessType, countryCode, numberType, capability (bits that are all required),
--   warehouseCode,
--   aliveWithinHours, preorder (its locked numbers, whatever the other criteria), strategy (1 oldest first, 2 at random, 3 a run of consecutive numbers from `first` on).
-- p_except: ids this transaction has picked already; `skip locked` skips only rows that other transactions have locked.
-- answer: their ids, at most `quantity`, in the requested order; null if there is none.
drop function if exists inv_pick(jsonb);
create or replace function inv_pick(take jsonb, p_except bigint[] default '{}') returns bigint[] language plpgsql
  -- Planning again costs more than the work; without the second setting a connection that sold first from an empty
  -- stock would continue to scan the table as it grows.
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
  if take ? 'preorder' then
    select array_agg(id) into v_picked from (
      select id from inv_item where preorder_id = (take ->> 'preorder')::bigint and tenant_id = v_tenant
      order by id limit v_quantity for update
    ) locked;
    return v_picked;
  end if;
  case coalesce((take ->> 'strategy')::integer, 1)
  when 1 then
    select array_agg(id) into v_picked from (
      select id from inv_sellable
      where tenant_id = v_tenant and business_type = v_business and country_code = v_country
        and (v_type is null or number_type = v_type) and capability & v_capability = v_capability
        and (v_warehouse is null or warehouse_code = v_warehouse)
        and (v_alive is null or (survive_status = 1 and survive_time >= now() - v_alive))
        and id not in (select unnest(p_except))
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
        and id not in (select unnest(p_except))
      order by random() limit v_quantity for update skip locked
    ) anyhow;
  when 3 then
    select array_agg(id) into v_picked from (
      select id from inv_sellable
      where tenant_id = v_tenant and business_type = v_business and country_code = v_country
        and (v_type is null or number_type = v_type) and capability & v_capability = v_capability
        and (v_warehouse is null or warehouse_code = v_warehouse)
        and (v_alive is null or (survive_status = 1 and survive_time >= now() - v_alive))
        and id not in (select unnest(p_except))
        and e164 >= v_first and e164 < v_first + v_quantity
      order by e164 for update skip locked
    ) run;
  end case;
  return v_picked;
end $$;
