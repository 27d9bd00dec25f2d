import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { pictureCalls } from '@trade-assistant/contract/rich-text.ts';

/** A resource whose rows have formatted texts with pictures. */
export type WithPictures = Resource & { readonly calls: typeof pictureCalls };

/** The pictures of a resource's texts. */
export const picturesOf = (resource: WithPictures) => ({ resource, call: 'picture' }) as const;
