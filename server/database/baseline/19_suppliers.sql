-- Suppliers of numbers.

-- record: 0 to be completed (without a contact), 1 complete. payment_terms: 1 prepaid, 2 on delivery, 3 monthly,
-- 4 credit days. status: 0 disabled, 1 enabled.
create table sup_supplier (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  supplier_code text not null,
  supplier_name text not null,
  warehouse_code text,
  contact_name text,
  contact_phone text,
  contact_email text,
  payment_terms integer not null default 1 check (payment_terms between 1 and 4),
  credit_days integer check (credit_days between 1 and 365),
  currency text not null default 'USDT',
  warranty_hours integer not null default 720 check (warranty_hours between 0 and 8760),
  claim_days integer not null default 14 check (claim_days between 1 and 180),
  -- Links of its papers.
  papers jsonb not null default '[]',
  record integer not null default 1 check (record in (0, 1)),
  status integer not null default 1 check (status in (0, 1)),
  remark text,
  like audited_row including defaults
);
create unique index sup_supplier_supplier_code_unique on sup_supplier (tenant_id, supplier_code) where deleted_at is null;
create unique index sup_supplier_supplier_name_unique on sup_supplier (tenant_id, supplier_name) where deleted_at is null;
