-- step: count the active numbers of finished checks within their periods, as their files have them
update work_task t set active_count = f.active
from (
  select t.id, (count(*) filter (where l.active_days <= t.active_period))::int as active
  from work_task t join work_line l on l.task_id = t.id and l.create_time = t.create_time and l.is_current
  where t.kind like 'filter/%' and t.active_count > 0 and t.active_period is not null and t.status in (3, 4, 5) and t.purged_time is null
  group by t.id) f
where t.id = f.id and t.active_count <> f.active;
