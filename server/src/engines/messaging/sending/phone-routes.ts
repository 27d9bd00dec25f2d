import type { whatsappOrderPhone } from '@trade-assistant/contract/areas/whatsapp/order-phone.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { fill, type Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { refusalText } from '@trade-assistant/contract/line-rules.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../kernel/http/context.ts';
import { pictureHandlers, ticketed } from '../../../kernel/http/pictures.ts';
import type { AreaModule } from '../../../kernel/http/serve.ts';
import { maskLine, maskNumber, plainNumber } from '../../../kernel/phone/index.ts';
import { findNumbers } from '../../../kernel/resource/numbers.ts';
import { resourceRoutes } from '../../../kernel/resource/routes.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { ofHouseDepartments } from '../../people/identity/index.ts';
import { type ErrorPolicy, messageSender, policiesOf } from '../../vendors/providers/index.ts';
import { workTasks } from '../work/index.ts';
import type { MessageChannel } from './channels.ts';
import { refusedAt } from './errors.ts';
import { mayRepeat } from './reset.ts';
import { shownParams } from './summary.ts';
import { type LineRow, type lineList, messages, verdicts } from './tables.ts';
import { decideLines, orderOf, previewVerdict, type Verdict, verdictEvidence } from './verdicts.ts';

type Lines = ReturnType<typeof lineList>;
type Decision = CallInput<typeof whatsappOrderPhone, 'overrule', 'out'>;

const TEXTS = {
  held: { zh: '等待渠道评估模板质量', en: 'Held by the channel for an assessment of the template' },
  doubt: { zh: '存疑：可能已发送，等待回执', en: 'In doubt: perhaps sent; waiting for a receipt' },
  deferred: { zh: '延后至 {time}', en: 'Deferred until {time}' },
  judged: { zh: '由 {by} 裁定', en: 'Decided by {by}' },
  late: { zh: '过期后才收到回执', en: 'Its receipt came after it had expired' },
  error: { zh: '{text}。{advice}', en: '{text}. {advice}' },
} as const satisfies Record<string, Text>;
const DOUBT = 8;

/** The calls of messages to single recipients of a channel's orders. `own`: further calls of the channel. */
export const messagePhoneRoutes = (
  given: unknown,
  table: Lines,
  channel: MessageChannel,
  own: Record<string, unknown> = {},
): AreaModule => {
  const resource = given as typeof whatsappOrderPhone;
  const evidence = verdictEvidence(channel);
  const proofs = pictureHandlers(evidence, { isPrivate: true });
  const isKind = eq(table.kind, channel.resource);
  const maySee = (c: Context, { ownerId }: Pick<LineRow, 'ownerId'>) =>
    ownerId === c.actor.userId || c.can(`${channel.resource}:numbers` as never);

  /** Refuses messages of orders out of the caller's reach, and callers who are not staff. @throws NOT_FOUND, NO_PERMISSION */
  const assertReachable = async (c: Context, ids: readonly bigint[]): Promise<void> => {
    if (c.actor.userType !== userType.is.staff) throw commonErrors.NO_PERMISSION();
    const order = orderOf(ids);
    const rows = await c.app.db.drizzle
      .select({ id: table.id })
      .from(table)
      .where(
        and(visible(c.actor, table as never, 'owner'), isKind, eq(table.orderId, order), inArray(table.id, [...ids])),
      );
    if (rows.length < new Set(ids).size) throw commonErrors.NOT_FOUND();
  };
  const verdictOf = (
    kind: Verdict['kind'],
    { ids, reason, evidence: links }: Partial<Decision> & Pick<Decision, 'ids'>,
    status?: number,
  ): Verdict => ({
    kind,
    ids,
    status,
    reason: reason ?? null,
    evidence: (links ?? []).map(evidence.bare),
  });
  const decide = async (c: Context, verdict: Verdict) => {
    await assertReachable(c, verdict.ids);
    return c.tx(async (tx) => {
      const gone = () => refusedAt('evidence', 'EVIDENCE_GONE');
      await evidence.keep(tx, c.actor, c.app.files, { before: [], after: [...verdict.evidence], gone });
      return decideLines(c.app, tx, c.actor, channel, verdict);
    });
  };

  return resourceRoutes(
    resource,
    table as never,
    {
      scope: 'owner',
      ruled: { scope: 'owner', inDepartments: ofHouseDepartments(table.ownerPath, table.createDept) },
      rows: () => isKind,
      conditions: (c: Context) => ({
        number: findNumbers(table.e164, sql`${table.ownerId} = ${c.actor.userId}`),
        providerMsgId: ({ value }: { value: unknown }): SQL =>
          sql`exists (select from snd_message m where m.id = ${table.messageId} and m.vendor_id = ${String(value)})`,
      }),
      computed: {
        fields: [
          ...[
            'number',
            'params',
            'why',
            'providerMsgId',
            'retryable',
            'submitTime',
            'deliverTime',
            'readTime',
            'deferUntil',
            'unitPrice',
          ],
          ...['verdictBy', 'verdictReason', 'verdictAttachIds', 'verificationStatus', 'isRefunded'],
        ],
        fill: async (c: Context, rows: unknown) => complete(c, rows as LineRow[]),
        order: () => ({ number: sql`${table.e164}` }),
      },
      actions: {
        effect: async (c: Context, { ids, verdict, status }: CallInput<typeof whatsappOrderPhone, 'effect', 'out'>) => {
          await assertReachable(c, ids);
          return c.app.db.tx((tx) => previewVerdict(c.app, tx, c.actor, verdictOf(verdict, { ids }, status)));
        },
        overrule: (c: Context, input: Decision) => decide(c, verdictOf('OVERRULE', input)),
        reset: (c: Context, input: CallInput<typeof whatsappOrderPhone, 'reset', 'out'>) =>
          decide(c, verdictOf('RESET', input as Decision)),
        pass: (c: Context, input: CallInput<typeof whatsappOrderPhone, 'pass', 'out'>) =>
          decide(c, verdictOf('PASS', input as Decision, input.status)),
        'put-proof': proofs.put,
        proof: proofs.show,
        ...own,
      },
    } as never,
  );

  async function complete(c: Context, rows: LineRow[]) {
    if (rows.length === 0) return [];
    const { drizzle } = c.app.db;
    const ids = rows.flatMap(({ messageId }) => (messageId === null ? [] : [messageId]));
    const orders = [...new Set(rows.map(({ orderId }) => orderId))];
    const [sent, judged, tasks, lanes] = await Promise.all([
      ids.length === 0 ? [] : drizzle.select().from(messages).where(inArray(messages.id, ids)),
      drizzle
        .select()
        .from(verdicts)
        .where(
          and(
            inArray(verdicts.taskId, orders),
            inArray(
              verdicts.lineNo,
              rows.map(({ lineNo }) => lineNo),
            ),
          ),
        )
        .orderBy(verdicts.id),
      drizzle.select().from(workTasks).where(inArray(workTasks.id, orders)),
      drizzle.execute<{ key: string; price: string | null }>(sql`
        select k.task_id || ':' || k.chunk_no as key, l.unit_price::text as price from work_chunk k
          join work_lane l on l.task_id = k.task_id and l.stage = k.stage and l.lane_no = k.lane_no
        where (k.task_id, k.chunk_no) in (select * from unnest(${sql.param(rows.map(({ orderId }) => String(orderId)))}::bigint[],
          ${sql.param(rows.map(({ chunkNo }) => chunkNo))}::int[]))`),
    ]);
    const messageOf = new Map(sent.map((one) => [one.id, one]));
    const verdictOn = new Map(judged.map((one) => [`${one.taskId}:${one.lineNo}`, one]));
    const priceOf = new Map(lanes.rows.map(({ key, price }) => [key, price]));
    const rules = new Map(
      await Promise.all(
        tasks.map(async (task) => {
          const sender = task.senderId === null ? null : await messageSender(c.app, drizzle, task.senderId);
          const may = await c.app.db.tx((tx) => mayRepeat(c.app, tx, task));
          return [task.id, { may, policyOf: await policiesOf(drizzle, task.tenantId, sender?.protocol ?? 0) }] as const;
        }),
      ),
    );
    return rows.map((row) => {
      const message = row.messageId === null ? undefined : messageOf.get(row.messageId);
      const verdict = verdictOn.get(`${row.orderId}:${row.lineNo}`);
      const rule = rules.get(row.orderId);
      const price = priceOf.get(`${row.orderId}:${row.chunkNo}`);
      const isOver =
        row.lineStatus === lineStatus.is.failed ||
        row.lineStatus === lineStatus.is.expired ||
        row.lineStatus === lineStatus.is.overruled;
      return {
        number: numberOf(c, row),
        params: maySee(c, row) ? shownParams(row.params) : null,
        why: whyOf(
          c,
          row,
          message?.isHeld ?? false,
          verdict?.userName ?? null,
          rule?.policyOf({ code: row.errorCode ?? '' }),
        ),
        providerMsgId: message?.vendorId ?? null,
        retryable:
          isOver && rule?.may({ ...row, result: row.lineStatus, error: row.errorCode, charge: row.chargeState })
            ? (1 as const)
            : (0 as const),
        submitTime: message?.sentTime ?? null,
        deliverTime: message?.deliveredTime ?? null,
        readTime: message?.readTime ?? null,
        deferUntil: row.lineStatus === lineStatus.is.deferred ? row.dueTime : null,
        unitPrice: price === undefined || price === null ? null : BigInt(price),
        verdictBy: row.isJudged ? (verdict?.userName ?? null) : null,
        verdictReason: row.isJudged ? (verdict?.reason ?? null) : null,
        verdictAttachIds: ticketed(c, verdict?.evidence ?? []),
        verificationStatus: message?.verification ?? null,
        isRefunded: message?.isRefunded ? (1 as const) : (0 as const),
      };
    });
  }

  function numberOf(c: Context, row: LineRow): string | null {
    const isWhole = maySee(c, row);
    if (row.e164 !== null) return isWhole ? plainNumber(row.e164) : maskNumber(row.e164);
    const text = row.userRef ?? row.raw;
    return text === null ? null : isWhole ? text : maskLine(text);
  }
};

function whyOf(
  c: Context,
  row: LineRow,
  isHeld: boolean,
  judge: string | null,
  policy: ErrorPolicy | undefined,
): string | null {
  const say = (text: Text, values: Record<string, string> = {}) => fill(text[c.locale], values);
  if (row.isJudged && judge !== null) return say(TEXTS.judged, { by: judge });
  if (row.state === DOUBT) return say(TEXTS.doubt);
  if (isHeld && row.lineStatus === lineStatus.is.submitted) return say(TEXTS.held);
  if (row.lineStatus === lineStatus.is.deferred && row.dueTime)
    return say(TEXTS.deferred, { time: formatTime(row.dueTime, c.zone).slice(0, 16) });
  if (row.rule !== null && row.errorCode === null)
    return refusalText({ reason: row.rejectReason, rule: row.rule }, c.locale);
  if (row.errorCode && policy)
    return say(TEXTS.error, { text: policy.text[c.locale], advice: policy.advice[c.locale] });
  return null;
}
