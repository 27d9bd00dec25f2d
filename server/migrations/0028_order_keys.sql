-- Products and notes are never removed, only marked; an order comes to them through ord_place alone. The two keys had
-- nothing to catch, and locked the product's row for every order: whoever sold the same product at the same time left a
-- shared lock of several transactions behind in it.
alter table agt_product_order drop constraint agt_product_order_product_id_fkey;
alter table agt_product_order drop constraint agt_product_order_outbound_id_fkey;

-- Most journals are about something known by its number alone; only those that name an id are ever looked for by it.
drop index fin_journal_business;
create index fin_journal_business on fin_journal (biz_type, biz_id) where biz_id is not null;
