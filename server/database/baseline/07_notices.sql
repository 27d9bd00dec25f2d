-- Notices to everybody of a tenant: rich text, shown from its release time on.
create table desk_notice (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  title text not null check (length(title) between 1 and 255),
  category integer not null default 1 check (category between 0 and 32767),
  release_time timestamptz not null,
  content text not null,
  -- The pictures in the content, so that they can be found without reading the content.
  picture_ids bigint[] not null default '{}',
  like audited_row including defaults
);
create index desk_notice_released on desk_notice (tenant_id, release_time desc) where deleted_at is null;
create index desk_notice_pictures on desk_notice using gin (picture_ids) where deleted_at is null;
