import type { MeasureRule } from '@trade-assistant/contract/areas/report/definition.ts';
import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import type { Field, FieldKind } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { listFields, listParameters } from '@trade-assistant/contract/kit/page.ts';
import type { Fields, Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { App } from '../../../kernel/app/index.ts';
import type { ListReader, Lists } from '../../../kernel/lists.ts';
import { openingOf } from '../../people/identity/index.ts';
import { reportErrors } from './errors.ts';

/** A list that reports can be about. */
export interface Source {
  /** `agent/product/order-list`. */
  readonly key: string;
  readonly resource: Resource;
  readonly call: string;
  readonly title: Text;
  readonly fields: Fields;
  /** The page that shows it. */
  readonly screen: string | null;
}

/** Every list with a permission: its declaration names its fields and its search. */
function listsOf(resources: readonly Resource[]): Source[] {
  return resources.flatMap((resource) =>
    Object.entries(resource.calls).flatMap(([call, { input, methods, answer, access, standard, title }]): Source[] => {
      const fields = listFields(input);
      const isOpen = access === 'public' || access === 'signed-in';
      const isCopy = standard === 'page' && resource.calls['list']?.standard === 'list';
      if (!fields || isOpen || isCopy || standard === 'counts' || answer !== 'envelope' || !methods.includes('GET'))
        return [];
      const isOwn = standard === 'list' || standard === 'page';
      const named = isOwn
        ? undefined
        : [...(resource.found ?? []), ...(resource.numbers ?? [])].find((one) => one.call === call)?.of;
      const screen = isOwn ? resource.name : named?.screen;
      return [
        {
          key: `${resource.name}/${call}`,
          resource,
          call,
          title: isOwn
            ? resource.title
            : (named?.title ?? {
                zh: `${resource.title.zh} · ${title.zh}`,
                en: `${resource.title.en} · ${title.en}`,
              }),
          fields,
          screen: screen !== undefined && openingOf(screen) !== undefined ? `/${screen}/index` : null,
        },
      ];
    }),
  );
}

const known = new WeakMap<Lists, ReadonlyMap<string, Source>>();

function sourcesOf({ lists }: App): ReadonlyMap<string, Source> {
  const sources = known.get(lists) ?? new Map(listsOf(lists.resources).map((source) => [source.key, source]));
  known.set(lists, sources);
  return sources;
}

/** @throws REPORT_SOURCE_UNKNOWN; REPORT_SOURCE_DENIED for a list that the reader may not view */
export function sourceOf(app: App, reader: ListReader, key: string): Source {
  const source = sourcesOf(app).get(key);
  if (!source) throw reportErrors.REPORT_SOURCE_UNKNOWN({ source: key });
  if (!app.lists.allows(reader, source.resource, source.call))
    throw reportErrors.REPORT_SOURCE_DENIED({ title: source.title[reader.locale] });
  return source;
}

const NUMBERS: ReadonlySet<FieldKind> = new Set(['integer', 'decimal', 'money', 'duration', 'percent']);
const CODES: ReadonlySet<FieldKind> = new Set(['dictionary', 'yesNo', 'country', 'reference', 'treeReference']);
const DATES: ReadonlySet<FieldKind> = new Set(['date', 'dateTime']);

export const isDate = ({ kind }: Field): boolean => DATES.has(kind);

/** Rows are grouped by fields that the list filters by, so that each figure can open its rows, and by texts that are declared for it. */
export const isGroup = ({ kind, options }: Field): boolean => {
  if (DATES.has(kind)) return options.search === 'range';
  if (kind === 'text') return options.isGroup === true;
  return CODES.has(kind) && (options.search === 'equal' || options.search === 'in');
};

export const isPeriod = (field: Field): boolean => isDate(field) && field.options.search === 'range';

/** The figures that a field allows. */
export function measuresOf(name: string, { kind }: Field): readonly MeasureRule[] {
  if (name === 'version') return [];
  if (kind === 'percent') return ['average', 'min', 'max', 'distinct'];
  if (NUMBERS.has(kind)) return ['sum', 'average', 'min', 'max', 'distinct'];
  return CODES.has(kind) ? ['distinct'] : [];
}

/** Names of the fields that are columns, by list; null for a list that is not one query. They are the same for every reader. */
const columns = new WeakMap<Lists, Map<string, ReadonlySet<string> | null>>();

async function columnsOf(app: App, reader: ListReader, source: Source): Promise<ReadonlySet<string> | null> {
  const found = columns.get(app.lists) ?? new Map<string, ReadonlySet<string> | null>();
  columns.set(app.lists, found);
  const kept = found.get(source.key);
  if (kept !== undefined) return kept;
  try {
    const list = await app.lists.source(reader, source.resource, source.call, {});
    const names = list ? new Set(Object.keys(source.fields).filter((name) => list.columns[name])) : null;
    found.set(source.key, names);
    return names;
  } catch (error) {
    // A list that refuses this reader, or needs parameters of its own.
    if (isAppError(error)) return null;
    throw error;
  }
}

/** Returns the lists that the reader may ask about, with their visible fields. */
export async function reportSourcesFor(app: App, reader: ListReader) {
  const allowed = [...sourcesOf(app).values()].filter(({ resource, call }) => app.lists.allows(reader, resource, call));
  const described = [];
  for (const source of allowed) {
    const { key, resource, call, title, fields } = source;
    const own = await columnsOf(app, reader, source);
    if (!own || own.size === 0) continue;
    const hidden = new Set(app.lists.hiddenFields(reader, resource, call));
    const shown = Object.entries(fields).filter(([name]) => own.has(name) && !hidden.has(name));
    const parameters = listParameters(resource.calls[call]?.input ?? {}) ?? {};
    described.push({
      source: key,
      title,
      fields: shown.map(([name, field]) => ({
        name,
        label: field.options.label,
        kind: field.kind as string,
        isGroup: isGroup(field),
        measures: [...measuresOf(name, field)],
        isPeriod: isPeriod(field),
        ...(field.dictionary
          ? {
              values: Object.values(app.dictionaries.current(field.dictionary).entries).map(({ value, zh, en }) => ({
                value,
                label: { zh, en },
              })),
            }
          : {}),
      })),
      conditions: Object.entries(parameters).flatMap(([name, { operator }]) =>
        operator && shown.some(([field]) => name === field || name.startsWith(`${field}_`)) ? [name] : [],
      ),
    });
  }
  return described;
}
