-- Prices: the price book, and what single agents were promised.

create extension if not exists btree_gist;

-- status: 0 disabled, 1 enabled, 2 scheduled, 3 expired
create table prc_price (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  price_no text not null,
  business_type integer not null check (business_type between 1 and 3),
  service_type integer not null check (service_type between 1 and 6),
  filter_type integer check (filter_type between 1 and 4),
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
  create_user bigint, create_user_name text, create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz,
  -- When a price was to end before a later one was to follow it: what it gets back when that one is removed. 'infinity': never.
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

-- kind: 1 this agent's own price, 2 the agent's resale price for those below it
create table prc_agent_price (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  agent_id bigint not null,
  kind integer not null check (kind in (1, 2)),
  business_type integer not null check (business_type between 1 and 3),
  service_type integer not null check (service_type between 1 and 6),
  filter_type integer check (filter_type between 1 and 4),
  active_period integer check (active_period in (0, 1, 3, 7, 15, 30)),
  country_code text not null,
  price bigint check (price >= 0),
  discount numeric(5, 4) check (discount between 0.5 and 1.5),
  effective_time timestamptz not null default now(),
  expire_time timestamptz,
  status integer not null default 1 check (status in (0, 1)),
  create_user bigint, create_user_name text, create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz,
  check ((price is null) <> (discount is null))
);
create unique index prc_agent_price_key on prc_agent_price (tenant_id, agent_id, kind, business_type, service_type, coalesce(filter_type, -1), coalesce(active_period, -1), country_code) where deleted_at is null;
