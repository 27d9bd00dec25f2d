-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table audit_log is 'Audit trail: changes with their authors. Written in the transaction of the change, never altered; by month';
comment on column audit_log.ip is 'Address of the client';
comment on column audit_log.action is 'Call that was made';
comment on column audit_log.object_type is 'Table of the row';
comment on column audit_log.object_id is 'Row, by its id or identifying columns';
comment on column audit_log.before is 'Columns that changed, before';
comment on column audit_log.after is 'Columns that changed, after';
comment on column audit_log.reason is 'Why it was done';
comment on column audit_log.asked is 'Parameters of the call, without secrets';
comment on column audit_log.trace_id is 'Request it happened in';
comment on column audit_log.user_agent is 'Browser of the client, as it reports itself';
comment on column audit_log.stamp is 'Code of the row under the key of the installation: a row written by anything but the program has none';

comment on table biz_state_log is 'Every state change of a business row, with author and reason';
comment on column biz_state_log.object_type is 'Table of the row';
comment on column biz_state_log.object_id is 'Row';
comment on column biz_state_log.from_state is 'State before; null: it was created';
comment on column biz_state_log.to_state is 'State after';
comment on column biz_state_log.event is 'Event that changed the state';
comment on column biz_state_log.reason is 'Why it was done';

comment on table kernel_file is 'Stored files';
comment on column kernel_file.key is 'Where the storage keeps it';
comment on column kernel_file.original_name is 'Name it was uploaded or made under';
comment on column kernel_file.kind is 'Media type, detected by its content';
comment on column kernel_file.extension is 'Ending of its name as its content has it';
comment on column kernel_file.source is 'Call that uploaded it, for files listed among the attachments';
comment on column kernel_file.storage_id is 'Storage of its content; null: the installation''s own';
comment on column kernel_file.owner_name is 'Name of the owner at that time';
comment on column kernel_file.size is 'Size in bytes';
comment on column kernel_file.sha256 is 'Fingerprint of its content';
comment on column kernel_file.ready is 'Whether its content is in place: the row is written first';
comment on column kernel_file.expires_at is 'When it may be removed; null: never';

comment on table kernel_file_ticket is 'Rights to download one file once without the session''s token';
comment on column kernel_file_ticket.token_hash is 'Digest of the token; the token itself is not stored';

comment on table kernel_idempotency is 'Answers of writing calls by the key their client sent';
comment on column kernel_idempotency.key is 'Key the client sent';
comment on column kernel_idempotency.call is 'Call that was made';
comment on column kernel_idempotency.body_hash is 'Digest of the input';
comment on column kernel_idempotency.status is 'HTTP status that was answered';
comment on column kernel_idempotency.answer is 'Data that was answered';

comment on table kernel_installation is 'Facts about this installation';
comment on column kernel_installation.key is 'Key';
comment on column kernel_installation.value is 'Value';

comment on table kernel_limit is 'Calls counted against rate limits; unlogged: a crash forgets them';
comment on column kernel_limit.key is 'Counted caller or address';
comment on column kernel_limit.used is 'Calls so far';
comment on column kernel_limit.granted is 'Part granted to the last process that requested one';
comment on column kernel_limit.ends_at is 'End of the minute, or another time, that is counted';

comment on table kernel_nonce is 'Nonces of signed calls, so that each request is answered once';
comment on column kernel_nonce.key is 'Key of the signature and nonce';
comment on column kernel_nonce.expires_at is 'When the timestamp of the request is refused anyway';

comment on table kernel_export_hour is 'Rows each person exported without a second person, by hour; kept for a day';
comment on column kernel_export_hour.user_id is 'User who exported them';
comment on column kernel_export_hour.hour is 'When the hour began';
comment on column kernel_export_hour.rows is 'Rows of all files of that hour';

comment on table kernel_socket_attachment is 'Messages between nodes too large for a notification; emptied by their adapter';
comment on column kernel_socket_attachment.created_at is 'When it was written';
comment on column kernel_socket_attachment.payload is 'The message';

comment on table kernel_task is 'Background tasks, as their owners see them';
comment on column kernel_task.actor is 'User who started it: the job acts in their name, with their rights at its start';
comment on column kernel_task.title_zh is 'Chinese title';
comment on column kernel_task.title_en is 'English title';
comment on column kernel_task.visible is '1: shown in the task centre';
comment on column kernel_task.input is 'Input of the job';
comment on column kernel_task.confirmation is 'Confirmation by its owner';
comment on column kernel_task.checkpoint is 'Position from which the next attempt continues';
comment on column kernel_task.result_file_id is 'File it made';
comment on column kernel_task.report_file_id is 'Report of the problems, line by line';
comment on column kernel_task.failure_params is 'Parameters of the text of the failure';
comment on column kernel_task.cancel_requested is 'Whether its owner requested to stop it';
comment on column kernel_task.job_id is 'Entry of the queue that may run it';
comment on column kernel_task.runner is 'Token of the process that runs it: no other may write';
comment on column kernel_task.attempt is 'Attempts so far';
comment on column kernel_task.interruptions is 'Runs since the last checkpoint that did not end: their process died or lost the database';
comment on column kernel_task.attempts_without_progress is 'Attempts since the last checkpoint: only these are limited';

comment on table kernel_timer is 'When each timer ran and runs next';
comment on column kernel_timer.name is 'Timer';
comment on column kernel_timer.next_run is 'When it runs next';
comment on column kernel_timer.last_start is 'When it began last';
comment on column kernel_timer.last_end is 'When it ended last';
comment on column kernel_timer.last_error is 'Why it failed last';

comment on table kernel_worker is 'Worker processes; a worker whose advisory lock is free is dead';
comment on column kernel_worker.pool_id is 'Its id in the queue';
comment on column kernel_worker.host is 'Host';
comment on column kernel_worker.process_id is 'Process id';
comment on column kernel_worker.start_time is 'When it began';

comment on table log_api is 'Calls that were answered; by month';

comment on table log_error is 'Errors of the program; by month';
comment on column log_error.place is 'First place of the stack in the product''s code';
comment on column log_error.fingerprint is 'Digest that errors of one kind share';

comment on table log_error_group is 'Errors of one kind together: their number, first occurrence, and state';
comment on column log_error_group.fingerprint is 'Digest that errors of one kind share';
comment on column log_error_group.message is 'Of the last of them';
comment on column log_error_group.place is 'First place of the stack in the product''s code';
comment on column log_error_group.status is '1 open, 2 resolved, 3 ignored';
comment on column log_error_group.recurred_time is 'Time it reappeared after it had been resolved; empty once administrators are notified';
comment on column log_error_group.create_user is 'Null: written by the program';
comment on column log_error_group.create_user_name is 'Null: written by the program';
comment on column log_error_group.create_dept is 'Null: written by the program';
comment on column log_error_group.version is 'Counts changes; a stale form is refused';
comment on column log_error_group.deleted_at is 'When it was removed; empty while it is there';
comment on table log_usual is 'Entries that the program''s code logs on purpose; by month';

comment on table schema_change is 'Files of the database folder that have been applied here since release 0.2.0';
comment on column schema_change.name is 'File';
comment on column schema_change.checksum is 'SHA-256 of its text';
comment on column schema_change.applied_at is 'When it was applied';
comment on table schema_migration is 'Files of the database folder that have been applied here';
comment on column schema_migration.name is 'File';
comment on column schema_migration.checksum is 'SHA-256 of its text';
comment on column schema_migration.applied_at is 'When it was applied';

comment on table sys_dict is 'Dictionaries of the platform and their entries: names of coded values, for all tenants';
comment on column sys_dict.parent_id is 'Or the entry above; null for a dictionary';
comment on column sys_dict.code is 'The same for a dictionary and its entries';
comment on column sys_dict.dict_key is 'Value in business rows; -1 for a dictionary';
comment on column sys_dict.dict_value_en is 'Empty where it is the same as the name';
comment on column sys_dict.tone is '1 waiting, 2 running, 3 good, 4 attention, 5 bad, 6 off';
comment on column sys_dict.is_sealed is 'Not offered for new rows, and changed only after it is unsealed';
comment on column sys_dict.is_built_in is 'The program brings it; code and key stay';
comment on column sys_dict.update_user is 'User who last changed it; null: unchanged, and the program keeps its names current';
comment on column sys_dict.deleted_at is 'When it was removed; removed rows stay';

comment on table sys_dict_biz is 'Dictionaries of tenants and their entries';
comment on column sys_dict_biz.parent_id is 'Or the entry above; null for a dictionary';
comment on column sys_dict_biz.code is 'The same for a dictionary and its entries';
comment on column sys_dict_biz.dict_key is 'Value in business rows; -1 for a dictionary';
comment on column sys_dict_biz.dict_value_en is 'Empty where it is the same as the name';
comment on column sys_dict_biz.tone is '1 waiting, 2 running, 3 good, 4 attention, 5 bad, 6 off';
comment on column sys_dict_biz.is_sealed is 'Not offered for new rows, and changed only after it is unsealed';
comment on column sys_dict_biz.deleted_at is 'When it was removed; removed rows stay';

comment on table sys_param is 'Parameters that override the program''s defaults';
comment on column sys_param.tenant_id is 'Tenant it belongs to; a row of the platform applies to all tenants without their own';
comment on table audit_link is 'The chain over the trail of each tenant, row by row';
comment on column audit_link.seq is 'Place in the chain of the tenant, from 1 without a gap';
comment on column audit_link.audit_id is 'Row of the trail';
comment on column audit_link.audit_time is 'When that row was written';
comment on column audit_link.hash is 'Digest, under the key of the installation, of the row and of the hash before';
comment on table audit_proof is 'Result of the last verification of each tenant''s trail';
comment on column audit_proof.proof_time is 'When it was proven';
comment on column audit_proof.account is 'User who started it; empty for the nightly one';
comment on column audit_proof.proven is 'Rows that were as they had been sealed';
comment on column audit_proof.waiting is 'Rows that were not sealed yet';
comment on column audit_proof.head_seq is 'Place where the chain ended';
comment on column audit_proof.head_hash is 'Hash the chain ended with';
comment on column audit_proof.fault is 'Finding: changed, removed, inserted, broken, cut; empty without a fault';
comment on column audit_proof.faults is 'How many rows and places were not as they had been sealed';
comment on column audit_proof.audit_id is 'First row that was not as it had been sealed';
comment on column audit_proof.audit_time is 'When that row was written';
comment on table audit_head is 'Where the chain of each tenant ends';
comment on column audit_head.seq is 'Place of the last link';
comment on column audit_head.hash is 'Hash of the last link';
comment on column audit_head.mac is 'Digest, under the key of the installation, of the place and the hash';
comment on table audit_seal is 'One row: how far the trail is sealed';
comment on column audit_seal.id is 'Always 1';
comment on column audit_seal.sealed_time is 'Rows committed by then are sealed';
comment on column audit_seal.lengths is 'Length of the chain of each tenant';
comment on column audit_seal.mac is 'Code over these lengths, under the key of the installation';

comment on table kernel_export_log is 'Every exported file of numbers: user, row count and fingerprint';
comment on column kernel_export_log.source is 'Call that gave it';
comment on column kernel_export_log.object_ids is 'Requested rows';
comment on column kernel_export_log.filters is 'Requested filters';
comment on column kernel_export_log.format is 'Format of the file';
comment on column kernel_export_log.masked is '1: numbers were masked';
comment on column kernel_export_log.row_count is 'Numbers in the file';
comment on column kernel_export_log.sha256 is 'Fingerprint of the file';
comment on column kernel_export_log.reason is 'Why it was done';
comment on column kernel_export_log.ip is 'Address it went to';
