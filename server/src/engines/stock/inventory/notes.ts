import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { findUser } from '../../people/identity/index.ts';
import { createOutbound, criteriaOf, lockOutbound, type NewOutbound, type Outbound } from './outbound.ts';
import { OUTBOUND } from './states.ts';
import { outbounds } from './tables.ts';

export const noteErrors = defineErrors({
  NOTE_INCOMPLETE: { status: 400, zh: '请填写{field}', en: '{field} is required' },
  CUSTOMER_REQUIRED: { status: 400, zh: '请选择客户', en: 'Choose a customer' },
  CUSTOMER_NOT_AGENT: { status: 400, zh: '客户须为代理或其子账号', en: 'The customer must be an agent or a sub-user' },
  NOTE_CHANGED: {
    status: 400,
    zh: '只有草稿可以修改数量和条件',
    en: 'Numbers and customer can only be changed in a draft',
  },
  GIFT_REASON: { status: 400, zh: '请填写赠送原因', en: 'Enter the gift reason' },
});

/**
 * Returns the customer of a note: an agent or sub-user in the actor's scope. @throws ACCOUNT_NOT_FOUND,
 * CUSTOMER_NOT_AGENT
 */
export async function customerOf(tx: Tx, actor: Actor, userId: bigint): Promise<NonNullable<NewOutbound['agent']>> {
  const { id, realName, ownerPath, userType: type } = await findUser(tx, actor, userId);
  if (type === userType.is.staff) throw noteErrors.CUSTOMER_NOT_AGENT();
  return { id, name: realName, ownerPath };
}

/** Changes of a draft; an omitted property stays. */
export interface DraftChanges {
  readonly outboundType?: number | undefined;
  readonly agent?: NewOutbound['agent'] | undefined;
  readonly businessType?: number | undefined;
  readonly countryCode?: string | undefined;
  readonly numberType?: number | null | undefined;
  readonly capability?: number | null | undefined;
  readonly warehouseCode?: string | null | undefined;
  readonly strategy?: number | undefined;
  readonly quantity?: number | undefined;
  readonly remark?: string | null | undefined;
  readonly gift?: NewOutbound['gift'] | null;
}

/**
 * Changes a note: everything in a draft, only the gift flag and the remark until delivery, only the remark afterwards.
 * @param version the row version the editor saw
 * @throws STALE_DATA, NOTE_CHANGED
 */
export async function editOutbound(
  tx: Tx,
  actor: Actor,
  id: bigint,
  version: number | undefined,
  changes: DraftChanges,
): Promise<Outbound> {
  const note = await lockOutbound(tx, actor, id);
  if (version !== undefined && version !== note.version) throw commonErrors.STALE_DATA();
  const { agent, gift, ...columns } = changes;
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  if (note.status !== OUTBOUND.draft && (agent !== undefined || Object.keys(given).some((name) => name !== 'remark'))) {
    throw noteErrors.NOTE_CHANGED();
  }
  const isOpen = note.status === OUTBOUND.draft || note.status === OUTBOUND.reserved;
  if (gift !== undefined && !isOpen) throw noteErrors.NOTE_CHANGED();
  if (gift && (agent === undefined ? note.agentId : agent) === null) throw noteErrors.CUSTOMER_REQUIRED();
  const customer =
    agent === undefined
      ? {}
      : {
          agentId: agent?.id ?? null,
          agentName: agent?.name ?? null,
          ownerId: agent?.id ?? 0n,
          ownerPath: agent?.ownerPath ?? '/',
        };
  const [changed] = await tx
    .update(outbounds)
    .set({
      ...given,
      ...customer,
      ...(gift === undefined
        ? {}
        : {
            isGift: gift ? (1 as const) : (0 as const),
            giftReason: gift?.reason ?? null,
            giftUser: gift ? actor.userId : null,
            giftUserName: gift ? actor.realName : null,
          }),
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${outbounds.version} + 1`,
    })
    .where(inArray(outbounds.id, [id]))
    .returning();
  return changed as Outbound;
}

/** Creates a draft with the customer and criteria of another note, without numbers, order or money. */
export async function copyOutbound(tx: Tx, actor: Actor, id: bigint): Promise<Outbound> {
  const note = await lockOutbound(tx, actor, id);
  const agent =
    note.agentId === null ? null : { id: note.agentId, name: note.agentName ?? '', ownerPath: note.ownerPath };
  const { outboundType, strategy, quantity, currency, remark, maxDownload } = note;
  return createOutbound(
    tx,
    actor,
    { outboundType, agent, criteria: criteriaOf(note), strategy, quantity, currency, remark, maxDownload },
    'draft',
  );
}

/** Removes drafts and cancelled notes; none if one of them has another state. */
export async function removeOutbounds(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  const notes = await tx
    .select({ id: outbounds.id, status: outbounds.status })
    .from(outbounds)
    .where(and(visible(actor, outbounds, 'owner'), inArray(outbounds.id, [...ids])))
    .orderBy(outbounds.id)
    .for('update');
  if (notes.length < ids.length) throw commonErrors.NOT_FOUND();
  if (notes.some(({ status }) => status !== OUTBOUND.draft && status !== OUTBOUND.cancelled)) {
    throw commonErrors.STATE_CONFLICT();
  }
  await tx
    .update(outbounds)
    .set({ deletedAt: sql`now()`, updateUser: actor.userId, updateTime: sql`now()` })
    .where(inArray(outbounds.id, [...ids]));
  for (const { id, status } of notes) {
    await logState(tx, actor, { type: 'outbound', id, from: status, to: status, event: 'remove' });
  }
}
