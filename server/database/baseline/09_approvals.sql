-- Proposals that await the decision of another person.
create table apr_request (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  approval_no text not null constraint apr_request_no_unique unique,
  -- See approval_kind in the contract.
  kind integer not null check (kind between 1 and 15),
  params jsonb not null,
  payload jsonb not null,
  lines jsonb not null,
  amount bigint,
  currency text,
  reason text not null,
  -- 0 waiting, 1 approved, 2 refused, 3 withdrawn, 4 expired
  status integer not null check (status between 0 and 4),
  expire_time timestamptz not null,
  decided_by bigint,
  decided_by_name text,
  decide_time timestamptz,
  decision text,
  -- Permission of the call that proposed it; if the requester has lost it, the request is not approved. Null: a session
  -- was enough.
  asked_permission text,
  like audited_row including defaults,
  constraint apr_request_two_persons check (decided_by is null or decided_by <> create_user),
  constraint apr_request_amount check ((amount is null) = (currency is null))
);
create index apr_request_status on apr_request (tenant_id, status, id desc);
create index apr_request_user on apr_request (tenant_id, create_user, id desc);
create index apr_request_due on apr_request (expire_time) where status = 0;
