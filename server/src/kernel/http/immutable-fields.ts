import type { Call } from '@trade-assistant/contract/kit/call.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';

/** The fields of a standard form that are given when a row is made and stay as they are. */
export function immutableFields(call: Call, { fields }: Resource): readonly string[] {
  if (call.standard !== 'update' && call.standard !== 'submit') return [];
  return Object.entries(fields).flatMap(([name, { options }]) => (options.form === 'create' ? [name] : []));
}

/** Those of them that an input gives another value than the row has; both as they travel. */
export const changedImmutableFields = (
  fixed: readonly string[],
  input: Readonly<Record<string, unknown>>,
  row: Readonly<Record<string, unknown>>,
): string[] => fixed.filter((name) => input[name] !== undefined && plain(input[name]) !== plain(row[name]));

/** A form may spell a number as text. */
const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
