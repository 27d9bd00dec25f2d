import { userTeam } from '@trade-assistant/contract/areas/user/user-team.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import {
  assertLeads,
  dissolve,
  setMembers,
  teamFigures,
  teamMonths,
  teams,
} from '../../engines/customers/app-users/index.ts';
import { users } from '../../engines/people/identity/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

/** Staff see all teams, agents those of their own line, others none. */
const reachable = ({ actor }: Context) => {
  if (actor.userType === userType.is.staff) return undefined;
  if (actor.userType !== userType.is.agent) return sql`false`;
  return sql`${teams.agentId} in (select id from sys_user where tenant_id = ${actor.tenantId} and owner_path like ${`${actor.ownerPath}%`})`;
};

const NOTHING = { memberCount: 0, memberIds: [], monthDone: 0, approvedRate: null };

export default resourceRoutes(userTeam, teams, {
  scope: 'tenant',
  rows: reachable,
  computed: {
    fields: ['leaderName', 'agentName', 'memberCount', 'monthDone', 'approvedRate', 'memberIds'],
    fill: async ({ app, actor }, rows) => {
      const run = app.db.drizzle;
      const people = [
        ...new Set(rows.flatMap(({ leaderId, agentId }) => (agentId ? [leaderId, agentId] : [leaderId]))),
      ];
      const [found, figures] = await Promise.all([
        run.select({ id: users.id, name: users.realName }).from(users).where(inArray(users.id, people)),
        teamFigures(
          run,
          actor.tenantId,
          rows.map(({ id }) => id),
        ),
      ]);
      const names = new Map(found.map(({ id, name }) => [id, name]));
      return rows.map(({ id, leaderId, agentId }) => ({
        leaderName: names.get(leaderId) ?? null,
        agentName: agentId ? (names.get(agentId) ?? null) : null,
        ...(figures.get(id) ?? NOTHING),
      }));
    },
  },
  beforeSave: async (c, tx, { memberIds: _members, ...input }, existing) => {
    if (c.actor.userType !== userType.is.staff) throw commonErrors.NO_PERMISSION();
    const { leaderId, agentId = null } = { ...existing, ...input };
    if (leaderId !== undefined) await assertLeads(tx, c.actor, leaderId, agentId);
    return input;
  },
  afterSave: async (c, tx, row, { memberIds }) => {
    if (memberIds) await setMembers(tx, c.actor, row, memberIds);
  },
  beforeRemove: (_c, tx, rows) =>
    dissolve(
      tx,
      rows.map(({ id }) => id),
    ),
  actions: {
    months: async (c, { id }) => {
      const [team] = await c.app.db.drizzle
        .select({ id: teams.id })
        .from(teams)
        .where(and(visible(c.actor, teams, 'tenant'), reachable(c), eq(teams.id, id)));
      if (!team) throw commonErrors.NOT_FOUND();
      return teamMonths(c.app.db.drizzle, c.actor.tenantId, id);
    },
  },
});
