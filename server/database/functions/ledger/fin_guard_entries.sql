-- Statement triggers are not inherited, so a partition written to directly needs its own.
create or replace function fin_guard_entries(target regclass) returns void language plpgsql as $$
begin
  execute format(
    'create trigger entry_insert before insert on %s for each statement
       when (current_setting(''ledger.posting'', true) is distinct from ''on'') execute function fin_refuse_outside()', target);
  execute format(
    'create trigger entry_whole after insert on %s referencing new table as new_entries
       for each statement execute function fin_check_entries()', target);
  execute format(
    'create trigger entry_truncate before truncate on %s for each statement execute function fin_refuse()', target);
  execute format('alter table %s enable always trigger entry_insert', target);
  execute format('alter table %s enable always trigger entry_whole', target);
  execute format('alter table %s enable always trigger entry_truncate', target);
end $$;
