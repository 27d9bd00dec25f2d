-- China's administrative divisions. All tenants share them, so no row is of one; a code is text, the root's begins with zeros.
create table sys_region (
  code text primary key check (code ~ '^[0-9]{2,12}$'),
  parent_code text references sys_region (code),
  ancestors text not null,
  name text not null check (length(name) between 1 and 128),
  region_level integer not null check (region_level between 0 and 5),
  sort integer not null default 1,
  remark text,
  update_time timestamptz not null default now(),
  version integer not null default 1,
  check ((parent_code is null) = (code = '00'))
);
create index sys_region_parent_code on sys_region (parent_code, sort);
create index sys_region_name on sys_region using gin (name gin_trgm_ops);
