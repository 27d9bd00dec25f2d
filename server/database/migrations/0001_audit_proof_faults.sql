-- The number of faults that the last verification of a chain found.
alter table audit_proof add column faults integer not null default 0;
