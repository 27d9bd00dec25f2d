comment on table open_key is 'Keys of agents for the partner interface; the key itself is stored as a digest only';
comment on column open_key.key_hash is 'SHA-256 of the whole key';

comment on table open_spend is 'Money that a key spent on a day of its tenant; holds count when they are placed, returned money is not counted back';
comment on column open_spend.key_id is 'The key';
comment on column open_spend.day is 'Day in the tenant''s time zone';
comment on column open_spend.amount is 'Money in micro-units';

comment on table open_task is 'Tasks that were created with a key: their holds are its spending';
comment on column open_task.task_id is 'The task (work_task)';
comment on column open_task.key_id is 'The key';

comment on table open_endpoint is 'Addresses of agents that events are sent to';
comment on column open_endpoint.secret is 'Signing secret, sealed';
comment on column open_endpoint.old_secret is 'The previous secret, sealed; it also signs until old_secret_until';
comment on column open_endpoint.rest_until is 'After failures in a row nothing is sent before this time';
comment on column open_endpoint.taken_time is 'When deliveries to it were taken last; the longest waiting endpoint is next';

comment on table open_event is 'Facts that endpoints subscribed to, written by triggers in the transaction of the change; kept for 30 days';
comment on column open_event.event_type is 'Value of the dictionary open_event_type';
comment on column open_event.body is 'The request as it is signed and sent';

comment on table open_delivery is 'An event on its way to an endpoint, with its attempts; kept for 30 days';
comment on column open_delivery.event_type is 'Value of the dictionary open_event_type';
comment on column open_delivery.worker_id is 'The worker (kernel_worker) that is sending it; of a dead one it is due again';
