-- The first months of every partitioned table above; each start and a timer create later ones. Three months back,
-- for rows entered with earlier dates.
select kernel_make_months(((now() at time zone 'UTC') - interval '3 months')::date, 7);

drop table audited_row;
