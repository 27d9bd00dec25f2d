-- Writes an event and a delivery for each endpoint that subscribed to it: those of the owner, and those of agents above that include
-- accounts below. A paused endpoint gets failed deliveries, which its owner can send again. Without an endpoint nothing is written.
create or replace function open_emit(p_tenant text, p_owner bigint, p_path text, p_bit integer, p_type text, p_data jsonb) returns void language plpgsql as $$
declare
  targets bigint[];
  event bigint;
begin
  -- The owner's path names the agents above.
  select array_agg(id order by id) into targets from open_endpoint
  where owner_id = any (string_to_array(trim('/' from p_path), '/')::bigint[]) and tenant_id = p_tenant and status = 1 and deleted_at is null
    and events & p_bit <> 0 and (owner_id = p_owner or include_below = 1);
  if targets is null then
    return;
  end if;
  insert into open_event (tenant_id, owner_id, event_type, body)
  values (p_tenant, p_owner, p_bit, json_build_object('type', p_type, 'timestamp', open_time(now()), 'data', p_data)::text)
  returning id into event;
  insert into open_delivery (tenant_id, endpoint_id, event_id, event_type, state, error)
  select tenant_id, id, event, p_bit, case when paused_time is null then 0 else 2 end, case when paused_time is not null then 'PAUSED' end
  from open_endpoint where id = any (targets);
  perform pg_notify('open_ready', '');
end $$;
