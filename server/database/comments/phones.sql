-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table sms_phone is 'Senders of text messages: numbers, short codes and letters';
comment on column sms_phone.phone_key is 'Digits, or letters in capitals: how texts to it name it';
comment on column sms_phone.submit_user is 'User who submitted the papers; another person decides';
comment on column sms_phone.reg_attach_ids is 'Links of the papers of its registration';
comment on column sms_phone.lease_no is 'Number of the present lease; null: not leased';
comment on column sms_phone.lease_owner_id is 'User who pays the lease';
comment on column sms_phone.lease_months is 'Paid months of the present lease';
comment on column sms_phone.attempt_time is 'The automatic renewal is not tried again before';
comment on column sms_phone.reminded_days is 'Days before the end of the last reminder to its owner';
comment on column sms_phone.quarantine_until is 'Day until which a reclaimed sender is not leased again';

comment on table sms_phone_month is 'Paid months of leased senders';
comment on column sms_phone_month.phone_id is 'Sender';
comment on column sms_phone_month.lease_no is 'Number of the lease';
comment on column sms_phone_month.month_no is 'Ordinal number of the month in the lease, from 1 on';
comment on column sms_phone_month.from_date is 'First day of the month';
comment on column sms_phone_month.until_date is 'Last day of the month';
comment on column sms_phone_month.is_auto is 'Whether the lease renewed itself';
comment on column sms_phone_month.owner_name is 'Name of the payer at that time';

comment on table sms_phone_day is 'Use of senders by days of the tenant';
comment on column sms_phone_day.phone_id is 'Sender';
comment on column sms_phone_day.day is 'Day of the tenant';
comment on column sms_phone_day.texts is 'Texts that were sent';
comment on column sms_phone_day.parts is 'Parts of these texts';
comment on column sms_phone_day.delivered is 'Texts reported as delivered';
comment on column sms_phone_day.failed is 'Texts reported as failed';
comment on column sms_phone_day.opt_outs is 'Opt-outs of recipients';
comment on column sms_phone_day.busy_until is 'Time up to which the rate of the sender is used up';

comment on table sms_link is 'Targets of short links in text messages';
comment on column sms_link.task_id is 'Task whose texts have the links';
comment on column sms_link.target is 'Address that the links lead to';
comment on column sms_link.expire_time is 'End of the links';

comment on table sms_link_code is 'Short links, one for each line of a task';
comment on column sms_link_code.code is 'Random end of the address';
comment on column sms_link_code.link_id is 'Target';
comment on column sms_link_code.line_no is 'Line of the task';
comment on column sms_link_code.opens is 'How often it was opened, without previews';
