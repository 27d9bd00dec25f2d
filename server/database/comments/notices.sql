-- What every table and column is. Where the contract has a field, its label comes first.

comment on table desk_notice is 'Notices to everybody of a tenant';
comment on column desk_notice.id is 'Id';
comment on column desk_notice.tenant_id is 'Tenant it belongs to';
comment on column desk_notice.title is '标题 / Title';
comment on column desk_notice.category is '类型 / Type';
comment on column desk_notice.release_time is '发布时间 / Released';
comment on column desk_notice.content is '内容 / Content';
comment on column desk_notice.picture_ids is 'Stored files its content shows';
comment on column desk_notice.create_user is 'User who created it; null: the program';
comment on column desk_notice.create_user_name is 'Name of that user at that time';
comment on column desk_notice.create_dept is 'Department of that user';
comment on column desk_notice.create_time is 'When it was created';
comment on column desk_notice.update_user is 'User who changed it last';
comment on column desk_notice.update_time is 'When it was changed last';
comment on column desk_notice.version is 'Counts changes: a form filled from an older version is refused';
comment on column desk_notice.deleted_at is 'When it was removed; null while it is there';

comment on table desk_notice_picture is 'Stored files that are pictures of notices; no other file is answered as one';
comment on column desk_notice_picture.file_id is 'Stored file';
comment on column desk_notice_picture.tenant_id is 'Tenant it belongs to';
comment on column desk_notice_picture.create_user is 'User who created it; null: the program';
