-- Prepaid packages: units paid in advance and used later.

-- One package that was bought. Of its units some are used, some held for work under way, some expired; the rest can be used.
-- status: 1 in use, 2 used up, 3 expired, 4 refunded
create table agt_quota (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null,
  owner_path text not null,
  owner_name text not null,
  agent_id bigint not null,
  quota_no text not null,
  order_id bigint not null,
  order_no text not null,
  package_name text not null,
  package_name_en text not null,
  business_type integer not null check (business_type between 1 and 3),
  package_service integer not null check (package_service in (1, 3)),
  filter_type integer check (filter_type between 1 and 4),
  active_period integer check (active_period in (0, 1, 3, 7, 15, 30)),
  country_code text not null,
  total integer not null check (total > 0),
  used integer not null default 0 check (used >= 0),
  frozen integer not null default 0 check (frozen >= 0),
  expired integer not null default 0 check (expired >= 0),
  amount bigint not null check (amount >= 0),
  -- The part of the amount that is revenue by now; the rest is owed.
  booked bigint not null default 0 check (booked >= 0),
  currency text not null,
  -- The journal of the sale; null if it was free.
  journal_id bigint,
  expire_time timestamptz not null,
  reminded_time timestamptz,
  status integer not null default 1 check (status between 1 and 4),
  like audited_row including defaults,
  constraint agt_quota_units check (used + frozen + expired <= total),
  constraint agt_quota_value check (booked <= amount),
  constraint agt_quota_refunded check (status <> 4 or (used = 0 and frozen = 0 and expired = 0 and booked = 0))
) with (fillfactor = 80);
create unique index agt_quota_no on agt_quota (tenant_id, quota_no);
create unique index agt_quota_order on agt_quota (order_id);
create index agt_quota_order_no on agt_quota (order_no);
create index agt_quota_tail on agt_quota (reverse(quota_no) text_pattern_ops);
create index agt_quota_order_tail on agt_quota (reverse(order_no) text_pattern_ops);
create index agt_quota_of on agt_quota (owner_id, id desc);
create index agt_quota_owner on agt_quota (tenant_id, owner_path text_pattern_ops, id);
create index agt_quota_name_parts on agt_quota using gin (package_name gin_trgm_ops);
create index agt_quota_name_en_parts on agt_quota using gin (package_name_en gin_trgm_ops);
create index agt_quota_due on agt_quota (expire_time) where status = 1;

-- Work paid first by units and then by money: its quantity, and how many are used or released.
create table agt_quota_charge (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  user_id bigint not null,
  idem_key text not null,
  -- Digest of the request: distinguishes a repetition from another request with the same key.
  fingerprint text not null,
  business_type integer not null,
  units integer not null check (units > 0),
  -- Of the units, those packages pay.
  quota_units integer not null check (quota_units >= 0),
  unit_price bigint check (unit_price >= 0),
  used integer not null default 0 check (used >= 0),
  released integer not null default 0 check (released >= 0),
  -- Used and released units that packages paid.
  quota_used integer not null default 0 check (quota_used >= 0),
  quota_released integer not null default 0 check (quota_released >= 0),
  hold_id bigint,
  biz_type text not null,
  biz_id bigint,
  biz_no text,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  constraint agt_quota_charge_once unique (tenant_id, idem_key),
  constraint agt_quota_charge_units check (used + released <= units and quota_units <= units
    and quota_used <= used and quota_released <= released and quota_used + quota_released <= quota_units)
);
create index agt_quota_charge_business on agt_quota_charge (biz_type, biz_id);

-- Which packages pay how much of a piece of work, in the order they are used.
create table agt_quota_part (
  charge_id bigint not null references agt_quota_charge (id),
  seq integer not null,
  quota_id bigint not null references agt_quota (id),
  units integer not null check (units > 0),
  used integer not null default 0 check (used >= 0),
  released integer not null default 0 check (released >= 0),
  primary key (charge_id, seq),
  constraint agt_quota_part_units check (used + released <= units)
);
create index agt_quota_part_of on agt_quota_part (quota_id);

-- The statement of packages. kind: 1 bought, 2 held, 3 used, 4 released, 5 returned, 6 expired, 7 refunded. Also the
-- part of work that money paid, without a package: a return refunds this part first.
create table agt_quota_entry (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null,
  owner_path text not null,
  quota_id bigint references agt_quota (id),
  charge_id bigint references agt_quota_charge (id),
  kind integer not null check (kind between 1 and 7),
  units integer not null check (units > 0),
  left_after integer not null default 0 check (left_after >= 0),
  -- Value of the units: for a package, the booked or reversed revenue; otherwise the paid amount.
  amount bigint not null default 0 check (amount >= 0),
  journal_id bigint,
  -- For a use, the units returned since.
  returned_units integer not null default 0,
  returned_amount bigint not null default 0,
  idem_key text not null,
  biz_no text,
  remark text,
  like audited_row including defaults,
  constraint agt_quota_entry_returned check (returned_units between 0 and units and returned_amount between 0 and amount)
);
create index agt_quota_entry_money on agt_quota_entry (tenant_id, create_time) where quota_id is null;
create index agt_quota_entry_of on agt_quota_entry (quota_id, id desc);
create index agt_quota_entry_charge on agt_quota_entry (charge_id, id) where charge_id is not null;
create index agt_quota_entry_key on agt_quota_entry (tenant_id, idem_key);
create index agt_quota_entry_owner on agt_quota_entry (tenant_id, owner_path text_pattern_ops, id);
