-- Links a proof to the one before it. Proofs are few and made one after the other: the head's row is the lock.
create or replace function fin_proof_seal() returns trigger language plpgsql as $$
begin
  perform set_config('ledger.posting', 'on', true);
  insert into fin_chain (tenant_id, slot) values ('*', 0) on conflict do nothing;
  select fin_proof_link(head, to_jsonb(new), new.create_time) into new.hash from fin_chain where tenant_id = '*' and slot = 0 for no key update;
  update fin_chain set journals = journals + 1, head = new.hash where tenant_id = '*' and slot = 0;
  perform set_config('ledger.posting', 'off', true);
  return new;
end $$;
