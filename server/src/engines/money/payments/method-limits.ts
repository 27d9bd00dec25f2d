import { approvalKind } from '@trade-assistant/contract/areas/desk/approval.ts';
import { paymentMethod } from '@trade-assistant/contract/areas/user/payment-method.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineApproval } from '../../../kernel/approvals.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { closeRequest, lockRequests, propose } from '../../office/approvals/index.ts';
import { LIMITS, type Limits, limitsInWords, limitsOf, lockMethod, needsConfirmation, routeOf } from './methods.ts';
import { type MethodRow, methods } from './tables.ts';

/** Micro-units as text; null: no limit. */
const limits = z.object({ minAmount: z.string(), maxAmount: z.string(), dayMax: z.string().nullable() });
type Changed = { readonly [K in keyof Limits]?: bigint | null | undefined };

/**
 * First and higher limits of a payment method, approved by a second person. Refused if the limits have changed since
 * the request.
 */
export const limitsApproval = defineApproval({
  kind: approvalKind.is.methodLimits,
  permission: `${paymentMethod.name}:approve`,
  payload: z.object({ methodId: z.string(), before: limits, after: limits }),
  run: async (tx, decider, { payload: { methodId, before, after } }) => {
    const row = await lockMethod(tx, decider, BigInt(methodId));
    if (JSON.stringify(limitsOf(row)) !== JSON.stringify(before)) throw commonErrors.STALE_DATA();
    await tx
      .update(methods)
      .set({
        minAmount: micros(BigInt(after.minAmount)),
        maxAmount: micros(BigInt(after.maxAmount)),
        dayMax: after.dayMax === null ? null : micros(BigInt(after.dayMax)),
        confirmed: 1,
        updateUser: decider.userId,
        updateTime: sql`now()`,
        version: sql`${methods.version} + 1`,
      })
      .where(eq(methods.id, row.id));
    announceChange(tx, decider.tenantId, paymentMethod);
  },
});

const aboutAny = ({ tenantId }: Pick<Actor, 'tenantId'>, ids: readonly bigint[]) =>
  sql`tenant_id = ${tenantId} and kind = ${approvalKind.is.methodLimits} and payload ->> 'methodId' = any(${sql.param(ids.map(String))}::text[])`;

/** Locks the requests about the limits of methods. Call it before locking the methods. */
export const lockLimitRequests = (tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> =>
  lockRequests(tx, aboutAny(actor, ids));

const isHigher = (limit: bigint | null | undefined, than: bigint | null): boolean =>
  limit !== undefined && than !== null && (limit === null || limit > than);

/**
 * Returns the present values of the limits that `changed` would raise; they wait for a second person. Other limits
 * take effect at once and withdraw a waiting request.
 */
export async function limitsHeld(
  tx: Tx,
  actor: Actor,
  changed: Changed,
  existing: MethodRow,
): Promise<Partial<Pick<MethodRow, keyof Limits>>> {
  const keepsMax = isHigher(changed.maxAmount, existing.maxAmount);
  const held = {
    ...(keepsMax ? { maxAmount: existing.maxAmount } : {}),
    ...(isHigher(changed.dayMax, existing.dayMax) ? { dayMax: existing.dayMax } : {}),
    // A minimum above the present maximum waits together with the new maximum.
    ...(keepsMax && isHigher(changed.minAmount, existing.maxAmount) ? { minAmount: existing.minAmount } : {}),
  };
  const others = LIMITS.some(
    (name) => changed[name] !== undefined && changed[name] !== existing[name] && !(name in held),
  );
  if (others) await takeBack(tx, actor, existing.id);
  return held;
}

async function takeBack(tx: Tx, actor: Actor, methodId: bigint): Promise<void> {
  for (const id of await waitingFor(tx, actor, methodId)) await closeRequest(tx, actor, id);
}

async function waitingFor(tx: Tx, actor: Actor, methodId: bigint): Promise<bigint[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id::text from apr_request where status = 0 and ${aboutAny(actor, [methodId])}`,
  );
  return rows.map(({ id }) => BigInt(id));
}

/**
 * Requests approval of raised limits in `changed`, and of the limits of a method that is offered only after approval;
 * withdraws an older request.
 * @returns the id of the request, null if nothing needs approval
 */
export async function askLimits(tx: Tx, actor: Actor, row: MethodRow, changed: Changed): Promise<bigint | null> {
  const before = limitsOf(row);
  const after: Limits = { ...before };
  for (const name of LIMITS) {
    const value = changed[name];
    if (value !== undefined) after[name] = (value === null ? null : String(value)) as string;
  }
  const isFirst = needsConfirmation(row);
  if (JSON.stringify(after) === JSON.stringify(before)) {
    if (!isFirst || (await waitingFor(tx, actor, row.id)).length > 0) return null;
  }
  await takeBack(tx, actor, row.id);
  const { id } = await propose(tx, actor, {
    kind: limitsApproval,
    payload: { methodId: String(row.id), before, after },
    params: { method: row.methodCode },
    lines: limitsInWords(before, after, isFirst).map(({ name, words }) => ({ name, route: routeOf(row), note: words })),
    reason: row.remark || row.methodName,
    message: 'METHOD_LIMITS_TODO',
  });
  return id;
}

/** Returns the limits of methods that wait for approval, as text with the request; by method. */
export async function askedLimitsOf(
  executor: Pick<Tx, 'execute'>,
  actor: Actor,
  ids: readonly bigint[],
  locale: Locale,
): Promise<ReadonlyMap<bigint, { readonly askedLimits: string; readonly approvalId: bigint }>> {
  const { rows } = await executor.execute<{ id: string; payload: { methodId: string; before: Limits; after: Limits } }>(
    sql`select id::text, payload from apr_request where status = 0 and ${aboutAny(actor, ids)}`,
  );
  return new Map(
    rows.map(({ id, payload: { methodId, before, after } }) => [
      BigInt(methodId),
      {
        askedLimits: limitsInWords(before, after)
          .map(({ name, words }) => `${name[locale]} ${words[locale]}`)
          .join('; '),
        approvalId: BigInt(id),
      },
    ]),
  );
}
