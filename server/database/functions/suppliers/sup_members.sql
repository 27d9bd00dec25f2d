-- Returns all records that count for the same suppliers as the given ones, the given ones included.
create or replace function sup_members(p_ids bigint[]) returns bigint[] language sql stable as $$
  with recursive member (id) as (
    select distinct sup_current(given) from unnest(p_ids) given
    union
    select s.id from member join sup_supplier s on s.merged_into = member.id
  )
  select coalesce(array_agg(id), '{}') from member
$$;
