-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table agt_rebate is 'Commissions of agents on payments of accounts one and two levels below them';
comment on column agt_rebate.rebate_no is '返佣单号 / Rebate no.';
comment on column agt_rebate.beneficiary_id is '受益代理 / Earned by';
comment on column agt_rebate.beneficiary_name is '受益代理 / Earned by';
comment on column agt_rebate.level is '返佣级别 / Level';
comment on column agt_rebate.from_user_id is 'User who paid';
comment on column agt_rebate.from_user_name is '消费用户 / Customer';
comment on column agt_rebate.source_type is '来源 / Source';
comment on column agt_rebate.source_id is 'Paid order, note or renewal';
comment on column agt_rebate.source_no is '来源单号 / Document';
comment on column agt_rebate.charge_journal_id is 'Journal of the charge';
comment on column agt_rebate.charge_amount is '消费金额 / Paid';
comment on column agt_rebate.cost_amount is '成本 / Cost';
comment on column agt_rebate.base_amount is '返佣基数 / Of';
comment on column agt_rebate.rate is '比例 / Rate';
comment on column agt_rebate.rebate_amount is '返佣 / Rebate';
comment on column agt_rebate.reversed_amount is '已冲回 / Reversed';
comment on column agt_rebate.posted_amount is 'The part that is posted to the wallets';
comment on column agt_rebate.settled_amount is '已结算 / Settled';
comment on column agt_rebate.settle_time is '结算时间 / Settles';
comment on column agt_rebate.status is '状态 / Status';
comment on column agt_rebate.void_reason is '作废原因 / Why voided';
comment on column agt_rebate.approval_id is '复核申请 / Approval';
