-- What the sandbox says of a number stands beside what is known of it, and never changes what may be sold. Until now there
-- was no other check: what it had made of numbers in stock is taken back. Those it had declared dead come back unlisted, for
-- somebody to put them on sale.

alter table inv_item add column sandbox_status integer not null default 0;
alter table inv_item add column sandbox_time timestamptz;
alter table inv_item add column sandbox_detail text;
comment on column inv_item.sandbox_status is 'what the sandbox found: 0 not checked, 1 alive, 2 dead, 3 unknown, 4 being checked';
create index inv_item_sandbox_checking on inv_item (update_time) where sandbox_status = 4;

update inv_item set
  sandbox_status = survive_status, sandbox_time = survive_time, sandbox_detail = survive_detail,
  survive_status = 0, survive_time = null, survive_detail = null, dead_since = null,
  stock_status = case when stock_status = 5 then 4 else stock_status end,
  update_time = now(), version = version + 1
where survive_detail in ('在用 In service', '沉默号 Silent', '风险号 At risk', '空号 Vacant', '停机 Suspended', '库无 In no register',
  '未知 Unknown', '未获答复 No answer') or survive_status = 4;
