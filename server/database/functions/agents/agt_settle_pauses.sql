-- Updates the pauses of all users at or below a path to the agents above: below a disabled agent time stops, and once
-- none is disabled, leases and packages are extended by the pause: leases by whole days of the tenant (p_zone),
-- packages exactly. An overdue lease, or one in its grace period, keeps its progress.
create or replace function agt_settle_pauses(p_tenant text, p_path text, p_zone text) returns void language plpgsql as $$
declare
  -- A path ends in a slash, and 0 is the sign after it.
  after_all constant text := left(p_path, -1) || '0';
  noted constant text := current_setting('audit.noted', true);
begin
  -- The trail has the disabled or enabled agent; rows for the thousands below would add nothing.
  perform set_config('audit.noted', '', true);
  perform from sys_user where tenant_id = p_tenant and owner_path ~>=~ p_path and owner_path ~<~ after_all order by id for update;
  update sys_user u set paused_since = now()
  where u.tenant_id = p_tenant and u.owner_path ~>=~ p_path and u.owner_path ~<~ after_all and u.paused_since is null
    and agt_is_below_disabled(u.id, u.owner_path);
  with resumed as (
    update sys_user u set paused_since = null
    from (
      select id, paused_since, (now() at time zone p_zone)::date - (paused_since at time zone p_zone)::date as days from sys_user
      where tenant_id = p_tenant and owner_path ~>=~ p_path and owner_path ~<~ after_all and paused_since is not null
        and not agt_is_below_disabled(id, owner_path)
    ) before
    where u.id = before.id returning u.id, before.paused_since, before.days
  ), shifted as (
    update agt_lease l set end_date = l.end_date + r.days, paused_days = l.paused_days + r.days, attempt_time = null,
      update_time = now(), version = l.version + 1
    from resumed r where l.owner_id = r.id and l.status in (1, 2) and r.days > 0
    returning l.id, l.months, r.days, (r.paused_since at time zone p_zone)::date as paused
  ), months as (
    -- The month that was running, an overdue last one, and those paid beyond.
    update agt_lease_month m set until_date = m.until_date + s.days,
      from_date = case when m.from_date > s.paused then m.from_date + s.days else m.from_date end
    from shifted s where m.lease_id = s.id and (m.until_date >= s.paused or m.month_no = s.months)
  )
  update agt_quota q set expire_time = q.expire_time + (now() - r.paused_since), update_time = now(), version = q.version + 1
  from resumed r where q.owner_id = r.id and q.status in (1, 2);
  perform set_config('audit.noted', coalesce(noted, ''), true);
end $$;
