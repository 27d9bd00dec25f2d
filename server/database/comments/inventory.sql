-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table inv_batch is 'Imports of numbers, with their report and the counts of their staged numbers';
comment on column inv_batch.batch_no is 'Batch number';
comment on column inv_batch.batch_name is 'Batch name';
comment on column inv_batch.task_no is 'Background task of the import';
comment on column inv_batch.status is '0 importing, 1 waiting for confirmation, 2 committed, 3 void, 4 failed, 5 waiting for the country of its lines';
comment on column inv_batch.defaults is 'Values of all its numbers for columns that a line leaves empty';
comment on column inv_batch.total_lines is 'Lines of the file';
comment on column inv_batch.good_lines is 'Lines that became staged numbers';
comment on column inv_batch.report is 'Findings by kind of problem';
comment on column inv_batch.committed_at is 'When it was confirmed';
comment on column inv_batch.ready_count is 'Staged numbers that are ready';
comment on column inv_batch.in_warehouse_count is 'Staged numbers moved into stock';
comment on column inv_batch.failed_count is 'Staged numbers whose check failed';
comment on column inv_batch.void_count is 'Staged numbers made void';

comment on table inv_counter is 'Counts of stock by kind of number, kept by triggers, in sixteen slots that a reading sums';
comment on column inv_counter.business_type is 'Business: WhatsApp, Telegram or SMS (dictionary business_type)';
comment on column inv_counter.number_type is 'Type of number (dictionary number_type)';
comment on column inv_counter.capability is 'Capabilities of the number, as a sum of bits (dictionary capability)';
comment on column inv_counter.slot is 'One of sixteen, chosen by connection, so that parallel writers do not wait for each other';
comment on column inv_counter.available is 'Available';
comment on column inv_counter.reserved is 'Reserved';
comment on column inv_counter.assigned is 'Delivered';
comment on column inv_counter.quarantine is 'In quarantine';
comment on column inv_counter.unlisted is 'Unlisted';
comment on column inv_counter.dead is 'Dead';
comment on column inv_counter.retired is 'Retired';
comment on column inv_counter.alive is 'Found alive';
comment on column inv_counter.cost_total is 'Sum of their costs in micro-units';
comment on column inv_counter.last_in_time is 'When a number was last added';
comment on column inv_counter.sold is 'Delivered to customers on seven days of the tenant, the newest first; returns are not subtracted';
comment on column inv_counter.sold_day is 'Day of the first count of sold';
comment on column inv_counter.last_out_time is 'When a number went out last';

comment on table inv_country is 'Countries: where sales are allowed, and by which rules';


comment on table inv_item is 'Stock: one row per number, retired but never removed';
comment on column inv_item.staged_id is 'Staged number before it was moved to stock';
comment on column inv_item.dead_since is 'When it was first found dead: a second finding ten minutes later makes it so';
comment on column inv_item.sandbox_status is 'Result of the sandbox: 0 not checked, 1 alive, 2 dead, 3 unknown, 4 being checked';

comment on table inv_outbound is 'Outbound notes: numbers reserved for or delivered to a customer';
comment on column inv_outbound.order_type is 'Kind of order it belongs to';
comment on column inv_outbound.reason is 'Why it was done';
comment on column inv_outbound.gift_user is 'user who declared it a gift; another person delivers it';

comment on table inv_outbound_line is 'Numbers of an outbound note';
comment on column inv_outbound_line.item_id is 'Number in stock';
comment on column inv_outbound_line.state is '1 reserved or delivered, 2 returned, 3 its lease has ended';
comment on column inv_outbound_line.return_time is 'When a delivered number was returned';

comment on table inv_supplier_batch is 'Figures of suppliers by batch, counted from the rows by a timer';
comment on column inv_supplier_batch.supplier_id is 'Supplier';
comment on column inv_supplier_batch.batch_no is 'Batch; empty for numbers without one';
comment on column inv_supplier_batch.stocked is 'Numbers that reached the stock';
comment on column inv_supplier_batch.assigned is 'Of them, with customers now';
comment on column inv_supplier_batch.failed is 'Of them, found inactive';
comment on column inv_supplier_batch.cost_total is 'Sum of their costs in micro-units';
comment on column inv_supplier_batch.first_time is 'When the first reached the stock';
comment on column inv_supplier_batch.counted_time is 'When they were counted';

comment on view inv_sellable is 'Numbers in stock that may be sold: the only place of this rule';

comment on table inv_staged is 'Staged numbers: imported and checked, not yet in stock';
comment on column inv_staged.batch_id is 'Batch';
comment on column inv_staged.line_type is 'Kind of line that contradicts the number type; null without a contradiction or after its correction';
comment on column inv_staged.is_shared is 'Whether the number is in a range of several countries whose country nobody chose yet';

comment on table inv_warehouse is 'Warehouses';
comment on column inv_warehouse.name_zh is 'Chinese name';
comment on column inv_warehouse.name_en is 'English name';
comment on column inv_warehouse.sort is 'Order in lists, low first';
comment on column inv_warehouse.status is 'State; its values are a dictionary of the contract';

comment on table inv_arrival is 'Numbers moved to stock by day and kind, in sixteen slots that a reading sums';
comment on column inv_arrival.business_type is 'Business: WhatsApp, Telegram or SMS (dictionary business_type)';
comment on column inv_arrival.number_type is 'Type of number (dictionary number_type)';
comment on column inv_arrival.capability is 'Capabilities of the number, as a sum of bits (dictionary capability)';
comment on column inv_arrival.day is 'The day in UTC';
comment on column inv_arrival.slot is 'One of sixteen, chosen by connection, so that parallel writers do not wait for each other';
comment on column inv_arrival.arrived is 'How many';

comment on table inv_waiting is 'The line of approved pre-orders that wait for numbers';
comment on column inv_waiting.preorder_id is 'The pre-order';
comment on column inv_waiting.business_type is 'Business: WhatsApp, Telegram or SMS (dictionary business_type)';
comment on column inv_waiting.number_type is 'Type of number (dictionary number_type); null: any';
comment on column inv_waiting.capability is 'Capabilities that a number must have, as a sum of bits (dictionary capability)';
comment on column inv_waiting.since is 'When it was approved: the order of the line';
comment on column inv_waiting.wanted is 'Numbers that are still to be delivered, locked ones included';
comment on column inv_waiting.is_paused is 'Passed over, because its buyer cannot be charged';
comment on column inv_counter.locked is 'Locked for pre-orders';
comment on column inv_item.preorder_id is 'The pre-order that the number is locked for';
