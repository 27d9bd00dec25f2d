-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table dev_datasource is 'Databases whose tables the code generator reads, of the whole installation';
comment on column dev_datasource.tenant_id is 'The platform: data sources are of the whole installation';
comment on column dev_datasource.password is 'Sealed';

comment on table dev_code is 'Models of resources whose files the code generator makes, of the whole installation';
comment on column dev_code.tenant_id is 'The platform: models are of the whole installation';
