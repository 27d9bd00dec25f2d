import { depthOf, needsPeriod, telegramFilterType } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { providerCapability } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { filterType } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';

/** A kind of check of a channel. */
export interface CheckType {
  /** The ability that a provider needs. */
  readonly capability: number;
  /** An upgrade goes to a higher rank. */
  readonly rank: number;
  /** Whether it looks for activity within a period. */
  readonly hasPeriod: boolean;
  /** A check that serves to verify an owner's own users, and not to screen lists. */
  readonly isForOwnUsers: boolean;
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

type Capabilities = readonly (readonly [type: number, capability: number, isForOwnUsers?: boolean])[];

const typesOf = (kinds: Dictionary, capabilities: Capabilities): CheckChannel['types'] =>
  new Map(
    capabilities.map(([type, capability, isForOwnUsers = false]) => [
      type,
      { capability, rank: depthOf(kinds, type), hasPeriod: needsPeriod(kinds, type), isForOwnUsers },
    ]),
  );

export const whatsapp: CheckChannel = {
  key: 'whatsapp',
  businessType: businessType.is.whatsapp,
  prefix: 'WF',
  name: { zh: 'WhatsApp 号码检测', en: 'WhatsApp check' },
  types: typesOf(filterType, [
    [filterType.is.valid, providerCapability.is.numberStatus],
    [filterType.is.registered, providerCapability.is.whatsappAccount],
    [filterType.is.business, providerCapability.is.whatsappBusiness],
    [filterType.is.active, providerCapability.is.whatsappActivity],
  ]),
};

export const telegram: CheckChannel = {
  key: 'telegram',
  businessType: businessType.is.telegram,
  prefix: 'TF',
  name: { zh: 'Telegram 号码检测', en: 'Telegram check' },
  types: typesOf(telegramFilterType, [
    [telegramFilterType.is.valid, providerCapability.is.numberStatus],
    [telegramFilterType.is.reachable, providerCapability.is.telegramAccount, true],
    [telegramFilterType.is.active, providerCapability.is.telegramActivity],
  ]),
};
