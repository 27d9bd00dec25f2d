import { z } from 'zod';
import type { Dictionary } from '../../../kit/dictionary.ts';
import { COUNTRY } from '../../../kit/field.ts';
import { amountText } from '../../../kit/schema.ts';

/** Values of the partner interface. Coded values travel by their names, so that nobody has to know our numbers. */

export const idText = (example = '1') =>
  z
    .string()
    .regex(/^\d{1,18}$/)
    .meta({ format: 'int64', examples: [example] });
export const moneyText = (example = '12.5') => amountText().meta({ format: 'decimal', examples: [example] });
export const instant = () => z.iso.datetime({ offset: true }).meta({ examples: ['2026-11-27T08:00:00.000Z'] });
export const country = () =>
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(COUNTRY)
    .meta({ examples: ['US'] });
export const cursor = () =>
  z
    .string()
    .regex(/^\d{1,18}$/)
    .meta({ examples: ['1042'] });

/** The names of a dictionary. */
export const nameIn = <D extends Dictionary>({ entries }: D) =>
  z.enum(Object.keys(entries) as [keyof D['entries'] & string, ...(keyof D['entries'] & string)[]]);

/** Returns the name of a value; its number as text where the dictionary has none. */
export const nameOf = ({ entries }: Dictionary, value: number): string =>
  Object.entries(entries).find(([, entry]) => entry.value === value)?.[0] ?? String(value);

/** Returns the value of a name. */
export const valueNamed = ({ entries }: Dictionary, name: string): number => entries[name]?.value ?? -1;

export const LIMIT_MAX = 100;
/** Parameters of a page; `limit` as text of a query. */
export const paging = {
  cursor: cursor().optional().describe('`next` of the last page; without it the newest rows'),
  limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(50),
};
export const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({
    items: z.array(item),
    next: cursor().nullable().describe('The cursor of the next page; null at the end'),
  });
