-- Gives rows that were written under a path that was left in the last quarter of an hour the path their user has now: a purchase that
-- was under way during a move has written the one it began with.
-- @returns how many rows changed
create or replace function agt_repeat_moves() returns bigint language plpgsql as $$
declare
  move record;
  one text;
  found bigint;
  total bigint := 0;
begin
  for move in select distinct tenant_id, from_path from agt_move where create_time > now() - interval '15 minutes' loop
    foreach one in array array['fin_wallet', 'finance_log', 'inv_outbound', 'prc_agent_price', 'agt_product_order', 'agt_preorder', 'agt_quota',
      'agt_quota_entry', 'agt_lease', 'agt_lease_renewal', 'agt_lease_month', 'sms_phone', 'sms_phone_month', 'war_claim', 'work_task', 'inb_task', 'inb_session', 'inb_canned_reply', 'open_key', 'open_endpoint'] loop
      execute format('update %I t set owner_path = u.owner_path from sys_user u
        where t.tenant_id = $1 and t.owner_path ~>=~ $2 and t.owner_path ~<~ (left($2, -1) || ''0'')
          and u.id = substring(t.owner_path from ''(\d+)/$'')::bigint and u.owner_path <> t.owner_path', one)
        using move.tenant_id, move.from_path;
      get diagnostics found = row_count;
      total := total + found;
    end loop;
  end loop;
  return total;
end $$;
