import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { messageCategory } from '@trade-assistant/contract/message-dictionaries.ts';
import type { WorkTask } from '../work/index.ts';

const { marketing } = messageCategory.is;

/** Countries in which WhatsApp delivers no marketing templates. Source: its policy for recipients with US numbers, since April 2025. */
const WITHOUT_MARKETING: ReadonlySet<string> = new Set(['US']);

/** Countries without the WhatsApp Business Platform, by its terms. */
const WITHOUT_WHATSAPP: ReadonlySet<string> = new Set(['CU', 'IR', 'KP', 'SY']);

/** Whether the channel of an order delivers its kind of messages in a country. */
export const isServed = (
  { businessType: channel, filterType }: Pick<WorkTask, 'businessType' | 'filterType'>,
  countryCode: string,
): boolean =>
  channel !== businessType.is.whatsapp ||
  (!WITHOUT_WHATSAPP.has(countryCode) && !(filterType === marketing && WITHOUT_MARKETING.has(countryCode)));
