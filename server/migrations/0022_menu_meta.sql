alter table sys_menu add column meta jsonb not null default '{}' check (jsonb_typeof(meta) = 'object');
comment on column sys_menu.meta is 'what opening the entry does beside showing it: i18n, roles, isTab, target, query';
