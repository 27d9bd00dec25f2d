-- Totals of sales, for reports over long periods. Each change of an order adds a row to stat_sale_change in its own transaction; a timer moves these
-- rows into the totals, so that sales never wait for each other. Totals plus unmoved changes equal a fold of the orders at any moment.
-- day, hour: of the order, in the time zone of its tenant. Figures are net of refunds; cancelled and unpaid orders count nothing.
create table stat_sale_change (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  day date not null,
  hour integer not null,
  agent_id bigint not null,
  business_type integer not null,
  country_code text not null,
  product_id bigint not null,
  orders integer not null,
  numbers bigint not null,
  amount bigint not null
);

create table stat_sale_day (
  tenant_id text not null,
  day date not null,
  business_type integer not null,
  country_code text not null,
  product_id bigint not null,
  orders integer not null,
  numbers bigint not null,
  amount bigint not null,
  primary key (tenant_id, day, business_type, country_code, product_id)
) with (fillfactor = 70);

create table stat_sale_hour (
  tenant_id text not null,
  day date not null,
  hour integer not null check (hour between 0 and 23),
  business_type integer not null,
  country_code text not null,
  orders integer not null,
  numbers bigint not null,
  amount bigint not null,
  primary key (tenant_id, day, hour, business_type, country_code)
) with (fillfactor = 70);

create table stat_sale_agent (
  tenant_id text not null,
  day date not null,
  agent_id bigint not null,
  business_type integer not null,
  country_code text not null,
  orders integer not null,
  numbers bigint not null,
  amount bigint not null,
  primary key (tenant_id, day, agent_id, business_type, country_code)
) with (fillfactor = 70);

-- The same without business and country: a month of a thousand agents is 30,000 rows, not a million.
create table stat_sale_agent_day (
  tenant_id text not null,
  day date not null,
  agent_id bigint not null,
  orders integer not null,
  numbers bigint not null,
  amount bigint not null,
  primary key (tenant_id, day, agent_id)
) with (fillfactor = 70);

-- Adds the figures of an order to the changes; the sign -1 subtracts them.
create function stat_add_sale(o agt_product_order, sign integer) returns void language sql as $$
  insert into stat_sale_change (tenant_id, day, hour, agent_id, business_type, country_code, product_id, orders, numbers, amount)
  select o.tenant_id, local::date, extract(hour from local)::integer, o.agent_id, o.business_type, o.country_code, o.product_id, sign,
    sign * (o.numbers - o.refunded_qty * (o.numbers / o.quantity)), sign * (o.amount - o.refund_amount)
  from (select o.create_time at time zone
    coalesce((select t.time_zone from sys_tenant t where t.tenant_id = o.tenant_id), 'Asia/Shanghai') as local) at
  where o.status not in (0, 4) and o.deleted_at is null
$$;

create function stat_note_sale() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if row(old.status not in (0, 4), old.deleted_at, old.numbers, old.refunded_qty, old.amount, old.refund_amount, old.create_time)
      is not distinct from
      row(new.status not in (0, 4), new.deleted_at, new.numbers, new.refunded_qty, new.amount, new.refund_amount, new.create_time) then
      return null;
    end if;
    perform stat_add_sale(old, -1);
  end if;
  perform stat_add_sale(new, 1);
  return null;
end $$;
create trigger stat_note_sale
  after insert or update of status, deleted_at, numbers, refunded_qty, amount, refund_amount, create_time on agt_product_order
  for each row execute function stat_note_sale();

-- Lines of checks and message orders by the hour of their outcome, of each owner. Rows reach it as sales do, from stat_line_change; they are kept for
-- 62 days. checked: lines with a finding; submitted: messages handed over.
create table stat_line_change (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  day date not null,
  hour integer not null,
  resource text not null,
  owner_id bigint not null,
  checked integer not null,
  submitted integer not null,
  delivered integer not null,
  failed integer not null
);

create table stat_line_hour (
  tenant_id text not null,
  day date not null,
  hour integer not null check (hour between 0 and 23),
  resource text not null,
  owner_id bigint not null,
  checked integer not null,
  submitted integer not null,
  delivered integer not null,
  failed integer not null,
  primary key (tenant_id, day, resource, hour, owner_id)
) with (fillfactor = 70);

-- results: of checks by finding, of orders by line_status (1 waits to be handed over, 10 is deferred).
create function stat_note_lines() returns trigger language plpgsql as $$
declare
  gained integer[] := array(select a - b from unnest(new.results, old.results) with ordinality r (a, b, o) order by o);
  is_order boolean := new.sender_id is not null;
  local timestamp := now() at time zone coalesce((select t.time_zone from sys_tenant t where t.tenant_id = new.tenant_id), 'Asia/Shanghai');
begin
  insert into stat_line_change (tenant_id, day, hour, resource, owner_id, checked, submitted, delivered, failed)
  values (new.tenant_id, local::date, extract(hour from local)::integer, new.resource, new.owner_id,
    case when is_order then 0 else (select sum(g) from unnest(gained) g) end,
    case when is_order then (select sum(g) from unnest(gained[2:7]) g) else 0 end,
    case when is_order then gained[3] + gained[4] else 0 end,
    case when is_order then gained[5] else 0 end);
  return null;
end $$;
create trigger stat_note_lines after update of results on work_task
  for each row when (new.results is distinct from old.results) execute function stat_note_lines();

-- Accounts that signed in, by month of the time zone of their tenant.
create table stat_active_month (
  tenant_id text not null,
  month date not null,
  user_id bigint not null,
  primary key (tenant_id, month, user_id)
);
create index stat_active_month_user on stat_active_month (user_id, month);

create function stat_note_sign_in() returns trigger language plpgsql as $$
begin
  insert into stat_active_month (tenant_id, month, user_id)
  select new.tenant_id, date_trunc('month', new.last_login_time at time zone
    coalesce((select t.time_zone from sys_tenant t where t.tenant_id = new.tenant_id), 'Asia/Shanghai'))::date, new.id
  on conflict do nothing;
  return null;
end $$;
create trigger stat_note_sign_in after update of last_login_time on sys_user
  for each row when (new.last_login_time is not null) execute function stat_note_sign_in();
