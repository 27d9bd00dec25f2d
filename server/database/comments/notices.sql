-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table desk_notice is 'Notices to everybody of a tenant';
comment on column desk_notice.picture_ids is 'Stored files its content shows';
