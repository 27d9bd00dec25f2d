-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table sup_supplier is 'Suppliers of numbers: contacts, terms and papers';
comment on column sup_supplier.record is '0 to be completed (without a contact), 1 complete';
comment on column sup_supplier.papers is 'Links of its papers';
comment on column sup_supplier.merged_into is 'Merged into: the record that stays';
comment on column sup_supplier.merged_time is 'Merged at';
comment on column sup_supplier.merged_user is 'user who merged it';
comment on column sup_supplier.merged_user_name is 'Merged by';

comment on table sup_claim is 'Claims on suppliers for numbers that failed; a memo, without effect on wallets';
comment on column sup_claim.sender is 'user who sent it';
comment on column sup_claim.reminded_deadline is 'The deadline that staff were notified of';
comment on column sup_claim.answer_user is 'user who recorded the answer';
comment on column sup_claim.evidence is 'Links of its files';

comment on table sup_claim_line is 'Numbers of supplier claims';
comment on column sup_claim_line.claim_id is 'Claim';
comment on column sup_claim_line.item_id is 'Number in stock';
comment on column sup_claim_line.amount is 'Claimed for the number, in micro-units of the currency of the claim';
comment on column sup_claim_line.checks is 'Checks or other findings in words';
comment on column sup_claim_line.warranty_claim_id is 'Warranty claim that found it';
comment on column sup_claim_line.is_live is '0 once the claim was cancelled, so that the number may be claimed again';
