-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table agt_product is 'Products agents are offered';
comment on column agt_product.cover is 'Address of its picture';
comment on column agt_product.on_time is 'When it was put on sale';
comment on column agt_product.off_time is 'When it was taken off sale';

comment on table agt_product_order is 'Orders of products';
comment on column agt_product_order.order_no is 'Order number';
comment on column agt_product_order.product_name is 'Name of the product when it was bought';
comment on column agt_product_order.product_name_en is 'English name of the product when it was bought';
comment on column agt_product_order.product_snapshot is 'The product as it was when it was bought';
comment on column agt_product_order.agent_id is 'Agent';
comment on column agt_product_order.agent_name is 'Name of the agent at that time';
comment on column agt_product_order.buyer_id is 'User who bought';
comment on column agt_product_order.buyer_name is 'Name of the buyer at that time';
comment on column agt_product_order.business_type is 'Business: WhatsApp, Telegram or SMS (dictionary business_type)';
comment on column agt_product_order.quantity is 'How many units were bought';
comment on column agt_product_order.numbers is 'How many numbers that is';
comment on column agt_product_order.unit_price is 'Price of a unit in micro-units';
comment on column agt_product_order.discount is 'Discount that was applied';
comment on column agt_product_order.price_source is 'Source of the price';
comment on column agt_product_order.price_id is 'Row of the price book';
comment on column agt_product_order.price_version is 'Version of that price';
comment on column agt_product_order.paid_amount is 'Paid in micro-units';
comment on column agt_product_order.refund_amount is 'Refunded in micro-units';
comment on column agt_product_order.delivered_qty is 'Numbers delivered';
comment on column agt_product_order.refunded_qty is 'Numbers refunded';
comment on column agt_product_order.use_declaration is 'Use declared by the buyer';
comment on column agt_product_order.outbound_no is 'Number of the outbound note';
comment on column agt_product_order.delivery_type is '1 at once, 2 by hand';
comment on column agt_product_order.deliver_time is 'When it was delivered';
comment on column agt_product_order.warranty_until is 'End of the warranty';
comment on column agt_product_order.hold_id is 'Hold of its money until delivery';
comment on column agt_product_order.journal_id is 'Journal of its charge, where it was charged at once';
comment on column agt_product_order.status is '0 unpaid, 1 awaiting delivery, 2 partly delivered, 3 completed, 4 cancelled, 5 partly refunded, 6 refunded';
comment on column agt_product_order.cancel_reason is 'Why it was cancelled';
comment on column agt_product_order.remark is 'Remark';

comment on table agt_product_sale is 'How many of a product were sold, in sixteen slots that a reading sums';
comment on column agt_product_sale.slot is 'One of sixteen, chosen by connection, so that parallel writers do not wait for each other';
comment on column agt_product_sale.sold is 'Units sold';
comment on column agt_product_order.pre_order_id is 'The pre-order that this order delivers a part of';
comment on column agt_product_order.pre_order_no is 'Its number';
