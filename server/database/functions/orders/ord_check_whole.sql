-- Refuses, at commit, an order that was paid or reserved while its note has fewer numbers than were ordered.
create or replace function ord_check_whole() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
declare
  v_lines integer;
begin
  select count(*) into v_lines from inv_outbound_line where outbound_id = new.outbound_id;
  if v_lines < new.numbers then
    raise exception 'ORDER_INCOMPLETE: order % has % of % numbers', new.order_no, v_lines, new.numbers
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
