import { payoutKind } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { enableStatus } from '@trade-assistant/contract/kit/dictionary.ts';
import { and, asc, eq } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Db } from '../../../kernel/db/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { isSandboxOpen } from '../../../kernel/sandbox.ts';
import { paymentErrors } from './errors.ts';
import { type ChannelRow, channels } from './tables.ts';

/** Refuses a sandbox channel unless sandboxes are enabled. @throws SANDBOX_OFF */
export async function assertSandbox(
  { db, config }: Pick<App, 'db' | 'config'>,
  channelKind: number | undefined,
): Promise<void> {
  if (channelKind === payoutKind.is.sandbox && !(await isSandboxOpen(db, config.sandbox)))
    throw paymentErrors.SANDBOX_OFF();
}

/** Returns the channels in use of the actor's tenant, in order. */
export const channelsInUse = ({ drizzle }: Db, actor: Actor): Promise<ChannelRow[]> =>
  drizzle
    .select()
    .from(channels)
    .where(
      and(visible(actor, channels, 'tenant'), eq(channels.status, enableStatus.is.enabled), eq(channels.confirmed, 1)),
    )
    .orderBy(asc(channels.sort), asc(channels.id));
