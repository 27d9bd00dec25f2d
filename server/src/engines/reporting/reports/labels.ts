import { nameOf } from '@trade-assistant/contract/kit/name.ts';
import { listFields } from '@trade-assistant/contract/kit/page.ts';
import type { App } from '../../../kernel/app/index.ts';
import type { ListReader } from '../../../kernel/lists.ts';
import type { AnsweredLine, Group } from './statement.ts';

const EMPTY = { zh: '（空）', en: '(empty)' } as const;
/** Ids of one search. */
const IDS = 200;

/** Returns the groups of each line in the reader's words. */
export async function labelsOf(
  app: App,
  reader: ListReader,
  groups: readonly Group[],
  lines: readonly AnsweredLine[],
): Promise<string[][]> {
  const words = await Promise.all(groups.map((group, index) => wordsOf(app, reader, group, index, lines)));
  return lines.map((line) => words.map((word, index) => word(line, line[`g${index}`] ?? null)));
}

type Word = (line: AnsweredLine, value: string | null) => string;

async function wordsOf(
  app: App,
  reader: ListReader,
  group: Group,
  index: number,
  lines: readonly AnsweredLine[],
): Promise<Word> {
  const { field, unit, nameColumn, isNameHidden } = group;
  const { locale } = reader;
  const orEmpty =
    (word: (value: string, line: AnsweredLine) => string): Word =>
    (line, value) =>
      value === null ? EMPTY[locale] : word(value, line);
  const { dictionary } = field;
  if (dictionary) return orEmpty((value) => app.dictionaries.nameOf(dictionary, Number(value), locale));
  if (unit === 'month') return orEmpty((value) => value.slice(0, 7));
  if (field.kind === 'country') {
    const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });
    return orEmpty((value) => (/^[A-Z]{2}$/.test(value) ? (names.of(value) ?? value) : value));
  }
  if (field.kind !== 'reference' && field.kind !== 'treeReference') return orEmpty((value) => value);
  if (isNameHidden) return orEmpty((value) => `#${value}`);
  if (nameColumn) return orEmpty((value, line) => line[`n${index}`] || `#${value}`);
  const names = await namesOf(
    app,
    reader,
    group,
    lines.flatMap((line) => line[`g${index}`] ?? []),
  );
  return orEmpty((value) => names.get(value) ?? `#${value}`);
}

/** Names of referenced rows, as their own list shows them to the reader; none where the reader may not open it or see its names. */
async function namesOf(
  app: App,
  reader: ListReader,
  { field }: Group,
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const resource = app.lists.resources.find(({ name }) => name === field.source?.resource);
  const call = resource?.calls['list'] ? 'list' : 'page';
  const fields = resource?.calls[call] && listFields(resource.calls[call].input);
  if (!resource?.nameField || !fields || !('version' in fields) || !app.lists.allows(reader, resource, call))
    return names;
  const hidden = app.lists.hiddenFields(reader, resource, call);
  const named = typeof resource.nameField === 'string' ? [resource.nameField] : Object.values(resource.nameField);
  if (named.some((name) => hidden.includes(name))) return names;
  const ids = [...new Set(values)];
  for (let from = 0; from < ids.length; from += IDS) {
    const some = ids.slice(from, from + IDS).map(BigInt);
    const { records } = await app.lists.page(reader, resource, call, {
      size: IDS,
      filters: [{ field: 'id', operator: 'in', value: some }],
      isUncounted: true,
    });
    for (const row of records) names.set(String(row['id']), nameOf(resource.nameField, row)[reader.locale]);
  }
  return names;
}
