-- Adds the statement triggers of a table to a partition: they are not inherited, and a direct write to the partition
-- would bypass them. Row triggers are inherited.
create or replace function kernel_guard_partition(parent regclass, child regclass) returns void language plpgsql as $$
declare
  guard record;
begin
  for guard in
    select tgname, tgenabled, pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = parent and not tgisinternal and tgtype & 1 = 0 and tgname <> 'audit_noted'
  loop
    execute regexp_replace(guard.definition, ' ON \S+ ', format(' ON %s ', child));
    if guard.tgenabled = 'A' then
      execute format('alter table %s enable always trigger %I', child, guard.tgname);
    end if;
  end loop;
end $$;
