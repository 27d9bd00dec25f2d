-- step: check the outcomes of exchanges
alter table prv_minute validate constraint prv_minute_outcome_check;
-- step: make room for the index of receipts that match nothing
drop index concurrently if exists prv_receipt_unmatched;
-- step: index receipts that wait or match nothing
create index concurrently prv_receipt_unmatched on prv_receipt (source_id, receive_time) where kind = 'message' and state in (0, 3);
