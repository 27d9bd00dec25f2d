-- Signing in at foreign providers (OpenID Connect, OAuth 2.0): what is under way, and whose identity is whose.

create table auth_social_request (
  state_hash text primary key,
  -- Of the secret in the cookie of the browser that set out: nobody else can come back with this state.
  browser_hash text not null,
  source text not null,
  tenant_id text not null,
  redirect_uri text not null,
  expires_at timestamptz not null
);
create index auth_social_request_expires on auth_social_request (expires_at);

create table auth_social_ticket (
  hash text primary key,
  source text not null,
  subject text not null,
  account text not null default '',
  name text not null default '',
  email text not null default '',
  expires_at timestamptz not null
);
comment on table auth_social_ticket is 'proof of a provider''s word about somebody without an account, good for one registration';
create index auth_social_ticket_expires on auth_social_ticket (expires_at);

create table sys_user_oauth (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  user_id bigint not null references sys_user (id) on delete cascade,
  source text not null,
  subject text not null,
  account text not null default '',
  name text not null default '',
  email text not null default '',
  create_time timestamptz not null default now(),
  last_login_time timestamptz
);
comment on column sys_user_oauth.source is 'key of the provider in the settings';
comment on column sys_user_oauth.subject is 'who somebody is to the provider; account, name and email are what it said last';
create unique index sys_user_oauth_identity on sys_user_oauth (tenant_id, source, subject);
create index sys_user_oauth_user on sys_user_oauth (user_id);
