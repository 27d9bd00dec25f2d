import { providerBreaker } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { fill, type Locale } from '@trade-assistant/contract/kit/locale.ts';
import { eq } from 'drizzle-orm';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { holdersOf } from '../../people/identity/index.ts';
import { isolate } from './breaker.ts';
import { providerHealth, providers } from './tables.ts';

/** The minutes in which wrong numbers isolate a provider. */
export const WRONG_MINUTES = 10;
const WRONG = /^WRONG_NUMBERS (\d+) ([\d.]+)$/;
const WORDS = {
  zh: '{minutes} 分钟内 {n} 个多余或矛盾的号码，占 {percent} %',
  en: '{n} foreign or contradictory numbers in {minutes} minutes, {percent} %',
};

/** Returns wrong numbers as the reason of a breaker, in no language. */
export const wrongNumbers = (count: number, percent: number): string => `WRONG_NUMBERS ${count} ${percent}`;

const figuresOf = (reason: string): Record<string, string> | null => {
  const [, n, percent] = WRONG.exec(reason) ?? [];
  return n === undefined || percent === undefined ? null : { n, percent, minutes: String(WRONG_MINUTES) };
};

/** Returns the reason of a breaker in a reader's language; words of people and vendors stay as they are. */
export function reasonIn(locale: Locale, reason: string | null): string | null {
  const figures = reason === null ? null : figuresOf(reason);
  return figures ? fill(WORDS[locale], figures) : reason;
}

/** Isolates a provider for a reason of the program's own and notifies those who may release it; nothing for one that is isolated. */
export async function isolateAndTell(tx: Tx, id: bigint, reason: string): Promise<void> {
  const [found] = await tx
    .select({ tenantId: providers.tenantId, name: providers.providerName, breaker: providerHealth.breaker })
    .from(providers)
    .innerJoin(providerHealth, eq(providerHealth.providerId, providers.id))
    .where(eq(providers.id, id))
    .for('update', { of: providerHealth });
  if (!found || found.breaker === providerBreaker.is.isolated) return;
  const { tenantId, name } = found;
  const figures = figuresOf(reason);
  await isolate(tx, id, reason);
  await sendMessage(tx, systemActor(tenantId), {
    to: { userIds: await holdersOf(tx, tenantId, `${provider.name}:isolate`) },
    ...(figures
      ? { key: 'PROVIDER_ISOLATED_WRONG', params: { provider: name, ...figures } }
      : { key: 'PROVIDER_ISOLATED', params: { provider: name, reason } }),
    bizType: provider.name,
    bizId: String(id),
  });
}
