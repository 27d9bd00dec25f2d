-- Users of the app and the members of the panel, their consents and teams. Their accounts are rows of sys_user with user_type 4.

-- What accounts of other users do not have. user_kind: 1 customer, 2 panel member. kyc_level: 0 none, 1 basic, 2 full.
-- register_source: 1 added by staff or an agent, 2 registered on a website.
create table app_user (
  user_id bigint primary key references sys_user (id),
  tenant_id text not null,
  user_kind integer not null default 1 check (user_kind in (1, 2)),
  country_code text not null default '',
  inviter_id bigint,
  kyc_level integer not null default 0 check (kyc_level between 0 and 2),
  register_source integer not null default 1 check (register_source in (1, 2)),
  -- Without its last part.
  register_ip text not null default '',
  register_agent text not null default '',
  visitor_id text not null default '',
  agree_version text not null default '',
  lock_count integer not null default 0 check (lock_count >= 0)
);
create index app_user_inviter on app_user (inviter_id) where inviter_id is not null;
create index app_user_kind on app_user (tenant_id, user_id desc) where user_kind = 2;

-- Consents of members that their numbers receive test messages; the open one counts.
create table app_consent (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  user_id bigint not null references app_user (user_id),
  version text not null,
  given_time timestamptz not null default now(),
  given_ip text not null default '',
  withdrawn_time timestamptz
);
create unique index app_consent_open on app_consent (user_id) where withdrawn_time is null;
create index app_consent_of on app_consent (user_id, id desc);

-- Teams of app users. status: 0 disabled, 1 enabled.
create table app_team (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  team_name text not null,
  leader_id bigint not null references sys_user (id),
  agent_id bigint references sys_user (id),
  country_code text,
  month_target integer not null default 0 check (month_target >= 0),
  notice text,
  status integer not null default 1 check (status in (0, 1)),
  like audited_row including defaults
);
create unique index app_team_team_name_unique on app_team (tenant_id, team_name) where deleted_at is null;
create index app_team_name on app_team using gin (team_name gin_trgm_ops);
create index app_team_leader on app_team (leader_id);
create index app_team_agent on app_team (agent_id) where agent_id is not null;

-- Who was in which team when: tasks of a member count for the team of that time.
create table app_team_member (
  team_id bigint not null references app_team (id),
  user_id bigint not null references app_user (user_id),
  tenant_id text not null,
  joined_time timestamptz not null default now(),
  left_time timestamptz,
  primary key (team_id, user_id, joined_time)
);
-- A user is in one team at a time.
create unique index app_team_member_now on app_team_member (user_id) where left_time is null;

-- Accounts of app users with what belongs to them, for lists.
create view app_user_row as
  select u.id, u.tenant_id, u.owner_id, u.owner_path, u.account, u.real_name, u.avatar, u.phone, u.email,
    nullif(a.country_code, '') as country_code,
    u.invite_code, a.inviter_id, u.parent_id as agent_id, m.team_id, a.user_kind, c.given_time as panel_consent_time, a.kyc_level,
    u.create_time as register_time, nullif(a.register_ip, '') as register_ip, a.register_source, u.last_login_time, u.last_login_ip,
    nullif(a.agree_version, '') as agree_version, u.locked_until as lock_until, nullif(u.status_reason, '') as lock_reason, a.lock_count,
    u.status, nullif(u.remark, '') as remark, u.create_user, u.create_user_name,
    u.create_dept, u.create_time, u.update_user, u.update_time, u.version, u.deleted_at
  from sys_user u
    join app_user a on a.user_id = u.id
    left join app_team_member m on m.user_id = u.id and m.left_time is null
    left join app_consent c on c.user_id = u.id and c.withdrawn_time is null
  where u.user_type = 4;
