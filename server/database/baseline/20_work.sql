-- Work of many lines: a task, its lanes (lines of one route and price), chunks (leased work), attempts (exchanges with a
-- provider) and lines (the truth about one number).

-- A task. status: 0 reading, 1 queued, 2 running, 3 completed, 4 partly completed, 5 cancelled, 6 failed, 7 upgrading,
-- 8 purged, 9 awaiting funds; of orders also 10 draft, 11 under review, 12 declined. paused: 0 no, 1 by its owner, 2 by staff, 3 by the program.
create table work_task (
  id bigint generated always as identity primary key,
  tenant_id text not null,
  kind text not null,
  -- The resource whose lists show it.
  resource text not null,
  task_no text not null constraint work_task_no unique,
  task_name text not null,
  owner_id bigint not null,
  owner_path text not null,
  owner_name text not null,
  agent_id bigint,
  agent_name text,
  country_code text,
  -- Source of all its findings: 1 providers, 3 the sandbox.
  evidence integer not null check (evidence in (1, 3)),
  business_type integer,
  service_type integer,
  filter_type integer,
  active_period integer,
  check_mode integer,
  consent_id bigint,
  input_mode integer,
  file_name text,
  -- The upload; gone when its own lifetime ends, at the latest with the lines.
  file_id bigint,
  status integer not null check (status between 0 and 12),
  is_cancelling boolean not null default false,
  -- Nothing more is handed over; the task completes when the last receipt has come.
  is_ending boolean not null default false,
  paused integer not null default 0 check (paused between 0 and 3),
  -- A person's words; of the program, the code of an error.
  pause_reason text,
  -- 1 transactional: first, in slots of its own; 2 bulk: by shares.
  class integer not null default 2 check (class in (1, 2)),
  priority integer not null default 5 check (priority between 1 and 9),
  -- Work received so far, divided by the priority: among the tasks of an owner, the smallest is next.
  share double precision not null default 0,
  stage integer not null default 1 check (stage >= 1),
  upgrade_count integer not null default 0,
  last_filter_type integer,
  total_count integer not null default 0 check (total_count >= 0),
  invalid_count integer not null default 0 check (invalid_count >= 0),
  duplicate_count integer not null default 0 check (duplicate_count >= 0),
  suppressed_count integer not null default 0 check (suppressed_count >= 0),
  submit_count integer not null default 0 check (submit_count >= 0),
  -- Lines of the present stage, and those of them with a result.
  stage_lines integer not null default 0 check (stage_lines >= 0),
  stage_done integer not null default 0 check (stage_done between 0 and stage_lines),
  -- Lines by result class: element n + 1 counts the class n.
  results integer[] not null default array_fill(0, array[10]),
  vacant_count integer not null generated always as (results[1]) stored,
  live_count integer not null generated always as (results[2]) stored,
  suspended_count integer not null generated always as (results[3]) stored,
  no_data_count integer not null generated always as (results[4]) stored,
  silent_count integer not null generated always as (results[5]) stored,
  risk_count integer not null generated always as (results[6]) stored,
  unknown_count integer not null generated always as (results[7]) stored,
  registered_count integer not null default 0,
  active_count integer not null default 0,
  business_count integer not null default 0,
  open_chunks integer not null default 0 check (open_chunks >= 0),
  -- Lines that were handed over and whose outcome is not known yet.
  awaiting_count integer not null default 0 check (awaiting_count >= 0),
  -- Receipts that came after their line had expired, and replies.
  late_count integer not null default 0,
  reply_count integer not null default 0,
  -- Of orders of messages: the sender (a provider), the template, the planned start, the limit of speed.
  sender_id bigint,
  sender_name text,
  template_id bigint,
  template_code text,
  template_lang text,
  country_codes jsonb not null default '[]',
  quota integer check (quota > 0),
  schedule_time timestamptz,
  speed_per_minute integer check (speed_per_minute > 0),
  -- The time from which the limit of speed allows the next message.
  next_free_at timestamptz,
  -- Number of the last chunk that was made after the list was read.
  next_chunk integer not null default 2000000,
  reset_time timestamptz,
  reset_count integer not null default 0,
  -- 1 by itself, 2 by a person, 3 because receipts did not come.
  complete_type integer check (complete_type between 1 and 3),
  -- Settings of its kind, such as the values of a template's parameters.
  details jsonb not null default '{}',
  -- Lines of orders by line_status.
  pending_count integer not null generated always as (results[1]) stored,
  submitted_count integer not null generated always as (results[2]) stored,
  delivered_count integer not null generated always as (results[3]) stored,
  read_count integer not null generated always as (results[4]) stored,
  failed_count integer not null generated always as (results[5]) stored,
  overruled_count integer not null generated always as (results[6]) stored,
  expired_count integer not null generated always as (results[7]) stored,
  deferred_count integer not null generated always as (results[10]) stored,
  -- The state of an order as message_order_status.
  order_status integer not null generated always as (case
    when status in (0, 9, 10) then 0 when status = 11 then 1 when status = 12 then 5
    when status in (1, 2, 7) and paused = 3 then 8 when status in (1, 2, 7) and paused > 0 then 4
    when status = 1 then 2 when status in (2, 7) then 3 when status in (5, 6) then 7 else 6 end) stored,
  unit_price bigint check (unit_price >= 0),
  price_id bigint,
  price_version integer,
  currency text,
  hold_amount bigint not null default 0 check (hold_amount >= 0),
  charged_amount bigint not null default 0 check (charged_amount >= 0),
  refunded_amount bigint not null default 0 check (refunded_amount >= 0),
  -- Code and parameters of the error that ended it.
  fail_reason text,
  fail_params jsonb,
  remark text,
  -- The task of the background that shows its progress and runs its phases.
  job_task_no text not null,
  start_time timestamptz,
  finish_time timestamptz,
  -- Until then a task that awaits funds can be paid.
  pay_until timestamptz,
  -- From then on its lines are deleted; and when they were.
  expire_time timestamptz,
  purged_time timestamptz,
  -- Time of the last result; a running task without one for long is stalled.
  progress_time timestamptz,
  -- The last notice of a stall.
  stalled_time timestamptz,
  announced_time timestamptz,
  settled_time timestamptz,
  like audited_row including defaults,
  constraint work_task_lines check (total_count = invalid_count + duplicate_count + suppressed_count + submit_count),
  constraint work_task_money check (charged_amount + refunded_amount <= hold_amount)
) with (fillfactor = 70);
create index work_task_owner on work_task (tenant_id, kind, owner_path text_pattern_ops, id) where deleted_at is null;
create index work_task_list on work_task (tenant_id, kind, id desc) where deleted_at is null;
create index work_task_owner_time on work_task (owner_id, create_time);
-- Reports sum the tasks of a period.
create index work_task_period on work_task (tenant_id, resource, create_time) where deleted_at is null;
create index work_task_tail on work_task (reverse(task_no) text_pattern_ops);
create index work_task_running on work_task (owner_id) where status in (2, 7);
create index work_task_expire on work_task (expire_time) where purged_time is null;
create index work_task_kept on work_task (create_time) where purged_time is null;
create index work_task_unpaid on work_task (pay_until) where status = 9;
create index work_task_to_confirm on work_task (id) where status = 10 and details @> '{"isSubmitted": true}';
create index work_task_scheduled on work_task (schedule_time) where status = 1;
create index work_task_under_way on work_task (id) where status in (0, 1, 2, 7, 9);
create index work_task_sender on work_task (sender_id) where status in (1, 2, 7);

-- Lines of a task with one route and price; units are lines times parts.
create table work_lane (
  task_id bigint not null references work_task (id),
  stage integer not null,
  lane_no integer not null,
  country_code text not null,
  -- Whether its lines have results from before, and need no provider.
  is_cached boolean not null default false,
  -- Null until it is quoted.
  unit_price bigint check (unit_price >= 0),
  -- Whether a line is charged when its provider takes it; otherwise by its result.
  is_on_submit boolean not null default false,
  units integer not null check (units >= 0),
  -- Units with a charged result, of them the settled ones, and those given back.
  chargeable integer not null default 0 check (chargeable >= 0),
  settled integer not null default 0 check (settled >= 0),
  released integer not null default 0 check (released >= 0),
  -- Units that turned out free before the task ended, units whose charge was overturned, and of these the refunded ones.
  freed integer not null default 0 check (freed >= 0),
  reversed integer not null default 0 check (reversed >= 0),
  refunded integer not null default 0 check (refunded >= 0),
  charge_id bigint,
  open_chunks integer not null default 0 check (open_chunks >= 0),
  -- Why no chunk is taken now: 1 share, 2 provider, 3 quiet hours, 4 no suitable provider; until then.
  wait_kind integer check (wait_kind between 1 and 4),
  wait_until timestamptz,
  primary key (task_id, stage, lane_no),
  constraint work_lane_units check (chargeable + greatest(released, freed) <= units and settled <= chargeable
    and refunded <= reversed and reversed <= chargeable)
) with (fillfactor = 70);

-- A part of a lane, leased by one worker at a time. state: 0 ready from ready_at on, 1 leased, 2 done. The fence grows with
-- each lease: a worker that lost its lease cannot write any more.
create table work_chunk (
  task_id bigint not null references work_task (id),
  chunk_no integer not null,
  stage integer not null,
  lane_no integer not null,
  lines integer not null check (lines > 0),
  state integer not null default 0 check (state between 0 and 2),
  ready_at timestamptz not null default now(),
  worker_id bigint,
  lease_until timestamptz,
  fence bigint not null default 0,
  -- Rounds with a provider so far; throttling is none.
  round integer not null default 0,
  -- The exchange whose answer is not known yet.
  attempt_id uuid,
  -- Providers that refused it.
  tried bigint[] not null default '{}',
  primary key (task_id, chunk_no)
) with (fillfactor = 70);
create index work_chunk_ready on work_chunk (task_id, lane_no, ready_at) where state = 0;
create index work_chunk_leased on work_chunk (lease_until) where state = 1;

-- An exchange with a provider about the open lines of a chunk; its id is our reference.
-- state: 0 to be handed over, 1 accepted, 2 answered, 3 in doubt, 4 not accepted.
create table work_attempt (
  id uuid primary key,
  tenant_id text not null,
  task_id bigint not null references work_task (id),
  chunk_no integer not null,
  round integer not null,
  -- Null for the sandbox.
  provider_id bigint,
  provider_code text not null,
  state integer not null default 0 check (state between 0 and 4),
  reference text,
  lines integer not null,
  answered integer not null default 0,
  -- How often the provider did not know the reference.
  missing integer not null default 0,
  -- Findings about numbers that were not asked, or contradicted each other.
  foreign_lines integer not null default 0,
  contradictions integer not null default 0,
  error text,
  create_time timestamptz not null default now(),
  end_time timestamptz
);
create index work_attempt_chunk on work_attempt (task_id, chunk_no);
create index work_attempt_last on work_attempt (provider_id, create_time desc) where provider_id is not null;
create index work_attempt_open on work_attempt (provider_id) where state in (0, 1, 3);

-- A line. state: 1 open, 4 handed over, 8 handed over perhaps, 10 not part of the work (reject_reason), 11 cancelled, 12 with a result. A line has one row per stage;
-- is_current marks the last.
create table work_line (
  task_id bigint not null,
  line_no integer not null,
  stage integer not null default 1,
  -- The task's time: all rows of a task are in one partition.
  create_time timestamptz not null,
  chunk_no integer,
  e164 bigint,
  -- Rejected lines only; others are known by their number.
  raw text,
  country_code text,
  line_type integer,
  -- Time of the earlier result that the line uses.
  cached_time timestamptz,
  -- The row of the business that the line is about, such as an item of stock.
  item_id bigint,
  state integer not null check (state in (1, 4, 8, 10, 11, 12)),
  is_current boolean not null default true,
  reject_reason integer,
  -- The rule of the compliance decision, if one refused the line.
  rule text,
  result integer,
  registered integer,
  business integer,
  active_days integer,
  carrier text,
  ported integer,
  evidence integer,
  -- Parts that are charged at the price of the lane.
  units integer not null default 1 check (units >= 0),
  is_chargeable boolean not null default false,
  provider_code text,
  error text,
  checked_time timestamptz,
  -- Of messages: values of the template's parameters, the channel's id of the recipient where there is no number, the last message,
  -- attempts, when the outcome is overdue or a deferred line goes on; charge as line_charge.
  params jsonb,
  user_ref text,
  message_id uuid,
  attempt_no integer not null default 0,
  due_time timestamptz,
  charge integer not null default 0 check (charge between 0 and 3),
  -- A person decided about it: receipts change nothing any more.
  is_judged boolean not null default false,
  is_seed boolean not null default false,
  primary key (task_id, line_no, stage, create_time)
) partition by range (create_time);
create index work_line_chunk on work_line (task_id, chunk_no) where state = 1;
create index work_line_result on work_line (task_id, result, line_no) where is_current and result is not null;
-- Lines that were not part of the work, by their class.
create index work_line_rejected on work_line (task_id, line_no) where state = 10;
create index work_line_due on work_line (due_time) where state in (4, 8);
create index work_line_number on work_line (e164, create_time desc) where e164 is not null;

-- Work that an owner received so far: among owners with ready work, the smallest is next.
create table work_owner (
  tenant_id text not null,
  owner_id bigint not null,
  share double precision not null default 0,
  primary key (tenant_id, owner_id)
) with (fillfactor = 50);
