-- Mode 3: inbound texts go to the webhook of the sender's user alone. The modes take effect now: senders of running session tasks keep
-- their conversations.
alter table sms_phone drop constraint sms_phone_inbox_mode_check,
  add constraint sms_phone_inbox_mode_check check (inbox_mode between 1 and 3);
update sms_phone p set inbox_mode = 2
where inbox_mode <> 2 and exists (select from inb_task t where t.sender_id = p.id and t.status in (1, 2) and t.deleted_at is null);
