import type { ProviderRow } from '../tables.ts';

/** Returns the address at which a channel reaches us; null without an origin. */
export const webhookAddress = (
  resource: string,
  { id, callbackOrigin }: Pick<ProviderRow, 'id' | 'callbackOrigin'>,
): string | null => (callbackOrigin === null ? null : `${callbackOrigin}/api/${resource}/webhook?id=${id}`);
