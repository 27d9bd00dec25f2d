-- How a session began and when it was last used; the second factor; tickets of what takes several steps.

alter table auth_session add column method text not null default 'password';
alter table auth_session add column last_seen_at timestamptz not null default now();
comment on column auth_session.method is 'password, totp, passkey or social';
comment on column auth_session.last_seen_at is 'exact to a minute: not every call writes';

create table auth_totp (
  user_id bigint primary key references sys_user (id) on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  create_time timestamptz not null default now()
);
comment on column auth_totp.secret is 'sealed with the key of the installation';
comment on column auth_totp.confirmed_at is 'null while being set up: not asked for at sign-in yet';
comment on column auth_totp.last_step is 'the half minute of the last accepted code; no code is taken twice';

create table auth_recovery_code (
  user_id bigint not null references sys_user (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table auth_ticket (
  token_hash text primary key,
  kind text not null,
  user_id bigint references sys_user (id) on delete cascade,
  data jsonb not null default '{}',
  expires_at timestamptz not null
);
create index auth_ticket_expires on auth_ticket (expires_at);
create index auth_ticket_user on auth_ticket (user_id) where user_id is not null;
