-- A row for the trail: without the common columns, empty columns and the ends of long texts.
create or replace function audit_row(whole jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, case when length(value::text) > 2000 then to_jsonb(left(value::text, 2000) || '…') else value end), '{}')
  from jsonb_each(whole)
  where value <> 'null' and key not in ('create_user', 'create_user_name', 'create_dept', 'create_time', 'update_user',
    'update_time', 'tenant_id', 'version', 'deleted_at', 'chain_head')
$$;
