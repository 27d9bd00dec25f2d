-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table cmp_suppression is 'Numbers that are never checked, messaged or exported; known by their digests only';
comment on column cmp_suppression.number_key is 'First 8 bytes of the digest';
comment on column cmp_suppression.number_hash is 'HMAC-SHA-256 of the number with the key of the installation';
comment on column cmp_suppression.number is 'Masked';
comment on column cmp_suppression.remove_reason is 'Why it was removed';
comment on table cmp_suppression_stage is 'Numbers of an import before they are merged into the list';
comment on column cmp_suppression_stage.task_no is 'The import';
comment on column cmp_suppression_stage.line_no is 'Position among the valid numbers';
comment on column cmp_suppression_stage.number_key is 'First 8 bytes of the digest';
comment on column cmp_suppression_stage.number_hash is 'HMAC-SHA-256 of the number with the key of the installation';
comment on column cmp_suppression_stage.number is 'Masked';
comment on table cmp_consent is 'Declarations of the source of customers'' lists';
comment on column cmp_consent.audit_user is 'Reviewer';
comment on column cmp_consent.agreed_user_id is 'User who agreed';
comment on table cmp_quiet_hours is 'When recipients are not written to, in their local time';
comment on table cmp_frequency is 'How often one recipient may be written to';
comment on table cmp_contact is 'When recipients were last written to; known by their digests only';
comment on column cmp_contact.number_key is 'First 8 bytes of the digest';
comment on column cmp_contact.times is 'Times of the newest messages, oldest first';
comment on column cmp_contact.channels is 'Their business types';
comment on column cmp_contact.marketing is 'Whether they were marketing';
comment on column cmp_contact.last_time is 'Time of the newest message';
comment on table cmp_case is 'Complaints, fraud and requests of regulators';
comment on column cmp_case.source_no is 'Number of the order that it is about';
comment on column cmp_case.decider is 'User who closed the case';
