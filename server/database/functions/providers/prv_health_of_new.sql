-- Adds the health row of a new provider.
create or replace function prv_health_of_new() returns trigger language plpgsql as $$
begin
  insert into prv_health (provider_id) values (new.id);
  return null;
end $$;
