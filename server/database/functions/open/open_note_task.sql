-- Notes the end of a number check, a message order or an SMS task.
create or replace function open_note_task() returns trigger language plpgsql as $$
declare
  bit integer;
  name text;
  ended constant text := case new.status when 3 then 'completed' when 4 then 'partly' when 5 then 'cancelled' when 6 then 'failed' else 'rejected' end;
begin
  if new.details ? 'seedOf' then
    return null;
  end if;
  if new.resource in ('filter/whatsapp-filter', 'filter/telegram-filter') then
    bit := 8; name := 'check.finished';
  elsif new.resource = 'sms/sms-task' then
    bit := 64; name := 'sms_task.finished';
  elsif new.resource in ('whatsapp/order', 'telegram/order') then
    if new.status in (3, 4) then
      bit := 16; name := 'message_order.finished';
    else
      bit := 32; name := 'message_order.stopped';
    end if;
  else
    return null;
  end if;
  perform open_emit(new.tenant_id, new.owner_id, new.owner_path, bit, name, jsonb_build_object(
    'taskId', new.id::text, 'taskNo', new.task_no, 'name', new.task_name, 'channel', case new.business_type when 1 then 'whatsapp' when 2 then 'telegram' else 'sms' end,
    'status', ended, 'total', new.total_count, 'charged', open_money(new.charged_amount), 'reason', new.fail_reason));
  return null;
end $$;
