-- Numbers the readers' rows at the very end of the sending transaction, one transaction after the other, and the lock is
-- given back only when the rows can be seen. So whoever has read up to a number has missed none below it, and a client can
-- ask for "what came after". Taken any earlier, the lock would let a long transaction hold up everybody else's messages.
create or replace function msg_number() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7211016);
  update msg_inbox set seq = nextval('msg_seq') where message_id = new.id;
  return null;
end $$;
