-- Triggers record the changes of a transaction, so that no code has to. The server begins a recorded transaction by
-- setting audit.noted to '[', and before the commit writes the records into audit_log, without secrets.
--
-- Records a changed row: [table, id, before, after], with the columns that differ. Arguments: the columns that identify
-- a
-- row, if not `id`. For a statement trigger (tables of numbers, with bulk changes) only the table is recorded. Beyond
-- 100 kB
-- only further rows are counted: the records so far are moved to audit.kept, since each read of a setting copies it.
create or replace function audit_note() returns trigger language plpgsql as $$
declare
  v_noted constant text := current_setting('audit.noted', true);
  v_old jsonb;
  v_new jsonb;
  v_was jsonb;
  v_is jsonb;
  v_note jsonb;
begin
  if v_noted = 'full' then
    perform set_config('audit.more', (coalesce(nullif(current_setting('audit.more', true), ''), '0')::integer + 1)::text, true);
    return null;
  end if;
  if tg_level = 'STATEMENT' then
    v_note := jsonb_build_array(tg_table_name, '', null, null);
    if position(v_note::text in v_noted) > 0 then
      return null;
    end if;
  else
    if tg_op <> 'INSERT' then
      v_old := to_jsonb(old);
      v_was := audit_row(v_old);
    end if;
    if tg_op <> 'DELETE' then
      v_new := to_jsonb(new);
      v_is := audit_row(v_new);
    end if;
    if tg_op = 'UPDATE' then
      if v_new ->> 'deleted_at' is not null and v_old ->> 'deleted_at' is null then
        v_is := null;
      elsif v_was = v_is then
        return null;
      else
        select coalesce(jsonb_object_agg(key, v_was -> key), '{}'), coalesce(jsonb_object_agg(key, v_is -> key), '{}')
        into v_was, v_is
        from jsonb_object_keys(v_was || v_is) key
        where v_was -> key is distinct from v_is -> key;
      end if;
    end if;
    -- A partition is recorded as its table.
    v_note := jsonb_build_array(coalesce(pg_partition_root(tg_relid)::text, tg_table_name),
      case when tg_nargs = 0 then coalesce(v_new, v_old) ->> 'id'
        else (select string_agg(coalesce(v_new, v_old) ->> name, '/') from unnest(tg_argv) name) end,
      v_was, v_is);
  end if;
  if length(v_noted) > 100000 then
    perform set_config('audit.kept', v_noted, true), set_config('audit.noted', 'full', true), set_config('audit.more', '1', true);
  else
    perform set_config('audit.noted', v_noted || case when v_noted = '[' then '' else ',' end || v_note::text, true);
  end if;
  return null;
end;
$$;
