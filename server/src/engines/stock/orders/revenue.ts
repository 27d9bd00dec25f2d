import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { revenue } from '../../money/ledger/index.ts';

const NAMES = new Map<number, string>(Object.entries(businessType.is).map(([name, value]) => [value, name]));

/** Returns the accounting name of a line of business. */
export const businessNameOf = (business: number): string => NAMES.get(business) ?? 'other';

/** The income account of a line of business. */
export const revenueOf = (business: number) => revenue(businessNameOf(business));
