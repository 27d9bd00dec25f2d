import { approvalKind } from '@trade-assistant/contract/areas/desk/approval.ts';
import { param } from '@trade-assistant/contract/areas/system/param.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { defaultText, isWeaker, valueInWords, wireValue } from '@trade-assistant/contract/kit/parameter.ts';
import { declaredParameter, type ParameterKey, parameters } from '@trade-assistant/contract/parameters.ts';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineApproval } from '../../../kernel/approvals.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { PLATFORM, readParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { closeRequest, lockRequests, propose } from '../approvals/index.ts';
import { params } from './tables.ts';

export interface ParameterChange {
  readonly paramKey: string;
  /** As text; null restores the default. */
  readonly paramValue: string | null;
}

/** A weaker value that waits for a second person's approval. */
export interface AskedParameter {
  readonly paramKey: string;
  readonly paramValue: string;
  readonly approvalId: bigint;
  readonly approvalNo: string;
  readonly createUserName: string;
}

/** A weaker value, approved by a second person. Refused if the parameter has changed since the request. */
export const parameterApproval = defineApproval({
  kind: approvalKind.is.parameter,
  permission: `${param.name}:approve`,
  payload: z.object({ paramKey: z.string(), paramValue: z.string().nullable(), before: z.string(), after: z.string() }),
  run: async (tx, decider, { payload: { paramKey, paramValue, before, after }, proposer }) => {
    const author = { ...decider, userId: proposer.userId, realName: proposer.realName };
    await lockParameter(tx, author, paramKey);
    const now = await guarded(tx, author, { paramKey, paramValue });
    if (now?.before !== before || now.after !== after) throw commonErrors.STALE_DATA();
    await write(tx, author, { paramKey, paramValue });
    announceChange(tx, decider.tenantId, param);
  },
});

/** Locks the requests about parameters. Call it before locking the parameters and their rows. */
export const lockAsked = (tx: Tx, { tenantId }: Actor, keys: SQL): Promise<void> =>
  lockRequests(
    tx,
    sql`tenant_id = ${tenantId} and kind = ${approvalKind.is.parameter} and payload ->> 'paramKey' in (${keys})`,
  );

/**
 * Sets a validated parameter; the caller has locked its requests (`lockAsked`). For a weaker value of a guarded
 * parameter it requests approval instead.
 * @returns the request, or undefined if the value is in force now
 */
export async function setParameter(
  tx: Tx,
  actor: Actor,
  change: ParameterChange,
  reason: string,
): Promise<{ id: bigint; approvalNo: string } | undefined> {
  await lockParameter(tx, actor, change.paramKey);
  const asked = await askIfWeaker(tx, actor, change, reason);
  if (asked) return asked;
  await takeBack(tx, actor, change.paramKey);
  await write(tx, actor, change);
  return undefined;
}

/**
 * Returns the value to keep if a weaker one of a guarded parameter was requested; undefined if the requested value may
 * be set.
 */
export async function isHeld(tx: Tx, actor: Actor, change: ParameterChange): Promise<string | undefined> {
  const found = await guarded(tx, actor, change);
  if (found?.isWeaker) return found.before;
  if (found && found.before !== found.after) await takeBack(tx, actor, change.paramKey);
  return undefined;
}

/** Requests approval of a weaker value of a guarded parameter; does nothing for other changes. */
export async function askIfWeaker(
  tx: Tx,
  actor: Actor,
  change: ParameterChange,
  reason: string,
): Promise<{ id: bigint; approvalNo: string } | undefined> {
  const found = await guarded(tx, actor, change);
  if (!found?.isWeaker) return undefined;
  await takeBack(tx, actor, change.paramKey);
  const { declared, before, after } = found;
  const [from, to] = [valueInWords(declared, before), valueInWords(declared, after)];
  const { label } = declared.field.options;
  return propose(tx, actor, {
    kind: parameterApproval,
    payload: { ...change, before, after },
    params: { nameZh: label.zh, nameEn: label.en, fromZh: from.zh, fromEn: from.en, toZh: to.zh, toEn: to.en },
    lines: [
      {
        name: label,
        // A tenant has a row only if its value differs from the platform's.
        route: actor.tenantId === PLATFORM ? `/${param.name}/index?paramKey=${change.paramKey}` : '',
        note: { zh: `${from.zh} → ${to.zh}`, en: `${from.en} → ${to.en}` },
      },
    ],
    reason,
    message: 'PARAMETER_TODO',
  });
}

/** Returns a tenant's weaker values that wait for approval, by key. */
export async function askedOf(
  executor: Pick<Tx, 'execute'>,
  tenantId: string,
): Promise<ReadonlyMap<string, AskedParameter>> {
  const { rows } = await executor.execute<{ id: string; no: string; key: string; value: string; name: string }>(sql`
    select id::text, approval_no as no, payload ->> 'paramKey' as key, payload ->> 'after' as value,
      coalesce(create_user_name, '') as name
    from apr_request where tenant_id = ${tenantId} and kind = ${approvalKind.is.parameter} and status = 0`);
  return new Map(
    rows.map(({ id, no, key, value, name }) => [
      key,
      { paramKey: key, paramValue: value, approvalId: BigInt(id), approvalNo: no, createUserName: name },
    ]),
  );
}

/** Returns how a guarded parameter would change, with the values before and after; undefined for other parameters. */
async function guarded(tx: Tx, { tenantId }: Actor, { paramKey, paramValue }: ParameterChange) {
  const declared = declaredParameter(paramKey);
  if (!declared?.guard) return undefined;
  const key = paramKey as ParameterKey;
  const before = await inForce(tx, tenantId, key);
  const standard = () => (tenantId === PLATFORM ? defaultText(declared) : inForce(tx, PLATFORM, key));
  const after = paramValue?.trim() ?? (await standard());
  return { declared, before, after, isWeaker: isWeaker(declared, before, after) };
}

const inForce = async (tx: Tx, tenantId: string, key: ParameterKey): Promise<string> =>
  String(wireValue(parameters[key], (await readParameter(tx, tenantId, key)) as never));

/** Withdraws a request about a value that has been superseded. */
async function takeBack(tx: Tx, actor: Actor, paramKey: string): Promise<void> {
  const waiting = (await askedOf(tx, actor.tenantId)).get(paramKey);
  if (waiting) await closeRequest(tx, actor, waiting.approvalId);
}

const rowOf = ({ tenantId }: Actor, paramKey: string) =>
  and(eq(params.tenantId, tenantId), eq(params.paramKey, paramKey), isNull(params.deletedAt));

/** Serialises changes of a parameter, also of one without a row. */
async function lockParameter(tx: Tx, { tenantId }: Actor, paramKey: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`parameter:${tenantId}:${paramKey}`}, 0))`);
}

/** Writes a value. Null restores the default: it resets the platform's row, or deletes the tenant's. */
async function write(tx: Tx, actor: Actor, { paramKey, paramValue }: ParameterChange): Promise<void> {
  const declared = declaredParameter(paramKey);
  const isReset = paramValue === null;
  if (isReset && actor.tenantId !== PLATFORM) {
    await tx.update(params).set({ deletedAt: new Date(), updateUser: actor.userId }).where(rowOf(actor, paramKey));
    return;
  }
  const value = paramValue?.trim() ?? (declared ? defaultText(declared) : '');
  const touched = { updateUser: isReset ? null : actor.userId, updateTime: new Date() };
  const changed = await tx
    .update(params)
    .set({ paramValue: value, ...touched, version: sql`${params.version} + 1` })
    .where(rowOf(actor, paramKey))
    .returning({ id: params.id });
  if (changed.length > 0) return;
  const label = declared?.field.options.label;
  await tx.insert(params).values({
    tenantId: actor.tenantId,
    paramName: label ? `${label.zh} / ${label.en}` : paramKey,
    paramKey,
    paramValue: value,
    controlPanel: 1,
    createUser: actor.userId,
    createUserName: actor.realName,
    ...touched,
  });
}
