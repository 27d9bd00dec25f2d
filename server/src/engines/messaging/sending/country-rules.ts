import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { messageCategory } from '@trade-assistant/contract/message-dictionaries.ts';
import type { App } from '../../../kernel/app/index.ts';
import type { WorkTask } from '../work/index.ts';

type Parameters = Pick<App, 'parameters'>;

const { marketing } = messageCategory.is;

const countriesIn = (written: string): string[] =>
  written
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean);

/** Returns the countries that a channel does not serve: for any message, and for marketing. */
export const unservedIn = (
  { parameters }: Parameters,
  channel: number | null,
  tenantId: string,
): { readonly unserved: string[]; readonly withoutMarketing: string[] } =>
  channel === businessType.is.whatsapp
    ? {
        unserved: countriesIn(parameters.get(tenantId, 'whatsapp.unserved')),
        withoutMarketing: countriesIn(parameters.get(tenantId, 'whatsapp.withoutMarketing')),
      }
    : { unserved: [], withoutMarketing: [] };

/** Whether the channel of an order delivers its kind of messages in a country. */
export function isAllowedInCountry(
  app: Parameters,
  { businessType: channel, filterType, tenantId }: Pick<WorkTask, 'businessType' | 'filterType' | 'tenantId'>,
  countryCode: string,
): boolean {
  const { unserved, withoutMarketing } = unservedIn(app, channel, tenantId);
  return !unserved.includes(countryCode) && !(filterType === marketing && withoutMarketing.includes(countryCode));
}
