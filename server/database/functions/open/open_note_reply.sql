-- Notes a text that an SMS sender of the owner received. Number and text are read by a call: the event keeps neither.
create or replace function open_note_reply() returns trigger language plpgsql as $$
declare
  path text;
begin
  select owner_path into path from sys_user where id = new.owner_id;
  if path is not null then
    perform open_emit(new.tenant_id, new.owner_id, path, 128, 'sms.reply', jsonb_build_object(
      'messageId', new.seq::text, 'taskId', new.task_id::text, 'receivedAt', open_time(coalesce(new.sent_time, now()))));
  end if;
  return null;
end $$;
