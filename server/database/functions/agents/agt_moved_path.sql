-- Returns the path after everything below p_from has moved below p_to; other paths are unchanged.
create or replace function agt_moved_path(p_path text, p_from text, p_to text) returns text language sql immutable as $$
  select case when starts_with(p_path, p_from) then p_to || substr(p_path, length(p_from) + 1) else p_path end
$$;
