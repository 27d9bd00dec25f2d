-- The audit trail and its chain are only ever added to.
create or replace function audit_log_is_immutable() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end;
$$;
