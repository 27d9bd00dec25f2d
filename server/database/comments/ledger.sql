-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table fin_adjust_day is 'Each person''s adjustments of their latest day: by user, and under user 0 in all';
comment on column fin_adjust_day.user_id is 'User whose balance was adjusted; 0: all together';
comment on column fin_adjust_day.day is 'Day';
comment on column fin_adjust_day.amount is 'Sum of the adjustments of that day in micro-units';

comment on table fin_entry is 'Entries of journals, debit and credit; by month, never changed';
comment on column fin_entry.seq is 'Position within the journal, from 1';
comment on column fin_entry.account_code is 'Account: a wallet or an account of the platform';
comment on column fin_entry.owner_user_id is 'Owner of the wallet; null for accounts of the platform';
comment on column fin_entry.wallet_kind is 'Kind of wallet';
comment on column fin_entry.direction is '1 debit, 2 credit';
comment on column fin_entry.balance_before is 'Balance of the wallet before';
comment on column fin_entry.balance_after is 'Balance of the wallet after';
comment on column fin_entry.hash is 'Links it to the entry before it in its wallet; empty for accounts of the platform';

comment on table fin_hold is 'Money set aside for a business document until it is captured or released';
comment on column fin_hold.hold_no is 'Hold number';
comment on column fin_hold.account_kind is 'Kind of wallet it holds';
comment on column fin_hold.captured is 'Taken for good, in micro-units';
comment on column fin_hold.released is 'Released, in micro-units';
comment on column fin_hold.bonus_amount is 'Part of the amount that came from the bonus wallet';
comment on column fin_hold.bonus_captured is 'Part taken from the bonus wallet';
comment on column fin_hold.bonus_released is 'Part returned to the bonus wallet';
comment on column fin_hold.status is '0 open, 1 captured, 2 released, 3 expired';
comment on column fin_hold.expire_time is 'When it ends; null: never';

comment on table fin_journal is 'Journals: one movement of money each, under one idempotency key; never changed';
comment on column fin_journal.journal_no is 'Journal number';
comment on column fin_journal.event_code is 'Kind of event that moved the money';
comment on column fin_journal.idem_key is 'Idempotency key: one key of a tenant is one journal';
comment on column fin_journal.fingerprint is 'Digest of the request: distinguishes a repetition from another request with the same key';
comment on column fin_journal.total_amount is 'Sum of its debits in micro-units';
comment on column fin_journal.bonus_amount is 'Part of it from the bonus wallet';
comment on column fin_journal.reversal_of is 'Journal it takes back';
comment on column fin_journal.hold_id is 'Hold of the ledger';
comment on column fin_journal.operator_name is 'Name of that user at that time';
comment on column fin_journal.approver_id is 'Second person who approved it';
comment on column fin_journal.reason is 'Why it was done';
comment on column fin_journal.voucher_attach_ids is 'Stored files that prove it';

comment on table fin_day is 'Closed days of tenants with the figures of ledger, documents, stock and reports';
comment on column fin_day.result is '1 all figures agree';
comment on column fin_day.change is '1 figures are not those it was closed with';
comment on column fin_day.recharged is 'In micro-units';
comment on column fin_day.withdrawn is 'In micro-units';
comment on column fin_day.sold is 'In micro-units';
comment on column fin_day.refunded is 'In micro-units';
comment on column fin_day.closing is 'All wallets together, in micro-units';
comment on column fin_day.currency is 'Of all its amounts';
comment on column fin_day.change_time is 'When a change was first found';
comment on column fin_day.closed is 'All figures as the day was closed with';
comment on column fin_day.current is 'All figures as last worked out';
comment on column fin_day.last_journal_id is 'The newest journal there was then';
comment on column fin_day.create_dept is 'Department of the user who created it';

comment on column fin_journal.chain_slot is 'Chain of the tenant it is linked in';
comment on column fin_journal.chain_no is 'Its place in that chain, from 1';
comment on column fin_journal.hash is 'Link to the journal before it in that chain, over its content and its place';
comment on table fin_chain is 'Ends of the chains of journals, and under tenant * of the chain of proofs';
comment on column fin_chain.tenant_id is 'Tenant it belongs to; * for the proofs';
comment on column fin_chain.slot is 'Number of the chain within its tenant';
comment on column fin_chain.journals is 'Journals in it, or proofs';
comment on column fin_chain.head is 'Hash of the last of them';
comment on column fin_proof.hash is 'Link to the proof before it, over its content';
comment on table fin_proof is 'Results of the nightly proof of the books; a bad last one freezes withdrawals';
comment on column fin_proof.ok is '1 the books agree';
comment on column fin_proof.mismatches is 'Mismatches, at most 200';
comment on column fin_proof.last_journal_id is 'The root is of all entries up to it';
comment on column fin_proof.root is 'Digest of the ends of all wallets’ chains, in hexadecimal; to be kept elsewhere';

comment on view fin_transfer is 'Transfers between two wallets as users see them';

comment on table fin_wallet is 'Wallets: the balance of a user by kind and currency, changed by fin_post_all() alone';
comment on column fin_wallet.kind is '1 balance, 2 hold, 3 brokerage, 4 brokerage hold, 5 rebate pending, 6 rebate debt, 7 bonus';
comment on column fin_wallet.user_type is 'Kind of user: 1 staff, 2 agent, 3 sub-user, 4 app user';
comment on column fin_wallet.balance is 'Balance in micro-units, never below zero';
comment on column fin_wallet.version is 'Counts postings';
comment on column fin_wallet.recharged is 'Net of recharges so far';
comment on column fin_wallet.consumed is 'Consumption less refunds so far';
comment on column fin_wallet.withdrawn is 'Withdrawals less returns so far';
comment on column fin_wallet.chain_head is 'Hash of its last entry';
comment on column fin_wallet.posted_time is 'Time of the last posting: journals of a wallet never go back in time';

comment on table finance_log is 'Users'' view of their money: one row for each wallet of a journal';
comment on column finance_log.direction is '1 in, 2 out: seen from the wallet, so a growing rebate debt is 1';
comment on column finance_log.event_code is 'Kind of event that moved the money';
