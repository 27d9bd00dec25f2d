-- Allocation walks the numbers on sale from the oldest on. While an index on plain `id` gives the same order, the planner
-- may prefer the primary key, and then every sale reads past everything that was ever sold. An expression in the index
-- and in the statement leaves it no other way to the order.
drop index inv_item_sellable;
create index inv_item_sellable on inv_item (tenant_id, business_type, country_code, (id + 0)) where stock_status = 0 and deleted_at is null;
