import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../kernel/resource/columns.ts';
import { exemptTable } from '../../../kernel/resource/data-rules.ts';

const dictionaryColumns = () => ({
  parentId: bigint({ mode: 'bigint' }),
  // A form may leave it out; the server then fills in the dictionary's code. The database refuses an empty one.
  code: text().notNull().default(''),
  dictKey: text().notNull().default('-1'),
  dictValue: text().notNull(),
  dictValueEn: text().notNull().default(''),
  tone: integer(),
  sort: integer().notNull().default(1),
  isSealed: integer().$type<0 | 1>().notNull().default(0),
  remark: text(),
});

const { tenantId: _platformWide, ...platformColumns } = baseColumns();

/** Dictionaries of the platform and their entries, which have a `parentId`. */
export const dicts = pgTable('sys_dict', {
  ...platformColumns,
  ...dictionaryColumns(),
  isBuiltIn: integer().$type<0 | 1>().notNull().default(0),
});

/** Dictionaries of tenants and their entries. */
export const bizDicts = pgTable('sys_dict_biz', { ...baseColumns(), ...dictionaryColumns() });

export type DictTable = typeof dicts | typeof bizDicts;
/** A row of either table; only rows of the platform can be built in. */
export type DictRow = Omit<typeof dicts.$inferSelect, 'isBuiltIn'> & { readonly isBuiltIn?: 0 | 1 };

for (const table of [dicts, bizDicts]) exemptTable(table, 'names for all lists and forms of a tenant');
