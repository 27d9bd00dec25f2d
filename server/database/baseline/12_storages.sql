-- Storages of tenants' files; the installation's own storage has no row.
create table sys_oss (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  category integer not null default 1 check (category between 1 and 7),
  oss_code text not null,
  endpoint text,
  region text default 'us-east-1',
  bucket_name text,
  app_id text,
  access_key text,
  secret_key text,
  status integer not null default 1 check (status in (1, 2)),
  remark text,
  like audited_row including defaults,
  -- Judged at the end of a transaction, so that one statement may turn one off and another on.
  constraint sys_oss_one_on exclude using btree (tenant_id with =) where (status = 2 and deleted_at is null) deferrable initially deferred
);
create unique index sys_oss_oss_code_unique on sys_oss (tenant_id, oss_code) where deleted_at is null;

alter table kernel_file add foreign key (storage_id) references sys_oss (id);
create index kernel_file_storage_id on kernel_file (storage_id) where storage_id is not null;
