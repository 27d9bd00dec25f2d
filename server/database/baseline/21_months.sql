-- The first months of every table above that is partitioned; later ones are made at each start and by a timer. Three months back,
-- for what is entered with its own date.
select kernel_make_months(((now() at time zone 'UTC') - interval '3 months')::date, 7);

drop table audited_row;
