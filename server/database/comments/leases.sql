-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table agt_lease is 'Numbers that are rented by the month, and until when';
comment on column agt_lease.agent_id is 'The agent it was rented as; of a sub-user its agent';
comment on column agt_lease.item_id is 'The number in stock';
comment on column agt_lease.e164 is 'The number';
comment on column agt_lease.order_id is 'The order it was rented by';
comment on column agt_lease.product_name_en is 'The same in English';
comment on column agt_lease.end_date is 'The last day';
comment on column agt_lease.month_price is 'As it was paid last';
comment on column agt_lease.attempt_time is 'Not tried again before';
comment on column agt_lease.reminded_days is 'Days before the end of the last reminder to its owner';
comment on column agt_lease.supply_warned is 'End of supply that staff were last warned of';

comment on table agt_lease_renewal is 'Months paid after those of the order, of numbers renewed together';
comment on column agt_lease_renewal.owner_id is 'User who paid';
comment on column agt_lease_renewal.owner_name is 'Name of that user at that time';
comment on column agt_lease_renewal.renewal_no is 'Its number';
comment on column agt_lease_renewal.business_type is 'Business';
comment on column agt_lease_renewal.country_code is 'Country';
comment on column agt_lease_renewal.numbers is 'How many numbers';
comment on column agt_lease_renewal.months is 'How many months of each';
comment on column agt_lease_renewal.unit_price is 'Of a number and month, in micro-units';
comment on column agt_lease_renewal.amount is 'Price × numbers × months';
comment on column agt_lease_renewal.refund_amount is 'Refunded part of the amount';
comment on column agt_lease_renewal.currency is 'Currency';
comment on column agt_lease_renewal.is_auto is 'Whether the numbers renewed themselves';
comment on column agt_lease_renewal.journal_id is 'Journal of the charge; none where it cost nothing';
comment on column agt_lease_renewal.create_user is 'User who renewed; null for the program';
comment on column agt_lease_renewal.create_time is 'When';

comment on table agt_lease_month is 'Every month of every lease with its price';
comment on column agt_lease_month.owner_id is 'Owner of the lease';
comment on column agt_lease_month.lease_id is '号码 / Lease';
comment on column agt_lease_month.month_no is '第几个月 / Month: from 1 on';
comment on column agt_lease_month.renewal_id is 'The renewal that paid it; none for the order';
comment on column agt_lease_month.doc_no is '单据 / Document: of the order or the renewal';
comment on column agt_lease_month.is_auto is '自动续租 / Automatic';
comment on column agt_lease_month.from_date is '起 / From';
comment on column agt_lease_month.until_date is '止 / To: its last day';
comment on column agt_lease_month.amount is '金额 / Paid';
comment on column agt_lease_month.refund_time is '退款时间 / Refunded';
comment on column agt_lease.paused_days is 'Days the clock was paused because an agent above was disabled; the last day is later by these';
