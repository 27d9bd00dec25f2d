-- Numbers: staged (pre-warehouse), in stock (one row per number), and delivered (outbound notes and their lines).

-- What may be sold where. Owned here because allocation, quarantine and orders all ask it.
create table inv_country (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  country_code text not null,
  iso3 text,
  dial_code text not null,
  name_zh text not null,
  name_en text not null,
  flag text,
  currency text,
  timezones jsonb not null default '[]',
  whatsapp_enabled integer not null default 1,
  telegram_enabled integer not null default 1,
  sms_enabled integer not null default 1,
  risk_level integer not null default 1,
  is_blocked integer not null default 0,
  block_reason text,
  sender_reg_required integer not null default 0,
  quiet_start text,
  quiet_end text,
  quarantine_days integer not null default 90 check (quarantine_days between 45 and 365),
  sort integer not null default 0,
  status integer not null default 1,
  create_user bigint, create_user_name text, create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz
);
create unique index inv_country_code on inv_country (tenant_id, country_code) where deleted_at is null;

create table inv_warehouse (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  warehouse_code text not null,
  name_zh text not null,
  name_en text not null,
  sort integer not null default 0,
  status integer not null default 1,
  create_user bigint, create_user_name text, create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz
);
create unique index inv_warehouse_code on inv_warehouse (tenant_id, warehouse_code) where deleted_at is null;

-- A batch is what one import brought in. Its rows are nobody's business until it is committed.
-- status: 0 importing, 1 reported (waits for confirmation), 2 committed, 3 void, 4 failed
create table inv_batch (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  batch_no text not null,
  batch_name text not null,
  task_no text,
  status integer not null default 0,
  defaults jsonb not null default '{}',
  total_lines bigint not null default 0,
  good_lines bigint not null default 0,
  report jsonb,
  committed_at timestamptz,
  create_user bigint, create_user_name text, create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz
);
create unique index inv_batch_no on inv_batch (tenant_id, batch_no);

-- status: 0 to check, 1 ready, 2 moving, 3 in warehouse, 5 check failed, 6 void
create table inv_staged (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  batch_id bigint not null references inv_batch (id),
  batch_no text not null,
  batch_name text not null,
  source_type integer not null,
  supplier_name text,
  provenance_note text,
  rights_attested integer not null default 0,
  owner_type integer not null default 1,
  business_type integer not null,
  country_code text not null,
  e164 bigint not null check (e164 between 1000000 and 999999999999999),
  number_type integer not null,
  capability integer not null default 0,
  setup_cost bigint not null default 0,
  monthly_cost bigint not null default 0,
  cost_price bigint not null default 0,
  currency text not null,
  lease_start date,
  lease_end date,
  reg_doc_status integer not null default 0,
  check_status integer not null default 0,
  check_reason text,
  duplicate_of bigint,
  warehouse_code text not null,
  status integer not null,
  in_time timestamptz,
  in_user_name text,
  remark text,
  create_user bigint, create_user_name text, create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz
);
-- One number once in a batch: the guarantee an import stands on.
create unique index inv_staged_batch_number on inv_staged (batch_id, e164);
create index inv_staged_number on inv_staged (e164);

-- stock_status: 0 available, 1 reserved, 2 assigned, 3 quarantine, 4 unlisted, 5 dead, 6 retired
create table inv_item (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  item_no text not null,
  staged_id bigint,
  batch_no text,
  warehouse_code text not null,
  business_type integer not null,
  country_code text not null,
  e164 bigint not null check (e164 between 1000000 and 999999999999999),
  number_type integer not null,
  capability integer not null default 0,
  owner_type integer not null default 1,
  source_type integer not null,
  supplier_name text,
  cost_price bigint not null default 0,
  monthly_cost bigint not null default 0,
  currency text not null,
  lease_start date,
  lease_end date,
  stock_status integer not null default 0 check (stock_status between 0 and 6),
  survive_status integer not null default 0,
  survive_time timestamptz,
  survive_detail text,
  -- when it was first found dead: a second finding ten minutes later makes it so
  dead_since timestamptz,
  outbound_id bigint,
  reserve_expire_time timestamptz,
  assigned_to bigint,
  assign_time timestamptz,
  assign_seq integer not null default 0,
  quarantine_until timestamptz,
  auto_renew integer not null default 0,
  remark text,
  create_user bigint, create_user_name text, create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz,
  -- a held or delivered number always says for which note, and nothing else ever does
  constraint inv_item_note check ((stock_status in (1, 2)) = (outbound_id is not null))
) with (fillfactor = 85);
-- A number is active once per business type.
create unique index inv_item_active on inv_item (tenant_id, business_type, e164) where stock_status in (0, 1, 2, 3, 4) and deleted_at is null;
-- Allocation walks this one from its beginning: first in, first out.
create index inv_item_sellable on inv_item (tenant_id, business_type, country_code, id) where stock_status = 0 and deleted_at is null;
create index inv_item_outbound on inv_item (outbound_id) where outbound_id is not null;
create index inv_item_expiry on inv_item (reserve_expire_time) where stock_status = 1;
create index inv_item_quarantine on inv_item (quarantine_until) where stock_status = 3;
create index inv_item_number on inv_item (e164);

-- status: 0 draft, 1 reserved, 2 delivered, 3 partly returned, 4 returned, 5 cancelled
create table inv_outbound (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  outbound_no text not null,
  outbound_type integer not null,
  agent_id bigint,
  agent_name text,
  owner_id bigint not null default 0,
  owner_path text not null default '/',
  order_type integer,
  order_no text,
  business_type integer not null,
  country_code text not null,
  number_type integer,
  capability integer,
  warehouse_code text,
  strategy integer not null default 1,
  quantity integer not null check (quantity > 0),
  delivered_qty integer not null default 0,
  returned_qty integer not null default 0,
  unit_price bigint,
  amount bigint,
  currency text not null,
  download_count integer not null default 0,
  max_download integer not null default 5,
  last_download_time timestamptz,
  file_sha256 text,
  warranty_until timestamptz,
  licence_note text,
  reserve_expire_time timestamptz,
  deliver_time timestamptz,
  status integer not null default 0 check (status between 0 and 5),
  cancel_reason text,
  reason text,
  remark text,
  create_user bigint, create_user_name text, create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz,
  constraint inv_outbound_counts check (delivered_qty <= quantity and returned_qty <= delivered_qty and download_count <= max_download)
);
create unique index inv_outbound_no on inv_outbound (tenant_id, outbound_no);
create index inv_outbound_owner on inv_outbound (tenant_id, owner_path text_pattern_ops, id);

-- state: 1 held or delivered, 2 given back
create table inv_outbound_line (
  outbound_id bigint not null references inv_outbound (id),
  item_id bigint not null references inv_item (id),
  e164 bigint not null,
  country_code text not null,
  state smallint not null default 1,
  primary key (outbound_id, item_id)
);
-- Nothing is sold twice: an item stands on one live line at most, and the database says so.
create unique index inv_outbound_line_live on inv_outbound_line (item_id) where state = 1;

-- Counters per kind of number, kept by the database itself in the transaction that moves the rows. Sixteen slots, chosen
-- by connection, keep parallel buyers of one kind from waiting for each other; a reading sums them.
create table inv_counter (
  tenant_id text not null,
  business_type integer not null,
  country_code text not null,
  number_type integer not null,
  capability integer not null,
  warehouse_code text not null,
  slot smallint not null,
  available bigint not null default 0,
  reserved bigint not null default 0,
  assigned bigint not null default 0,
  quarantine bigint not null default 0,
  unlisted bigint not null default 0,
  dead bigint not null default 0,
  retired bigint not null default 0,
  alive bigint not null default 0,
  cost_total numeric(30, 0) not null default 0,
  last_in_time timestamptz,
  last_out_time timestamptz,
  primary key (tenant_id, business_type, country_code, number_type, capability, warehouse_code, slot)
) with (fillfactor = 50);

create function inv_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into inv_counter as c (tenant_id, business_type, country_code, number_type, capability, warehouse_code, slot,
      available, reserved, assigned, quarantine, unlisted, dead, retired, alive, cost_total, last_in_time)
    select tenant_id, business_type, country_code, number_type, capability, warehouse_code, pg_backend_pid() % 16,
      count(*) filter (where stock_status = 0), count(*) filter (where stock_status = 1), count(*) filter (where stock_status = 2),
      count(*) filter (where stock_status = 3), count(*) filter (where stock_status = 4), count(*) filter (where stock_status = 5),
      count(*) filter (where stock_status = 6), count(*) filter (where survive_status = 1), sum(cost_price), now()
    from new_rows where deleted_at is null
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (tenant_id, business_type, country_code, number_type, capability, warehouse_code, slot) do update set
      available = c.available + excluded.available, reserved = c.reserved + excluded.reserved, assigned = c.assigned + excluded.assigned,
      quarantine = c.quarantine + excluded.quarantine, unlisted = c.unlisted + excluded.unlisted, dead = c.dead + excluded.dead,
      retired = c.retired + excluded.retired, alive = c.alive + excluded.alive, cost_total = c.cost_total + excluded.cost_total,
      last_in_time = excluded.last_in_time;
  elsif tg_op = 'UPDATE' then
    insert into inv_counter as c (tenant_id, business_type, country_code, number_type, capability, warehouse_code, slot,
      available, reserved, assigned, quarantine, unlisted, dead, retired, alive, cost_total, last_out_time)
    select tenant_id, business_type, country_code, number_type, capability, warehouse_code, pg_backend_pid() % 16,
      coalesce(sum(n) filter (where stock_status = 0), 0), coalesce(sum(n) filter (where stock_status = 1), 0), coalesce(sum(n) filter (where stock_status = 2), 0),
      coalesce(sum(n) filter (where stock_status = 3), 0), coalesce(sum(n) filter (where stock_status = 4), 0), coalesce(sum(n) filter (where stock_status = 5), 0),
      coalesce(sum(n) filter (where stock_status = 6), 0), coalesce(sum(n) filter (where survive_status = 1), 0), sum(n * cost_price),
      max(case when n = 1 and stock_status = 2 then now() end)
    from (
      select 1 as n, tenant_id, business_type, country_code, number_type, capability, warehouse_code, stock_status, survive_status, cost_price from new_rows where deleted_at is null
      union all
      select -1, tenant_id, business_type, country_code, number_type, capability, warehouse_code, stock_status, survive_status, cost_price from old_rows where deleted_at is null
    ) moved
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (tenant_id, business_type, country_code, number_type, capability, warehouse_code, slot) do update set
      available = c.available + excluded.available, reserved = c.reserved + excluded.reserved,
      assigned = c.assigned + excluded.assigned, quarantine = c.quarantine + excluded.quarantine,
      unlisted = c.unlisted + excluded.unlisted, dead = c.dead + excluded.dead,
      retired = c.retired + excluded.retired, alive = c.alive + excluded.alive,
      cost_total = c.cost_total + excluded.cost_total, last_out_time = coalesce(excluded.last_out_time, c.last_out_time);
  end if;
  return null;
end $$;


create trigger inv_item_counted_insert after insert on inv_item referencing new table as new_rows for each statement execute function inv_count();
create trigger inv_item_counted_update after update on inv_item referencing old table as old_rows new table as new_rows for each statement execute function inv_count();

-- Rows of stock are history: they are retired, never removed, so the counters need no third case.
create function inv_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never removed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger inv_item_kept before delete on inv_item for each statement execute function inv_refuse();
create trigger inv_item_not_truncated before truncate on inv_item for each statement execute function inv_refuse();

-- Every change of state of a business row, by whom and why.
create table biz_state_log (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  object_type text not null,
  object_id bigint not null,
  from_state integer,
  to_state integer not null,
  event text not null,
  reason text,
  user_id bigint,
  user_name text,
  create_time timestamptz not null default now()
);
create index biz_state_log_object on biz_state_log (object_type, object_id, id);

-- Every file of numbers that left: who took what, how many, and its fingerprint.
create table inv_export_log (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  user_id bigint not null,
  user_name text not null,
  source text not null,
  object_ids text,
  filters jsonb,
  format text not null,
  masked integer not null,
  row_count bigint not null default 0,
  sha256 text,
  reason text,
  ip text,
  create_time timestamptz not null default now()
);
