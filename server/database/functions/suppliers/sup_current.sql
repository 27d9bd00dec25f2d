-- Returns the supplier that a record counts for: itself, or the one that it was merged into, directly or through others.
create or replace function sup_current(p_id bigint) returns bigint language sql stable as $$
  with recursive line (id, next) as (
    select id, merged_into from sup_supplier where id = p_id
    union
    select s.id, s.merged_into from line join sup_supplier s on s.id = line.next
  )
  select coalesce((select id from line where next is null), p_id)
$$;
