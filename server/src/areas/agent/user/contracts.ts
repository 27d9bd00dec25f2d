import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { sql } from 'drizzle-orm';
import { sendMessage } from '../../../engines/office/messages/index.ts';
import {
  changeContract,
  contractPapers,
  dueContracts,
  recordReminder,
} from '../../../engines/people/identity/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { pictureHandlers } from '../../../kernel/http/pictures.ts';
import { allOrNone, defineTimer, setApart } from '../../../kernel/jobs/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';

/** Days begin at different hours in different tenants. */
const REMIND_EVERY_MILLIS = 60 * 60_000;
const reminders = setApart('agents/remind-of-contracts');

export const contractTimers = [
  defineTimer({
    name: 'agents/remind-of-contracts',
    every: REMIND_EVERY_MILLIS,
    run: async (app) => {
      while ((await app.db.tx((tx) => remindOfContracts(tx, reminders.batch(app)))) > 0);
    },
  }),
];

const papers = pictureHandlers(contractPapers, { isPrivate: true });

export const contractHandlers = {
  contract: async (c: Context, input: CallInput<typeof agentUser, 'contract', 'out'>): Promise<undefined> => {
    await c.tx(async (tx) => {
      await changeContract(tx, c.actor, c.app.files, input);
      announceChange(tx, c.actor.tenantId, agentUser);
    });
  },
  'put-paper': papers.put,
  paper: papers.show,
};

/** Reminds operations and finance of contracts that end soon or have ended. @returns how many */
export async function remindOfContracts(tx: Tx, batch = allOrNone): Promise<number> {
  const ending = await dueContracts(tx, batch.isNotSetApart(sql`id`));
  await batch.each(tx, ending, async (own, { id, tenantId, agent, contractNo, contractEnd, hasEnded }) => {
    await recordReminder(own, id);
    await sendMessage(own, systemActor(tenantId), {
      to: { roleKeys: ['admin', 'finance'] },
      key: hasEnded ? 'AGENT_CONTRACT_ENDED' : 'AGENT_CONTRACT_ENDING',
      params: { agent, no: contractNo || '–', date: contractEnd },
      bizType: agentUser.name,
      bizId: String(id),
      route: `/${agentUser.name}/index?record=${id}`,
    });
  });
  return ending.length;
}
