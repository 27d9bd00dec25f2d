-- Reason 8: the recipient stopped marketing, and gets all other messages. Old rows were checked by the narrower rule; 0004 checks the new one.
alter table cmp_suppression drop constraint cmp_suppression_reason_check,
  add constraint cmp_suppression_reason_check check (reason between 1 and 8) not valid;
