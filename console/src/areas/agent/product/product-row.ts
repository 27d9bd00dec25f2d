import type { agentProduct } from '@trade-assistant/contract/areas/agent/product.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';

/** A product as its buyers see it. */
export type Product = WireRowOf<typeof agentProduct>;
