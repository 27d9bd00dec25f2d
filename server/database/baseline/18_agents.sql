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
