comment on table sys_region is 'Administrative divisions of China, shared by all tenants';
comment on column sys_region.code is 'Of GB/T 2260 without trailing zeros';
comment on column sys_region.ancestors is 'Codes from the root to the one above, joined by commas';
