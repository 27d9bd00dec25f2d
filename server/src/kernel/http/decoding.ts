import type { Call, Standard } from '@trade-assistant/contract/kit/call.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { type ListQuery, orderOf } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { inZone } from '@trade-assistant/contract/kit/time.ts';
import { z } from 'zod';
import { inOwnNames, otherNames } from './aliases.ts';
import { coercer } from './coerce.ts';
import type { Context } from './context.ts';
import { withDefaults } from './defaults.ts';
import { errorMap, immutableFieldRefusal, refusal, unstorableRefusal } from './errors.ts';
import { fieldPermissions } from './field-permissions.ts';
import { changedImmutableFields, immutableFields } from './immutable-fields.ts';
import { TENANT, takesTenant, unknownNames, unsetNames } from './names.ts';
import type { AreaModule } from './serve.ts';
import { pathOfUnstorable } from './storable.ts';

type Values = Record<string, unknown>;

/** Converts requests to the input of a handler, and its answers to responses. */
export interface Decoding {
  /** Returns the decoded parameters. @throws for values no column could hold, and unknown names */
  wireOf(given: Values, context: Pick<Context, 'locale'> & { readonly tenantId?: string | undefined }): Values;
  /** @throws for input that violates the contract or the caller's rights */
  inputOf(wire: Values, context: Context): Promise<unknown>;
  /** Returns the answer without fields hidden from the reader. */
  write(answer: unknown, context: Context): unknown;
}

export function decodingOf(module: AreaModule, call: Call): Decoding {
  const { resource } = module;
  const permissions = fieldPermissions(call, resource);
  const coerce = coercer(call.input);
  const unknownOf = unknownNames(call, resource);
  const isForm = call.standard === 'save' || call.standard === 'update' || call.standard === 'submit';
  const aliases = Object.values(resource.fields).flatMap(({ options: { alias } }) => alias ?? []);
  const withOtherNames = otherNames(resource, call);
  const namesTenant = takesTenant(call);
  const unset = unsetNames(call, resource);
  const fixed = immutableFields(call, resource);
  return {
    wireOf(given, { locale, tenantId }) {
      const wire = coerce(withoutMarks(given)) as Values;
      for (const name of unset(wire)) delete wire[name];
      if (isForm) for (const name of aliases) if (given[name] === '') wire[name] = [];
      if (!namesTenant && tenantId !== undefined && wire[TENANT] === tenantId) delete wire[TENANT];
      const unstorable = pathOfUnstorable(wire);
      if (unstorable) throw unstorableRefusal(unstorable, resource, locale);
      const unknown = unknownOf(wire);
      if (unknown.length > 0) throw commonErrors.UNKNOWN_PARAMETER({ name: namesOf(unknown) });
      return wire;
    },
    async inputOf(given, context) {
      const named = isForm
        ? await inOwnNames(
            resource,
            given,
            onceOf(() => currentRow(module, given['id'], context, permissions)),
          )
        : given;
      permissions.refuseWriting(named, context);
      const wire = withDefaults(call, resource, named);
      const parsed = inZone(context.zone, () => z.safeDecode(call.input, wire, { error: errorMap(context.locale) }));
      if (!parsed.success) throw refusal(parsed.error, resource, context.locale);
      const kept = [...fixed, ...permissions.fixed(context)];
      if (kept.length > 0) await keepFixed(module, kept, wire, parsed.data as Values, context);
      permissions.refuseSearching(parsed.data, context);
      return inDefaultOrder(call, resource, parsed.data);
    },
    write: (answer, context) =>
      withOtherNames(
        permissions.withoutRuled(
          inZone(context.zone, () => z.encode(call.data, permissions.withoutHidden(answer, context))),
          context,
        ),
        context,
      ),
  };
}

/** Removes the names with `$` that table libraries add to edited rows. */
const withoutMarks = (given: Values): Values =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !name.startsWith('$')));

const LISTING: ReadonlySet<unknown> = new Set<Standard>(['list', 'page', 'export']);

/** Applies the resource's default order to a list without one. */
function inDefaultOrder({ standard }: Call, { defaultSort }: Resource, input: unknown): unknown {
  if (defaultSort === undefined || !LISTING.has(standard)) return input;
  const query = input as Partial<ListQuery>;
  if (query.sort?.length !== 0) return query;
  return { ...query, sort: [orderOf(defaultSort)] };
}

const onceOf = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let answer: Promise<T> | undefined;
  return () => (answer ??= read());
};

/** The row a form is about, as the caller reads it on the wire; undefined for a form that adds. Read without a lock. */
async function currentRow(
  { resource, handlers }: AreaModule,
  id: unknown,
  context: Context,
  permissions: ReturnType<typeof fieldPermissions>,
): Promise<Values | undefined> {
  const { detail } = resource.calls;
  const named = detail && z.safeDecode(detail.input, { id });
  if (id === undefined || !detail || !named?.success) return undefined;
  const row = await (handlers['detail'] as (context: Context, input: unknown) => Promise<unknown>)(context, named.data);
  const encoded = inZone(context.zone, () => z.encode(detail.data, permissions.withoutHidden(row, context)));
  return permissions.withoutRuled(encoded, context) as Values;
}

/** A form may send fields of creation again as they are; another value is refused. Read without a lock: they never change. */
async function keepFixed(
  { resource, handlers }: AreaModule,
  fixed: readonly string[],
  wire: Values,
  input: Values,
  context: Context,
): Promise<void> {
  const { detail } = resource.calls;
  if (input['id'] === undefined || !detail || !fixed.some((name) => wire[name] !== undefined)) return;
  const row = await (handlers['detail'] as (context: Context, input: unknown) => Promise<unknown>)(context, {
    id: input['id'],
  });
  const changed = changedImmutableFields(fixed, wire, inZone(context.zone, () => z.encode(detail.data, row)) as Values);
  if (changed.length > 0) throw immutableFieldRefusal(changed, resource, context.locale);
  for (const name of fixed) delete input[name];
}

/** A few names, none of them longer than a name may be. */
const namesOf = (names: readonly string[]): string =>
  names
    .slice(0, 5)
    .map((name) => name.slice(0, 64))
    .join(', ');
