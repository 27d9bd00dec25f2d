-- Databases whose tables the code generator reads.
create table dev_datasource (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  name text not null check (length(name) between 1 and 64),
  category integer not null check (category in (1, 2)),
  driver_class text,
  url text not null,
  tls_mode integer not null default 1 check (tls_mode between 1 and 3),
  username text not null,
  password text,
  remark text,
  like audited_row including defaults
);
create unique index dev_datasource_name_unique on dev_datasource (tenant_id, name) where deleted_at is null;
