import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { CallError, errorIn } from '../client/call-error.ts';
import { readJson, send } from '../client/request.ts';
import { useSession } from '../client/session.ts';

/** Where the pictures of a text are: the call that answers one by its `id`, with the reader's own session. */
export interface PictureSource {
  readonly resource: Resource;
  readonly call: string;
}

const KEPT = 100;
const addresses = new Map<string, Promise<string>>();

// Pictures of one user must not be shown to the next one.
useSession.subscribe((session, before) => {
  if (session.user?.userId !== before.user?.userId) for (const key of [...addresses.keys()]) forget(key);
});

/** An address of this page under which the picture can be shown; the same one for as long as it is remembered. */
export function pictureAddress({ resource, call }: PictureSource, id: string): Promise<string> {
  const key = `${resource.name}/${call}?${id}`;
  const known = addresses.get(key);
  if (known !== undefined) return known;
  const address = fetchPicture(`${resource.name}/${call}`, id);
  addresses.set(key, address);
  // A failure is not remembered: the next look tries again.
  address.catch(() => addresses.delete(key));
  const oldest = addresses.size > KEPT ? addresses.keys().next().value : undefined;
  if (oldest !== undefined) forget(oldest);
  return address;
}

async function fetchPicture(path: string, id: string): Promise<string> {
  const response = await send({ path, method: 'GET', input: { id } });
  if (!response.ok)
    throw errorIn(response.status, await readJson(response)) ?? new CallError('', 'answer', { code: response.status });
  return URL.createObjectURL(await response.blob());
}

function forget(key: string): void {
  addresses.get(key)?.then(URL.revokeObjectURL, () => undefined);
  addresses.delete(key);
}
