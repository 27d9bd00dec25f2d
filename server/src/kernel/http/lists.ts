import { AppError } from '@trade-assistant/contract/kit/errors.ts';
import type { ListQuery, Page } from '@trade-assistant/contract/kit/page.ts';
import { DEFAULT_ZONE } from '@trade-assistant/contract/kit/time.ts';
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
    canRead: async (actor, name, id) => {
      const module = byName.get(name);
      const call = module?.resource.calls['detail'];
      const handler = module?.handlers['detail'];
      if (!module || call?.standard !== 'detail' || typeof handler !== 'function') return false;
      const isDenied = actor.deniedRoutes?.has(`GET /api/${name}/detail`);
      if (isDenied || !canCall(actor, module.resource, call)) return false;
      const c = contextFor({ ...app(), db: app().db.overview }, actor, IN_NO_LANGUAGE, { traceId: '' });
      try {
        await handler(c, { id } as never);
        return true;
      } catch (error) {
        if (error instanceof AppError && error.status < 500) return false;
        throw error;
      }
    },
  };
}

/** The language and zone of an answer that nobody reads. */
const IN_NO_LANGUAGE = { locale: 'en', zone: DEFAULT_ZONE } as const;
