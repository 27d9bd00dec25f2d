-- Passkeys (WebAuthn credentials), and finding the user a picture belongs to.

create table auth_passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references sys_user (id) on delete cascade,
  credential_id text not null,
  public_key text not null,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  rp_id text not null,
  name text not null,
  backed_up boolean not null default false,
  create_time timestamptz not null default now(),
  last_used_at timestamptz
);
comment on column auth_passkey.rp_id is 'the host name it was made for; a browser offers it there only';
comment on column auth_passkey.backed_up is 'kept by a password manager and so on several devices';
create unique index auth_passkey_credential_unique on auth_passkey (credential_id);
create index auth_passkey_user on auth_passkey (user_id);

create index sys_user_avatar on sys_user (avatar) where avatar <> '';
