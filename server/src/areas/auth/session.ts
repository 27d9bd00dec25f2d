import { session } from '@trade-assistant/contract/areas/auth/session.ts';
import { dutiesOf, endOwnSessions, ownSessions, switchSession } from '../../engines/people/identity/index.ts';
import { serve } from '../../kernel/http/serve.ts';

export default serve(session, {
  list: async (c) => {
    const open = await ownSessions(c.app.db.drizzle, c.actor);
    return open.map((one) => ({ ...one, isOwn: one.isOwn ? 1 : 0 }));
  },
  end: (c, { ids }) => c.tx(async (tx) => ({ count: await endOwnSessions(tx, c.actor, { ids }) })),
  duties: async (c) => {
    const { isOn, depts, roles } = await dutiesOf(c.app.db.drizzle, c.actor);
    const { deptId = null, roleId = null } = c.actor.narrowing ?? {};
    return { isOn: flagOf(isOn), deptId, roleId, depts: depts.map(choiceOf), roles: roles.map(choiceOf) };
  },
  switch: (c, { deptId, roleId }) =>
    c.tx((tx) => switchSession(tx, c.actor, { deptId: deptId?.toString(), roleId: roleId?.toString() })),
  'end-others': (c) => c.tx(async (tx) => ({ count: await endOwnSessions(tx, c.actor) })),
});

const flagOf = (is: boolean): 0 | 1 => (is ? 1 : 0);

const choiceOf = ({ id, name, nameEn }: { id: string; name: string; nameEn: string }) => ({
  id: BigInt(id),
  name,
  nameEn: nameEn || name,
});
