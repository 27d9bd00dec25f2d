-- How money comes in and goes out.
create table pay_method (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  method_code text not null,
  method_name text not null,
  method_name_en text not null,
  method_type integer not null default 1 check (method_type between 1 and 2),
  direction integer not null default 1 check (direction between 1 and 3),
  network integer check (network between 1 and 3),
  local_currency text,
  fx_rate numeric check (fx_rate > 0),
  scale integer not null default 2 check (scale between 0 and 6),
  min_amount bigint not null check (min_amount > 0),
  max_amount bigint not null check (max_amount >= min_amount),
  day_max bigint check (day_max > 0),
  expire_minutes integer not null default 30 check (expire_minutes > 0),
  fee_fixed bigint check (fee_fixed >= 0),
  fee_rate numeric check (fee_rate between 0 and 50),
  fee_payer integer default 1 check (fee_payer in (1, 2)),
  quick_amounts jsonb,
  visible_user_types integer not null default 3 check (visible_user_types between 0 and 3),
  notice text,
  notice_en text,
  sort integer not null default 1,
  status integer not null default 1 check (status in (0, 1)),
  receive_addresses jsonb,
  bank_info jsonb,
  remark text,
  create_user bigint,
  create_user_name text,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz
);
create unique index pay_method_method_code_unique on pay_method (tenant_id, method_code) where deleted_at is null;

-- Where people have their withdrawals sent to.
create table pay_wallet_address (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  user_id bigint not null,
  user_name text not null,
  network integer not null default 1 check (network between 1 and 3),
  address text not null,
  label text,
  is_default integer not null default 0 check (is_default in (0, 1)),
  status integer not null default 1 check (status in (1, 2)),
  cool_until timestamptz not null,
  create_user bigint,
  create_user_name text,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz
);
create unique index pay_wallet_address_once
  on pay_wallet_address (tenant_id, user_id, network, address) where deleted_at is null;
create index pay_wallet_address_address on pay_wallet_address (tenant_id, address);
create index pay_wallet_address_user_name on pay_wallet_address using gin (user_name gin_trgm_ops);

create table pay_bank_card (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  user_id bigint not null,
  user_name text not null,
  holder_name text not null,
  country_code text not null,
  currency text not null,
  bank_name text not null,
  bank_code text,
  branch text,
  card_no text not null,
  card_last4 text not null,
  card_digest text not null,
  label text,
  is_default integer not null default 0 check (is_default in (0, 1)),
  status integer not null default 1 check (status in (1, 2)),
  cool_until timestamptz not null,
  create_user bigint,
  create_user_name text,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz
);
create unique index pay_bank_card_digest on pay_bank_card (tenant_id, user_id, card_digest) where deleted_at is null;
create index pay_bank_card_parts on pay_bank_card
  using gin (user_name gin_trgm_ops, holder_name gin_trgm_ops, bank_name gin_trgm_ops);
create index pay_bank_card_last4 on pay_bank_card (tenant_id, card_last4);
