-- The node that sends a message or asks about a payout. A message without a language belongs to a task of the release before.
alter table sys_mail_log add column locale text check (locale in ('zh', 'en')), add column worker_id bigint;
alter table pay_withdrawal add column worker_id bigint, add column polls integer not null default 0;
