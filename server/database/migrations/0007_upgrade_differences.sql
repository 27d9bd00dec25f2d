-- Sum of the prices of a line in earlier checks of its task; null for a first check. It is the same for all lines of a lane.
alter table work_line add column paid bigint;
alter table work_lane add column paid bigint;
