import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { FieldOptions } from '@trade-assistant/contract/kit/field.ts';
import { type ListQuery, listParameters } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { fixedByRule, hiddenByRule, ruledCall } from '../auth/rule-fields.ts';
import type { Context } from './context.ts';
import { unwritableRefusal } from './errors.ts';

type Caller = Pick<Context, 'can' | 'locale' | 'ruleOf'>;

/** Handling of a call's fields that need a permission. */
interface FieldPermissions {
  /**
   * Refuses a value for a field that the caller may not set, also null, which would clear it. Takes the raw input,
   * before coercion. @throws FIELD_NOT_PERMITTED, which names the fields
   */
  refuseWriting(wire: unknown, caller: Caller): void;
  /** Refuses searching and sorting by a field the caller may not see. @throws NO_PERMISSION */
  refuseSearching(input: unknown, caller: Caller): void;
  /** Returns a row, rows or a page without the fields hidden from the caller. */
  withoutHidden(answer: unknown, caller: Caller): unknown;
  /** The same for fields hidden by data rules; takes the encoded answer, since required fields may be hidden. */
  withoutRuled(answer: unknown, caller: Caller): unknown;
  /** Fields that the caller does not see. */
  hidden(caller: Caller): readonly string[];
  /** Fields of a form that data rules keep as they are. */
  fixed(caller: Caller): readonly string[];
}

export function fieldPermissions(call: Call, resource: Resource): FieldPermissions {
  const readable = restricted(resource, 'readPermission');
  const isWriting = call.methods.includes('POST') && !listParameters(call.input);
  const writable = isWriting ? restricted(resource, 'writePermission') : [];
  // One's own data is no row of a list.
  const isRuled = call.access !== 'public' && call.access !== 'signed-in';
  const ruled = ruledCall(call, resource);
  const hiddenFrom = (caller: Caller) => (isRuled ? hiddenByRule(ruled.resource, caller.ruleOf?.(ruled.code)) : []);
  return {
    refuseWriting: (wire, caller) => {
      if (!isWriting || typeof wire !== 'object' || wire === null) return;
      const hidden = hiddenFrom(caller);
      if (writable.length === 0 && hidden.length === 0) return;
      const given = [...denied(writable, caller), ...hidden].filter((name) => (wire as Values)[name] !== undefined);
      if (given.length > 0) throw unwritableRefusal(given, resource, caller.locale);
    },
    refuseSearching: (input, caller) => {
      const hidden = hiddenFrom(caller);
      if (readable.length + hidden.length === 0 || typeof input !== 'object' || input === null || !('filters' in input))
        return;
      const { filters = [], sort = [] } = input as Partial<ListQuery>;
      const asked = new Set([...filters, ...sort].map(({ field }) => field));
      if ([...denied(readable, caller), ...hidden].some((name) => asked.has(name))) throw commonErrors.NO_PERMISSION();
    },
    withoutHidden: (answer, caller) => {
      const hidden = denied(readable, caller);
      return hidden.length === 0 ? answer : stripped(answer, hidden);
    },
    withoutRuled: (answer, caller) => {
      const hidden = hiddenFrom(caller);
      return hidden.length === 0 ? answer : stripped(answer, hidden);
    },
    hidden: (caller) => [...denied(readable, caller), ...hiddenFrom(caller)],
    fixed: (caller) =>
      call.standard === 'update' || call.standard === 'submit'
        ? fixedByRule(resource, caller.ruleOf?.(resource.name))
        : [],
  };
}

type Values = Readonly<Record<string, unknown>>;
type Restricted = readonly (readonly [name: string, permission: string])[];

const restricted = (
  { name, fields }: Resource,
  right: keyof Pick<FieldOptions, 'readPermission' | 'writePermission'>,
): Restricted =>
  Object.entries(fields).flatMap(([field, { options }]) =>
    options[right] ? [[field, `${name}:${options[right]}`] as const] : [],
  );

const denied = (fields: Restricted, { can }: Caller): string[] =>
  fields.filter(([, permission]) => !can(permission)).map(([name]) => name);

function stripped(answer: unknown, hidden: readonly string[]): unknown {
  if (Array.isArray(answer)) return answer.map((row) => without(row, hidden));
  const { records } = (answer ?? {}) as { records?: unknown };
  return Array.isArray(records)
    ? { ...(answer as object), records: records.map((row) => without(row, hidden)) }
    : without(answer, hidden);
}

function without(row: unknown, hidden: readonly string[]): unknown {
  if (typeof row !== 'object' || row === null) return row;
  const left: Record<string, unknown> = { ...row };
  for (const field of hidden) delete left[field];
  return left;
}
