-- Numbers: staged (pre-warehouse), in stock (one row per number), and delivered (outbound notes and their lines).

-- Countries where sales are allowed. In this engine because allocation, quarantine and orders all use it.
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
  whatsapp_enabled integer not null default 1 check (whatsapp_enabled in (0, 1)),
  telegram_enabled integer not null default 1 check (telegram_enabled in (0, 1)),
  sms_enabled integer not null default 1 check (sms_enabled in (0, 1)),
  risk_level integer not null default 1 check (risk_level between 1 and 3),
  is_blocked integer not null default 0 check (is_blocked in (0, 1)),
  block_reason text,
  sender_reg_required integer not null default 0 check (sender_reg_required in (0, 1)),
  quiet_start text,
  quiet_end text,
  quarantine_days integer not null default 90 check (quarantine_days between 45 and 365),
  sort integer not null default 0,
  status integer not null default 1 check (status in (0, 1)),
  like audited_row including defaults
);
create unique index inv_country_country_code_unique on inv_country (tenant_id, country_code) where deleted_at is null;

create table inv_warehouse (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  warehouse_code text not null,
  name_zh text not null,
  name_en text not null,
  sort integer not null default 0,
  status integer not null default 1 check (status in (0, 1)),
  like audited_row including defaults
);
create unique index inv_warehouse_code on inv_warehouse (tenant_id, warehouse_code) where deleted_at is null;

-- A batch is the result of one import. Its rows are hidden until it is committed.
-- status: 0 importing, 1 reported (waits for confirmation), 2 committed, 3 void, 4 failed, 5 waits for the country of its lines
create table inv_batch (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  batch_no text not null,
  batch_name text not null,
  task_no text,
  status integer not null default 0 check (status between 0 and 5),
  defaults jsonb not null default '{}',
  total_lines bigint not null default 0 check (total_lines >= 0),
  good_lines bigint not null default 0 check (good_lines >= 0),
  report jsonb,
  committed_at timestamptz,
  like audited_row including defaults,
  ready_count bigint not null default 0,
  in_warehouse_count bigint not null default 0,
  failed_count bigint not null default 0,
  void_count bigint not null default 0,
  constraint inv_batch_counts check (ready_count >= 0 and in_warehouse_count >= 0 and failed_count >= 0 and void_count >= 0)
);
create unique index inv_batch_no on inv_batch (tenant_id, batch_no);
create index inv_batch_tail on inv_batch (reverse(batch_no) text_pattern_ops);
-- The batches with hidden numbers: few, and used by every list of staged numbers.
create index inv_batch_open on inv_batch (tenant_id, id) where status in (0, 1);

-- status: 0 to check, 1 ready, 2 moving, 3 in warehouse, 5 check failed, 6 void
create table inv_staged (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  batch_id bigint not null,
  batch_no text not null,
  batch_name text not null,
  source_type integer not null check (source_type between 1 and 5),
  -- The name as written; lists show the name of the record.
  supplier_name text,
  supplier_id bigint,
  provenance_note text,
  rights_attested integer not null default 0 check (rights_attested in (0, 1)),
  owner_type integer not null default 1 check (owner_type in (1, 2)),
  business_type integer not null check (business_type between 1 and 3),
  country_code text not null,
  e164 bigint not null check (e164 between 1000000 and 999999999999999),
  number_type integer not null check (number_type between 1 and 5),
  capability integer not null default 0 check (capability between 0 and 31),
  setup_cost bigint not null default 0 check (setup_cost >= 0),
  monthly_cost bigint not null default 0 check (monthly_cost >= 0),
  cost_price bigint not null default 0 check (cost_price >= 0),
  currency text not null,
  lease_start date,
  lease_end date,
  reg_doc_status integer not null default 0 check (reg_doc_status between 0 and 3),
  check_status integer not null default 0 check (check_status between 0 and 2),
  check_reason text,
  duplicate_of bigint,
  warehouse_code text not null,
  status integer not null check (status in (0, 1, 2, 3, 5, 6)),
  in_time timestamptz,
  in_user_name text,
  remark text,
  line_type integer,
  is_shared boolean not null default false,
  like audited_row including defaults
);
-- Moving a batch walks its ready rows from the lowest id.
create index inv_staged_ready on inv_staged (batch_id, id) where status = 1 and deleted_at is null;
-- Lists of one batch, and taking one back.
create index inv_staged_batch on inv_staged (batch_no, id);
-- Few among millions: searched by part, one after the other (see stagedConditions). Without the tenant: an import took twice as
-- long with it (decision 0006).
create index inv_staged_batch_name on inv_staged (batch_name);
create index inv_staged_supplier on inv_staged (supplier_id) where supplier_id is not null;
-- Names without a record: empty, but for rows that an earlier version or another program wrote.
create index inv_staged_unnamed on inv_staged (id) where supplier_id is null and supplier_name is not null;
-- Finds the few numbers that need manual work among millions.
create index inv_staged_unfit on inv_staged (id) where status in (0, 5) and deleted_at is null;
create unique index inv_staged_number on inv_staged (e164, batch_id, business_type) where deleted_at is null;
create trigger inv_staged_counted after update on inv_staged
  referencing old table as old_rows new table as new_rows for each statement execute function inv_count_staged();

-- stock_status: 0 available, 1 reserved, 2 assigned, 3 quarantine, 4 unlisted, 5 dead, 6 retired, 7 locked for a pre-order
create table inv_item (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  item_no text not null,
  staged_id bigint,
  batch_no text,
  warehouse_code text not null,
  business_type integer not null check (business_type between 1 and 3),
  country_code text not null,
  e164 bigint not null check (e164 between 1000000 and 999999999999999),
  number_type integer not null check (number_type between 1 and 5),
  capability integer not null default 0 check (capability between 0 and 31),
  owner_type integer not null default 1 check (owner_type in (1, 2)),
  source_type integer not null check (source_type between 1 and 5),
  supplier_name text,
  supplier_id bigint,
  cost_price bigint not null default 0 check (cost_price >= 0),
  monthly_cost bigint not null default 0 check (monthly_cost >= 0),
  currency text not null,
  lease_start date,
  lease_end date,
  stock_status integer not null default 0 check (stock_status between 0 and 7),
  survive_status integer not null default 0 check (survive_status between 0 and 4),
  survive_time timestamptz,
  survive_detail text,
  -- when it was first found dead: a second finding ten minutes later makes it so
  dead_since timestamptz,
  outbound_id bigint,
  reserve_expire_time timestamptz,
  assigned_to bigint,
  assign_time timestamptz,
  assign_seq integer not null default 0 check (assign_seq >= 0),
  quarantine_until timestamptz,
  auto_renew integer not null default 0 check (auto_renew in (0, 1)),
  remark text,
  like audited_row including defaults,
  -- Results of the sandbox are kept apart and never affect sales.
  sandbox_status integer not null default 0 check (sandbox_status between 0 and 4),
  sandbox_time timestamptz,
  sandbox_detail text,
  preorder_id bigint,
  -- a held or delivered number always names its note, all others never do
  constraint inv_item_note check ((stock_status in (1, 2)) = (outbound_id is not null)),
  -- one number is locked for one pre-order at most
  constraint inv_item_preorder check ((stock_status = 7) = (preorder_id is not null))
) with (fillfactor = 85);
-- A number is active once per business type.
create unique index inv_item_active on inv_item (tenant_id, business_type, e164) where stock_status in (0, 1, 2, 3, 4, 7) and deleted_at is null;
create index inv_item_preorder on inv_item (preorder_id, id) where preorder_id is not null;
create index inv_item_outbound on inv_item (outbound_id) where outbound_id is not null;
create index inv_item_expiry on inv_item (reserve_expire_time) where stock_status = 1;
create index inv_item_quarantine on inv_item (quarantine_until) where stock_status = 3;
create index inv_item_number on inv_item (e164);
-- Numbers are searched by their last digits.
create index inv_item_ending on inv_item ((e164 % 10000));
-- Both come in their order with the numbers of a batch, which costs a move into stock little.
create index inv_item_no on inv_item (item_no);
create index inv_item_batch on inv_item (batch_no, id) where batch_no is not null;
create index inv_item_supplier on inv_item (supplier_id, id) where supplier_id is not null;
create index inv_item_unnamed on inv_item (id) where supplier_id is null and supplier_name is not null;
-- Finds checks without an answer.
create index inv_item_checking on inv_item (update_time) where survive_status = 4;
create index inv_item_sellable on inv_item (tenant_id, business_type, country_code, (id + 0)) where stock_status = 0 and deleted_at is null;
create index inv_item_sandbox_checking on inv_item (update_time) where sandbox_status = 4;
create trigger inv_item_counted_insert after insert on inv_item referencing new table as new_rows for each statement execute function inv_count();
create trigger inv_item_counted_update after update on inv_item referencing old table as old_rows new table as new_rows for each statement execute function inv_count();
create trigger inv_item_kept before delete on inv_item for each statement execute function inv_refuse();
create trigger inv_item_not_truncated before truncate on inv_item for each statement execute function inv_refuse();

-- status: 0 draft, 1 reserved, 2 delivered, 3 partly returned, 4 returned, 5 cancelled
create table inv_outbound (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  outbound_no text not null,
  outbound_type integer not null check (outbound_type between 1 and 5),
  agent_id bigint,
  agent_name text,
  owner_id bigint not null,
  owner_path text not null,
  order_type integer,
  order_no text,
  business_type integer not null check (business_type between 1 and 3),
  country_code text not null,
  number_type integer check (number_type between 1 and 5),
  capability integer check (capability between 0 and 31),
  warehouse_code text,
  strategy integer not null default 1 check (strategy between 1 and 3),
  quantity integer not null check (quantity > 0),
  delivered_qty integer not null default 0 check (delivered_qty >= 0),
  returned_qty integer not null default 0 check (returned_qty >= 0),
  unit_price bigint check (unit_price >= 0),
  amount bigint check (amount >= 0),
  currency text not null,
  download_count integer not null default 0 check (download_count >= 0),
  max_download integer not null default 5 check (max_download >= 0),
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
  like audited_row including defaults,
  -- Staff looking after a customer's note are counted, and do not use up the customer's downloads.
  staff_download_count integer not null default 0 check (staff_download_count >= 0),
  -- A note without an order is charged when it is delivered, or it is a gift: for a reason, of two people.
  is_gift integer not null default 0 check (is_gift in (0, 1)),
  gift_reason text,
  gift_user bigint,
  gift_user_name text,
  constraint inv_outbound_counts check (
    delivered_qty <= quantity and returned_qty <= delivered_qty and download_count - staff_download_count <= max_download)
);
create unique index inv_outbound_no on inv_outbound (tenant_id, outbound_no);
create index inv_outbound_order on inv_outbound (order_no) where order_no is not null;
-- Documents are searched by their last characters.
create index inv_outbound_tail on inv_outbound (reverse(outbound_no) text_pattern_ops);
create index inv_outbound_owner on inv_outbound (tenant_id, owner_path text_pattern_ops, id);
-- Numbers within their warranty.
create index inv_outbound_warranty on inv_outbound using brin (warranty_until) with (autosummarize = on);
create index inv_outbound_deliver_time on inv_outbound using brin (deliver_time) with (autosummarize = on);
-- Timers find due rows every minute with this index instead of reading a table that only grows.
create index inv_outbound_reserved on inv_outbound (reserve_expire_time) where status = 1;

-- state: 1 held or delivered, 2 returned, 3 its lease has ended, 4 replaced by a number of another note
create table inv_outbound_line (
  outbound_id bigint not null,
  item_id bigint not null,
  e164 bigint not null,
  country_code text not null,
  state smallint not null default 1 check (state in (1, 2, 3, 4)),
  return_time timestamptz,
  primary key (outbound_id, item_id)
);
-- Returns of a period.
create index inv_outbound_line_returned on inv_outbound_line (return_time) where return_time is not null;
-- Nothing is sold twice: an item is on one live line at most, which a unique index enforces.
create unique index inv_outbound_line_live on inv_outbound_line (item_id) where state = 1;
-- The past of a number.
create index inv_outbound_line_past on inv_outbound_line (item_id) where state <> 1;

-- Counters per kind of number, kept by the database itself in the transaction that moves the rows. Sixteen slots, chosen
-- by connection, keep parallel buyers of one kind from waiting for each other; a reading sums them.
create table inv_counter (
  tenant_id text not null,
  business_type integer not null,
  country_code text not null,
  number_type integer not null,
  capability integer not null,
  warehouse_code text not null,
  slot smallint not null check (slot between 0 and 15),
  available bigint not null default 0,
  reserved bigint not null default 0,
  assigned bigint not null default 0,
  quarantine bigint not null default 0,
  unlisted bigint not null default 0,
  dead bigint not null default 0,
  retired bigint not null default 0,
  locked bigint not null default 0,
  alive bigint not null default 0,
  cost_total numeric(30, 0) not null default 0,
  last_in_time timestamptz,
  last_out_time timestamptz,
  -- Numbers delivered to customers on seven days of the tenant, the newest first, and the day of the first count.
  sold bigint[] not null default '{0,0,0,0,0,0,0}' check (cardinality(sold) = 7),
  sold_day date,
  primary key (tenant_id, business_type, country_code, number_type, capability, warehouse_code, slot)
) with (fillfactor = 50);

-- Figures of suppliers by batch, counted from the rows by a timer.
create table inv_supplier_batch (
  supplier_id bigint not null,
  batch_no text not null,
  tenant_id text not null,
  stocked bigint not null,
  assigned bigint not null,
  failed bigint not null,
  cost_total numeric(30, 0) not null,
  first_time timestamptz not null,
  counted_time timestamptz not null,
  primary key (supplier_id, batch_no)
);
-- Numbers moved to stock by day and kind, in slots for the same reason: the rate that expected dates are estimated from.
create table inv_arrival (
  tenant_id text not null,
  business_type integer not null,
  country_code text not null,
  number_type integer not null,
  capability integer not null,
  day date not null,
  slot smallint not null check (slot between 0 and 15),
  arrived bigint not null default 0,
  primary key (tenant_id, business_type, country_code, day, number_type, capability, slot)
) with (fillfactor = 50);

-- The line for numbers that are not in stock: open pre-orders, with the numbers still to be delivered to each. Arriving numbers are
-- locked in the order (since, preorder_id). Writers that read the whole line of a business and country lock its rows by id.
create table inv_waiting (
  preorder_id bigint primary key,
  tenant_id text not null,
  business_type integer not null check (business_type between 1 and 3),
  country_code text not null,
  number_type integer check (number_type between 1 and 5),
  capability integer not null default 0 check (capability between 0 and 31),
  since timestamptz not null,
  wanted integer not null check (wanted > 0),
  -- Passed over while its buyer cannot be charged.
  is_paused boolean not null default false
);
create index inv_waiting_line on inv_waiting (tenant_id, business_type, country_code, since, preorder_id);

-- Numbers that may be sold; the caller selects among them. The only place of this rule.
-- Literals, not parameters: the planner uses the partial index of numbers on sale only if it can prove the condition.
create view inv_sellable as
select * from inv_item
where stock_status = 0 and deleted_at is null and owner_type = 1 and survive_status <> 2
  and (lease_end is null or lease_end >= (now() at time zone 'UTC')::date + 7);
