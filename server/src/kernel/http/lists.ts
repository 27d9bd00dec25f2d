import type { ListQuery, Page } from '@trade-assistant/contract/kit/page.ts';
import type { App } from '../app/index.ts';
import { invariant } from '../invariant.ts';
import type { Lists } from '../lists.ts';
import { canCall } from './can-call.ts';
import { contextFor } from './exports.ts';
import type { AreaModule } from './serve.ts';

/** @param app what the calls work with, once it is built */
export function createLists(app: () => App, modules: readonly AreaModule[]): Lists {
  const byName = new Map(modules.map((module) => [module.resource.name, module]));
  return {
    resources: modules.map(({ resource }) => resource),
    allows: ({ actor }, resource, name) => {
      const call = resource.calls[name];
      return call !== undefined && canCall(actor, resource, call);
    },
    page: (reader, { name }, call, query) => {
      const handler = byName.get(name)?.handlers[call];
      invariant(typeof handler === 'function', 'list-handler', `${name}/${call}`);
      const whole: ListQuery = { current: 1, size: 10, filters: [], sort: [], more: {}, ...query };
      const c = contextFor({ ...app(), db: app().db.overview }, reader.actor, reader, reader);
      return handler(c, whole as never) as Promise<Page<Readonly<Record<string, unknown>>>>;
    },
  };
}
