import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { holds } from '../../../kernel/auth/actor.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { isInTree, users } from '../../people/identity/index.ts';
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

/** The users that an author may send reports to: staff among each other, agents within their own tree, sub-users themselves. */
export const recipientsOf = (actor: Actor): SQL =>
  and(
    visible(actor, users, 'owner'),
    actor.userType === userType.is.staff ? eq(users.userType, userType.is.staff) : isInTree,
  ) ?? sql`false`;

/** Whether the actor may change or remove a report. */
export const isOwner = (actor: Actor, row: { readonly createUser: bigint | null }): boolean =>
  row.createUser === actor.userId;
export const mayManage = (actor: Actor, row: { readonly createUser: bigint | null }): boolean =>
  isOwner(actor, row) || holds(actor, ALL);
