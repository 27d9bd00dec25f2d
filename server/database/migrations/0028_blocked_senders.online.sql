-- step: allow the reason of recipients who blocked a sender
alter table cmp_suppression drop constraint if exists cmp_suppression_reason_check,
  add constraint cmp_suppression_reason_check check (reason between 1 and 9) not valid;
-- step: check the reasons of suppressed numbers
alter table cmp_suppression validate constraint cmp_suppression_reason_check;
