-- Notes a credited recharge.
create or replace function open_note_recharge() returns trigger language plpgsql as $$
declare
  path text;
begin
  select owner_path into path from sys_user where id = new.user_id;
  perform open_emit(new.tenant_id, new.user_id, path, 256, 'recharge.credited', jsonb_build_object(
    'rechargeNo', new.recharge_no, 'amount', open_money(coalesce(new.credited_amount, new.amount)), 'bonus', open_money(coalesce(new.bonus_amount, 0))));
  return null;
end $$;
