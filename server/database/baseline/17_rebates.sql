-- Commissions of agents on payments of accounts one and two levels below them.
create table agt_rebate (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  rebate_no text not null constraint agt_rebate_no_unique unique,
  beneficiary_id bigint not null,
  beneficiary_name text not null,
  level integer not null check (level in (1, 2)),
  from_user_id bigint not null,
  from_user_name text not null,
  source_type integer not null check (source_type between 1 and 7),
  source_id bigint not null,
  source_no text not null,
  charge_journal_id bigint not null,
  charge_amount bigint check (charge_amount > 0),
  -- Of a rebate on the margin; null: it is a share of the whole charge.
  cost_amount bigint check (cost_amount >= 0),
  base_amount bigint check (base_amount > 0 and base_amount = charge_amount - coalesce(cost_amount, 0)),
  rate numeric check (rate > 0 and rate <= 30),
  rebate_amount bigint not null check (rebate_amount > 0),
  -- Taken back by refunds of the charge, in their transaction; the wallets follow.
  reversed_amount bigint not null check (reversed_amount between 0 and rebate_amount),
  -- The part that is posted to the wallets.
  posted_amount bigint not null default 0 check (posted_amount between 0 and rebate_amount),
  settled_amount bigint not null check (settled_amount between 0 and rebate_amount),
  settle_time timestamptz not null,
  status integer not null check (status between 0 and 3),
  -- Set when two people voided it: all of it is reversed, and a refund of the charge changes nothing more.
  void_reason text,
  approval_id bigint,
  like audited_row including defaults,
  -- Not every reader is shown them, so that they are optional in the contract; every row has them.
  constraint agt_rebate_base check (charge_amount is not null and base_amount is not null and rate is not null),
  constraint agt_rebate_voided check (status <> 3 or (reversed_amount = rebate_amount and void_reason is not null)),
  constraint agt_rebate_once unique (charge_journal_id, level)
);
create index agt_rebate_of on agt_rebate (tenant_id, beneficiary_id, id desc);
create index agt_rebate_time on agt_rebate (tenant_id, create_time);
create index agt_rebate_source on agt_rebate (source_no);
create index agt_rebate_no_parts on agt_rebate using gin (rebate_no gin_trgm_ops);
create index agt_rebate_unposted on agt_rebate (id) where posted_amount <> rebate_amount - reversed_amount;
create index agt_rebate_due on agt_rebate (settle_time) where status = 0;
