import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { permissionCode } from '@trade-assistant/contract/kit/permission.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import type { InjectOptions } from 'fastify';

/** A call of the registry with its address below `/api/`. */
export interface RegisteredCall {
  readonly path: string;
  readonly name: string;
  readonly call: Call;
  readonly resource: Resource;
}

export const resources = registry as readonly Resource[];

/** All calls: tests of every call include new ones. */
export const registeredCalls: readonly RegisteredCall[] = resources.flatMap((resource) =>
  Object.entries(resource.calls).map(([name, call]) => ({ path: `${resource.name}/${name}`, name, call, resource })),
);

/** The permission a call needs; undefined when it needs none. */
export const permissionOf = ({ call, resource }: RegisteredCall): string | undefined =>
  call.access === 'public' || call.access === 'signed-in' ? undefined : permissionCode(resource.name, call.access);

/** No call has a parameter called so, and names are looked at after rights and before the handler. */
const UNKNOWN = 'no_such_parameter';

/** A request for each verb that is refused for its unknown parameter and has no effect. */
export const harmlessRequests = ({ path, call }: RegisteredCall): InjectOptions[] =>
  call.methods.map((method) =>
    method === 'GET'
      ? { method, url: `/api/${path}?${UNKNOWN}=1` }
      : { method, url: `/api/${path}`, payload: { [UNKNOWN]: '1' } },
  );
