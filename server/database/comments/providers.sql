-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table prv_provider is 'Vendors of number checks, and senders of messages';
comment on column prv_provider.api_key is 'Sealed';
comment on column prv_provider.secret_key is 'Sealed';
comment on column prv_provider.verify_token is 'Sealed';
comment on column prv_provider.sender_number is 'Digits of E.164';
comment on column prv_provider.restriction is 'Words of the channel while it may not send';
comment on column prv_provider.owner_id is 'Null for one that all agents use';
comment on column prv_provider.countries is 'ISO codes; empty for all';
comment on column prv_provider.timeout_ms is 'Of one exchange';

comment on table prv_health is 'State of providers, shared by all nodes';
comment on column prv_health.provider_id is 'The provider';
comment on column prv_health.next_free_at is 'The time up to which its rate is used up';
comment on column prv_health.learned_rate is 'The rate it bears, when lower than the agreed one';
comment on column prv_health.throttled_until is 'End of the pause that it asked for last';
comment on column prv_health.breaker is '0 closed, 1 open, 2 half open, 3 isolated by hand';
comment on column prv_health.open_until is 'End of the pause';
comment on column prv_health.open_count is 'Times it opened since it last worked';
comment on column prv_health.breaker_reason is 'Why it is open';
comment on column prv_health.probe_until is 'Until then one worker probes it';
comment on column prv_health.last_error is 'Last error';
comment on column prv_health.last_error_time is 'Its time';
comment on column prv_health.released_time is 'End of the last isolation; wrong answers before it were judged by a person';

comment on column prv_health.webhook_time is 'Last webhook with a right signature, to ten seconds';
comment on column prv_health.previous_keys is 'Replaced keys by field, sealed; accepted for callbacks until the time at the provider';
comment on column prv_health.test_problem is 'Problem of the last test of the connection; null when it worked';
comment on column prv_health.unclaimed_time is 'Last message to staff about a text to an address that no sender has';

comment on table prv_minute is 'Exchanges with providers, by minute and outcome';
comment on column prv_minute.provider_id is 'The provider';
comment on column prv_minute.minute is 'Start of the minute';
comment on column prv_minute.outcome is '1 answered, 2 timed out, 3 failed, 4 throttled, 5 refused; callbacks: 6 applied, 7 wrong signature, 8 unknown reference; 9 wrong numbers, 10 receipts with an unknown state, 11 receipts with ids in another form';
comment on column prv_minute.exchanges is 'Exchanges';
comment on column prv_minute.lines is 'Lines of them';
comment on column prv_minute.millis is 'Their durations, added up';
comment on column prv_minute.durations is 'Exchanges below 100 ms, 300 ms, 1 s, 3 s, 10 s, and longer';

comment on table prv_receipt is 'Callbacks of vendors as they came';
comment on column prv_receipt.kind is 'The engine that applies it';
comment on column prv_receipt.source_id is 'The vendor in that engine';
comment on column prv_receipt.dedupe_key is 'Key of repetitions: the event of the vendor, or a digest of the body';
comment on column prv_receipt.body is 'As it came';
comment on column prv_receipt.state is '0 waiting, 1 applied, 2 changed nothing, 3 reference unknown, 4 unreadable';
comment on column prv_receipt.tries is 'Times it was tried';
comment on column prv_receipt.due_time is 'Time of the next try';
comment on column prv_receipt.receive_time is 'When it came';
comment on column prv_receipt.end_time is 'When it was applied or given up';
comment on column prv_receipt.error is 'Error of the last try';

comment on table prv_error_policy is 'Consequences of error codes of message channels';
comment on column prv_error_policy.error_code is 'A code, or a range of numbers such as 200-299';
comment on column prv_error_policy.delay_seconds is 'The next try is after delay_seconds * growth ^ tries';
comment on column prv_error_policy.last_reason is 'Why it was changed last';
comment on column prv_error_policy.is_built_in is 'Cannot be removed';

comment on table prv_bind is 'Binds of SMPP accounts';
comment on column prv_bind.provider_id is 'The provider';
comment on column prv_bind.bind_no is 'From 1 to the number of binds';
comment on column prv_bind.worker_id is 'The worker that holds it; null for none';
comment on column prv_bind.state is '0 free, 1 connecting, 2 bound, 3 waits to reconnect, 4 refused';
comment on column prv_bind.since_time is 'Since when it is in its state';
comment on column prv_bind.next_try_time is 'Time of the next attempt to connect';
comment on column prv_bind.throttled_until is 'End of the pause after throttling';
comment on column prv_bind.last_error is 'Last error';
comment on column prv_bind.last_error_time is 'Its time';

comment on table prv_inbound_part is 'Parts of inbound texts that wait for the others';
comment on column prv_inbound_part.provider_id is 'The provider';
comment on column prv_inbound_part.peer is 'Address of the sender';
comment on column prv_inbound_part.own_address is 'Address that received it';
comment on column prv_inbound_part.ref is 'Reference that joins the parts';
comment on column prv_inbound_part.total is 'Number of parts';
comment on column prv_inbound_part.part_no is 'Place, from 1';
comment on column prv_inbound_part.body is 'Text of the part as JSON, which keeps halves of surrogate pairs';
comment on column prv_inbound_part.receive_time is 'When it came';

comment on table prv_learning is 'Test messages that learn the profile of an SMPP account';
comment on column prv_learning.provider_id is 'The provider';
comment on column prv_learning.e164 is 'The number it was sent to';
comment on column prv_learning.sender is 'The address that the recipient sees';
comment on column prv_learning.state is '0 requested, 1 taken, 2 sent, 3 not sent';
comment on column prv_learning.start_time is 'When it was requested';
comment on column prv_learning.parts is 'Parts with the ids of their answers';
comment on column prv_learning.problem is 'Why it was not sent';
