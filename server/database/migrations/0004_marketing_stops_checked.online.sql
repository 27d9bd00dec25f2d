-- step: check the reasons of suppressed numbers
alter table cmp_suppression validate constraint cmp_suppression_reason_check;
