import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import { holds } from '../../kernel/auth/actor.ts';
import { reports } from './tables.ts';

/** Reports of others are managed with it. */
const ALL = 'report/report:all';

/** Reports that a reader may open: their own, those shared with one of their roles, and all for a manager. */
export const openReports = (actor: Actor): SQL | undefined =>
  holds(actor, ALL)
    ? undefined
    : sql`(${reports.createUser} = ${actor.userId} or exists (
        select from sys_role shared where shared.tenant_id = ${reports.tenantId} and shared.deleted_at is null and shared.status = 1
          and shared.role_alias = any(${sql.param([...actor.roleKeys])}::text[]) and ${reports.roleIds} ? shared.id::text))`;

/** Whether the actor may change or remove a report. */
export const isOwner = (actor: Actor, row: { readonly createUser: bigint | null }): boolean =>
  row.createUser === actor.userId;
export const mayManage = (actor: Actor, row: { readonly createUser: bigint | null }): boolean =>
  isOwner(actor, row) || holds(actor, ALL);
