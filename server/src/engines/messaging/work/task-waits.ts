import { errorText } from '@trade-assistant/contract/kit/errors.ts';
import { fill, type Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import type { WorkKind } from './kind.ts';
import { STALLED_MINUTES } from './notices.ts';
import { PURGED_ON_REQUEST } from './retention.ts';
import { DOUBT_HOURS } from './run.ts';
import { CHUNK, DEFERRED, PAUSED, RUNNING, STARTED, WAIT, WORK } from './states.ts';
import type { WorkTask } from './tables.ts';

const TEXTS = {
  reading: { zh: '正在解析名单', en: 'Reading the list' },
  draft: { zh: '未提交', en: 'Not submitted' },
  funds: { zh: '余额不足，请充值后支付', en: 'Balance too low; recharge, then pay' },
  price: {
    zh: '单价高于下单时所示，请确认新价格后支付',
    en: 'The unit price is above the one shown; accept it and pay',
  },
  byOwner: { zh: '由所有者暂停', en: 'Paused by its owner' },
  byStaff: { zh: '平台暂停', en: 'Paused by staff' },
  byStaffBecause: { zh: '平台暂停：{reason}', en: 'Paused by staff: {reason}' },
  byProgram: { zh: '已暂停：{reason}', en: 'Paused: {reason}' },
  scheduled: { zh: '将于 {time} 开始', en: 'Starts at {time}' },
  cancelling: { zh: '正在取消', en: 'Cancelling' },
  withProvider: {
    zh: '正在取消：{n} 个号码已提交给服务商，最迟等到 {time}；未提交号码的金额已退回',
    en: 'Cancelling: {n} numbers are with the provider, until {time} at the latest. The money of those not handed over was returned',
  },
  withReceipts: { zh: '正在取消，等待已提交消息的回执', en: 'Cancelling; waiting for receipts of submitted messages' },
  ending: { zh: '正在完成，等待已提交消息的回执', en: 'Completing; waiting for receipts of submitted messages' },
  share: { zh: '等待通道配额', en: 'Waiting for your share of the channel' },
  deferred: { zh: '等待中，{time} 继续', en: 'Waiting; continues at {time}' },
  sender: { zh: '等待发送方恢复', en: 'Waiting for the sender to recover' },
  provider: { zh: '等待服务商恢复，预计 {time}', en: 'Waiting for the provider until {time}' },
  noProvider: {
    zh: '目前没有可用的服务商，有服务商后自动继续，平台已收到提醒',
    en: 'No provider can do this now; it continues as soon as there is one. Our staff were notified',
  },
  answers: { zh: '等待服务商返回结果', en: 'Waiting for the provider’s results' },
  receipts: { zh: '已全部提交，等待 {n} 条回执', en: 'All submitted; waiting for {n} {n|receipt|receipts}' },
  stalled: {
    zh: '{minutes} 分钟没有新结果，平台已收到提醒',
    en: 'No result for {minutes} minutes; our staff were notified',
  },
  checking: { zh: '每秒约 {n} 个', en: 'About {n} a second' },
  sending: { zh: '每分钟约 {n} 条', en: 'About {n} a minute' },
  soon: { zh: '{pace}，剩余不到 1 分钟', en: '{pace}, less than a minute left' },
  later: { zh: '{pace}，剩余约 {from}–{to} 分钟', en: '{pace}, {from}–{to} minutes left' },
  purged: {
    zh: '名单和结果已于 {time} 按保留期限清除，统计保留',
    en: 'Numbers and results were deleted on {time} at the end of their retention; counts remain',
  },
  purgedOnRequest: {
    zh: '名单和结果已于 {time} 按要求清除，统计保留',
    en: 'Numbers and results were deleted on request on {time}; counts remain',
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

/** Between two chunks a task always waits for the rate; it waits for its share when that takes longer. */
const SHARE_MILLIS = 30_000;
const MINUTE_MILLIS = 60_000;
/** An estimate is a range: providers slow down, and other tasks start. */
const LATEST = 1.5;

/** Returns, by task, why nothing of it is done right now, or how fast it goes, in the reader's language. */
export async function waitingTexts(
  c: Context,
  kind: WorkKind,
  tasks: readonly WorkTask[],
): Promise<ReadonlyMap<bigint, string>> {
  const say = (text: Text, values: Record<string, string | number> = {}) => fill(text[c.locale], values);
  const minuteOf = (time: Date | null | undefined) => (time ? formatTime(time, c.zone).slice(0, 16) : '');
  const running = tasks.filter(({ status }) => RUNNING.includes(status));
  const [facts, pace] = await Promise.all([factsOf(c.app, running), kind.pace?.(c.app, running)]);
  return new Map(
    tasks.flatMap((task) => {
      const text = textOf(task);
      return text === null ? [] : [[task.id, text] as const];
    }),
  );

  function textOf(task: WorkTask): string | null {
    const { status, failReason } = task;
    if (status === WORK.purged)
      return say(failReason === PURGED_ON_REQUEST ? TEXTS.purgedOnRequest : TEXTS.purged, {
        time: formatTime(task.purgedTime ?? task.updateTime, c.zone),
      });
    if (status === WORK.unpaid) return say(failReason === 'PRICE_CHANGED' ? TEXTS.price : TEXTS.funds);
    if (status === WORK.draft) return say(TEXTS.draft);
    // The state of an order says nothing about its list.
    if (status === WORK.reading) return kind.isConfirmed ? say(TEXTS.reading) : null;
    if (!STARTED.includes(status)) return null;
    if (task.isCancelling) return cancellingText(task);
    if (task.isEnding) return say(TEXTS.ending);
    const reason = errorText(task.pauseReason ?? '', null, c.locale);
    if (task.paused === PAUSED.byOwner) return say(TEXTS.byOwner);
    if (task.paused === PAUSED.byProgram) return say(TEXTS.byProgram, { reason });
    if (task.paused === PAUSED.byStaff) return say(reason === '' ? TEXTS.byStaff : TEXTS.byStaffBecause, { reason });
    if (status === WORK.queued) return task.scheduleTime && say(TEXTS.scheduled, { time: minuteOf(task.scheduleTime) });
    return runningText(task);
  }

  function cancellingText(task: WorkTask): string {
    const batches = facts.get(task.id);
    if (kind.hand) return say(TEXTS.withReceipts);
    if (!batches?.asked) return say(TEXTS.cancelling);
    return say(TEXTS.withProvider, { n: batches.asked, time: minuteOf(batches.answersUntil) });
  }

  function runningText(task: WorkTask): string | null {
    const fact = facts.get(task.id);
    const left = kind.hand ? task.pendingCount + task.deferredCount : task.stageLines - task.stageDone;
    if (!fact) return null;
    if (kind.hand && left === 0) return task.awaitingCount > 0 ? say(TEXTS.receipts, { n: task.awaitingCount }) : null;
    const quietMillis = task.progressTime ? Date.now() - task.progressTime.getTime() : 0;
    const minutes = Math.floor(quietMillis / MINUTE_MILLIS);
    if (fact.waitKind === WAIT.noProvider) return say(kind.hand ? TEXTS.sender : TEXTS.noProvider);
    if (fact.waitKind === WAIT.provider)
      return say(kind.hand ? TEXTS.sender : TEXTS.provider, { time: minuteOf(fact.waitUntil).slice(11) });
    if (kind.hand && fact.next && fact.next.getTime() - Date.now() > MINUTE_MILLIS)
      return say(DEFERRALS[fact.deferral ?? 0] ?? TEXTS.deferred, { time: minuteOf(fact.next) });
    if (minutes >= STALLED_MINUTES) return say(TEXTS.stalled, { minutes });
    if (!fact.isHandingOver) return kind.hand ? null : say(TEXTS.answers);
    if (fact.waitKind === WAIT.share && quietMillis > SHARE_MILLIS) return say(TEXTS.share);
    const perSecond = pace?.get(task.id);
    if (!perSecond) return null;
    const n = Math.max(1, Math.round(kind.hand ? perSecond * 60 : perSecond));
    const values = { pace: say(kind.hand ? TEXTS.sending : TEXTS.checking, { n }) };
    const minutesLeft = left / perSecond / 60;
    if (minutesLeft < 1) return say(TEXTS.soon, values);
    return say(TEXTS.later, { ...values, from: Math.ceil(minutesLeft), to: Math.ceil(minutesLeft * LATEST) });
  }
}

interface Facts {
  /** As `WAIT`; null while no lane of the present stage waits. */
  readonly waitKind: number | null;
  readonly waitUntil: Date | null;
  /** When the next chunk may be leased. */
  readonly next: Date | null;
  /** Why its lines wait on purpose until then, as `DEFERRED`. */
  readonly deferral: number | null;
  /** Whether a chunk is with a worker, or may be leased now. */
  readonly isHandingOver: boolean;
  /** Numbers whose results a provider owes, and when the last of its batches is given up. */
  readonly asked: number;
  readonly answersUntil: Date | null;
}

async function factsOf(app: App, tasks: readonly WorkTask[]): Promise<ReadonlyMap<bigint, Facts>> {
  if (tasks.length === 0) return new Map();
  const time = (text: string | null) => (text === null ? null : new Date(text));
  const { rows } = await app.db.drizzle.execute<{
    id: string;
    waitKind: number | null;
    waitUntil: string | null;
    next: string | null;
    deferral: number | null;
    isHandingOver: boolean;
    asked: number;
    answersUntil: string | null;
  }>(sql`
    select t.id::text, w.wait_kind as "waitKind", w.wait_until as "waitUntil", n.next, n.deferral,
      coalesce(n.next <= now(), false) or exists (select from work_chunk where task_id = t.id and state = ${CHUNK.leased}) as "isHandingOver",
      coalesce(b.asked, 0)::int as asked, b.until as "answersUntil"
    from work_task t
      left join lateral (select wait_kind, wait_until from work_lane where task_id = t.id and stage = t.stage and open_chunks > 0
        and wait_until > now() order by wait_until limit 1) w on true
      left join lateral (select ready_at as next, wait_kind as deferral from work_chunk where task_id = t.id and state = ${CHUNK.ready}
        order by ready_at limit 1) n on true
      left join lateral (select sum(a.lines - a.answered) as asked, max(a.create_time) + make_interval(hours => ${DOUBT_HOURS}) as until
        from work_chunk c join work_attempt a on a.id = c.attempt_id
        where t.is_cancelling and c.task_id = t.id and c.state <> ${CHUNK.done}) b on true
    where t.id = any(${sql.param(tasks.map(({ id }) => String(id)))}::bigint[])`);
  return new Map(
    rows.map(({ id, waitUntil, next, answersUntil, ...fact }) => [
      BigInt(id),
      { ...fact, waitUntil: time(waitUntil), next: time(next), answersUntil: time(answersUntil) },
    ]),
  );
}
