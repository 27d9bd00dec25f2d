import type { Call } from '@trade-assistant/contract/kit/call.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';

/** Returns the addresses of a call: below its resource's name, and its second one. */
export const addressesOf = ({ name: resource }: Pick<Resource, 'name'>, name: string, { alsoAt }: Call): string[] => [
  `/api/${resource}/${name}`,
  ...(alsoAt === undefined ? [] : [`/api/${alsoAt}`]),
];
