-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table agt_preorder is 'Demand of agents for numbers that are not in stock, with a deposit';
comment on column agt_preorder.product_name_en is 'The same in English';
comment on column agt_preorder.product_snapshot is 'The product as it was when the pre-order was submitted';
comment on column agt_preorder.fills is 'Deliveries so far; each is a product order';
comment on column agt_preorder.base_price is 'Unit price before the level discount, in micro-units';
comment on column agt_preorder.price_source is 'Source of the price';
comment on column agt_preorder.price_id is 'Row of the price list';
comment on column agt_preorder.price_version is 'Version of that price';
comment on column agt_preorder.deposit_used is 'Part of the deposit that was released into charges of deliveries';
comment on column agt_preorder.hold_id is 'Hold of the deposit';
comment on column agt_preorder.use_declaration is 'Use declared by the buyer';
comment on column agt_preorder.approver_id is 'User who approved or rejected it';
