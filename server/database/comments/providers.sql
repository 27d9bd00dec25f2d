-- Comments of tables and columns. Where the contract has a field, its label comes first.

comment on table prv_provider is 'Vendors of number checks, numbers and messages';
comment on column prv_provider.api_key is 'Sealed';
comment on column prv_provider.secret_key is 'Sealed';
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

comment on table prv_minute is 'Exchanges with providers, by minute and outcome';
comment on column prv_minute.provider_id is 'The provider';
comment on column prv_minute.minute is 'Start of the minute';
comment on column prv_minute.outcome is '1 answered, 2 timed out, 3 failed, 4 throttled, 5 refused';
comment on column prv_minute.exchanges is 'Exchanges';
comment on column prv_minute.lines is 'Lines of them';
comment on column prv_minute.millis is 'Their durations, added up';
comment on column prv_minute.durations is 'Exchanges below 100 ms, 300 ms, 1 s, 3 s, 10 s, and longer';
