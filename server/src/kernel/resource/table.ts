import type { Field, FieldKind } from '@trade-assistant/contract/kit/field.ts';
import { columnTypeOf } from '@trade-assistant/contract/kit/kinds.ts';
import type { Fields, Resource } from '@trade-assistant/contract/kit/resource.ts';
import { HAS_CHILDREN } from '@trade-assistant/contract/kit/tree.ts';
import type { NotNull } from 'drizzle-orm';
import {
  bigint,
  customType,
  date,
  integer,
  jsonb,
  numeric,
  type PgColumnBuilderBase,
  type PgCustomColumnBuilder,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { baseColumns } from './columns.ts';

type Base = ReturnType<typeof baseColumns>;
type Stored<T> = PgCustomColumnBuilder<{
  name: '';
  dataType: 'custom';
  columnType: 'PgCustomColumn';
  data: T;
  driverParam: unknown;
  enumValues: undefined;
}>;
type ColumnOf<F extends Field> = F['options'] extends { readonly required: true }
  ? NotNull<Stored<z.output<F['schema']>>>
  : Stored<z.output<F['schema']>>;
type ColumnsOf<F extends Fields, Without extends string> = {
  [K in Exclude<keyof F & string, keyof Base | Without | typeof HAS_CHILDREN>]: ColumnOf<F[K]>;
};

/**
 * Returns the table of a plain resource: the standard columns, one for each field of the contract (type by its kind, `not null` if
 * required, the initial form value as default), and `more` that no reader is shown. `without` names computed fields. `server/database`
 * defines the table itself; a test compares the two.
 */
export const tableOf = <
  const N extends string,
  F extends Fields,
  M extends Record<string, PgColumnBuilderBase> = Record<never, never>,
  const W extends string = never,
>(
  name: N,
  { fields }: Resource<string, F>,
  { more, without = [] }: { readonly more?: M; readonly without?: readonly W[] } = {},
) => {
  const base = baseColumns();
  const computed: readonly string[] = [...without, HAS_CHILDREN];
  const own = Object.entries(fields).filter(([key]) => !(key in base) && !computed.includes(key));
  const columns = Object.fromEntries(own.map(([key, field]) => [key, columnOf(field)]));
  return pgTable(name, { ...base, ...(columns as unknown as ColumnsOf<F, W>), ...(more as M) });
};

/** Ids are text in JSON, since a JSON number does not hold all of them. */
const idList = customType<{ data: bigint[]; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (ids) => JSON.stringify(ids.map(String)),
  fromDriver: (stored) => (stored as string[]).map(BigInt),
});

const builders = {
  text: () => text(),
  integer: () => integer(),
  bigint: () => bigint({ mode: 'bigint' }),
  numeric: () => numeric(),
  date: () => date(),
  timestamptz: () => timestamp({ withTimezone: true }),
  jsonb: () => jsonb(),
};

function columnOf(field: Field) {
  const { required, initial } = field.options;
  const builder = field.kind === 'references' ? idList() : builders[columnTypeOf(field)]();
  const first = initial ?? (required && LISTS.has(field.kind) ? [] : undefined);
  const column = first === undefined ? builder : builder.default(first as never);
  return required ? column.notNull() : column;
}

/** A list without a value is empty. */
const LISTS: ReadonlySet<string> = new Set<FieldKind>(['tags', 'references', 'countries', 'images']);
