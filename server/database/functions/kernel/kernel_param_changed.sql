-- Every process reads the parameters again as soon as a change of them has been committed.
create or replace function kernel_param_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('parameter_change', '');
  return null;
end;
$$;
