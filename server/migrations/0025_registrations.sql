-- Registrations that were refused, and providers that are linked to an account by its owner.

alter table sys_user add column refused_at timestamptz;
comment on column sys_user.refused_at is 'when a registration was turned down; null again once the account is let in';

alter table auth_social_request add column session_id bigint;
comment on column auth_social_request.session_id is 'of whoever links a provider to their account: only that session may come back; null: a sign-in';

-- One identity per provider and account; it serves what the index on the user alone did.
create unique index sys_user_oauth_user_source on sys_user_oauth (user_id, source);
drop index sys_user_oauth_user;
