import { approvalKind } from '@trade-assistant/contract/areas/desk/approval.ts';
import { activePeriod, priceKind, priceLevel } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { priceConfigure } from '@trade-assistant/contract/areas/whatsapp/price-configure.ts';
import { businessType, serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { type Dictionary, entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { commonErrors, isAppError } from '@trade-assistant/contract/kit/errors.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import { amount, id as idSchema } from '@trade-assistant/contract/kit/schema.ts';
import { TransactionRollbackError } from 'drizzle-orm';
import { z } from 'zod';
import { defineApproval } from '../../../kernel/approvals.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { inSavepoint, type Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { propose } from '../../office/approvals/index.ts';
import {
  addPrice,
  type BatchOutcome,
  type BatchSetting,
  changePrice,
  lockPrices,
  lowestOf,
  type Price,
  type PriceRights,
  type PriceValues,
  setPrices,
} from './book.ts';
import { pricingErrors } from './errors.ts';

/** Prices per request: as many as a person can review. */
const BELOW_COST_MAX = 200;
/** Countries named in the summary of a request; its lines name all. */
const NAMED_COUNTRIES = 5;

const moment = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const values = z.object({
  businessType: z.int(),
  serviceType: z.int(),
  filterType: z.int().nullable(),
  activePeriod: z.int().nullable(),
  countryCode: z.string(),
  agentLevel: z.int(),
  unit: z.int(),
  chargeOn: z.int(),
  costPrice: amount(),
  salePrice: amount(),
  minPrice: amount().nullable(),
  minQty: z.int().nullable(),
  maxQty: z.int().nullable(),
  stepQty: z.int().nullable(),
  tierJson: z.array(z.object({ fromQty: z.int(), price: z.string() })),
  effectiveTime: moment,
  expireTime: moment.nullable(),
  remark: z.string().nullable(),
});
const payload = z.object({
  /** A new price. */
  added: values.optional(),
  /** Changes of prices, with the versions at the time of the request. */
  changed: z.array(z.object({ id: idSchema(), version: z.int(), changes: values.partial() })),
});

type Changes = Partial<PriceValues>;
/** Result of a write: a price, or a request for approval. */
interface WriteResult {
  readonly id: bigint | null;
  /** Of the written row, with which its next change is checked; null while a second person decides. */
  readonly version: number | null;
  readonly approvalId: bigint | null;
}

const written = ({ id, version }: Price): WriteResult => ({ id, version, approvalId: null });

/** The approval of prices below cost: the requester is their author. Refused if a price changed since the request. */
export const belowCostApproval = defineApproval({
  kind: approvalKind.is.belowCost,
  permission: `${priceConfigure.name}:below-cost`,
  payload,
  run: async (tx, decider, { payload: { added, changed }, proposer }) => {
    const author = { ...decider, userId: proposer.userId, realName: proposer.realName };
    if (added) await addPrice(tx, author, fromNow(added as PriceValues), { belowCost: true });
    for (const { id, version, changes } of changed)
      await changePrice(tx, author, id, version, fromNow(changes as Changes), { belowCost: true });
    announceChange(tx, decider.tenantId, priceConfigure);
  },
});

/** Prices take effect no earlier than their approval. */
const fromNow = <V extends Changes>(wanted: V): V => {
  const now = new Date();
  return wanted.effectiveTime && wanted.effectiveTime < now ? { ...wanted, effectiveTime: now } : wanted;
};

/** Adds a price, or requests approval if it is below cost. @throws as `addPrice` */
export async function addOrAsk(tx: Tx, actor: Actor, wanted: PriceValues, rights: PriceRights): Promise<WriteResult> {
  try {
    return written(await addPrice(tx, actor, wanted, { belowCost: false }));
  } catch (error) {
    if (!isForTwo(error, rights)) throw error;
  }
  const next = await tried(tx, (trial) => addPrice(trial, actor, wanted, rights));
  const approvalId = await ask(tx, actor, {
    added: wanted,
    changed: [],
    reason: next.remark,
    lines: [{ name: titleOf(next), route: `/${priceConfigure.name}/index`, note: belowCostOf(next) }],
    countries: [next.countryCode],
  });
  return { id: null, version: null, approvalId };
}

/** Changes a price, or requests approval if it would be below cost. @throws as `changePrice` */
export async function changeOrAsk(
  tx: Tx,
  actor: Actor,
  { id, version, changes }: { readonly id: bigint; readonly version: number | undefined; readonly changes: Changes },
  rights: PriceRights,
): Promise<WriteResult> {
  try {
    return written(await changePrice(tx, actor, id, version, changes, { belowCost: false }));
  } catch (error) {
    if (!isForTwo(error, rights)) throw error;
  }
  const [row] = await lockPrices(tx, actor, [id]);
  if (!row) throw commonErrors.NOT_FOUND();
  const next = await tried(tx, (trial) => changePrice(trial, actor, id, version, changes, rights));
  const approvalId = await ask(tx, actor, {
    changed: [{ id, version: row.version, changes }],
    reason: next.remark,
    lines: [lineOf(row, next)],
    countries: [row.countryCode],
  });
  return { id, version: null, approvalId };
}

/**
 * Like `setPrices`; prices that would be below cost go into one request for approval, and the others change at once.
 */
export async function setOrAsk(
  tx: Tx,
  actor: Actor,
  ids: readonly bigint[],
  setting: BatchSetting,
  { belowCost, isDryRun }: PriceRights & { readonly isDryRun: boolean },
): Promise<BatchOutcome & { readonly pending: number; readonly approvalId: bigint | null }> {
  const alone = await setPrices(tx, actor, ids, setting, { belowCost: false }, isDryRun);
  const held = alone.failed.filter(({ code }) => code === 'PRICE_BELOW_COST').map(({ id }) => id);
  if (!belowCost || held.length === 0) return { ...alone, pending: 0, approvalId: null };
  if (held.length > BELOW_COST_MAX) throw pricingErrors.BELOW_COST_MANY({ n: BELOW_COST_MAX });
  const { items, failed } = await tried(tx, (trial) => setPrices(trial, actor, held, setting, { belowCost }, isDryRun));
  const outcome = {
    items: [...alone.items, ...items.map((item) => ({ ...item, written: undefined }))],
    failed: [...alone.failed.filter(({ code }) => code !== 'PRICE_BELOW_COST'), ...failed],
    pending: items.length,
  };
  if (isDryRun || items.length === 0) return { ...outcome, approvalId: null };
  const approvalId = await ask(tx, actor, {
    changed: items.map(({ row, next: { tierJson, effectiveTime, ...next } }) => ({
      id: row.id,
      version: row.version,
      changes: {
        [setting.field]: next[setting.field],
        tierJson,
        remark: setting.reason,
        ...(setting.effectiveTime ? { effectiveTime } : {}),
      },
    })),
    reason: setting.reason,
    lines: items.map(({ row, next }) => lineOf(row, next)),
    countries: items.map(({ row }) => row.countryCode),
  });
  return { ...outcome, approvalId };
}

interface ApprovalRequest {
  readonly added?: PriceValues;
  readonly changed: readonly { readonly id: bigint; readonly version: number; readonly changes: Changes }[];
  readonly reason: string | null;
  readonly lines: readonly { readonly name: Text; readonly route: string; readonly note: string }[];
  readonly countries: readonly string[];
}

async function ask(
  tx: Tx,
  actor: Actor,
  { added, changed, reason, lines, countries }: ApprovalRequest,
): Promise<bigint> {
  const named = [...new Set(countries)];
  const { id } = await propose(tx, actor, {
    kind: belowCostApproval,
    payload: z.encode(payload, { ...(added ? { added: kept(added) } : {}), changed: changed.map(keptChange) }),
    params: {
      count: String(lines.length),
      countries: `${named.slice(0, NAMED_COUNTRIES).join(', ')}${named.length > NAMED_COUNTRIES ? ' …' : ''}`,
    },
    lines: lines.map(({ name: { zh, en }, ...line }) => ({ name: { zh, en }, ...line })),
    reason: reason ?? '',
    message: 'BELOW_COST_TODO',
  });
  return id;
}

const kept = <V extends Changes>({ tierJson, ...rest }: V) =>
  ({ ...rest, ...(tierJson ? { tierJson: [...tierJson] } : {}) }) as z.output<typeof values>;
const keptChange = ({ id, version, changes }: ApprovalRequest['changed'][number]) => ({
  id,
  version,
  changes: kept(changes),
});

const isForTwo = (error: unknown, { belowCost }: PriceRights): boolean =>
  belowCost && isAppError(error, 'PRICE_BELOW_COST');

/** Runs work and rolls it back; returns its result or throws its refusal. */
async function tried<T>(tx: Tx, work: (trial: Tx) => Promise<T>): Promise<T> {
  const outcome: T[] = [];
  try {
    await inSavepoint(tx, async (trial) => {
      outcome.push(await work(trial));
      trial.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  return outcome[0] as T;
}

const lineOf = (row: Price, next: PriceValues) => ({
  name: titleOf(row),
  route: `/${priceConfigure.name}/index?record=${row.id}`,
  note: `${formatMoney(lowestOf(row))} → ${belowCostOf(next)}`,
});

/** Returns price and cost for the approver of a price below cost. */
const belowCostOf = (next: PriceValues): string => `${formatMoney(lowestOf(next))} < ${formatMoney(next.costPrice)}`;

/** Returns a title for a price from its key. */
function titleOf(price: PriceValues): Text {
  const key: readonly (readonly [Dictionary, number | null])[] = [
    [businessType, price.businessType],
    [serviceType, price.serviceType],
    [priceKind, price.filterType],
    [activePeriod, price.activePeriod],
    [priceLevel, price.agentLevel],
  ];
  const said = (locale: 'zh' | 'en') =>
    [
      price.countryCode,
      ...key.flatMap(([dictionary, value]) => (value === null ? [] : (entryOf(dictionary, value)?.[locale] ?? []))),
    ].join(' · ');
  return { zh: said('zh'), en: said('en') };
}
