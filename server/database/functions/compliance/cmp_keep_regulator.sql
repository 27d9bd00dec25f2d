-- Refuses every change and the removal of a number that a regulator has blocked.
create or replace function cmp_keep_regulator() returns trigger language plpgsql as $$
begin
  raise exception 'SUPPRESSION_FIXED: % of a regulator''s entry is refused', tg_op using errcode = 'restrict_violation';
end $$;
