-- The cost of the goods of a charge, 0 if unknown. Numbers: their cost price, and the monthly cost for the months of a
-- rental. Renewals: the monthly cost. Units of a package: the share of the price book's cost that the charge is of the order.
-- source_type: values of rebate_source; source: the order, outbound note or renewal
create or replace function reb_cost(source_type integer, source bigint, amount bigint) returns bigint language sql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
  select coalesce(ceil(case
    when source_type = 3 then (
      select case
        when o.outbound_id is not null then (
          select sum(i.cost_price + case when (o.product_snapshot ->> 'serviceType')::integer = 7
            then i.monthly_cost * greatest(coalesce((o.product_snapshot ->> 'leaseMonths')::integer, 1), 1) else 0 end)
          from inv_outbound_line l join inv_item i on i.id = l.item_id
          where l.outbound_id = o.outbound_id)
        when o.amount > 0 then (
          select p.cost_price::numeric * o.numbers * reb_cost.amount / o.amount
          from agt_product g join prc_price p on p.tenant_id = o.tenant_id and p.business_type = g.business_type
            and p.service_type = g.service_type and p.filter_type is not distinct from g.filter_type
            and p.active_period is not distinct from g.active_period
          where g.id = o.product_id and p.country_code in (o.country_code, '*') and p.status = 1 and p.deleted_at is null
          order by p.country_code = '*', p.agent_level, p.id desc limit 1)
      end
      from agt_product_order o where o.id = source)
    when source_type = 6 then (
      select sum(i.cost_price) from inv_outbound_line l join inv_item i on i.id = l.item_id where l.outbound_id = source)
    when source_type = 7 then (
      select sum(i.monthly_cost)
      from agt_lease_month m join agt_lease r on r.id = m.lease_id join inv_item i on i.id = r.item_id
      where m.renewal_id = source)
  end), 0)::bigint
$$;
