-- How each user likes the console. A row per key, so that two browsers changing different things never undo each other.
create table sys_user_preference (
  user_id bigint not null references sys_user (id) on delete cascade,
  key text not null,
  value jsonb not null,
  update_time timestamptz not null default now(),
  primary key (user_id, key)
);
