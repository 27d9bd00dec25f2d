-- Says what is counted: runs of a task in a row that did not get any further.
alter table kernel_task rename column fruitless to attempts_without_progress;
