-- Maintains inv_counter: adds up the rows of inv_item that a statement inserted or changed, by kind of number.
create or replace function inv_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into inv_counter as c (tenant_id, business_type, country_code, number_type, capability, warehouse_code, slot,
      available, reserved, assigned, quarantine, unlisted, dead, retired, locked, alive, cost_total, last_in_time)
    select tenant_id, business_type, country_code, number_type, capability, warehouse_code, pg_backend_pid() % 16,
      count(*) filter (where stock_status = 0), count(*) filter (where stock_status = 1), count(*) filter (where stock_status = 2),
      count(*) filter (where stock_status = 3), count(*) filter (where stock_status = 4), count(*) filter (where stock_status = 5),
      count(*) filter (where stock_status = 6), count(*) filter (where stock_status = 7), count(*) filter (where survive_status = 1), sum(cost_price), now()
    from new_rows where deleted_at is null
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (tenant_id, business_type, country_code, number_type, capability, warehouse_code, slot) do update set
      available = c.available + excluded.available, reserved = c.reserved + excluded.reserved, assigned = c.assigned + excluded.assigned,
      quarantine = c.quarantine + excluded.quarantine, unlisted = c.unlisted + excluded.unlisted, dead = c.dead + excluded.dead,
      retired = c.retired + excluded.retired, locked = c.locked + excluded.locked, alive = c.alive + excluded.alive, cost_total = c.cost_total + excluded.cost_total,
      last_in_time = excluded.last_in_time;
    insert into inv_arrival as a (tenant_id, business_type, country_code, number_type, capability, day, slot, arrived)
    select tenant_id, business_type, country_code, number_type, capability, (create_time at time zone 'UTC')::date, pg_backend_pid() % 16, count(*)
    from new_rows where deleted_at is null
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 6, 4, 5
    on conflict (tenant_id, business_type, country_code, day, number_type, capability, slot) do update set arrived = a.arrived + excluded.arrived;
  elsif tg_op = 'UPDATE' then
    insert into inv_counter as c (tenant_id, business_type, country_code, number_type, capability, warehouse_code, slot,
      available, reserved, assigned, quarantine, unlisted, dead, retired, locked, alive, cost_total, last_out_time, sold, sold_day)
    select tenant_id, business_type, country_code, number_type, capability, warehouse_code, pg_backend_pid() % 16,
      coalesce(sum(n) filter (where stock_status = 0), 0), coalesce(sum(n) filter (where stock_status = 1), 0), coalesce(sum(n) filter (where stock_status = 2), 0),
      coalesce(sum(n) filter (where stock_status = 3), 0), coalesce(sum(n) filter (where stock_status = 4), 0), coalesce(sum(n) filter (where stock_status = 5), 0),
      coalesce(sum(n) filter (where stock_status = 6), 0), coalesce(sum(n) filter (where stock_status = 7), 0),
      coalesce(sum(n) filter (where survive_status = 1), 0), sum(n * cost_price),
      max(case when n = 1 and stock_status = 2 then now() end),
      -- Statements either deliver or take back: what is taken back is not subtracted from the days.
      array[greatest(coalesce(sum(n) filter (where stock_status = 2 and assigned_to is not null), 0), 0), 0, 0, 0, 0, 0, 0],
      case when sum(n) filter (where stock_status = 2 and assigned_to is not null) > 0
        then (now() at time zone coalesce((select z.time_zone from sys_tenant z where z.tenant_id = moved.tenant_id), 'Asia/Shanghai'))::date end
    from (
      select 1 as n, tenant_id, business_type, country_code, number_type, capability, warehouse_code, stock_status, survive_status, cost_price, assigned_to from new_rows where deleted_at is null
      union all
      select -1, tenant_id, business_type, country_code, number_type, capability, warehouse_code, stock_status, survive_status, cost_price, assigned_to from old_rows where deleted_at is null
    ) moved
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (tenant_id, business_type, country_code, number_type, capability, warehouse_code, slot) do update set
      available = c.available + excluded.available, reserved = c.reserved + excluded.reserved,
      assigned = c.assigned + excluded.assigned, quarantine = c.quarantine + excluded.quarantine,
      unlisted = c.unlisted + excluded.unlisted, dead = c.dead + excluded.dead,
      retired = c.retired + excluded.retired, locked = c.locked + excluded.locked, alive = c.alive + excluded.alive,
      cost_total = c.cost_total + excluded.cost_total, last_out_time = coalesce(excluded.last_out_time, c.last_out_time),
      sold = case when excluded.sold_day is null then c.sold else inv_sold_after(c.sold, c.sold_day, excluded.sold_day, excluded.sold[1]) end,
      sold_day = greatest(c.sold_day, excluded.sold_day);
  end if;
  return null;
end $$;
