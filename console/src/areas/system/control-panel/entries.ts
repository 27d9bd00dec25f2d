import type { param } from '@trade-assistant/contract/areas/system/param.ts';
import { type Field, text } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { isWeaker, type Parameter, valueInWords, wireOf } from '@trade-assistant/contract/kit/parameter.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { declaredParameter } from '@trade-assistant/contract/parameters.ts';
import { problemOf } from '../../../kit/form/rules.ts';
import { isRecord } from '../../../kit/persisted-state.ts';

type Item = CallData<typeof param, 'control-panel', 'in'>[number];
type Wire = string | number;

/** A line of the panel: its input, its value and its default. */
export interface Entry {
  readonly key: string;
  readonly field: Field;
  readonly unit: Text | undefined;
  readonly value: Wire;
  readonly standard: Wire | null;
  /** A stored value as people read it. */
  readonly inWords: (stored: string) => Text;
  /** Returns whether the typed value needs a second person. */
  readonly isWeakerThanNow: (typed: string) => boolean;
  readonly isGuarded: boolean;
  /** A weaker value that waits for a second person. */
  readonly asked: Item['asked'];
}

export interface EntryGroup {
  readonly heading: Text;
  readonly entries: readonly Entry[];
}

const OWN: Text = { zh: '自定义参数', en: 'Custom parameters' };

/** The panel in its groups, in the order the server gives. */
export function groupsOf(items: readonly Item[]): EntryGroup[] {
  const groups = new Map<string, { heading: Text; entries: Entry[] }>();
  for (const item of items) {
    const entry = entryOf(item);
    const heading = entry.field.options.group ?? OWN;
    const group = groups.get(heading.en) ?? { heading, entries: [] };
    group.entries.push(entry);
    groups.set(heading.en, group);
  }
  return [...groups.values()];
}

function entryOf(item: Item): Entry {
  const declared = declaredParameter(item.paramKey) ?? ownParameter(item);
  const wire = (stored: string) => wireOf(declared, stored);
  return {
    key: item.paramKey,
    field: declared.field,
    unit: declared.unit,
    value: wire(item.paramValue),
    standard: item.defaultValue === null ? null : wire(item.defaultValue),
    inWords: (stored) => valueInWords(declared, stored),
    isWeakerThanNow: (typed) =>
      !problemOf(declared.field, wire(typed), 'en') && isWeaker(declared, item.paramValue, typed),
    isGuarded: declared.guard !== undefined,
    asked: item.asked,
  };
}

/** An operator's own parameter is a text. */
const ownParameter = ({ paramName, remark }: Item): Parameter => ({
  field: text({
    label: { zh: paramName, en: paramName },
    ...(remark ? { help: { zh: remark, en: remark } } : {}),
    max: 4000,
    required: true,
  }),
  scope: 'tenant',
  isOnPanel: true,
});

/** Returns the values to send: changed ones; a value equal to the default resets the setting. */
export function changesOf(
  entries: readonly Entry[],
  values: Readonly<Record<string, unknown>>,
): { paramKey: string; paramValue: string | null }[] {
  return entries.flatMap(({ key, value, standard }) => {
    const typed = textOf(values[key]);
    if (typed === String(value)) return [];
    return [{ paramKey: key, paramValue: standard !== null && typed === String(standard) ? null : typed }];
  });
}

/** Whether any of the changes waits for a second person. */
export const needsSecondPerson = (
  entries: readonly Entry[],
  changes: readonly { readonly paramKey: string; readonly paramValue: string | null }[],
): boolean =>
  changes.some(({ paramKey, paramValue }) => {
    const entry = entries.find(({ key }) => key === paramKey);
    return entry?.isWeakerThanNow(paramValue ?? String(entry.standard ?? '')) ?? false;
  });

/** Returns the server's error of each refused parameter, by its whole key: keys contain dots. */
export function refusedIn(data: unknown): ReadonlyMap<string, string> {
  const named = isRecord(data) && Array.isArray(data['fields']) ? data['fields'] : [];
  return new Map(
    named.flatMap((entry: unknown) =>
      isRecord(entry) ? [[String(entry['field']), String(entry['message'])] as const] : [],
    ),
  );
}

const textOf = (value: unknown): string => String(value ?? '').trim();
