import { appUserKind } from '@trade-assistant/contract/areas/user/app-dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { rightsChanged } from '../../../kernel/auth/changes.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { openWallets } from '../../money/ledger/index.ts';
import { nameColumns, users } from '../../people/identity/index.ts';
import { atField } from './errors.ts';
import { APP_USER, type AppUserRow, lockAppUser } from './tables.ts';
import { changeTeam } from './teams.ts';

export interface AppUserChange {
  readonly id: bigint;
  /** The version the caller read; a mismatch means that another user changed the row since. */
  readonly version?: number | undefined;
  readonly realName?: string | undefined;
  readonly userKind?: number | undefined;
  readonly teamId?: bigint | null | undefined;
  readonly countryCode?: string | null | undefined;
  readonly kycLevel?: number | null | undefined;
  readonly phone?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly remark?: string | null | undefined;
}

/**
 * Changes an app user; absent fields stay.
 * @throws NOT_FOUND, STALE_DATA, PANEL_CONSENT_MISSING, TEAM_UNKNOWN, TEAM_OF_AGENT
 */
export async function changeAppUser(tx: Tx, actor: Actor, change: AppUserChange): Promise<bigint> {
  const { id, version, realName, userKind, teamId, countryCode, kycLevel, phone, email, remark } = change;
  const user = await lockAppUser(tx, actor, id);
  if (version !== undefined && version !== user.version) throw commonErrors.STALE_DATA();
  if (userKind !== undefined) assertConsented(user, userKind);
  await tx
    .update(users)
    .set({
      ...(realName === undefined ? {} : { ...nameColumns(realName), name: realName }),
      ...(phone === undefined ? {} : { phone: phone ?? '' }),
      ...(email === undefined ? {} : { email: email ?? '' }),
      ...(remark === undefined ? {} : { remark: remark ?? '' }),
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, id));
  await tx.execute(sql`
    update app_user set user_kind = ${userKind ?? user.userKind}, country_code = ${(countryCode === undefined ? user.countryCode : countryCode) ?? ''},
      kyc_level = ${kycLevel ?? user.kycLevel} where user_id = ${id}`);
  if (teamId !== undefined) await changeTeam(tx, user, teamId);
  if (realName !== undefined) {
    await openWallets(tx, actor, { userId: id, userType: 4, userName: realName, ownerPath: user.ownerPath });
    // Sessions contain the name.
    await rightsChanged(tx);
  }
  announceChange(tx, actor.tenantId, APP_USER);
  return id;
}

/** Refuses a panel member without consent. @throws PANEL_CONSENT_MISSING */
export function assertConsented({ panelConsentTime }: Pick<AppUserRow, 'panelConsentTime'>, kind: number): void {
  if (kind === appUserKind.is.member && panelConsentTime === null) throw atField('userKind', 'PANEL_CONSENT_MISSING');
}
