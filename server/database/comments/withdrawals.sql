comment on table pay_channel is 'Payout channels: services that send the money of withdrawals';
comment on column pay_channel.signing_secret is 'Sealed';
comment on column pay_channel.previous_keys is 'Replaced keys by field, sealed; accepted for callbacks until the time at the channel';
comment on column pay_channel.outcome is 'Of the sandbox';
comment on column pay_channel.delay_seconds is 'Of the sandbox';
comment on column pay_channel.confirmed is 'By a second person; it is used from then on';

comment on table pay_withdrawal is 'Withdrawals: money paid to users, fees, and the way of payment';
comment on column pay_withdrawal.user_name is 'The name at that time';
comment on column pay_withdrawal.amount is 'In micro-units';
comment on column pay_withdrawal.payment_method is 'Null where brokerage was moved to the balance';
comment on column pay_withdrawal.payee is 'As it was when ordered; without the card number';
comment on column pay_withdrawal.card_no is 'Sealed';
comment on column pay_withdrawal.risk_flags is 'A sum of withdrawal_risk';
comment on column pay_withdrawal.hold_id is 'The hold in the wallet';
comment on column pay_withdrawal.attempt is 'The number a channel knows it by ends in it';
comment on column pay_withdrawal.poll_time is 'When the channel is queried next, or until when a worker is asking it; null: no more';
comment on column pay_withdrawal.worker_id is 'The worker (kernel_worker) that is asking its channel';
comment on column pay_withdrawal.polls is 'How often its channel was asked';
comment on column pay_withdrawal.sent_time is 'When the present attempt began';
comment on column pay_withdrawal.audit_user is 'User who decided';
comment on column pay_withdrawal.approval_id is 'The request that a second person decides about';

comment on table pay_payout_news is 'Reports of channels about payouts, each once per attempt';
comment on column pay_payout_news.withdrawal_id is 'The withdrawal';
comment on column pay_payout_news.attempt is 'Which attempt at it';
comment on column pay_payout_news.news is 'accepted, paid, failed or returned';
comment on column pay_payout_news.is_conflict is '1 if the payout had already ended with another result';
comment on column pay_payout_news.create_time is 'Time of the first report';
