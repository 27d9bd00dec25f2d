import { outbound } from '@trade-assistant/contract/areas/whatsapp/outbound.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput, RowOf } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq } from 'drizzle-orm';
import {
  cancelOutbound,
  confirmOutbound,
  copyOutbound,
  createOutbound,
  customerOf,
  type DraftChanges,
  editOutbound,
  lockOutbound,
  noteErrors,
  OUTBOUND,
  OUTBOUND_TYPE,
  type Outbound,
  outbounds,
  removeOutbounds,
} from '../../engines/stock/inventory/index.ts';
import { cancelOrder, deliverByHand, deliverOrder } from '../../engines/stock/orders/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { countStates } from '../../kernel/resource/counts.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { exportNotes } from './outbound/exports.ts';
import { outboundStatistics } from './outbound/statistics.ts';
import { withStockAnnouncement } from './stock-announcement.ts';

type Row = RowOf<typeof outbound>;
type Submitted = CallInput<typeof outbound, 'submit', 'out'>;

/** Types of notes that need a customer. */
const NEEDS_CUSTOMER: readonly number[] = [OUTBOUND_TYPE.sale, OUTBOUND_TYPE.preOrder, OUTBOUND_TYPE.replacement];

export default serve(outbound, {
  list: (c, query) =>
    listRows<Row & Record<string, unknown>>(c.app.db, { actor: c.actor, table: outbounds, scope: 'owner' }, query),

  counts: (c, query) => countStates(c.app.db, { actor: c.actor, table: outbounds, scope: 'owner' }, query, outbound),

  detail: async (c, { id }) => {
    const [note] = await c.app.db.drizzle
      .select()
      .from(outbounds)
      .where(and(visible(c.actor, outbounds, 'owner'), eq(outbounds.id, id)));
    if (!note) throw commonErrors.NOT_FOUND();
    return note;
  },

  remove: async (c, { ids }) => {
    await withStockAnnouncement(c, (tx) => removeOutbounds(tx, c.actor, ids));
    return undefined;
  },

  submit: (c, input) =>
    withStockAnnouncement(c, async (tx) => {
      const note = input.id === undefined ? await open(c, tx, input) : await change(c, tx, input.id, input);
      return { id: note.id, outboundNo: note.outboundNo, status: note.status, version: note.version };
    }),

  statistics: outboundStatistics,

  copy: (c, { id }) =>
    withStockAnnouncement(c, async (tx) => {
      assertStaff(c);
      const { id: copied, outboundNo } = await copyOutbound(tx, c.actor, id);
      return { id: copied, outboundNo };
    }),

  'export-txt': (c, { id, ...more }) => exportNotes(c, [id], 'txt', more),
  'export-excel': (c, { id, ...more }) => exportNotes(c, [id], 'xlsx', more),
  'export-txt/batch': (c, { ids, ...more }) => exportNotes(c, ids, 'txt', more),
  'export-excel/batch': (c, { ids, ...more }) => exportNotes(c, ids, 'xlsx', more),
  'export-zip': (c, { ids, ...more }) => exportNotes(c, ids, 'zip', more),
});

/** Creates a note as a draft, with reserved numbers, or delivered at once. */
async function open(c: Context, tx: Tx, input: Submitted): Promise<Outbound> {
  if (!c.can('whatsapp/outbound:add')) throw commonErrors.NO_PERMISSION();
  assertStaff(c);
  const { status = OUTBOUND.draft } = input;
  if (status === OUTBOUND.cancelled) throw commonErrors.STATE_CONFLICT();
  if (status === OUTBOUND.delivered) assertCanDeliver(c);
  const outboundType = needed(c, input, 'outboundType');
  const agent = input.agentId ? await customerOf(tx, c.actor, input.agentId) : null;
  if (agent === null && NEEDS_CUSTOMER.includes(outboundType)) throw noteErrors.CUSTOMER_REQUIRED();
  const { numberType, capability, warehouseCode, strategy, remark } = input;
  const gift = giftOf(input) ?? undefined;
  if (gift && agent === null) throw noteErrors.CUSTOMER_REQUIRED();
  const note = await createOutbound(
    tx,
    c.actor,
    {
      outboundType,
      agent,
      criteria: {
        businessType: needed(c, input, 'businessType'),
        countryCode: needed(c, input, 'countryCode'),
        numberType: numberType ?? null,
        capability: capability ?? null,
        warehouseCode: warehouseCode ?? null,
      },
      quantity: needed(c, input, 'quantity'),
      currency: BOOK_CURRENCY,
      strategy,
      remark,
      gift,
    },
    status === OUTBOUND.draft ? 'draft' : 'reserve',
  );
  return status === OUTBOUND.delivered ? deliverByHand(tx, c.actor, note.id) : note;
}

/** Returns the gift of the input: with its reason, null for none, undefined when the input omits it. @throws GIFT_REASON */
function giftOf({ isGift, giftReason }: Submitted): { reason: string } | null | undefined {
  if (isGift === undefined) return undefined;
  if (isGift === 0) return null;
  if (!giftReason) throw noteErrors.GIFT_REASON();
  return { reason: giftReason };
}

/** Applies the permitted changes, then moves the note to its new state. */
async function change(c: Context, tx: Tx, id: bigint, input: Submitted): Promise<Outbound> {
  const before = await lockOutbound(tx, c.actor, id);
  if (input.version !== undefined && input.version !== before.version) throw commonErrors.STALE_DATA();
  // The customer may cancel an own waiting order; all other changes are for stock keepers.
  if (!(input.status === OUTBOUND.cancelled && before.orderNo !== null)) assertStaff(c);
  const changes = await changesOf(c, tx, input);
  const type = changes.outboundType ?? before.outboundType;
  const agentId = changes.agent === undefined ? before.agentId : (changes.agent?.id ?? null);
  if (agentId === null && NEEDS_CUSTOMER.includes(type)) throw noteErrors.CUSTOMER_REQUIRED();
  const note = Object.keys(changes).length > 0 ? await editOutbound(tx, c.actor, id, undefined, changes) : before;
  return input.status === undefined ? note : move(c, tx, note, input.status, input.cancelReason);
}

async function move(
  c: Context,
  tx: Tx,
  note: Outbound,
  to: NonNullable<Submitted['status']>,
  reason: string | undefined,
): Promise<Outbound> {
  const { actor } = c;
  if (to === OUTBOUND.draft) {
    if (note.status !== OUTBOUND.draft) throw commonErrors.STATE_CONFLICT();
    return note;
  }
  if (to === OUTBOUND.reserved) return confirmOutbound(tx, actor, note.id);
  const byOrder = { outboundId: note.id };
  if (to === OUTBOUND.cancelled) {
    if (!reason) throw commonErrors.REASON_REQUIRED();
    if (note.orderNo !== null) return (await cancelOrder(tx, actor, { ...byOrder, reason })).note;
    return cancelOutbound(tx, actor, note.id, reason);
  }
  assertCanDeliver(c);
  if (note.status === OUTBOUND.draft) await confirmOutbound(tx, actor, note.id);
  if (note.orderNo !== null) return (await deliverOrder(tx, actor, byOrder)).note;
  return deliverByHand(tx, actor, note.id);
}

/** Returns the given changes of a draft. */
async function changesOf(c: Context, tx: Tx, input: Submitted): Promise<DraftChanges> {
  const { outboundType, businessType, countryCode, numberType, capability, warehouseCode, strategy, quantity, remark } =
    input;
  const columns = {
    outboundType,
    businessType,
    countryCode,
    numberType,
    capability,
    warehouseCode,
    strategy,
    quantity,
    remark,
  };
  const gift = giftOf(input);
  const given: DraftChanges = {
    ...Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)),
    ...(gift === undefined ? {} : { gift }),
  };
  if (input.agentId === undefined) return given;
  return { ...given, agent: input.agentId === null ? null : await customerOf(tx, c.actor, input.agentId) };
}

function needed<K extends 'outboundType' | 'businessType' | 'countryCode' | 'quantity'>(
  c: Context,
  input: Submitted,
  name: K,
): NonNullable<Submitted[K]> {
  const value = input[name];
  if (value === undefined) throw noteErrors.NOTE_INCOMPLETE({ field: outbound.fields[name].options.label[c.locale] });
  return value as NonNullable<Submitted[K]>;
}

function assertStaff(c: Context): void {
  if (c.actor.userType !== userType.is.staff) throw commonErrors.NO_PERMISSION();
}

function assertCanDeliver(c: Context): void {
  if (!c.can('whatsapp/outbound:deliver')) throw commonErrors.NO_PERMISSION();
}
