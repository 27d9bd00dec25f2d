-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table war_case is 'Unusually many claims of a batch or a provider within an hour';
comment on column war_case.decider is 'User who decided the case';

comment on table war_claim is 'Claims about delivered numbers that stopped working within their warranty';
comment on column war_claim.owner_path is 'Agents above the buyer, the buyer last';
comment on column war_claim.product_name_en is 'English name of the product when it was bought';
comment on column war_claim.outbound_id is 'Delivery note of the number';
comment on column war_claim.item_id is 'Number in stock';
comment on column war_claim.e164 is 'The number in digits';
comment on column war_claim.previous_id is 'Claim whose replacement the number is';
comment on column war_claim.checks is 'Checks so far';
comment on column war_claim.settle_after is 'Not settled before, after an error';
comment on column war_claim.replacement_item_id is 'Number in stock that replaced it';
comment on column war_claim.replacement_e164 is 'The replacement in digits';
comment on column war_claim.decider is 'User who decided the claim';

comment on table war_check is 'Checks of the numbers of claims';
comment on column war_check.claim_id is 'Claim';
comment on column war_check.task_id is 'Task of the check';
comment on column war_check.provider_id is 'Provider';
comment on column war_check.provider_code is 'Code of the provider';
comment on column war_check.result is 'Class of the result';
comment on column war_check.verdict is 'Whether it counts as evidence';
comment on column war_check.begin_time is 'Time of the request';
comment on column war_check.check_time is 'Time of the answer';

comment on table war_minute is 'Findings of a provider about delivered numbers by minute';
comment on column war_minute.provider_code is 'Code of the provider';
comment on column war_minute.minute is 'Minute';
comment on column war_minute.checked is 'Findings';
comment on column war_minute.failed is 'Numbers found inactive';
