-- Agents and their sub-users enter numbers of their own customers; new installations get the grants with their roles.
insert into sys_role_menu (role_id, menu_id)
select r.id, m.id from sys_role r cross join sys_menu m
where r.role_alias in ('agent', 'agent_sub') and r.deleted_at is null and m.deleted_at is null
  and m.code in ('compliance/suppression', 'compliance/suppression:view', 'compliance/suppression:add')
on conflict do nothing;
