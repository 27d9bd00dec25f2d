-- step: make room for the index of orders with overruled messages
drop index concurrently if exists work_task_overruled;
-- step: index orders with overruled messages by their sender
create index concurrently work_task_overruled on work_task (sender_id, create_time) where overruled_count > 0;
