import { suppressionReason, suppressionScope } from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { errorPolicyClass, lineCharge, lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import {
  type ChannelError,
  type ErrorPolicy,
  isolate,
  type MessageSender,
  type PolicyOf,
  policiesOf,
  recordAccount,
  slowDown,
} from '../../vendors/providers/index.ts';
import { stopAtChannel, suppress } from '../compliance/index.ts';
import {
  DEFERRED,
  type Deferral,
  deferLines,
  type Leased,
  LINE,
  type LineMove,
  lockLines,
  moveLines,
  type OpenLine,
  pauseByProgram,
  type WorkTask,
  workTasks,
} from '../work/index.ts';
import { recipientOf } from './admit.ts';
import { CHUNK_LINES } from './channels.ts';

/** A refusal of one message. */
export interface LineError {
  readonly line: OpenLine;
  readonly error: ChannelError;
}

const { retry, defer, pauseOrder, pauseSender, slowSender, isolate: isolateClass } = errorPolicyClass.is;

/** Codes of WhatsApp that blame the request and not the recipient: many of them mean that the order is wrong. */
const REQUEST_CODES: ReadonlySet<string> = new Set([
  ...['100', '131008', '131009', '132000', '132005', '132007', '132008', '132012'],
]);
/** This many refusals for one request error, and this share of the messages, stop the order. */
const REQUEST_LEAST = 3;
const REQUEST_SHARE = 0.05;

/** Errors that stop an order, and why; all others stop it as CHANNEL_STOPPED. */
const STOPS: Readonly<Record<string, string>> = {
  '132015': 'TEMPLATE_PAUSED',
  '132016': 'TEMPLATE_DISABLED',
  '132001': 'TEMPLATE_DISABLED',
};

/** Longest pause before a further try. */
const LONGEST_SECONDS = 7 * 86_400;

const pauseOf = ({ delaySeconds, growth }: ErrorPolicy, tries: number, { afterMillis }: ChannelError): number =>
  Math.min(LONGEST_SECONDS, Math.max(delaySeconds * growth ** Math.max(0, tries - 1), (afterMillis ?? 0) / 1000));

/**
 * Applies the error policy to refused messages of a chunk: they fail, or are sent again later, or stop the order, the sender or the provider.
 * @returns the seconds until the lines that stay in the chunk may be handed over again
 */
export async function applyErrors(
  app: App,
  tx: Tx,
  leased: Leased,
  sender: MessageSender,
  errors: readonly LineError[],
): Promise<number> {
  if (errors.length === 0) return 0;
  const { task, chunk } = leased;
  const policyOf = await policiesOf(tx, task.tenantId, sender.protocol);
  const failed: LineError[] = [];
  const deferred = new Map<number, Deferral>();
  let seconds = 0;
  let stop: string | undefined;
  let sick: { policy: ErrorPolicy; error: ChannelError } | undefined;
  for (const { line, error } of errors) {
    const policy = policyOf(error);
    const pause = pauseOf(policy, line.attemptNo, error);
    switch (policy.class) {
      case retry:
      case defer:
        if (line.attemptNo > policy.triesMax) failed.push({ line, error });
        else deferred.set(line.lineNo, { until: new Date(Date.now() + pause * 1000), reason: DEFERRED.retry });
        break;
      case slowSender:
        await slowDown(tx, sender.id, pause * 1000);
        seconds = Math.max(seconds, pause);
        break;
      case pauseOrder:
        stop = STOPS[error.code] ?? 'CHANNEL_STOPPED';
        break;
      case pauseSender:
      case isolateClass:
        sick = { policy, error };
        break;
      default:
        failed.push({ line, error });
    }
  }
  if (deferred.size > 0) await deferLines(tx, task, chunk, deferred);
  await failLines(app, tx, task, sender, failed, policyOf);
  for (const code of new Set(failed.map(({ error }) => error.code)))
    if (REQUEST_CODES.has(code) && (await blamesRequest(tx, leased, code))) stop = 'REQUEST_ERRORS';
  if (stop !== undefined) await pauseByProgram(tx, task, stop);
  if (sick) await stopSender(tx, task, sender, sick);
  return seconds;
}

/**
 * Whether many messages were refused for one request error, of the lines of a chunk and those before it: a chunk of a slow order has one
 * line.
 */
async function blamesRequest(tx: Tx, { task, lines }: Leased, code: string): Promise<boolean> {
  const last = Math.max(CHUNK_LINES, lines.length);
  const { rows } = await tx.execute<{ refused: number }>(sql`
    select count(*) filter (where error_code = ${code})::int as refused from (
      select error_code from snd_message where task_id = ${task.id} and line_no <= ${Math.max(...lines.map(({ lineNo }) => lineNo))}::int
      order by line_no desc limit ${last}) m`);
  return (rows[0]?.refused ?? 0) >= Math.max(REQUEST_LEAST, REQUEST_SHARE * last);
}

/** Fails messages: they are free, and recipients who opted out are suppressed. */
async function failLines(
  app: App,
  tx: Tx,
  task: WorkTask,
  sender: MessageSender,
  failed: readonly LineError[],
  policyOf: PolicyOf,
): Promise<void> {
  if (failed.length === 0) return;
  const locked = await lockLines(
    tx,
    task,
    failed.map(({ line }) => line.lineNo),
  );
  const codes = new Map(failed.map(({ line, error }) => [line.lineNo, error.code]));
  await moveLines(
    tx,
    task,
    locked,
    locked.map((line): LineMove => failure(line, codes.get(line.lineNo) ?? '')),
  );
  const optedOut = failed
    .filter(({ error }) => policyOf(error).isSuppressing)
    .map(({ line, error }) => ({ recipient: recipientOf(line), code: error.code, at: new Date() }));
  await suppressRefused(app, tx, task, sender, optedOut);
}

const { marketing, blocked } = suppressionReason.is;

/**
 * Returns how the channel protects a recipient until it reports otherwise: they stopped marketing of the business (WhatsApp), or blocked
 * the bot (Telegram). Undefined: they are suppressed for good.
 */
function stopOf(
  { protocol }: Pick<MessageSender, 'protocol'>,
  code: string,
): typeof marketing | typeof blocked | undefined {
  if (code === '131050') return marketing;
  return protocol === providerProtocol.is.telegramBot && code === '403' ? blocked : undefined;
}

/** A recipient whom the channel refused because of an opt-out. */
export interface RefusedRecipient {
  readonly recipient: bigint | string;
  readonly code: string;
  readonly at: Date;
}

/** Suppresses recipients whom the channel refused: until the channel reports otherwise, or for good. */
export async function suppressRefused(
  app: App,
  tx: Tx,
  task: Pick<WorkTask, 'tenantId' | 'businessType' | 'taskNo'>,
  sender: Pick<MessageSender, 'code' | 'protocol'>,
  refused: readonly RefusedRecipient[],
): Promise<void> {
  const { tenantId, businessType, taskNo } = task;
  const all: (bigint | string)[] = [];
  for (const { recipient, code, at } of refused) {
    const reason = stopOf(sender, code);
    // A block ends where it was made: at its sender.
    const sourceRef = reason === blocked ? sender.code : taskNo;
    if (reason === undefined) all.push(recipient);
    else await stopAtChannel(app, tx, { reason, tenantId, channel: businessType ?? 0, sourceRef, at }, [recipient]);
  }
  if (all.length > 0) await suppressRecipients(app, tx, task, all);
}

/** Returns the move of a line that failed for good: its money returns. */
export const failure = ({ lineNo, charge }: { lineNo: number; charge: number }, error: string): LineMove => ({
  lineNo,
  state: LINE.result,
  result: lineStatus.is.failed,
  charge: charge === lineCharge.is.held ? lineCharge.is.none : charge,
  error,
  dueTime: null,
});

/** Suppresses recipients who opted out, for the owner's tenant and the channel. @returns how many were not suppressed yet */
export const suppressRecipients = async (
  app: App,
  tx: Tx,
  { tenantId, businessType, taskNo }: Pick<WorkTask, 'tenantId' | 'businessType' | 'taskNo'>,
  recipients: readonly (bigint | string)[],
): Promise<number> => {
  const { added } = await suppress(
    tx,
    systemActor(tenantId),
    app.secrets,
    {
      scope: suppressionScope.is.tenant,
      ownerId: null,
      ownerName: null,
      channel: businessType ?? 0,
      reason: suppressionReason.is.optOut,
      sourceRef: taskNo,
      effectiveTime: null,
      expireTime: null,
    },
    recipients,
  );
  return added;
};

/** Stops all orders of a sender at once, with one notice. */
async function stopSender(
  tx: Tx,
  task: WorkTask,
  sender: MessageSender,
  { policy, error }: { policy: ErrorPolicy; error: ChannelError },
): Promise<void> {
  if (policy.class === isolateClass) await isolate(tx, sender.id, `${error.code} ${error.text}`);
  await recordAccount(tx, sender.id, { restriction: `${error.code} ${error.text}` });
  await holdOrdersOf(tx, sender.id, 'SENDER_RESTRICTED');
  await sendMessage(tx, systemActor(task.tenantId), {
    to: { roleKeys: ['administrator', 'admin'] },
    key: 'SENDER_STOPPED',
    params: { sender: sender.name, reason: `${error.code} ${error.text}` },
    bizType: 'provider/provider',
    bizId: String(sender.id),
  });
}

/** Pauses the orders of a sender that are sent now. */
export async function holdOrdersOf(tx: Tx, senderId: bigint, reason: string): Promise<void> {
  const orders = await tx
    .select()
    .from(workTasks)
    .where(sql`${workTasks.senderId} = ${senderId} and ${workTasks.status} in (1, 2, 7) and ${workTasks.paused} = 0`)
    .orderBy(workTasks.id);
  for (const order of orders) await pauseByProgram(tx, order, reason);
}
