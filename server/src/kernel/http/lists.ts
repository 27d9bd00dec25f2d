import { AppError, commonErrors, isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { type ListQuery, listFields, listParameters, type Page } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { DEFAULT_ZONE } from '@trade-assistant/contract/kit/time.ts';
import { HAS_CHILDREN } from '@trade-assistant/contract/kit/tree.ts';
import type { App } from '../app/index.ts';
import type { Db } from '../db/index.ts';
import { invariant } from '../invariant.ts';
import type { ListReader, Lists } from '../lists.ts';
import { canCall, permissionOf } from './can-call.ts';
import { CapturedList, capturingDb } from './captured-list.ts';
import type { Context } from './context.ts';
import { decodingOf } from './decoding.ts';
import { contextFor } from './exports.ts';
import { fieldPermissions } from './field-permissions.ts';
import type { AreaModule } from './serve.ts';

/** @param app what the calls work with, once it is built */
export function createLists(app: () => App, modules: readonly AreaModule[]): Lists {
  const byName = new Map(modules.map((module) => [module.resource.name, module]));
  const allows = ({ actor }: Pick<ListReader, 'actor'>, resource: Resource, name: string): boolean => {
    const call = Object.hasOwn(resource.calls, name) ? resource.calls[name] : undefined;
    const isDenied = actor.deniedRoutes?.has(`GET /api/${resource.name}/${name}`);
    return (
      call !== undefined && listParameters(call.input) !== undefined && !isDenied && canCall(actor, resource, call)
    );
  };
  /** Returns a list call as the reader makes it. @throws NO_PERMISSION, also for a call that is no list */
  const callOf = (reader: ListReader, name: string, callName: string, viewOf = (db: Db): Db => db) => {
    const module = byName.get(name);
    const call = module?.resource.calls[callName];
    const handler = module?.handlers[callName];
    if (!module || !call || typeof handler !== 'function' || !allows(reader, module.resource, callName))
      throw commonErrors.NO_PERMISSION();
    const actor = { ...reader.actor, page: name, permission: permissionOf(module.resource, call) };
    const c = contextFor({ ...app(), db: viewOf(app().db.overview) }, actor, reader, reader);
    const decoding = decodingOf(module, call);
    const inputOf = (parameters: Readonly<Record<string, string>>) =>
      decoding.inputOf(decoding.wireOf({ ...parameters }, { ...reader, tenantId: actor.tenantId }), c);
    return { c, inputOf, declared: call, handler: handler as (c: Context, input: unknown) => Promise<unknown> };
  };
  return {
    resources: modules.map(({ resource }) => resource),
    allows,
    page: (reader, { name }, call, query) => {
      const handler = byName.get(name)?.handlers[call];
      invariant(typeof handler === 'function', 'list-handler', `${name}/${call}`);
      const whole: ListQuery = { current: 1, size: 10, filters: [], sort: [], more: {}, ...query };
      const c = contextFor({ ...app(), db: app().db.overview }, reader.actor, reader, reader);
      return handler(c, whole as never) as Promise<Page<Readonly<Record<string, unknown>>>>;
    },
    async read(reader, name, callName, parameters) {
      const { c, inputOf, handler } = callOf(reader, name, callName);
      const query = (await inputOf(parameters)) as ListQuery;
      return (await handler(c, { ...query, isUncounted: true })) as Page<Readonly<Record<string, unknown>>>;
    },
    async refused(reader, name, callName, parameters) {
      const { inputOf } = callOf(reader, name, callName);
      const refused: string[] = [];
      for (const [parameter, value] of Object.entries(parameters)) {
        try {
          await inputOf({ [parameter]: value });
        } catch (error) {
          if (!isAppError(error) || error.status >= 500) throw error;
          refused.push(parameter);
        }
      }
      return refused;
    },
    async source(reader, { name }, callName, parameters) {
      const { c, declared, inputOf, handler } = callOf(reader, name, callName, capturingDb);
      const query = (await inputOf(parameters)) as ListQuery;
      // Without a filter, the list of a tree has its roots alone.
      const isTree = HAS_CHILDREN in (listFields(declared.input) ?? {});
      const filters = isTree ? [...query.filters, { field: 'id', operator: 'gt' as const, value: 0n }] : query.filters;
      try {
        await handler(c, { ...query, filters });
      } catch (error) {
        if (error instanceof CapturedList) return error.source;
        throw error;
      }
      return undefined;
    },
    hiddenFields: (reader, resource, name) => {
      const call = resource.calls[name];
      const c = contextFor(app(), reader.actor, reader, reader);
      return call ? fieldPermissions(call, resource).hidden(c) : [];
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
