-- Agents that were moved in the tree, with all below them.
create table agt_move (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  user_id bigint not null,
  from_path text not null,
  to_path text not null,
  reason text not null,
  create_user bigint not null,
  create_time timestamptz not null default now()
);
create index agt_move_time on agt_move (create_time);

-- Documents that agents submit for verification, and the decisions.
create table agt_verification (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  user_id bigint not null,
  user_name text not null,
  subject integer not null default 2 check (subject in (1, 2)),
  legal_name text not null,
  document_type integer not null default 3 check (document_type between 1 and 3),
  id_card_no text not null,
  card_last4 text not null,
  valid_until date,
  pictures jsonb not null default '[]',
  apply_note text,
  status integer not null check (status between 1 and 7),
  audit_user bigint,
  audit_user_name text,
  audit_time timestamptz,
  reject_reason text,
  like audited_row including defaults
);
-- One at a time is reviewed, and one counts.
create unique index agt_verification_open on agt_verification (user_id) where status = 1;
create unique index agt_verification_current on agt_verification (user_id) where status = 2;
create index agt_verification_of on agt_verification (tenant_id, user_id, id desc);
create index agt_verification_state on agt_verification (tenant_id, status, create_time);
create index agt_verification_valid on agt_verification (valid_until) where status = 2;
create trigger verification_keeps_kyc after insert or update of status on agt_verification for each row execute function agt_keep_kyc();
