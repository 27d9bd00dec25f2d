import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../../../kernel/db/index.ts';
import { normalise } from '../../../../kernel/phone/index.ts';
import { users } from '../tables.ts';

/** Returns the country of a user's phone number, for a sub-user of its agent's; undefined if unknown. */
export async function countryOfUser(tx: Pick<Tx, 'select'>, userId: bigint): Promise<string | undefined> {
  const [own] = await tx.select().from(users).where(eq(users.id, userId));
  const agentId = own?.userType === userType.is.subUser ? own.parentId : null;
  const [agent] = agentId === null ? [own] : await tx.select().from(users).where(eq(users.id, agentId));
  const phone = agent?.phone ? normalise(agent.phone) : undefined;
  return phone?.ok ? phone.countryCode : undefined;
}
