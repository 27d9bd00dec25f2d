import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { user } from '@trade-assistant/contract/areas/system/user.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { and, type Column, eq, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { type Actor, holds } from '../../../../kernel/auth/actor.ts';
import { ruleTable } from '../../../../kernel/resource/data-rules.ts';
import { visible } from '../../../../kernel/resource/scope.ts';
import { isInTree } from '../people/agent-tree.ts';
import { users } from '../tables.ts';

const inDepartments = (dept: Column | SQL, ids: readonly string[]): SQL =>
  sql`${dept} = any(${sql.param([...ids])}::bigint[])`;

/**
 * An agent's rows belong to the department that opened the top account of its line, and to the department in which
 * each row was made (`createDept`, if the table has it).
 */
export const ofHouseDepartments =
  (ownerPath: Column, createDept?: Column) =>
  (ids: readonly string[]): SQL => {
    const opened = sql`exists (select from sys_user house where house.id = nullif(split_part(${ownerPath}, '/', 2), '')::bigint
      and ${inDepartments(sql`house.create_dept`, ids)})`;
    return (createDept && or(inDepartments(createDept, ids), opened)) ?? opened;
  };

// Agents and sub-users; app users have rules of their own. Every user sees themselves.
ruleTable(users, {
  resource: agentUser,
  scope: 'owner',
  reach: ({ actor }) => and(visible(actor, users, 'owner'), isInTree),
  exempt: (actor) => or(not(isInTree), eq(users.id, actor.userId)) ?? sql`false`,
  own: (actor) => or(eq(users.createUser, actor.userId), eq(users.parentId, actor.userId)) ?? sql`false`,
  inDepartments: ofHouseDepartments(users.ownerPath, users.createDept),
});

/**
 * Rules about `system/user`. They apply to every row on that page; agents and sub-users are also subject to the rules
 * of `agent/user`. On other pages only the rules of `agent/user` apply to agents, if the user may open that page.
 */
export const ruledUsers = {
  isOfOwnPage: true,
  exempt: (actor: Actor): SQL =>
    actor.page !== user.name && holds(actor, `${agentUser.name}:view`)
      ? ne(users.userType, userType.is.staff)
      : sql`false`,
  inDepartments: (ids: readonly string[]): SQL => {
    const belongs = sql`exists (select from sys_user_dept ud where ud.user_id = ${users.id}
      and ${inDepartments(sql`ud.dept_id`, ids)})`;
    const isAgent = ne(users.userType, userType.is.staff);
    return or(belongs, and(isAgent, ofHouseDepartments(users.ownerPath, users.createDept)(ids))) ?? belongs;
  },
} as const;
