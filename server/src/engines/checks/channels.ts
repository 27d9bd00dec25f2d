import { telegramFilterType } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { providerCapability } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { filterType } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';

/** A kind of check of a channel. */
export interface CheckType {
  /** The ability that a provider needs. */
  readonly capability: number;
  /** An upgrade goes to a higher rank. */
  readonly rank: number;
  /** Whether it looks for activity within a period. */
  readonly hasPeriod: boolean;
}

/** A channel whose accounts are checked. */
export interface CheckChannel {
  readonly key: 'whatsapp' | 'telegram';
  readonly businessType: number;
  /** Prefix of its task numbers. */
  readonly prefix: string;
  readonly name: Text;
  /** By the value of the channel's dictionary of checks. */
  readonly types: ReadonlyMap<number, CheckType>;
}

const type = (capability: number, rank: number, hasPeriod = false): CheckType => ({ capability, rank, hasPeriod });

export const whatsapp: CheckChannel = {
  key: 'whatsapp',
  businessType: businessType.is.whatsapp,
  prefix: 'WF',
  name: { zh: 'WhatsApp 号码检测', en: 'WhatsApp check' },
  types: new Map([
    [filterType.is.valid, type(providerCapability.is.numberStatus, 1)],
    [filterType.is.registered, type(providerCapability.is.whatsappAccount, 2)],
    [filterType.is.business, type(providerCapability.is.whatsappBusiness, 3)],
    [filterType.is.active, type(providerCapability.is.whatsappActivity, 4, true)],
  ]),
};

export const telegram: CheckChannel = {
  key: 'telegram',
  businessType: businessType.is.telegram,
  prefix: 'TF',
  name: { zh: 'Telegram 号码检测', en: 'Telegram check' },
  types: new Map([
    [telegramFilterType.is.valid, type(providerCapability.is.numberStatus, 1)],
    [telegramFilterType.is.reachable, type(providerCapability.is.telegramAccount, 2)],
    [telegramFilterType.is.active, type(providerCapability.is.telegramActivity, 3, true)],
  ]),
};
