import { sql } from 'drizzle-orm';
import type { Tx } from '../../kernel/db/index.ts';

/** The resource of app users. */
export const APP_USER = 'user/app-user';

export interface AppUser {
  readonly userId: bigint;
  readonly tenantId: string;
  readonly name: string;
  /** The agent they belong to; null: the platform. */
  readonly agentId: bigint | null;
  readonly inviterId: bigint | null;
  readonly teamId: bigint | null;
  readonly userKind: number;
  readonly kycLevel: number;
  readonly countryCode: string;
  /** As `user_status`. */
  readonly status: number;
  readonly registerTime: Date;
}

interface StoredAppUser
  extends Record<string, unknown>,
    Omit<AppUser, 'userId' | 'agentId' | 'inviterId' | 'teamId' | 'registerTime'> {
  readonly userId: string;
  readonly agentId: string | null;
  readonly inviterId: string | null;
  readonly teamId: string | null;
  readonly registerTime: string;
}

/** Returns an app user; null for other accounts and removed ones. */
export async function appUserOf(tx: Pick<Tx, 'execute'>, userId: bigint): Promise<AppUser | null> {
  const { rows } = await tx.execute<StoredAppUser>(sql`
    select id::text as "userId", tenant_id as "tenantId", real_name as name, agent_id::text as "agentId", inviter_id::text as "inviterId",
      team_id::text as "teamId", user_kind as "userKind", kyc_level as "kycLevel", country_code as "countryCode", status,
      register_time::text as "registerTime"
    from app_user_row where id = ${userId} and deleted_at is null`);
  const row = rows[0];
  if (!row) return null;
  const idOf = (id: string | null): bigint | null => (id === null ? null : BigInt(id));
  return {
    ...row,
    userId: BigInt(row.userId),
    agentId: idOf(row.agentId),
    inviterId: idOf(row.inviterId),
    teamId: idOf(row.teamId),
    registerTime: new Date(row.registerTime),
  };
}
