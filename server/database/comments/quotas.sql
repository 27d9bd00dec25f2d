-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table agt_quota is 'Bought prepaid packages, with used and expired units';
comment on column agt_quota.agent_id is 'The agent it was bought as; of a sub-user its agent';
comment on column agt_quota.order_id is 'The order it was bought by';
comment on column agt_quota.country_code is '* for every one';
comment on column agt_quota.frozen is 'For work under way';
comment on column agt_quota.booked is 'Part of the amount that is revenue';
comment on column agt_quota.journal_id is 'Journal of the sale';
comment on column agt_quota.reminded_time is 'Time of the reminder that it expires soon';
comment on column agt_quota.status is '1 in use, 2 used up, 3 expired, 4 refunded';

comment on table agt_quota_charge is 'Work that is paid by units of packages first and money then';
comment on column agt_quota_charge.user_id is 'User who pays';
comment on column agt_quota_charge.idem_key is 'Names the request; done once';
comment on column agt_quota_charge.fingerprint is 'Digest of the request';
comment on column agt_quota_charge.business_type is 'Line of business';
comment on column agt_quota_charge.units is 'Units of the work';
comment on column agt_quota_charge.quota_units is 'Units that packages pay';
comment on column agt_quota_charge.unit_price is 'Price of each unit that money pays; null: only packages pay';
comment on column agt_quota_charge.used is 'Units used for good';
comment on column agt_quota_charge.released is 'Units released unused';
comment on column agt_quota_charge.quota_used is 'Of the used ones, those of packages';
comment on column agt_quota_charge.quota_released is 'Of the released ones, those of packages';
comment on column agt_quota_charge.hold_id is 'Hold of the money';
comment on column agt_quota_charge.biz_type is 'Kind of the document';
comment on column agt_quota_charge.biz_id is 'Its id';
comment on column agt_quota_charge.biz_no is 'Its number';
comment on column agt_quota_charge.create_time is 'When it was held';
comment on column agt_quota_charge.update_time is 'When it changed last';

comment on table agt_quota_part is 'Which packages pay how much of a piece of work';
comment on column agt_quota_part.charge_id is 'The work';
comment on column agt_quota_part.seq is 'Order in which they are used';
comment on column agt_quota_part.quota_id is 'The package';
comment on column agt_quota_part.units is 'Units set aside';
comment on column agt_quota_part.used is 'Used of them';
comment on column agt_quota_part.released is 'Units released of them';

comment on table agt_quota_entry is 'Statement of packages; also the part of the same work that money paid';
comment on column agt_quota_entry.owner_id is 'Owner of the package';
comment on column agt_quota_entry.quota_id is '套餐 / Package: null for money';
comment on column agt_quota_entry.charge_id is 'The work it was for';
comment on column agt_quota_entry.kind is '类型 / What: 1 bought, 2 held, 3 used, 4 released, 5 returned, 6 expired, 7 refunded';
comment on column agt_quota_entry.units is '数量 / Units';
comment on column agt_quota_entry.left_after is '剩余 / Left';
comment on column agt_quota_entry.amount is '核销金额 / Value';
comment on column agt_quota_entry.journal_id is 'Its journal';
comment on column agt_quota_entry.returned_units is 'For a use, units returned since';
comment on column agt_quota_entry.returned_amount is 'For a use, value returned since';
comment on column agt_quota_entry.idem_key is 'Names the step; done once';
comment on column agt_quota_entry.biz_no is '单据 / Document';
comment on column agt_quota_entry.remark is '说明 / Note';
