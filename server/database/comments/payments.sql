-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table pay_method is 'Payment methods: limits, fees, and receiving places';
comment on column pay_method.fx_rate is 'Of the local currency for one of the book currency';
comment on column pay_method.min_amount is 'Micro-units';
comment on column pay_method.max_amount is 'Micro-units';
comment on column pay_method.day_max is 'Micro-units';
comment on column pay_method.fee_fixed is 'Micro-units';
comment on column pay_method.confirmed is 'A second person approved the limits; without a receiving place it is offered for recharges from then on';

comment on table pay_wallet_address is 'Blockchain addresses that withdrawals are sent to';
comment on column pay_wallet_address.user_name is 'The name at that time';

comment on table pay_bank_card is 'Bank accounts that withdrawals are sent to';
comment on column pay_bank_card.user_name is 'The name at that time';
comment on column pay_bank_card.card_no is 'Sealed';
comment on column pay_bank_card.card_digest is 'Keyed digest of the number, to find the same one again';

comment on table pay_recharge is 'Recharges: money users pay in, the amount and place to pay, and the credited amount';
comment on column pay_recharge.method_id is 'The payment method as it was when ordered';
comment on column pay_recharge.hashes_named is 'How often its payer has named a transaction; five times at most';
comment on column pay_recharge.audit_user is 'User who decided';
comment on column pay_recharge.approval_id is 'The request that a second person decides about';

comment on table pay_recharge_tx is 'Which recharge a transaction paid, once it was matched or credited';
comment on column pay_recharge_tx.tenant_id is 'Tenant of the recharge';
comment on column pay_recharge_tx.receive_address is 'The address that received it';
comment on column pay_recharge_tx.network is '1 TRC20, 2 ERC20, 3 BEP20';
comment on column pay_recharge_tx.tx_hash is 'Hash of the transaction in small letters';
comment on column pay_recharge_tx.recharge_id is 'The recharge it paid';

comment on table pay_watcher is 'Services that see payments arrive, on a blockchain or at a bank';
comment on column pay_watcher.method_code is 'Its payment method; null: all';
comment on column pay_watcher.confirmed is 'Approved by a second person; only then its reports are used';
comment on column pay_watcher.signing_secret is 'Sealed';
comment on column pay_watcher.previous_keys is 'Replaced keys by field, sealed; accepted for callbacks until the time at the watcher';
comment on column pay_watcher.outcome is 'By the sandbox';
comment on column pay_watcher.delay_seconds is 'By the sandbox';
comment on column pay_watcher.cursor is 'Position in its list of payments, in the service''s notation';

comment on table pay_incoming is 'Payments that watchers saw, each with the recharge it paid';
comment on column pay_incoming.watcher_code is 'Watcher that reported it first';
comment on column pay_incoming.network is 'Null for a bank';
comment on column pay_incoming.receive_address is 'The address or the number of the account';
comment on column pay_incoming.tx_hash is 'Or the number a bank gave it';
comment on column pay_incoming.amount is 'Micro-units of its currency';
comment on column pay_incoming.confirmations is 'Highest number reported';
comment on column pay_incoming.recharge_id is 'The recharge it paid';
comment on column pay_incoming.recharge_no is 'Or of the recharge it may have been meant for';
comment on column pay_incoming.user_name is 'Of that recharge';
