-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table sup_supplier is 'Suppliers of numbers: contacts, terms and papers';
comment on column sup_supplier.record is '0 to be completed (without a contact), 1 complete';
comment on column sup_supplier.papers is 'Links of its papers';
