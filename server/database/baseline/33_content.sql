-- Activities with their bonuses, announcements with their readers, instructions, and the pictures of all formatted texts.

-- activity_type: 1 recharge bonus, 2 coupon, 3 invitation reward, 4 notice only. user_types: sum of 1 agents, 2 sub-users, 4 app users.
-- status: 0 draft, 1 scheduled, 2 running, 3 ended, 4 taken offline.
create table cnt_activity (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  title text not null,
  title_en text not null,
  activity_type integer not null default 1 check (activity_type between 1 and 4),
  start_time timestamptz not null,
  end_time timestamptz not null,
  user_types integer not null default 7 check (user_types between 0 and 7),
  -- Country codes; empty or null for all.
  countries jsonb,
  -- Steps {min, bonus, rate, cap}: amounts as decimal text, the rate in percent.
  rule_json jsonb,
  budget bigint check (budget > 0),
  -- Sum of the bonuses that are not returned.
  used_budget bigint not null default 0,
  per_user_limit bigint check (per_user_limit > 0),
  cover text,
  content text,
  content_en text,
  -- The pictures in the texts, so that they can be found without reading the texts.
  picture_ids bigint[] not null default '{}',
  sort integer not null default 1,
  status integer not null default 0 check (status between 0 and 4),
  -- The request of a second person to publish it.
  approval_id bigint,
  -- The user that published it without a second person, and the time.
  alone_user bigint,
  alone_time timestamptz,
  like audited_row including defaults,
  constraint cnt_activity_times check (end_time > start_time),
  constraint cnt_activity_money check (
    (activity_type = 4) = (rule_json is null) and (activity_type = 4) = (budget is null) and (activity_type = 4) = (per_user_limit is null)),
  constraint cnt_activity_budget check (used_budget between 0 and coalesce(budget, 0))
);
create index cnt_activity_list on cnt_activity (tenant_id, id desc) where deleted_at is null;
create index cnt_activity_current on cnt_activity (tenant_id, activity_type, end_time) where status in (1, 2) and deleted_at is null;
create index cnt_activity_pictures on cnt_activity using gin (picture_ids) where deleted_at is null;

-- A bonus that an activity gave: once for a recharge (cause 1: its id and number), a claim (2) or an invited user (3: id and account).
-- status: 1 granted, 2 returned with its recharge.
create table cnt_grant (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  activity_id bigint not null references cnt_activity (id),
  user_id bigint not null,
  user_name text not null,
  cause integer not null check (cause between 1 and 3),
  cause_id bigint not null,
  cause_no text not null,
  amount bigint not null check (amount > 0),
  status integer not null default 1 check (status in (1, 2)),
  create_time timestamptz not null default now()
);
create unique index cnt_grant_once on cnt_grant (activity_id, user_id, cause, cause_id);
create index cnt_grant_of_cause on cnt_grant (cause, cause_id);
create index cnt_grant_list on cnt_grant (tenant_id, id desc);
create index cnt_grant_user on cnt_grant (user_id);
create index cnt_grant_user_name on cnt_grant using gin (user_name gin_trgm_ops);
create index cnt_grant_cause_no on cnt_grant (cause_no);

-- level: 1 normal, 2 important, 3 urgent. targets: sum of 1 agents, 2 sub-users, 4 app users, 8 staff. status: 0 draft, 1 published,
-- 2 withdrawn.
create table cnt_announcement (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  title text not null,
  title_en text not null,
  level integer not null default 1 check (level between 1 and 3),
  popup integer not null default 0 check (popup in (0, 1)),
  top integer not null default 0 check (top in (0, 1)),
  targets integer not null default 15 check (targets between 0 and 15),
  countries jsonb,
  publish_time timestamptz not null,
  expire_time timestamptz,
  content text not null,
  content_en text,
  picture_ids bigint[] not null default '{}',
  status integer not null default 0 check (status between 0 and 2),
  like audited_row including defaults,
  constraint cnt_announcement_times check (expire_time > publish_time)
);
create index cnt_announcement_list on cnt_announcement (tenant_id, publish_time desc, id desc) where deleted_at is null;
create index cnt_announcement_published on cnt_announcement (tenant_id, top desc, publish_time desc, id desc)
  where status = 1 and deleted_at is null;
create index cnt_announcement_pictures on cnt_announcement using gin (picture_ids) where deleted_at is null;

-- Who read which announcement; a reader is counted once.
create table cnt_announcement_read (
  announcement_id bigint not null references cnt_announcement (id),
  user_id bigint not null,
  read_time timestamptz not null default now(),
  primary key (announcement_id, user_id)
);

-- lang: 1 Chinese, 2 English. screens: addresses of the screens it explains. status: 0 hidden, 1 shown.
create table cnt_instruction (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  title text not null,
  category integer not null default 1 check (category between 0 and 32767),
  lang integer not null default 1 check (lang in (1, 2)),
  screens jsonb,
  video_url text,
  content text not null,
  -- The words of the content, for the search of the help centre.
  words text not null default '',
  picture_ids bigint[] not null default '{}',
  sort integer not null default 1,
  view_count integer not null default 0 check (view_count >= 0),
  status integer not null default 1 check (status in (0, 1)),
  like audited_row including defaults
);
create index cnt_instruction_list on cnt_instruction (tenant_id, sort, id desc) where deleted_at is null;
create index cnt_instruction_pictures on cnt_instruction using gin (picture_ids) where deleted_at is null;

-- Which stored files are pictures of a formatted text, and of which resource: no other file is ever answered as one.
create table cnt_picture (
  file_id bigint primary key references kernel_file (id) on delete cascade,
  tenant_id text not null,
  resource text not null,
  create_user bigint not null
);
