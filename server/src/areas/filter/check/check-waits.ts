import { checkPause, checkStatus } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { errorText } from '@trade-assistant/contract/kit/errors.ts';
import { fill, type Locale, type Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { sql } from 'drizzle-orm';
import { type CheckChannel, PURGED_ON_REQUEST, paceOf } from '../../../engines/checks/index.ts';
import { DOUBT_HOURS, STALLED_MINUTES, WAIT } from '../../../engines/work/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import type { CheckRow } from './table.ts';

const TEXTS = {
  byOwner: { zh: '已暂停', en: 'Paused' },
  byStaff: { zh: '平台暂停', en: 'Paused by staff' },
  byStaffBecause: { zh: '平台暂停：{reason}', en: 'Paused by staff: {reason}' },
  byProgram: { zh: '已暂停：{reason}', en: 'Paused: {reason}' },
  cancelling: { zh: '正在取消', en: 'Cancelling' },
  withProvider: {
    zh: '正在取消：{n} 个号码已提交给服务商，最迟等到 {time}；未提交号码的金额已退回',
    en: 'Cancelling: {n} numbers are with the provider, until {time} at the latest. The money of those not handed over was returned',
  },
  funds: { zh: '余额不足，请充值后支付', en: 'Balance too low; recharge, then pay' },
  price: {
    zh: '单价高于下单时所示，请确认新价格后支付',
    en: 'The unit price is above the one shown; accept it and pay',
  },
  share: { zh: '等待通道配额', en: 'Waiting for your share of the channel' },
  provider: { zh: '等待服务商恢复，预计 {time}', en: 'Waiting for the provider until {time}' },
  noProvider: {
    zh: '目前没有可用的服务商，有服务商后自动继续，平台已收到提醒',
    en: 'No provider can do this now; it continues as soon as there is one. Our staff were notified',
  },
  purged: {
    zh: '名单和结果已于 {time} 按保留期限清除，统计保留',
    en: 'Numbers and results were deleted on {time} at the end of their retention; counts remain',
  },
  purgedOnRequest: {
    zh: '名单和结果已于 {time} 按要求清除，统计保留',
    en: 'Numbers and results were deleted on request on {time}; counts remain',
  },
  soon: { zh: '每秒约 {rate} 个，剩余不到 1 分钟', en: 'About {rate} a second, less than a minute left' },
  later: { zh: '每秒约 {rate} 个，剩余约 {from}–{to} 分钟', en: 'About {rate} a second, {from}–{to} minutes left' },
  answers: { zh: '等待服务商返回结果', en: 'Waiting for the provider’s results' },
  stalled: {
    zh: '{minutes} 分钟没有新结果，平台已收到提醒',
    en: 'No result for {minutes} minutes; our staff were notified',
  },
} as const satisfies Record<string, Text>;

/** Between two chunks a task always waits for the rate; it waits for its share when that takes longer. */
const SHARE_MILLIS = 30_000;
/** An estimate is a range: providers slow down, and other tasks start. */
const LATEST = 1.5;

/** Returns, by task, why nothing is checked right now, or how fast it goes, in the reader's language. */
export async function waitingTexts(
  c: Context,
  channel: CheckChannel,
  rows: readonly CheckRow[],
): Promise<ReadonlyMap<bigint, string>> {
  const texts = new Map<bigint, string>();
  const say = (text: Text, values: Record<string, string | number> = {}) => fill(text[c.locale as Locale], values);
  const running = rows.filter(({ status }) => status === checkStatus.is.running || status === checkStatus.is.upgrading);
  const lanes = await lanesOf(
    c,
    running.map(({ id }) => id),
  );
  for (const row of rows) {
    if (row.status === checkStatus.is.purged)
      texts.set(
        row.id,
        say(row.failReason === PURGED_ON_REQUEST ? TEXTS.purgedOnRequest : TEXTS.purged, {
          time: formatTime(row.purgedTime ?? row.updateTime, c.zone),
        }),
      );
    else if (row.status === checkStatus.is.unpaid)
      texts.set(row.id, say(row.failReason === 'PRICE_CHANGED' ? TEXTS.price : TEXTS.funds));
    else if (row.paused === checkPause.is.byOwner) texts.set(row.id, say(TEXTS.byOwner));
    else if (row.paused !== checkPause.is.none) {
      const reason = errorText(row.pauseReason ?? '', null, c.locale);
      if (row.paused === checkPause.is.byProgram) texts.set(row.id, say(TEXTS.byProgram, { reason }));
      else texts.set(row.id, reason === '' ? say(TEXTS.byStaff) : say(TEXTS.byStaffBecause, { reason }));
    }
  }
  const pace = await paceOf(c.app, channel, running);
  const cancelling = await batchesOf(
    c,
    running.filter(({ isCancelling }) => isCancelling).map(({ id }) => id),
  );
  for (const { id, progressTime, stageLines, stageDone, isCancelling } of running) {
    if (isCancelling) {
      const batches = cancelling.get(id);
      const until = batches ? formatTime(batches.until, c.zone).slice(0, 16) : '';
      texts.set(id, batches ? say(TEXTS.withProvider, { n: batches.numbers, time: until }) : say(TEXTS.cancelling));
      continue;
    }
    if (texts.has(id)) continue;
    const lane = lanes.get(id);
    const quietMillis = progressTime ? Date.now() - progressTime.getTime() : 0;
    const minutes = Math.floor(quietMillis / 60_000);
    if (lane?.waitKind === WAIT.noProvider) texts.set(id, say(TEXTS.noProvider));
    else if (lane?.waitKind === WAIT.provider && lane.until)
      texts.set(id, say(TEXTS.provider, { time: formatTime(lane.until, c.zone).slice(11, 16) }));
    else if (minutes >= STALLED_MINUTES) texts.set(id, say(TEXTS.stalled, { minutes }));
    else if (lane && lane.ready === 0 && lane.leased === 0) texts.set(id, say(TEXTS.answers));
    else if (lane?.waitKind === WAIT.share && quietMillis > SHARE_MILLIS) texts.set(id, say(TEXTS.share));
    else {
      const perSecond = pace.get(id);
      if (!perSecond) continue;
      const left = (stageLines - stageDone) / perSecond / 60;
      const values = { rate: Math.max(1, Math.round(perSecond)), from: Math.ceil(left), to: Math.ceil(left * LATEST) };
      texts.set(id, say(left < 1 ? TEXTS.soon : TEXTS.later, values));
    }
  }
  return texts;
}

/** Returns how many numbers of tasks are with a provider, and when the last of them is given up. */
async function batchesOf(
  c: Context,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, { readonly numbers: number; readonly until: Date }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await c.app.db.drizzle.execute<{ id: string; numbers: number; until: string }>(sql`
    select c.task_id::text as id, sum(a.lines - a.answered)::int as numbers,
      (max(a.create_time) + make_interval(hours => ${DOUBT_HOURS}))::text as until
    from work_chunk c join work_attempt a on a.id = c.attempt_id
    where c.task_id = any(${sql.param(ids)}::bigint[]) and c.state <> 2 group by c.task_id`);
  return new Map(rows.map(({ id, numbers, until }) => [BigInt(id), { numbers, until: new Date(until) }]));
}

interface Lane {
  readonly waitKind: number | null;
  readonly until: Date | null;
  readonly ready: number;
  readonly leased: number;
}

async function lanesOf(c: Context, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, Lane>> {
  if (ids.length === 0) return new Map();
  const { rows } = await c.app.db.drizzle.execute<{
    id: string;
    waitKind: number | null;
    until: string | null;
    ready: number;
    leased: number;
  }>(sql`
    select t.id::text, w.wait_kind as "waitKind", w.wait_until as until,
      (select count(*) from (select 1 from work_chunk where task_id = t.id and state = 0 and ready_at <= now() limit 1) r)::int as ready,
      (select count(*) from (select 1 from work_chunk where task_id = t.id and state = 1 limit 1) b)::int as leased
    from work_task t
      left join lateral (select wait_kind, wait_until from work_lane where task_id = t.id and stage = t.stage and open_chunks > 0
        and wait_until > now() order by wait_until limit 1) w on true
    where t.id = any(${sql.param(ids)}::bigint[])`);
  return new Map(
    rows.map(({ id, until, ...lane }) => [BigInt(id), { ...lane, until: until === null ? null : new Date(until) }]),
  );
}
