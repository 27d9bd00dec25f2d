-- Numbers the readers' rows at the very end of the sending transaction, one transaction after the other; the lock is
-- released only when the rows are visible. So a reader of all rows up to a number has missed none below it, and a
-- client can request all later ones. An earlier lock would let a long transaction delay all other messages.
create or replace function msg_number() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7211016);
  update msg_inbox set seq = nextval('msg_seq') where message_id = new.id;
  return null;
end $$;
