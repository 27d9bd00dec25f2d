-- A supplier that was entered twice: merged_into is the record that stays, which may have been merged into another later.
alter table sup_supplier
  add column merged_into bigint references sup_supplier (id),
  add column merged_time timestamptz,
  add column merged_user bigint,
  add column merged_user_name text,
  add constraint sup_supplier_merged_whole check (merged_into <> id and (merged_into is null) = (merged_time is null));
create index sup_supplier_merged on sup_supplier (merged_into) where merged_into is not null;
