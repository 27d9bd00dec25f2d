-- What each person has adjusted by hand on their latest such day: of each user, and under user 0 of all together.
create table fin_adjust_day (
  tenant_id text not null,
  operator_id bigint not null,
  user_id bigint not null,
  day date not null,
  amount bigint not null,
  primary key (tenant_id, operator_id, user_id)
);
