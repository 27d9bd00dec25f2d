-- Spending limits sum what one buyer ordered this month, at every purchase of a limited buyer.
create index agt_product_order_buyer on agt_product_order (buyer_id, create_time);
