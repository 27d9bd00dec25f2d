-- What a recorded transaction changes is noted by triggers, so that no code has to remember it. The server begins such a
-- transaction by setting `audit.noted` to '[', and before committing writes what was noted into audit_log, without secrets.

alter table audit_log add column asked jsonb;
alter table audit_log add column trace_id text not null default '';
alter table audit_log add column user_agent text not null default '';

-- A row as it is noted: without what every row has, empty columns and the tail of long texts.
create function audit_row(whole jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, case when length(value::text) > 2000 then to_jsonb(left(value::text, 2000) || '…') else value end), '{}')
  from jsonb_each(whole)
  where value <> 'null' and key not in ('create_user', 'create_user_name', 'create_dept', 'create_time', 'update_user',
    'update_time', 'tenant_id', 'version', 'deleted_at')
$$;

-- Notes a changed row: [table, id, before, after], the columns that differ of both. Arguments: the columns that identify a
-- row, where that is not `id`. Of a statement (for tables of numbers, which change by the thousand) the table alone is
-- noted. Beyond 100 kB only how many rows there were more is counted.
create function audit_note() returns trigger language plpgsql as $$
declare
  v_noted constant text := current_setting('audit.noted', true);
  v_old jsonb;
  v_new jsonb;
  v_was jsonb;
  v_is jsonb;
  v_note jsonb;
begin
  if length(v_noted) > 100000 then
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
    v_note := jsonb_build_array(tg_table_name,
      case when tg_nargs = 0 then coalesce(v_new, v_old) ->> 'id'
        else (select string_agg(coalesce(v_new, v_old) ->> name, '/') from unnest(tg_argv) name) end,
      v_was, v_is);
  end if;
  perform set_config('audit.noted', v_noted || case when v_noted = '[' then '' else ',' end || v_note::text, true);
  return null;
end;
$$;

do $$
declare
  -- Each with the columns that identify a row, where there is no id.
  tables constant text[] := array['sys_tenant', 'sys_user', 'sys_role', 'sys_user_role user_id role_id', 'sys_dept',
    'sys_user_dept user_id dept_id', 'sys_menu', 'sys_role_menu role_id menu_id', 'sys_top_menu',
    'sys_top_menu_menu top_menu_id menu_id', 'sys_user_oauth', 'auth_session', 'auth_totp user_id', 'auth_passkey',
    'fin_wallet user_id kind currency', 'fin_hold', 'inv_country', 'inv_warehouse', 'inv_batch', 'inv_staged',
    'inv_outbound', 'prc_price', 'prc_agent_price', 'agt_product', 'agt_product_order', 'desk_notice', 'msg_message'];
  of_many constant text[] := array['inv_item', 'inv_outbound_line', 'fin_journal', 'msg_inbox', 'desk_notice_picture',
    'kernel_task', 'kernel_file', 'auth_recovery_code'];
  parts text[];
  one text;
begin
  foreach one in array tables loop
    parts := string_to_array(one, ' ');
    execute format('create trigger audit_noted after insert or update or delete on %I for each row
      when (current_setting(''audit.noted'', true) <> '''') execute function audit_note(%s)', parts[1],
      (select coalesce(string_agg(quote_literal(part), ', '), '') from unnest(parts[2:]) part));
  end loop;
  foreach one in array of_many loop
    execute format('create trigger audit_noted after insert or update or delete on %I for each statement
      when (current_setting(''audit.noted'', true) <> '''') execute function audit_note()', one);
  end loop;
end;
$$;
