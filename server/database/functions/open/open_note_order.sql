-- Notes the delivery, the cancellation and each refund of a product order.
create or replace function open_note_order() returns trigger language plpgsql as $$
declare
  bit integer;
  name text;
begin
  if tg_op = 'UPDATE' and old.status = new.status and old.refund_amount = new.refund_amount then
    return null;
  end if;
  if new.status = 3 then
    bit := 1; name := 'order.delivered';
  elsif new.status = 4 then
    bit := 4; name := 'order.cancelled';
  else
    bit := 2; name := 'order.refunded';
  end if;
  perform open_emit(new.tenant_id, new.owner_id, new.owner_path, bit, name, jsonb_build_object(
    'orderId', new.id::text, 'orderNo', new.order_no, 'productId', new.product_id::text, 'quantity', new.quantity, 'numbers', new.numbers,
    'amount', open_money(new.amount), 'refundAmount', open_money(new.refund_amount), 'currency', new.currency));
  return null;
end $$;
