import type { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';

/** The resource of the checks of a channel; those of all channels have the same fields and calls. */
export type CheckResource = typeof whatsappFilter;
export type Check = WireRowOf<CheckResource>;
