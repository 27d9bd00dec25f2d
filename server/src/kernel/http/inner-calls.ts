import { type Call, isExport } from '@trade-assistant/contract/kit/call.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { Actor } from '../auth/actor.ts';
import { invariant } from '../invariant.ts';
import { wasAdmitted } from './admit-export.ts';
import { canCall, permissionOf } from './can-call.ts';
import { type Context, FileAnswer } from './context.ts';
import { type Decoding, decodingOf } from './decoding.ts';
import type { AreaModule } from './serve.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The calls of the product for another interface over them. Permissions, routes that need a grant, data rules and hidden fields hold as for a
 * request; input and answers are in the form in which they travel.
 */
export interface InnerCalls {
  /** @throws NO_PERMISSION */
  assertCan(actor: Actor, call: string): void;
  /** Makes a call. @returns its data, or the file. @throws its refusals */
  make(c: Context, call: string, given: Values): Promise<unknown>;
  /** Reads rows of a list call, which are not counted. Unlike a request it may filter by any column. */
  list(c: Context, call: string, query: Pick<ListQuery, 'size' | 'filters' | 'sort'>): Promise<readonly Values[]>;
}

interface Known {
  readonly resource: Resource;
  readonly name: string;
  readonly call: Call;
  readonly decoding: Decoding;
  readonly handler: (context: Context, input: unknown) => Promise<unknown>;
}

/** Returns the calls of all modules for other interfaces: with the checks and the answers that a request would get. */
export function createInnerCalls(modules: readonly AreaModule[]): InnerCalls {
  const calls = new Map<string, Known>();
  for (const module of modules)
    for (const [name, call] of Object.entries(module.resource.calls)) {
      const handler = module.handlers[name];
      if (typeof handler !== 'function') continue;
      const { resource } = module;
      const known = { resource, name, call, decoding: decodingOf(module, call), handler: handler as Known['handler'] };
      calls.set(`${resource.name}/${name}`, known);
    }
  const find = (name: string): Known => {
    const found = calls.get(name);
    invariant(found, 'inner-call-known', name);
    return found;
  };
  const assertCan = (actor: Actor, name: string): void => {
    const [resource, call, path] = allowed(name);
    const isDenied = call.methods.some((method) => actor.deniedRoutes?.has(`${method} ${path}`));
    if (isDenied || !canCall(actor, resource, call)) throw commonErrors.NO_PERMISSION();
  };
  const declared = new Map(
    modules.flatMap(({ resource }) =>
      Object.entries(resource.calls).map(([name, call]) => [`${resource.name}/${name}`, [resource, call] as const]),
    ),
  );
  const allowed = (name: string): readonly [Resource, Call, string] => {
    const found = declared.get(name);
    invariant(found, 'inner-call-known', name);
    return [...found, `/api/${name}`];
  };
  /** The context of the inner call: its page and permission decide which data rules apply. */
  const within = (c: Context, { resource, call }: Known): Context => {
    const actor = { ...c.actor, page: resource.name, permission: permissionOf(resource, call) };
    return { ...c, actor, ruleOf: (name) => actor.dataRules?.[name] };
  };
  const run = async (c: Context, known: Known, input: unknown): Promise<unknown> => {
    const answer = await known.handler(c, input);
    if (!(answer instanceof FileAnswer)) return known.decoding.write(answer, c);
    if (isExport(known.call)) invariant(wasAdmitted(c), 'export-admitted', known.name);
    return answer;
  };
  return {
    assertCan,
    async make(outer, name, given) {
      assertCan(outer.actor, name);
      const known = find(name);
      const c = within(outer, known);
      const { wireOf, inputOf } = known.decoding;
      return run(c, known, await inputOf(wireOf({ ...given }, c), c));
    },
    async list(outer, name, { filters, sort, size }) {
      assertCan(outer.actor, name);
      const known = find(name);
      const c = within(outer, known);
      const query: ListQuery = { current: 1, size, filters, sort, isUncounted: true, more: {} };
      const page = (await run(c, known, query)) as { readonly records: Values[] };
      return page.records;
    },
  };
}
