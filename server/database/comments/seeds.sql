-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table sed_number is 'Seed numbers: added to message orders to audit delivery';
comment on column sed_number.e164 is 'The number in digits';
comment on column sed_number.app_user_id is 'User of the app that the number belongs to';
comment on column sed_number.consent_id is 'Consent of the member to be used as a seed';
comment on column sed_number.used_day is 'The last day of use, by the days of the tenant';
comment on column sed_number.used_count is 'Uses on that day';

comment on table sed_task is 'Uses of seed numbers in message orders';
comment on column sed_task.e164 is 'The number in digits';
comment on column sed_task.reporter is 'User who recorded the report';
comment on column sed_task.reviewer_id is 'User who approved or rejected the task';
comment on column sed_task.reward is 'Reward the approval pays';
comment on column sed_task.reward_paid is 'Reward that was paid, or offset against the debt of the member; 0 once it was taken back';
comment on column sed_task.cheat_user is 'User who marked the task as cheating';
comment on column sed_task.evidence is 'Links of screenshots of the report';
comment on column sed_task.cheat_evidence is 'Links of evidence of the decision about cheating';
comment on column sed_task.appeal_evidence is 'Links of screenshots of the appeal';

comment on table sed_debt is 'Rewards taken back from members whose balance was too low';
comment on column sed_debt.app_user_id is 'Panel member';
comment on column sed_debt.amount is 'Deducted from the next rewards, in micro-units';

comment on table sed_provider_day is 'Providers with too many false receipts on a day';
comment on column sed_provider_day.provider_id is 'Provider';
comment on column sed_provider_day.day is 'Day of the tenant';
comment on column sed_provider_day.seeds is 'Seeds with a result';
comment on column sed_provider_day.false_count is 'Seeds that did not receive what the provider reported as delivered';
