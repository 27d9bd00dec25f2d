-- Type 6: a receipt that contradicts a verdict. source_no: the order it is about, which has one open case at most.
alter table cmp_case drop constraint cmp_case_case_type_check,
  add constraint cmp_case_case_type_check check (case_type between 1 and 6),
  add column source_no text;
create unique index cmp_case_source on cmp_case (tenant_id, case_type, source_no) where source_no is not null and status in (0, 1);
