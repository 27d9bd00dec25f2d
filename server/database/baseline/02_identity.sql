-- Users and their rights: tenants, people, roles, departments, menus; sessions, tokens, second factors,
-- failed sign-ins and captchas.

-- Menus and buttons that tenants can have at most: rows of the platform.
create table sys_tenant_package (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  package_name text not null,
  package_name_en text not null,
  remark text,
  like audited_row including defaults
);
create unique index sys_tenant_package_package_name_unique on sys_tenant_package (tenant_id, package_name) where deleted_at is null;

create table sys_tenant (
  id bigint generated always as identity primary key,
  tenant_id text not null check (tenant_id ~ '^[0-9]{6}$'),
  tenant_name text not null,
  domain text,
  background_url text,
  logo_url text,
  accent text,
  login_title text,
  login_title_en text,
  slogan text,
  slogan_en text,
  linkman text not null,
  contact_number text,
  address text,
  account_number integer not null default -1,
  expire_time timestamptz,
  package_id bigint,
  -- Limits of a day, leases and the day close count in it.
  time_zone text default 'Asia/Shanghai',
  status integer not null default 1 check (status in (0, 1)),
  like audited_row including defaults
);
-- Archived ones keep their number: rows elsewhere bear it.
create unique index sys_tenant_tenant_id_unique on sys_tenant (tenant_id);
create index sys_tenant_of_package on sys_tenant (package_id) where package_id is not null;
create unique index sys_tenant_domain_unique on sys_tenant (domain) where deleted_at is null;

create table sys_user (
  id bigint generated always as identity primary key,
  -- The scope helper asks every agent-owned table for an owner; a user row is owned by the user it is.
  owner_id bigint not null generated always as (id) stored,
  tenant_id text not null,
  account text not null,
  password_hash text not null,
  must_change_password integer not null default 0 check (must_change_password in (0, 1)),
  password_given_at timestamptz not null default now(),
  -- The person who last reset their password or second factor: for a while that person cannot decide their requests.
  credentials_reset_by bigint,
  credentials_reset_at timestamptz,
  user_type integer not null check (user_type in (1, 2, 3, 4)),
  real_name text not null,
  -- The name and its readings, by which it is searched: see `pinyinOf`. Never those of another name.
  real_name_pinyin text not null default '',
  constraint sys_user_pinyin_current check (
    starts_with(real_name_pinyin, real_name || ' ') or (real_name_pinyin = '' and real_name !~ '[\u4e00-\u9fff]')
  ),
  name text not null default '',
  avatar text not null default '',
  phone text not null default '',
  email text not null default '',
  parent_id bigint,
  owner_path text not null default '/',
  -- At most 5; an app user is one below its agent.
  depth integer not null default 0 check (depth between 0 and 6),
  agent_level integer not null default 1 check (agent_level between 1 and 4),
  sub_count integer not null default 0 check (sub_count >= 0),
  service_address text not null default '',
  invite_code text not null,
  kyc_status integer not null default 0 check (kyc_status between 0 and 3),
  spend_limit_day bigint check (spend_limit_day >= 0),
  spend_limit_month bigint check (spend_limit_month >= 0),
  -- The paths of the users who set the limits; null without a limit.
  spend_limit_day_path text,
  spend_limit_month_path text,
  contract_no text not null default '',
  contract_start date,
  contract_end date,
  contract_attach_ids jsonb not null default '[]',
  contract_note text not null default '',
  -- The last reminder of the contract's end: the days before it, 0 for the one after it; null before the first.
  contract_reminded_days integer check (contract_reminded_days >= 0),
  check (contract_start <= contract_end),
  time_zone text not null default '',
  status integer not null default 1 check (status between 0 and 3),
  locked_until timestamptz,
  -- Whether disabling an agent keeps everybody below out as well, and since when the clocks of a user below one are paused.
  closes_below integer not null default 0 check (closes_below in (0, 1)),
  paused_since timestamptz,
  -- The path of the user who set the state, `/` for staff and the program: only this user and those above can change
  -- it.
  status_path text not null default '/',
  status_reason text not null default '',
  last_login_time timestamptz,
  last_login_ip text not null default '',
  remark text not null default '',
  like audited_row including defaults,
  -- Beside the sign-in password, which opens a locked screen as well. Null: none was set yet.
  lock_password_hash text,
  -- Registrations that were refused, and providers that are linked to an account by its owner.
  refused_at timestamptz,
  -- Kind of account in this product, and kind on the platform of their work.
  code text not null default '',
  sex integer check (sex between 1 and 3),
  birthday date,
  leader_id bigint check (leader_id <> id),
  platform integer not null default 1 check (platform between 1 and 3),
  user_ext text not null default '',
  check ((user_type = 1) = (owner_path = '/')),
  check (user_type <> 3 or parent_id is not null),
  unique (tenant_id, id),
  -- The parent is of the same tenant.
  foreign key (tenant_id, parent_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, leader_id) references sys_user (tenant_id, id)
);
create unique index sys_user_account_unique on sys_user (tenant_id, lower(account)) where deleted_at is null;
create unique index sys_user_invite_code_unique on sys_user (tenant_id, invite_code) where deleted_at is null;
create index sys_user_contract_end on sys_user (contract_end) where contract_end is not null;
create index sys_user_parent on sys_user (tenant_id, parent_id, id) where deleted_at is null;
create index sys_user_lock_end on sys_user (locked_until) where status = 2;
create index sys_user_leader on sys_user (tenant_id, leader_id) where leader_id is not null and deleted_at is null;
create index sys_user_owner_path on sys_user (tenant_id, owner_path text_pattern_ops);
create index sys_user_avatar on sys_user (avatar) where avatar <> '';
-- Lists of people are searched by a part of each of these.
create index sys_user_parts on sys_user
  using gin (account gin_trgm_ops, real_name gin_trgm_ops, real_name_pinyin gin_trgm_ops, phone gin_trgm_ops, email gin_trgm_ops, code gin_trgm_ops);

create table sys_role (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  parent_id bigint,
  role_name text not null,
  role_name_en text not null,
  role_alias text not null,
  needs_second_factor integer default 0 check (needs_second_factor in (0, 1)),
  sort integer not null default 1,
  status integer not null default 1 check (status in (0, 1)),
  like audited_row including defaults,
  unique (tenant_id, id),
  foreign key (tenant_id, parent_id) references sys_role (tenant_id, id)
);
create unique index sys_role_role_alias_unique on sys_role (tenant_id, role_alias) where deleted_at is null;

create table sys_user_role (
  user_id bigint not null references sys_user (id) on delete cascade,
  role_id bigint not null references sys_role (id) on delete cascade,
  primary key (user_id, role_id)
);
create index sys_user_role_role on sys_user_role (role_id);

create table sys_dept (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  code text not null,
  parent_id bigint,
  path text not null default '/',
  dept_category integer not null default 2 check (dept_category between 0 and 32767),
  dept_name text not null,
  dept_name_en text not null,
  full_name text,
  sort integer not null default 1,
  remark text,
  like audited_row including defaults,
  unique (tenant_id, id),
  foreign key (tenant_id, parent_id) references sys_dept (tenant_id, id)
);
create unique index sys_dept_code_unique on sys_dept (tenant_id, code) where deleted_at is null;
create index sys_dept_parent on sys_dept (tenant_id, parent_id) where deleted_at is null;
create index sys_dept_path on sys_dept (tenant_id, path text_pattern_ops);

create table sys_user_dept (
  user_id bigint not null references sys_user (id) on delete cascade,
  dept_id bigint not null references sys_dept (id) on delete cascade,
  primary key (user_id, dept_id)
);
create index sys_user_dept_dept on sys_user_dept (dept_id);

create table sys_menu (
  id bigint generated always as identity primary key,
  parent_id bigint references sys_menu (id),
  code text not null,
  name text not null,
  name_en text not null default '',
  path text,
  source text,
  category integer not null default 1 check (category in (1, 2)),
  alias text default 'menu',
  action integer not null default 0 check (action between 0 and 3),
  is_open integer not null default 1 check (is_open in (1, 2)),
  visible integer not null default 1 check (visible in (0, 1)),
  component text not null default '',
  sort integer not null default 1,
  is_built_in integer not null default 0 check (is_built_in in (0, 1)),
  remark text,
  like audited_row including defaults,
  meta jsonb not null default '{}' check (jsonb_typeof(meta) = 'object')
);
create unique index sys_menu_code_unique on sys_menu (code) where deleted_at is null;
create unique index sys_menu_path_unique on sys_menu (path) where deleted_at is null;
create index sys_menu_parent on sys_menu (parent_id);

create table sys_role_menu (
  role_id bigint not null references sys_role (id) on delete cascade,
  menu_id bigint not null references sys_menu (id) on delete cascade,
  primary key (role_id, menu_id)
);
create index sys_role_menu_menu on sys_role_menu (menu_id);

-- Which rows and fields of a resource a role reaches.
create table sys_data_scope (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  resource_code text not null,
  scope_name text not null,
  scope_name_en text not null,
  scope_type integer not null default 3 check (scope_type between 1 and 5),
  scope_value jsonb,
  scope_field text not null default '*',
  writable_field text not null default '*',
  remark text,
  like audited_row including defaults
);
create index sys_data_scope_resource_code on sys_data_scope (tenant_id, resource_code);

create table sys_role_data_scope (
  role_id bigint not null references sys_role (id) on delete cascade,
  data_scope_id bigint not null references sys_data_scope (id) on delete cascade,
  primary key (role_id, data_scope_id)
);
create index sys_role_data_scope_scope on sys_role_data_scope (data_scope_id);

-- Routes that are refused to roles they are not granted to.
create table sys_api_scope (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  scope_name text not null,
  scope_name_en text not null,
  scope_path text not null,
  scope_method integer not null default 2 check (scope_method in (1, 2)),
  resource_code text not null,
  scope_type integer not null check (scope_type in (1, 2)),
  remark text,
  like audited_row including defaults
);
create unique index sys_api_scope_scope_path_scope_method_unique on sys_api_scope (tenant_id, scope_path, scope_method) where deleted_at is null;
create index sys_api_scope_resource_code on sys_api_scope (tenant_id, resource_code);

create table sys_role_api_scope (
  role_id bigint not null references sys_role (id) on delete cascade,
  api_scope_id bigint not null references sys_api_scope (id) on delete cascade,
  primary key (role_id, api_scope_id)
);
create index sys_role_api_scope_scope on sys_role_api_scope (api_scope_id);

-- Positions of people, without rights.
create table sys_post (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  post_code text not null,
  post_name text not null,
  post_name_en text not null,
  category integer not null default 3 check (category between 0 and 32767),
  sort integer not null default 1,
  remark text,
  like audited_row including defaults
);
create unique index sys_post_post_code_unique on sys_post (tenant_id, post_code) where deleted_at is null;

create table sys_user_post (
  user_id bigint not null references sys_user (id) on delete cascade,
  post_id bigint not null references sys_post (id) on delete cascade,
  primary key (user_id, post_id)
);
create index sys_user_post_post on sys_user_post (post_id);

create table sys_top_menu (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  code text not null,
  name text not null,
  name_en text not null,
  source text not null default 'AppstoreOutlined',
  sort integer not null default 1,
  like audited_row including defaults
);
create unique index sys_top_menu_code_unique on sys_top_menu (tenant_id, code) where deleted_at is null;

create table sys_tenant_package_menu (
  package_id bigint not null references sys_tenant_package (id) on delete cascade,
  menu_id bigint not null references sys_menu (id) on delete cascade,
  primary key (package_id, menu_id)
);

create table sys_top_menu_menu (
  top_menu_id bigint not null references sys_top_menu (id) on delete cascade,
  menu_id bigint not null references sys_menu (id) on delete cascade,
  primary key (top_menu_id, menu_id)
);

-- The applications people sign in with.
create table sys_client (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  client_id text not null check (length(client_id) between 1 and 48),
  client_name text not null,
  client_name_en text not null,
  is_public integer not null default 0 check (is_public in (0, 1)),
  client_secret text,
  authorized_grant_types integer not null default 5 check (authorized_grant_types between 0 and 63),
  access_token_validity integer check (access_token_validity between 60 and 604800),
  refresh_token_validity integer check (refresh_token_validity between 60 and 31536000),
  web_server_redirect_uri text,
  status integer not null default 1 check (status in (0, 1)),
  remark text,
  like audited_row including defaults
);
create unique index sys_client_client_id_unique on sys_client (tenant_id, client_id) where deleted_at is null;

create table auth_session (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  user_id bigint not null,
  address text not null default '',
  user_agent text not null default '',
  create_time timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text not null default '',
  -- A locked screen is a state of the session: every node refuses its calls until it is opened again.
  locked_at timestamptz,
  -- Method and last use of a session; the second factor; tickets of flows with several steps.
  method text not null default 'password',
  client_id text not null default '',
  last_seen_at timestamptz not null default now(),
  stepped_up_at timestamptz,
  -- Of several departments and roles the one it works as.
  dept_id bigint,
  role_id bigint
);
create index auth_session_user on auth_session (user_id) where ended_at is null;
create index auth_session_client on auth_session (client_id) where ended_at is null;
create index auth_session_expires on auth_session (expires_at);
create index auth_session_over on auth_session (least(expires_at, coalesce(ended_at, expires_at)));

create index auth_session_open on auth_session (tenant_id) where ended_at is null;

-- Users signed in at this moment: idle after ten minutes without a call.
create view sys_online as
  select s.id, s.tenant_id, s.user_id, s.user_id as owner_id, u.owner_path, u.account, u.real_name, u.user_type, s.address, s.user_agent,
    case s.method when 'totp' then 2 when 'passkey' then 3 when 'social' then 4 else 1 end as method,
    case when s.locked_at is not null then 3 when s.last_seen_at < now() - interval '10 minutes' then 2 else 1 end as state,
    s.create_time, s.last_seen_at as last_seen_time, s.expires_at as expire_time, s.dept_id, s.role_id
  from auth_session s join sys_user u on u.id = s.user_id
  where s.ended_at is null and s.expires_at > now();

create table auth_token (
  id bigint generated always as identity primary key,
  session_id bigint not null references auth_session (id) on delete cascade,
  kind integer not null check (kind in (1, 2)),
  hash text not null,
  expires_at timestamptz not null,
  create_time timestamptz not null default now(),
  used_at timestamptz,
  replaced_by bigint references auth_token (id) on delete set null,
  -- Together with the token itself it gives the tokens that replaced it, so that a second tab gets the same answer.
  nonce text
);
create unique index auth_token_hash_unique on auth_token (hash);
create index auth_token_session on auth_token (session_id);
create index auth_token_replaced_by on auth_token (replaced_by) where replaced_by is not null;
create index auth_token_access_expires on auth_token (expires_at) where kind = 1;
create index auth_token_nonce on auth_token (used_at) where nonce is not null;

create table auth_attempt (
  tenant_id text not null,
  account text not null,
  address text not null,
  failures integer not null,
  expires_at timestamptz not null,
  checking integer not null default 0,
  checking_until timestamptz not null default '-infinity',
  primary key (tenant_id, account, address)
);
create index auth_attempt_expires on auth_attempt (expires_at);

create table auth_captcha (
  key uuid primary key,
  answer_hash text not null,
  expires_at timestamptz not null
);
create index auth_captcha_expires on auth_captcha (expires_at);

create table auth_totp (
  user_id bigint primary key references sys_user (id) on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  create_time timestamptz not null default now()
);
create index auth_totp_unconfirmed on auth_totp (create_time) where confirmed_at is null;

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
create unique index auth_passkey_credential_unique on auth_passkey (credential_id);
create index auth_passkey_user on auth_passkey (user_id);

-- Sign-in with external providers (OpenID Connect, OAuth 2.0): open requests, and linked identities.
create table auth_social_request (
  state_hash text primary key,
  -- Hash of the secret in the cookie of the browser that started: no other browser can use this state.
  browser_hash text not null,
  source text not null,
  tenant_id text not null,
  redirect_uri text not null,
  expires_at timestamptz not null,
  session_id bigint
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
create index auth_social_ticket_expires on auth_social_ticket (expires_at);

create table sys_user_oauth (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  user_id bigint not null,
  source text not null,
  subject text not null,
  account text not null default '',
  name text not null default '',
  email text not null default '',
  create_time timestamptz not null default now(),
  last_login_time timestamptz,
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
create unique index sys_user_oauth_identity on sys_user_oauth (tenant_id, source, subject);
-- One identity per provider and account; replaces an index on the user alone.
create unique index sys_user_oauth_user_source on sys_user_oauth (user_id, source);

-- How each user likes the console. A row per key, so that two browsers changing different things never undo each other.
create table sys_user_preference (
  user_id bigint not null references sys_user (id) on delete cascade,
  key text not null,
  value jsonb not null,
  update_time timestamptz not null default now(),
  primary key (user_id, key)
);
