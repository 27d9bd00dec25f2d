import { errorText } from '@trade-assistant/contract/kit/errors.ts';
import { fill, type Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../kernel/http/context.ts';
import { CHUNK, DEFERRED, type OrderRow, PAUSED, RUNNING, WAIT, WORK } from '../work/index.ts';

const TEXTS = {
  reading: { zh: '正在解析名单', en: 'Reading the list' },
  draft: { zh: '未提交', en: 'Not submitted' },
  byOwner: { zh: '已暂停', en: 'Paused' },
  byStaff: { zh: '平台暂停：{reason}', en: 'Paused by staff: {reason}' },
  byProgram: { zh: '已停止：{reason}', en: 'Stopped: {reason}' },
  scheduled: { zh: '将于 {time} 开始', en: 'Starts at {time}' },
  cancelling: { zh: '正在取消，等待已提交消息的回执', en: 'Cancelling; waiting for receipts of submitted messages' },
  ending: { zh: '正在完成，等待已提交消息的回执', en: 'Completing; waiting for receipts of submitted messages' },
  later: { zh: '等待中，{time} 继续', en: 'Waiting; continues at {time}' },
  provider: { zh: '等待发送方恢复', en: 'Waiting for the sender to recover' },
  receipts: { zh: '已全部提交，等待 {count} 条回执', en: 'All submitted; waiting for {count} receipts' },
  sending: {
    zh: '每分钟约 {rate} 条，剩余约 {minutes} 分钟',
    en: 'About {rate} a minute, some {minutes} minutes left',
  },
} as const satisfies Record<string, Text>;

const DEFERRALS: Readonly<Record<number, Text>> = {
  [DEFERRED.quietHours]: {
    zh: '收件人静默时段，{time} 继续',
    en: 'Quiet hours of the recipients; continues at {time}',
  },
  [DEFERRED.dailyLimit]: {
    zh: '发送方今日额度已用完，{time} 继续',
    en: 'Daily limit of the sender reached; continues at {time}',
  },
  [DEFERRED.pairPause]: {
    zh: '同一收件人两条消息需间隔，{time} 继续',
    en: 'Pause between two messages to a recipient; continues at {time}',
  },
  [DEFERRED.portfolioLimit]: {
    zh: '账号 24 小时收件人额度已用完，{time} 继续',
    en: 'The account reached its recipients in 24 hours; continues at {time}',
  },
  [DEFERRED.retry]: { zh: '渠道暂时出错，{time} 重试', en: 'Temporary error of the channel; retried at {time}' },
};

/** Returns, by order, why nothing is sent right now, or how fast it goes, in the reader's language. */
export async function waitingTexts(c: Context, rows: readonly OrderRow[]): Promise<ReadonlyMap<bigint, string>> {
  const say = (text: Text, values: Record<string, string | number> = {}) => fill(text[c.locale], values);
  const running = rows.filter(({ workStatus, paused }) => RUNNING.includes(workStatus) && paused === PAUSED.no);
  const facts = await factsOf(
    c,
    running.map(({ id }) => id),
  );
  const texts = new Map<bigint, string>();
  for (const row of rows) {
    const reason = errorText(row.pauseReason ?? '', null, c.locale);
    const text = () => {
      if (row.workStatus === WORK.reading) return say(TEXTS.reading);
      if (row.workStatus === WORK.draft) return say(TEXTS.draft);
      if (row.workStatus !== WORK.queued && !RUNNING.includes(row.workStatus)) return null;
      if (row.isCancelling) return say(TEXTS.cancelling);
      if (row.isEnding) return say(TEXTS.ending);
      if (row.paused === PAUSED.byOwner) return say(TEXTS.byOwner);
      if (row.paused === PAUSED.byStaff) return say(TEXTS.byStaff, { reason });
      if (row.paused === PAUSED.byProgram) return say(TEXTS.byProgram, { reason });
      if (row.workStatus === WORK.queued) return say(TEXTS.scheduled, { time: timeOf(row.scheduleTime) });
      return runningText(row);
    };
    const found = text();
    if (found !== null) texts.set(row.id, found);
  }
  return texts;

  function timeOf(time: Date | null | undefined): string {
    return time ? formatTime(time, c.zone).slice(0, 16) : '';
  }
  function runningText(row: OrderRow): string | null {
    const fact = facts.get(row.id);
    if (!fact) return null;
    const left = row.pendingCount + row.deferredCount;
    if (left === 0) return row.awaitingCount > 0 ? say(TEXTS.receipts, { count: row.awaitingCount }) : null;
    if (fact.waitKind === WAIT.provider || fact.waitKind === WAIT.noProvider) return say(TEXTS.provider);
    if (fact.next && fact.next.getTime() - Date.now() > SOON_MILLIS)
      return say(DEFERRALS[fact.reason ?? 0] ?? TEXTS.later, { time: timeOf(fact.next) });
    if (fact.perMinute === 0) return null;
    return say(TEXTS.sending, { rate: fact.perMinute, minutes: Math.max(1, Math.ceil(left / fact.perMinute)) });
  }
}

const SOON_MILLIS = 60_000;

interface Facts {
  readonly waitKind: number | null;
  /** When the next chunk may be leased. */
  readonly next: Date | null;
  /** Why it waits, as `DEFERRED`. */
  readonly reason: number | null;
  readonly perMinute: number;
}

async function factsOf(c: Context, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, Facts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await c.app.db.drizzle.execute<{
    id: string;
    waitKind: number | null;
    next: string | null;
    reason: number | null;
    perMinute: number;
  }>(sql`
    select t.id::text, (select max(wait_kind) from work_lane l where l.task_id = t.id and l.wait_until > now()) as "waitKind",
      k.ready_at as next, k.wait_kind as reason,
      (select count(*) from snd_message m where m.task_id = t.id and m.sent_time > now() - interval '1 minute')::int as "perMinute"
    from work_task t left join lateral (
      select ready_at, wait_kind from work_chunk where task_id = t.id and state = ${CHUNK.ready} order by ready_at limit 1) k on true
    where t.id = any(${sql.param(ids.map(String))}::bigint[])`);
  return new Map(
    rows.map(({ id, next, ...one }) => [BigInt(id), { ...one, next: next === null ? null : new Date(next) }]),
  );
}
