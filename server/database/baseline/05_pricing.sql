-- Prices: the price list, and terms of single agents.

create extension if not exists btree_gist;

-- status: 0 disabled, 1 enabled, 2 scheduled, 3 expired
create table prc_price (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  price_no text not null,
  business_type integer not null check (business_type between 1 and 3),
  service_type integer not null check (service_type between 1 and 8),
  filter_type integer check (filter_type between 1 and 4 or filter_type between 11 and 14),
  active_period integer check (active_period in (0, 1, 3, 7, 15, 30)),
  country_code text not null,
  agent_level integer not null default 0 check (agent_level between 0 and 4),
  unit integer not null check (unit between 1 and 4),
  charge_on integer not null check (charge_on between 1 and 3),
  cost_price bigint not null default 0 check (cost_price >= 0),
  sale_price bigint not null check (sale_price >= 0),
  min_price bigint check (min_price >= 0),
  currency text not null,
  min_qty integer check (min_qty > 0),
  max_qty integer check (max_qty > 0),
  step_qty integer check (step_qty > 0),
  tiers jsonb not null default '[]',
  effective_time timestamptz not null default now(),
  expire_time timestamptz,
  price_version integer not null default 1 check (price_version > 0),
  status integer not null default 1 check (status between 0 and 3),
  used integer not null default 0 check (used in (0, 1)),
  remark text,
  like audited_row including defaults,
  -- Planned end of a price before a later price shortened it, restored if the later one is removed. 'infinity': never.
  planned_expire_time timestamptz,
  constraint prc_price_period check (expire_time is null or expire_time >= effective_time),
  -- one key has one price at any moment
  constraint prc_price_overlap exclude using gist (
    tenant_id with =, business_type with =, service_type with =, (coalesce(filter_type, -1)) with =, (coalesce(active_period, -1)) with =,
    country_code with =, agent_level with =, tstzrange(effective_time, expire_time) with &&
  ) where (deleted_at is null and status in (1, 2))
);
create unique index prc_price_no on prc_price (tenant_id, price_no, price_version);
create index prc_price_key on prc_price (tenant_id, business_type, service_type, country_code) where deleted_at is null and status in (1, 2);
create index prc_price_scheduled on prc_price (effective_time) where status = 2 and deleted_at is null;
create index prc_price_ending on prc_price (expire_time) where status in (0, 1, 2) and deleted_at is null;

-- Terms of single agents. kind: 1 about the agent's own purchases, 2 the agent's resale price for those below it.
-- A row of kind 1 may have only a limit or a rate; the price is then found as usual.
create table prc_agent_price (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null generated always as (agent_id) stored,
  owner_path text not null,
  agent_id bigint not null,
  kind integer not null check (kind in (1, 2)),
  business_type integer not null check (business_type between 1 and 3),
  service_type integer not null check (service_type between 1 and 8),
  filter_type integer check (filter_type between 1 and 4 or filter_type between 11 and 14),
  active_period integer check (active_period in (0, 1, 3, 7, 15, 30)),
  country_code text not null,
  enabled integer not null default 1 check (enabled in (0, 1)),
  price bigint check (price >= 0),
  discount numeric check (discount between 0.5 and 1.5),
  min_qty integer check (min_qty > 0),
  daily_limit integer check (daily_limit > 0),
  monthly_limit integer check (monthly_limit > 0),
  rebate_rate1 numeric check (rebate_rate1 between 0 and 30),
  rebate_rate2 numeric check (rebate_rate2 between 0 and 30),
  effective_time timestamptz not null default now(),
  expire_time timestamptz,
  template_id bigint,
  remark text,
  like audited_row including defaults,
  constraint prc_agent_price_one check (num_nonnulls(price, discount) <= 1),
  constraint prc_agent_price_period check (expire_time is null or expire_time >= effective_time),
  constraint prc_agent_price_rates check (coalesce(rebate_rate1, 0) + coalesce(rebate_rate2, 0) <= 30),
  constraint prc_agent_price_resale check (kind = 1 or (enabled = 1
    and num_nonnulls(price, discount) = 1
    and num_nonnulls(min_qty, daily_limit, monthly_limit, rebate_rate1, rebate_rate2) = 0))
);
create unique index prc_agent_price_key on prc_agent_price (tenant_id, agent_id, kind, business_type, service_type, coalesce(filter_type, -1), coalesce(active_period, -1), country_code) where deleted_at is null;
create index prc_agent_price_owner on prc_agent_price (tenant_id, owner_path text_pattern_ops);
create index prc_agent_price_template on prc_agent_price (template_id) where template_id is not null and deleted_at is null;

-- Sets of terms to give to agents. Agents get copies.
create table prc_agent_template (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  template_name text not null,
  agent_level integer check (agent_level between 1 and 4),
  items jsonb not null default '[]',
  like audited_row including defaults
);
create unique index prc_agent_template_template_name_unique on prc_agent_template (tenant_id, template_name) where deleted_at is null;
