-- The audit trail is only ever added to.
create or replace function audit_log_is_immutable() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end;
$$;
