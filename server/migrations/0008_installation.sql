-- What this installation remembers about itself, for example what its first start decided.
create table kernel_installation (
  key text primary key,
  value text not null,
  create_time timestamptz not null default now()
);
