-- A locked screen is a state of the session: every node refuses its calls until it is opened again.
alter table auth_session add column locked_at timestamptz;
comment on column auth_session.locked_at is 'since when the screen is locked; null while it is open';

-- Beside the sign-in password, which opens a locked screen as well. Null: none was set yet.
alter table sys_user add column lock_password_hash text;
