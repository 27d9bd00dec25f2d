import type { ModelField, ModelKind } from '@trade-assistant/contract/areas/develop/code-model.ts';
import { searchOf } from './contract-file.ts';
import { isGiven, type Plan, uniqueFields } from './plan.ts';
import { commented, snake, sqlQuoted } from './print.ts';

const TYPES: Readonly<Record<ModelKind, string>> = {
  ...{ text: 'text', textarea: 'text', identifier: 'text', country: 'text', email: 'text', url: 'text' },
  ...{ names: 'text', name: 'text', code: 'text', remark: 'text' },
  ...{ integer: 'integer', yes: 'integer', dictionary: 'integer', sort: 'integer', status: 'integer' },
  ...{ money: 'bigint', percent: 'numeric', date: 'date', time: 'timestamptz' },
};
const DEFAULTS: Partial<Record<ModelKind, string>> = { yes: '0', sort: '1', status: '1' };

/** Returns the table of a model with its indexes: a file of `server/database/baseline/`. */
export function tableFile(plan: Plan): string {
  const { tableName, title, fields } = plan;
  const columns = fields.flatMap((field) => namesOf(field).map((name) => `  ${columnOf(field, name)},`));
  const unique = uniqueFields(plan).map(
    ({ name }) =>
      `create unique index ${uniqueIndex(tableName, name)} on ${tableName} (tenant_id, ${columnNamed(name)}) where deleted_at is null;`,
  );
  const searched = fields.flatMap((field) => namesOf(field).flatMap((name) => indexOf(tableName, field, name)));
  return `${[
    `-- ${commented(title.en)}.`,
    `create table ${tableName} (`,
    '  id bigint generated always as identity primary key,',
    '  tenant_id text not null,',
    ...columns,
    '  like audited_row including defaults',
    ');',
    ...unique,
    ...searched,
  ].join('\n')}\n`;
}

export const commentFile = ({ tableName, title }: Plan): string =>
  [
    '-- Comments of tables and columns. Where the contract has a field, its label comes first.',
    '',
    `comment on table ${tableName} is ${sqlQuoted(title.en)};`,
    '',
  ].join('\n');

export const uniqueIndex = (table: string, name: string): string => `${table}_${snake(name)}_unique`;

/** Words that PostgreSQL takes for its own. */
const RESERVED: ReadonlySet<string> = new Set(
  `all and any array as asc both case cast check collate column constraint create default desc distinct do else end except false fetch for
  foreign from grant group having in initially intersect into leading limit not null offset on only or order placing primary references
  returning select some symmetric table then to trailing true union unique user using variadic when where window with`.split(
    /\s+/,
  ),
);
const columnNamed = (name: string): string => (RESERVED.has(snake(name)) ? `"${snake(name)}"` : snake(name));

const namesOf = ({ kind, name }: ModelField): string[] => (kind === 'names' ? [name, `${name}En`] : [name]);

function columnOf(field: ModelField, name: string): string {
  const { kind } = field;
  const column = columnNamed(name);
  const rule = ruleOf(kind, column);
  return [
    column,
    TYPES[kind],
    ...(isGiven(field) ? ['not null'] : []),
    ...(DEFAULTS[kind] ? [`default ${DEFAULTS[kind]}`] : []),
    ...(rule ? [`check (${rule})`] : []),
  ].join(' ');
}

function ruleOf(kind: ModelKind, column: string): string | undefined {
  if (kind === 'dictionary') return `${column} between 0 and 32767`;
  if (kind === 'yes') return `${column} in (0, 1)`;
  if (kind === 'status') return `${column} in (0, 1)`;
  return kind === 'percent' ? `${column} between 0 and 100` : undefined;
}

/** An index for each search of a list that needs one: parts of texts by trigrams, identifiers whole. */
function indexOf(table: string, field: ModelField, name: string): string[] {
  const column = columnNamed(name);
  const isPart = ['names', 'name', 'code'].includes(field.kind) || searchOf(field) === 'like';
  if (isPart) return [`create index on ${table} using gin (${column} gin_trgm_ops);`];
  return field.kind === 'identifier' && field.search ? [`create index on ${table} (tenant_id, ${column});`] : [];
}
