-- Whether an agent above a user is disabled.
create or replace function agt_is_below_disabled(p_user bigint, p_path text) returns boolean language sql stable as $$
  select exists (select from sys_user a
    where a.id = any(string_to_array(trim(both '/' from p_path), '/')::bigint[]) and a.id <> p_user and a.status = 0)
$$;
