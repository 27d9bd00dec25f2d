-- Rows of the finance log never change, except the remark, names of erased users and the path of moved ones.
create or replace function fin_log_remark_only() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{remark,owner_path,user_name,operator_name}'::text[]
      is distinct from to_jsonb(old) - '{remark,owner_path,user_name,operator_name}'::text[]
    -- The name of an erased user is only the id.
    or (new.user_name <> old.user_name and new.user_name <> '#' || new.user_id)
    or (new.operator_name <> old.operator_name and new.operator_name <> '#' || new.operator_id)
    -- The path follows its user when an agent is moved in the tree: it decides who may see the row.
    or (new.owner_path <> old.owner_path
      and new.owner_path is distinct from (select owner_path from sys_user where id = new.user_id))
  then
    raise exception 'LEDGER_READONLY: only the remark of % may change', tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
