-- Gives everything below one path the same path under another: users first, since the finance log takes no path but its user's.
-- @returns how many rows changed
create or replace function agt_move_paths(p_tenant text, p_from text, p_to text) returns bigint language plpgsql as $$
declare
  -- A path ends in a slash, and 0 is the next character: all paths with this prefix sort between the two.
  after_all constant text := left(p_from, -1) || '0';
  moved bigint;
  total bigint := 0;
  one text;
  noted constant text := current_setting('audit.noted', true);
begin
  -- The trail has the moved agent; rows for the thousands below it would add nothing.
  perform set_config('audit.noted', '', true);
  -- First the locks, then a statement that also sees users created below while this one waited.
  perform from sys_user where tenant_id = p_tenant and owner_path ~>=~ p_from and owner_path ~<~ after_all order by id for update;
  update sys_user u set owner_path = p.path, depth = length(p.path) - length(replace(p.path, '/', '')) - 1,
    status_path = agt_moved_path(status_path, p_from, p_to),
    spend_limit_day_path = agt_moved_path(spend_limit_day_path, p_from, p_to),
    spend_limit_month_path = agt_moved_path(spend_limit_month_path, p_from, p_to)
  from (
    select id, p_to || substr(owner_path, length(p_from) + 1) as path from sys_user
    where tenant_id = p_tenant and owner_path ~>=~ p_from and owner_path ~<~ after_all
  ) p
  where u.id = p.id;
  get diagnostics total = row_count;
  foreach one in array array['fin_wallet', 'finance_log', 'inv_outbound', 'prc_agent_price', 'agt_product_order', 'agt_preorder', 'agt_quota',
      'agt_quota_entry', 'agt_lease', 'agt_lease_renewal', 'agt_lease_month', 'sms_phone', 'sms_phone_month', 'war_claim', 'work_task', 'inb_task', 'inb_session', 'inb_canned_reply', 'open_key', 'open_endpoint'] loop
    execute format('update %I set owner_path = $1 || substr(owner_path, length($2) + 1)
      where tenant_id = $3 and owner_path ~>=~ $2 and owner_path ~<~ $4', one) using p_to, p_from, p_tenant, after_all;
    get diagnostics moved = row_count;
    total := total + moved;
  end loop;
  perform set_config('audit.noted', coalesce(noted, ''), true);
  return total;
end $$;
