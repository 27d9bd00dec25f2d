-- step: make room for the index of messages to send
drop index concurrently if exists sys_mail_log_due;
-- step: index the messages to send
create index concurrently sys_mail_log_due on sys_mail_log (next_time) where state = 1 and locale is not null;
