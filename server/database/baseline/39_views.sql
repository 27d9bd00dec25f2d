-- Saved views of lists: filters, order, columns and density under a name, of one person and shared with roles.
create table desk_view (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  owner_id bigint not null references sys_user,
  owner_name text not null,
  -- The path of the list, and the call that answers its rows.
  screen text not null,
  resource text not null,
  call text not null,
  name text not null check (length(name) between 1 and 64),
  filters jsonb not null default '{}',
  sort text not null default '',
  -- {field, span} of a span of days that moves with the present day.
  period jsonb,
  look jsonb not null default '{"columns": null, "density": null, "layout": null}',
  role_ids bigint[] not null default '{}',
  -- In which times of the filters are read.
  zone text not null,
  alert integer not null default 0 check (alert in (0, 1)),
  -- Whether the view had rows when it was last checked.
  has_rows integer not null default 0 check (has_rows in (0, 1)),
  alert_problem text check (alert_problem in ('owner', 'right', 'slow', 'faulty')),
  -- Checks in a row that failed.
  failures integer not null default 0,
  checked_time timestamptz,
  like audited_row including defaults
);
create unique index desk_view_name_unique on desk_view (owner_id, screen, lower(name)) where deleted_at is null;
create index desk_view_shared on desk_view using gin (role_ids) where deleted_at is null;
create index desk_view_alerts on desk_view (checked_time nulls first) where alert = 1 and deleted_at is null;
