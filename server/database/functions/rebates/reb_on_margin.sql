-- Whether rebates of a tenant are a share of the margin (parameter `rebate.base`, values of the dictionary rebate_base).
create or replace function reb_on_margin(tenant text) returns boolean language sql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
  select coalesce((
    select p.param_value = '2' from sys_param p
    where p.param_key = 'rebate.base' and p.deleted_at is null and p.tenant_id in (tenant, '000000')
    order by p.tenant_id = '000000' limit 1
  ), false)
$$;
