-- Vendors of number checks, numbers and messages.

-- A provider; of messages, a row is a sender: one business number, one Telegram account, one bot. kind: 1 number checks, 2 messages.
-- protocol: 1 HTTP, 2 WhatsApp, 3 Telegram Gateway, 4 Telegram bot, 5 trial channel, 6 SMPP. quality: 0 not rated, 1 high, 2 medium, 3 low.
-- status: 0 disabled, 1 enabled.
create table prv_provider (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  provider_code text not null,
  provider_name text not null,
  kind integer not null default 1 check (kind in (1, 2)),
  protocol integer not null default 1 check (protocol between 1 and 6),
  -- Empty for the trial channel.
  endpoint text not null default '',
  -- Sealed.
  api_key text,
  secret_key text,
  verify_token text,
  -- Origin of our console as the provider reaches it; null: it posts no results.
  callback_origin text,
  -- Sum of abilities.
  capabilities integer not null default 1 check (capabilities between 0 and 63),
  -- ISO codes; empty for all countries.
  countries jsonb not null default '[]',
  rate_per_second integer not null default 100 check (rate_per_second between 1 and 100000),
  timeout_ms integer not null default 15000 check (timeout_ms between 1000 and 60000),
  retry_max integer not null default 3 check (retry_max between 0 and 10),
  batch_max integer not null default 1000 check (batch_max between 1 and 10000),
  priority integer not null default 5 check (priority between 1 and 99),
  -- Whether a repeated submission with the same reference is answered with the first result.
  is_repeatable integer not null default 0 check (is_repeatable in (0, 1)),
  unit_cost bigint check (unit_cost >= 0),
  cost_currency text,
  legal_basis text,
  -- Links of its papers.
  legal_basis_doc jsonb not null default '[]',
  -- Digits of E.164.
  sender_number text check (sender_number ~ '^[1-9][0-9]{5,14}$'),
  -- Phone number ID, user name of the bot, or user name of the channel that signs codes.
  sender_account text,
  business_account text,
  portfolio_code text,
  -- Unique recipients of the portfolio in 24 hours; 0 for no limit.
  portfolio_limit integer check (portfolio_limit >= 0),
  quality integer not null default 0 check (quality between 0 and 3),
  -- The channel's words for a ban on sending.
  restriction text,
  -- Whether the channel answers STOP itself.
  handles_stop integer not null default 0 check (handles_stop in (0, 1)),
  -- The agent it belongs to; null: all agents use it.
  owner_id bigint,
  owner_name text,
  -- The profile of an SMPP account.
  system_id text,
  system_type text,
  bind_mode integer not null default 1 check (bind_mode in (1, 2)),
  bind_count integer not null default 1 check (bind_count between 1 and 8),
  window_size integer not null default 10 check (window_size between 1 and 100),
  long_mode integer not null default 1 check (long_mode in (1, 2, 3, 4)),
  default_alphabet integer not null default 1 check (default_alphabet in (1, 2, 3)),
  addressing integer not null default 1 check (addressing in (1, 2, 3)),
  receipt_parts integer not null default 1 check (receipt_parts in (1, 2, 3)),
  id_form integer not null default 1 check (id_form in (1, 2, 3, 4, 5)),
  receipt_zone text,
  status integer not null default 0 check (status in (0, 1)),
  remark text,
  like audited_row including defaults,
  constraint prv_provider_protocol check ((kind = 1) = (protocol = 1))
);
create unique index prv_provider_provider_code_unique on prv_provider (tenant_id, provider_code) where deleted_at is null;
create unique index prv_provider_sender_unique on prv_provider (tenant_id, protocol, sender_account)
  where deleted_at is null and protocol = 2;

-- How a provider does, shared by all nodes. breaker: 0 closed, 1 open until `open_until`, 2 half open, 3 isolated by hand.
create table prv_health (
  provider_id bigint primary key references prv_provider (id),
  -- The time up to which its rate is used up, and the rate it bears when that is lower.
  next_free_at timestamptz not null default now(),
  learned_rate double precision check (learned_rate > 0),
  -- The end of the pause that it asked for last.
  throttled_until timestamptz,
  breaker integer not null default 0 check (breaker between 0 and 3),
  open_until timestamptz,
  open_count integer not null default 0,
  breaker_reason text,
  -- Until then one worker probes it.
  probe_until timestamptz,
  last_error text,
  last_error_time timestamptz,
  -- Wrong answers before it were judged by a person.
  released_time timestamptz,
  -- When its last webhook with a right signature came, to ten seconds.
  webhook_time timestamptz
) with (fillfactor = 50);
create trigger prv_provider_health after insert on prv_provider for each row execute function prv_health_of_new();

-- Binds of SMPP accounts; each is held by one worker, whose row in kernel_worker proves that it lives. state: 0 waits for a worker,
-- 1 connecting, 2 bound, 3 waits to reconnect, 4 refused by the SMSC.
create table prv_bind (
  provider_id bigint not null references prv_provider (id),
  bind_no integer not null check (bind_no between 1 and 8),
  worker_id bigint,
  state integer not null default 0 check (state between 0 and 4),
  since_time timestamptz not null default now(),
  next_try_time timestamptz,
  throttled_until timestamptz,
  last_error text,
  last_error_time timestamptz,
  primary key (provider_id, bind_no)
) with (fillfactor = 50);

-- Parts of inbound texts whose other parts are missing. ref: the reference of the parts with the way they are joined.
create table prv_inbound_part (
  provider_id bigint not null references prv_provider (id),
  peer text not null,
  own_address text not null,
  ref text not null,
  total integer not null,
  part_no integer not null,
  body text not null,
  receive_time timestamptz not null default now(),
  primary key (provider_id, peer, own_address, ref, total, part_no)
);
create index prv_inbound_part_received on prv_inbound_part (receive_time);

-- The last test message that was sent to learn the profile of an SMPP account. state: 0 requested, 1 taken by a worker, 2 sent, 3 not sent.
create table prv_learning (
  provider_id bigint primary key references prv_provider (id),
  e164 bigint not null check (e164 > 0),
  sender text not null,
  state integer not null default 0 check (state between 0 and 3),
  start_time timestamptz not null default now(),
  parts jsonb not null default '[]',
  problem text
);

-- Exchanges by minute, provider and outcome: the figures of the screen, and the base of the breaker. outcome: 1 answered, 2 timed
-- out, 3 failed, 4 throttled, 5 refused; of callbacks 6 applied, 7 wrong signature, 8 unknown reference; 9 answers with foreign or
-- contradictory numbers, whose lines are those numbers; 10 receipts with a state that nobody knows.
create table prv_minute (
  provider_id bigint not null references prv_provider (id),
  minute timestamptz not null,
  outcome integer not null check (outcome between 1 and 10),
  exchanges integer not null default 0,
  lines integer not null default 0,
  millis bigint not null default 0,
  -- Exchanges by duration: below 100 ms, 300 ms, 1 s, 3 s, 10 s, and longer.
  durations integer[] not null default array_fill(0, array[6]),
  primary key (provider_id, minute, outcome)
) with (fillfactor = 50);
create index prv_minute_time on prv_minute (minute);

-- Callbacks of vendors as they came, each stored before it is answered. kind: the engine that applies it; source_id: the vendor in that
-- engine. state: 0 waiting, 1 applied, 2 changed nothing, 3 reference unknown, 4 unreadable.
create table prv_receipt (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  kind text not null,
  source_id bigint not null,
  dedupe_key text not null,
  body text not null,
  state integer not null default 0 check (state between 0 and 4),
  tries integer not null default 0,
  due_time timestamptz not null default now(),
  receive_time timestamptz not null default now(),
  end_time timestamptz,
  error text,
  unique (kind, source_id, dedupe_key)
) with (fillfactor = 80);
create index prv_receipt_due on prv_receipt (due_time) where state = 0;
create index prv_receipt_received on prv_receipt (receive_time);

-- The consequence of a channel's error. The platform's rows apply to every tenant without its own; codes without a row are final.
-- policy_class: 1 send again, 2 defer, 3 fail, 4 pause the order, 5 pause the sender, 6 slow the sender down, 7 isolate the provider.
create table prv_error_policy (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  protocol integer not null check (protocol in (2, 3, 4, 6)),
  -- A code, or a range of numbers such as 200-299.
  error_code text not null,
  policy_class integer not null default 3 check (policy_class between 1 and 7),
  -- The next try is after delay_seconds * growth ^ tries.
  delay_seconds integer not null default 0 check (delay_seconds between 0 and 604800),
  growth integer not null default 1 check (growth between 1 and 10),
  tries_max integer not null default 0 check (tries_max between 0 and 20),
  -- The recipient opted out.
  is_suppressing integer not null default 0 check (is_suppressing in (0, 1)),
  -- A failed message may be sent again.
  is_resettable integer not null default 0 check (is_resettable in (0, 1)),
  meaning text not null,
  meaning_en text not null,
  advice text,
  advice_en text,
  -- Why it was changed last.
  last_reason text not null,
  is_built_in integer not null default 0 check (is_built_in in (0, 1)),
  like audited_row including defaults
);
create unique index prv_error_policy_protocol_error_code_unique on prv_error_policy (tenant_id, protocol, error_code) where deleted_at is null;
