-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table prv_provider is 'Vendors of number checks, numbers and messages';
comment on column prv_provider.credentials is 'Sealed';
comment on column prv_provider.capabilities is 'Abilities, by value of provider_capability';
comment on column prv_provider.countries is 'ISO codes; empty for all';
comment on column prv_provider.rate_per_second is 'Lines a second';
comment on column prv_provider.timeout_ms is 'Of one exchange';
comment on column prv_provider.retry_max is 'Rounds about numbers without a finding';
comment on column prv_provider.batch_max is 'Most numbers of one exchange';
comment on column prv_provider.priority is 'The smallest first';
comment on column prv_provider.is_repeatable is 'Whether a repeated submission with the same reference has the first result';
comment on column prv_provider.unit_cost is 'Of one result';
comment on column prv_provider.legal_basis is 'Why it may check numbers';
comment on column prv_provider.legal_basis_file_id is 'Its document';
comment on column prv_provider.kind is '1 number check, 2 numbers, 3 messages, 4 payouts, 5 chain queries';
comment on column prv_provider.protocol is '1 HTTP, 2 SMPP, 3 sandbox';
comment on column prv_provider.status is '0 disabled, 1 enabled';
comment on column prv_provider.provider_code is 'Code';
comment on column prv_provider.provider_name is 'Name';
comment on column prv_provider.endpoint is 'Address';
comment on column prv_provider.cost_currency is 'Currency of the cost';
comment on column prv_provider.remark is 'Remark';

comment on table prv_health is 'State of providers, shared by all nodes';
comment on column prv_health.provider_id is 'The provider';
comment on column prv_health.next_free_at is 'The time up to which its rate is used up';
comment on column prv_health.learned_rate is 'The rate it bears, when lower than the agreed one';
comment on column prv_health.breaker is '0 closed, 1 open, 2 half open, 3 isolated by hand';
comment on column prv_health.open_until is 'End of the pause';
comment on column prv_health.open_count is 'Times it opened since it last worked';
comment on column prv_health.breaker_reason is 'Why it is open';
comment on column prv_health.probe_until is 'Until then one worker probes it';
comment on column prv_health.last_error is 'Last error';
comment on column prv_health.last_error_time is 'Its time';

comment on table prv_minute is 'Exchanges with providers, by minute and outcome';
comment on column prv_minute.provider_id is 'The provider';
comment on column prv_minute.minute is 'Start of the minute';
comment on column prv_minute.outcome is '1 answered, 2 timed out, 3 failed, 4 throttled, 5 refused';
comment on column prv_minute.exchanges is 'Exchanges';
comment on column prv_minute.lines is 'Lines of them';
comment on column prv_minute.millis is 'Their durations, added up';
comment on column prv_minute.durations is 'Exchanges below 100 ms, 300 ms, 1 s, 3 s, 10 s, and longer';
