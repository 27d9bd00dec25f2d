import type { Call } from '@trade-assistant/contract/kit/call.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { Context } from './context.ts';
import { namesInRow } from './names.ts';

type Values = Readonly<Record<string, unknown>>;

/** How a value of the wire is written under another name: ids joined by commas. */
function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(written).join(',');
  // An object of the sender's may have a `toString` that is no function.
  return typeof value === 'object' ? JSON.stringify(value ?? '') : String(value ?? '');
}

/**
 * Returns a form under its fields' own names, without empty values: a field with another name, or one that only some
 * may write, has the row's value. If a field and its alias are both sent, the one that differs from the row counts.
 * @param current the row as the caller reads it; undefined for a new row
 */
export async function inOwnNames(
  { fields }: Resource,
  wire: Values,
  current: () => Promise<Values | undefined>,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...wire };
  for (const [name, { options }] of Object.entries(fields)) {
    const { alias, writePermission } = options;
    if (alias !== undefined && values[alias] !== undefined) {
      const isOther = values[name] !== undefined && written(values[alias]) === written((await current())?.[name]);
      if (!isOther) values[name] = values[alias];
      delete values[alias];
    }
    if ((writePermission === undefined && alias === undefined) || values[name] === undefined) continue;
    const row = await current();
    if (row && name in row && written(row[name]) === written(values[name])) delete values[name];
  }
  return values;
}

/** Adds the other names of fields, and the names of coded values, to the rows of an answer as it travels. */
export function otherNames({ fields }: Resource, call: Call): (answer: unknown, context: Context) => unknown {
  const answered = new Set(namesInRow(call.data));
  const aliased = Object.entries(fields).flatMap(([name, { options, dictionary }]) => [
    ...(options.alias && answered.has(options.alias) ? [{ name, as: options.alias, dictionary: undefined }] : []),
    ...(options.namedAs && answered.has(options.namedAs) ? [{ name, as: options.namedAs, dictionary }] : []),
  ]);
  if (aliased.length === 0) return (answer) => answer;
  return (answer, { app, locale }) =>
    eachRow(answer, (row) => {
      const added = aliased.flatMap(({ name, as, dictionary }) => {
        if (!(name in row)) return [];
        const value = row[name];
        return [
          [
            as,
            dictionary && typeof value === 'number'
              ? app.dictionaries.nameOf(dictionary, value, locale)
              : written(value),
          ],
        ];
      });
      return { ...row, ...Object.fromEntries(added) };
    });
}

function eachRow(answer: unknown, change: (row: Values) => Values): unknown {
  if (Array.isArray(answer)) return answer.map((row) => change(row as Values));
  if (typeof answer !== 'object' || answer === null) return answer;
  const { records } = answer as { records?: unknown };
  return Array.isArray(records)
    ? { ...answer, records: records.map((row) => change(row as Values)) }
    : change(answer as Values);
}
