-- Every process reads the names of values again as soon as a change of them has been committed.
create or replace function kernel_dict_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('dictionary_change', '');
  return null;
end;
$$;
