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

-- Models of resources whose files the code generator makes.
create table dev_code (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  code_name text not null,
  code_name_en text not null,
  api_path text not null,
  table_name text not null,
  menu_icon text not null default 'ProfileOutlined',
  datasource_id bigint references dev_datasource,
  source_table text,
  model jsonb,
  remark text,
  like audited_row including defaults
);
create unique index dev_code_api_path_unique on dev_code (tenant_id, api_path) where deleted_at is null;
create index dev_code_datasource on dev_code (datasource_id) where datasource_id is not null;
