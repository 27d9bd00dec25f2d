-- How many faults the last verification of a chain found; its first one stands beside it.
alter table audit_proof add column faults integer not null default 0;
