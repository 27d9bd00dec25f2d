import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { ledgerErrors, openWallets } from '../../../engines/money/ledger/index.ts';
import { sendMessage } from '../../../engines/office/messages/index.ts';
import {
  changeAgent,
  disableAgents,
  enableAgents,
  findUser,
  isOfTree,
  moveAgent,
  peopleBelow,
  repeatMoves,
  type UserRow,
} from '../../../engines/people/identity/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { defineTimer } from '../../../kernel/jobs/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { timelineOf } from '../../../kernel/resource/states.ts';
import { complete } from './rows.ts';

const MINUTE_MILLIS = 60_000;

export const changeTimers = [
  defineTimer({ name: 'agents/repeat-moves', every: MINUTE_MILLIS, run: async ({ db }) => db.tx(repeatMoves) }),
];

type Input<K extends 'people-below' | 'detail' | 'update' | 'timeline' | 'disable' | 'enable' | 'move'> = CallInput<
  typeof agentUser,
  K,
  'out'
>;

/** Handlers of changes to existing agents and sub-users. */
export const changeHandlers = {
  detail: async (c: Context, { id }: Input<'detail'>) => {
    const [row] = await complete(c, [await reachable(c, id)]);
    if (!row) throw commonErrors.NOT_FOUND();
    return row;
  },
  timeline: async (c: Context, { id }: Input<'timeline'>) => {
    await reachable(c, id);
    return timelineOf(c.app.db, c.actor.tenantId, agentUser.name, id);
  },
  update: (c: Context, input: Input<'update'>) =>
    c.tx(async (tx) => {
      for (const limit of [input.spendLimitDay, input.spendLimitMonth])
        if (limit !== undefined && limit !== null && limit < 0n) throw ledgerErrors.AMOUNT_INVALID();
      const { id, userType: type, realName, ownerPath } = await changeAgent(tx, c.actor, input);
      await openWallets(tx, c.actor, { userId: id, userType: type, userName: realName, ownerPath });
      announceChange(tx, c.actor.tenantId, agentUser);
      return { id };
    }),
  'people-below': (c: Context, { ids }: Input<'people-below'>) =>
    c.app.db.tx(async (tx) => ({ people: await peopleBelow(tx, c.actor, ids) })),
  disable: async (c: Context, { ids, reason, withBelow }: Input<'disable'>): Promise<undefined> => {
    await c.tx(async (tx) => {
      await disableAgents(tx, c.actor, { ids, reason, withBelow: withBelow === 1 });
      announceChange(tx, c.actor.tenantId, agentUser);
    });
  },
  enable: async (c: Context, { ids }: Input<'enable'>): Promise<undefined> => {
    await c.tx(async (tx) => {
      await enableAgents(tx, c.actor, ids);
      announceChange(tx, c.actor.tenantId, agentUser);
    });
  },
  move: (c: Context, input: Input<'move'>) => c.tx((tx) => move(tx, c, input)),
};

async function reachable({ app, actor }: Context, id: bigint): Promise<UserRow> {
  const user = await app.db.tx((tx) => findUser(tx, actor, id));
  if (!isOfTree(user)) throw commonErrors.NOT_FOUND();
  return user;
}

/** Moves an agent; notifies it and its former and new agents above. */
async function move(tx: Tx, c: Context, { id, parentId, reason }: Input<'move'>): Promise<void> {
  const { user, from, to } = await moveAgent(tx, c.actor, { id, parentId: parentId === 0n ? null : parentId, reason });
  await sendMessage(tx, c.actor, {
    to: { userIds: [user.id, from?.id, to?.id].filter((one) => one !== undefined) },
    key: 'AGENT_MOVED',
    params: {
      agent: `${user.realName} (${user.account})`,
      parent: to ? `${to.realName} (${to.account})` : '–',
      reason,
    },
    bizType: agentUser.name,
    bizId: String(user.id),
  });
  announceChange(tx, c.actor.tenantId, agentUser, 'agent/product', 'agent/configuration');
}
