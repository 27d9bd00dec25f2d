-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table desk_notice is 'Notices to everybody of a tenant';
comment on column desk_notice.picture_ids is 'Stored files its content shows';

comment on table desk_notice_picture is 'Stored files that are pictures of notices; no other file is answered as one';
