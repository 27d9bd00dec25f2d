import { appUserKind } from '@trade-assistant/contract/areas/user/app-dictionaries.ts';
import { PANEL_CONSENT_VERSION } from '@trade-assistant/contract/areas/user/app-user.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { sql } from 'drizzle-orm';
import { prefixOf } from '../../../kernel/address.ts';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import { businessZone } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import {
  memberFigures,
  type PanelMember,
  type PanelMembers,
  registerPanelMembers,
} from '../../messaging/seeds/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { appUserErrors } from './errors.ts';
import { lockAtLeast } from './locks.ts';
import { APP_USER, inOrder, lockAppUser } from './tables.ts';
import { isPanelMember, isShut, NO_TASKS, trustOf } from './trust.ts';

interface Consent {
  readonly isGiven: boolean;
  /** The version of the text that was shown. */
  readonly version: string;
}

/**
 * Gives or withdraws the actor's own consent, once each. A withdrawal makes a customer of the member, whose numbers get no further tasks.
 * @throws NOT_FOUND, PANEL_CONSENT_VERSION
 */
export async function changeConsent(tx: Tx, actor: Actor, { isGiven, version }: Consent): Promise<void> {
  if (isGiven && version !== PANEL_CONSENT_VERSION)
    throw appUserErrors.PANEL_CONSENT_VERSION({ version: PANEL_CONSENT_VERSION });
  const { id, tenantId } = await lockAppUser(tx, actor, actor.userId);
  if (isGiven)
    await tx.execute(sql`
      insert into app_consent (tenant_id, user_id, version, given_ip) values (${tenantId}, ${id}, ${version}, ${prefixOf(actor.ip)})
      on conflict do nothing`);
  else
    await tx.execute(
      sql`update app_consent set withdrawn_time = now() where user_id = ${id} and withdrawn_time is null`,
    );
  const kind = isGiven ? appUserKind.is.member : appUserKind.is.customer;
  await tx.execute(sql`update app_user set user_kind = ${kind} where user_id = ${id} and user_kind <> ${kind}`);
  await tx.execute(
    sql`update sys_user set update_time = now(), update_user = ${actor.userId}, version = version + 1 where id = ${id}`,
  );
  announceChange(tx, tenantId, APP_USER);
}

interface StoredPanel extends Record<string, unknown> {
  readonly consentTime: Date | string | null;
  readonly version: string | null;
}

/** Returns the actor's own consent and the results of their tasks. */
export async function panelOf(run: Pick<Tx, 'execute'>, { userId }: Actor) {
  const { rows } = await run.execute<StoredPanel>(sql`
    select given_time as "consentTime", version from app_consent where user_id = ${userId} and withdrawn_time is null`);
  const figures = (await memberFigures(run, [userId])).get(userId) ?? NO_TASKS;
  const consent = rows[0];
  return {
    isMember: consent ? (1 as const) : (0 as const),
    consentTime: consent?.consentTime ? new Date(consent.consentTime) : null,
    version: consent?.version ?? null,
    taskCount: figures.tasks,
    approvedCount: figures.approved,
    trustScore: trustOf(figures),
  };
}

interface StoredMember extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly status: number;
  readonly userKind: number;
  readonly lockUntil: string | null;
  readonly consentId: string | null;
}

/** App users as members of the panel: with consent, and not locked. */
export const appPanel: PanelMembers = {
  find: async (tx, tenantId, ids) => {
    const { rows } = await tx.execute<StoredMember>(sql`
      select u.id::text, u.real_name as name, u.status, a.user_kind as "userKind", u.locked_until::text as "lockUntil", c.id::text as "consentId"
      from sys_user u join app_user a on a.user_id = u.id
        left join app_consent c on c.user_id = u.id and c.withdrawn_time is null
      where u.tenant_id = ${tenantId} and u.id = any(${sql.param(inOrder(ids).map(String))}::bigint[]) and u.deleted_at is null`);
    const figures = await memberFigures(
      tx,
      rows.map(({ id }) => BigInt(id)),
    );
    const least = await readParameter(tx, tenantId, 'appUser.minTrust');
    return new Map(
      rows.map(({ id: text, name, status, userKind, lockUntil, consentId }): [bigint, PanelMember] => {
        const id = BigInt(text);
        const isWilling = isPanelMember({ userKind }) && consentId !== null;
        return [
          id,
          {
            ...{ id, name, walletUserId: id, consentId: isWilling ? BigInt(consentId) : null },
            isLocked: isShut({ status, lockUntil: lockUntil === null ? null : new Date(lockUntil) }),
            isTrusted: trustOf(figures.get(id) ?? NO_TASKS) >= least,
          },
        ];
      }),
    );
  },
  lock: lockAtLeast,
  notify: async (tx, actor, { memberId, taskNo, event, reason, appealUntil }) => {
    const time = appealUntil ? formatTime(appealUntil, await businessZone(tx, actor.tenantId)) : '';
    const key = { cheat: 'SEED_CHEAT', appealWon: 'SEED_APPEAL_WON', appealRefused: 'SEED_APPEAL_REFUSED' } as const;
    await sendMessage(tx, systemActor(actor.tenantId), {
      to: { userIds: [memberId] },
      key: key[event],
      params: { no: taskNo, reason, time },
      route: '/user/panel/index',
    });
  },
};

/** Makes app users the members of the panel of this process. */
export const openPanel = (): void => registerPanelMembers(appPanel);
