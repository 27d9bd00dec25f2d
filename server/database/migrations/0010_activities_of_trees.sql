-- Whether an agent and the accounts below count as one user of an activity. Activities published before keep counting each account.
alter table cnt_activity add column is_per_tree integer not null default 0 check (is_per_tree in (0, 1));
