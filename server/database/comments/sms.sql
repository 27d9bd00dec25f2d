comment on table sys_sms is 'SMS providers of tenants';
comment on column sys_sms.secret_key is 'Sealed';
comment on table sys_sms_log is 'Text messages that were to be sent, by month; without their texts';
comment on column sys_sms_log.provider_id is 'Provider it went through';
comment on column sys_sms_log.e164 is 'Phone, the digits of E.164';
comment on column sys_sms_log.create_user is 'User who sent it; null: the program';
