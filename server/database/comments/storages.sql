comment on table sys_oss is 'Storages of tenants';
comment on column sys_oss.secret_key is 'Sealed';
