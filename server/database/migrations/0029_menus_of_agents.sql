-- The place of a menu entry in the menu of agents, and the takeovers of the delivered arrangement.
alter table sys_menu
  add column agent_place integer not null default 0,
  add column agent_parent_id bigint references sys_menu (id),
  add column agent_sort integer,
  add column agent_name text,
  add column agent_name_en text,
  add constraint sys_menu_agent_place_check check (agent_place in (0, 1, 2));
create index sys_menu_agent_parent on sys_menu (agent_parent_id);

create table sys_menu_takeover (
  id bigint generated always as identity primary key,
  places jsonb check (jsonb_typeof(places) = 'array'),
  create_user bigint,
  create_time timestamptz not null default now(),
  undone_user bigint,
  undone_time timestamptz
);
create unique index sys_menu_takeover_current on sys_menu_takeover ((true)) where undone_time is null;
