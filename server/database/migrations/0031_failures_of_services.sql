-- How the hand-overs to SMS providers and mail servers ended.
alter table sys_sms add column failures integer not null default 0, add column last_success_time timestamptz,
  add column last_problem text, add column last_problem_time timestamptz;
alter table sys_mail add column failures integer not null default 0, add column last_success_time timestamptz,
  add column last_problem text, add column last_problem_time timestamptz;
