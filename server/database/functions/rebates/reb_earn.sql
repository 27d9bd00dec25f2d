-- Records the commissions of agents above on settled charges, at the current rates; the wallets follow later.
-- With the parameter `rebate.base` on margin, on the charge less the cost. Only two levels. Own and sub-users' payments
-- earn nothing.
-- charges: an array of { tenant, agent (the customer, for a sub-user its agent), user, userName, business, service,
--   country, type (rebate_source), id, no, journal, amount, at, until (the warranty's end, or null) }
create or replace function reb_earn(charges jsonb) returns void language sql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
  insert into agt_rebate (tenant_id, rebate_no, beneficiary_id, beneficiary_name, level, from_user_id, from_user_name, source_type,
    source_id, source_no, charge_journal_id, charge_amount, cost_amount, base_amount, rate, rebate_amount, reversed_amount, settled_amount,
    status, settle_time, create_time, update_time)
  select c.tenant, 'RB' || c.journal || '-' || above.level, b.id, b.real_name, above.level, c."user", c."userName", c.type,
    c.id, c.no, c.journal, c.amount, margin.cost, margin.base, terms.rate, floor(margin.base * terms.rate / 100), 0, 0, 0, greatest(c.until, c.at), c.at, c.at
  from jsonb_to_recordset(charges) c(tenant text, agent bigint, "user" bigint, "userName" text, business integer, service integer,
      country text, type integer, id bigint, no text, journal bigint, amount bigint, at timestamptz, until timestamptz)
    join sys_user customer on customer.id = c.agent
    left join sys_user parent on parent.id = customer.parent_id
    cross join lateral (values (1, customer.parent_id), (2, parent.parent_id)) above (level, agent_id)
    join sys_user b on b.id = above.agent_id and b.tenant_id = c.tenant and b.user_type = 2 and b.deleted_at is null
    cross join lateral (
      select case above.level when 1 then p.rebate_rate1 else p.rebate_rate2 end as rate
      from prc_agent_price p
      where p.tenant_id = c.tenant and p.agent_id = b.id and p.kind = 1 and p.business_type = c.business
        and p.service_type = c.service and p.country_code in (c.country, '*') and p.deleted_at is null
        and p.effective_time <= now() and (p.expire_time is null or p.expire_time > now())
        and case above.level when 1 then p.rebate_rate1 else p.rebate_rate2 end is not null
      order by p.country_code = '*' limit 1
    ) terms
    -- Computed once, and only for charges that earn a commission.
    cross join lateral (
      select known.cost, greatest(c.amount - coalesce(known.cost, 0), 0) as base
      from (
        select case when reb_on_margin(c.tenant) then reb_cost(c.type, c.id, c.amount) end as cost where terms.rate > 0 offset 0
      ) known offset 0
    ) margin
  where margin.base * terms.rate >= 100
$$;
