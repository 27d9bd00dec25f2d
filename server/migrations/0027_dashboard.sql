-- What was sold and handed over in a time, and whose warranty ends soon. Rows come in the order of these times, or nearly so,
-- which is what a block range index needs: it costs a sale next to nothing and keeps updates on their page.
create index agt_product_order_time on agt_product_order using brin (create_time) with (autosummarize = on);
create index agt_product_order_warranty on agt_product_order using brin (warranty_until) with (autosummarize = on);
create index inv_outbound_deliver_time on inv_outbound using brin (deliver_time) with (autosummarize = on);
-- Orders that wait for a stock keeper are few; those delivered at once never enter it.
create index agt_product_order_waiting on agt_product_order (tenant_id, id) where status in (1, 2);
