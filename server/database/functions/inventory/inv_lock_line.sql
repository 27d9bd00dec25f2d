-- Locks the lines of waiting pre-orders for some businesses and countries, in one order for all callers: first their gates, which
-- approvals take exclusively so that no number arrives unseen beside a new pre-order, then their rows by id.
-- kinds: an array of objects with businessType and countryCode. answer: whether someone waits there.
create or replace function inv_lock_line(p_tenant text, kinds jsonb) returns boolean language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
declare
  v_rows integer;
begin
  perform pg_advisory_xact_lock_shared(gate) from (
    select distinct inv_line_gate(p_tenant, (k ->> 'businessType')::integer, k ->> 'countryCode') as gate from jsonb_array_elements(kinds) k
    order by 1
  ) gates;
  perform from inv_waiting q
  where q.tenant_id = p_tenant and (q.business_type, q.country_code) in (
    select (k ->> 'businessType')::integer, k ->> 'countryCode' from jsonb_array_elements(kinds) k)
  order by q.preorder_id for update;
  get diagnostics v_rows = row_count;
  return v_rows > 0;
end $$;
