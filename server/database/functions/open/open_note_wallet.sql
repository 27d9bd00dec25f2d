-- Notes a balance that fell below the limit of the parameter finance.lowBalance. Endpoints are looked up first: this runs with each charge.
create or replace function open_note_wallet() returns trigger language plpgsql as $$
declare
  low bigint;
begin
  if not exists (select from open_endpoint where owner_id = any (string_to_array(trim('/' from new.owner_path), '/')::bigint[])
      and status = 1 and deleted_at is null and events & 512 <> 0) then
    return null;
  end if;
  select trunc(param_value::numeric * 1000000)::bigint into low from sys_param
  where param_key = 'finance.lowBalance' and deleted_at is null and tenant_id in ('000000', new.tenant_id)
  order by tenant_id = '000000' limit 1;
  low := coalesce(low, 10000000);
  if new.balance < low and old.balance >= low then
    perform open_emit(new.tenant_id, new.user_id, new.owner_path, 512, 'balance.low', jsonb_build_object(
      'balance', open_money(new.balance), 'limit', open_money(low), 'currency', new.currency));
  end if;
  return null;
end $$;
