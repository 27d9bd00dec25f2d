import type { agentConfiguration } from '@trade-assistant/contract/areas/agent/configuration.ts';
import { configurationKey, configurationTerms } from '@trade-assistant/contract/areas/agent/configuration-fields.ts';
import type { CallData, CallInput, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';

export type Group = CallData<typeof agentConfiguration, 'list-form', 'in'>[number];
export type MatrixRow = Group['rows'][number];
export type Item = NonNullable<CallInput<typeof agentConfiguration, 'batch-submit', 'in'>['items']>[number];

/** 1: prices the agent pays; 2: prices it charges its sub-accounts. */
export type Kind = 1 | 2;
export const COUNTED = ['minQty', 'dailyLimit', 'monthlyLimit'] as const;
export const DECIMAL = ['price', 'discount', 'rebateRate1', 'rebateRate2'] as const;
export type TermName = (typeof COUNTED)[number] | (typeof DECIMAL)[number];

/** Values typed into the cells of one row: text as typed, empty for a cleared cell; `enabled` as 1 or 0. */
export type RowEdit = { readonly [K in TermName]?: string } & { readonly enabled?: 0 | 1 };
/** By kind, group and row. */
export type Edits = Readonly<Record<string, RowEdit>>;

export const rowKey = (kind: Kind, group: Group, row: MatrixRow): string =>
  [kind, group.groupKey, row.filterType ?? '', row.activePeriod ?? '', row.countryCode].join('|');

export const termsOf = (kind: Kind, row: MatrixRow): MatrixRow['own'] => (kind === 1 ? row.own : row.resale);

/** Returns the text of a cell: the typed value, else the agreed one. */
export function shownIn(name: TermName, edit: RowEdit | undefined, terms: MatrixRow['own']): string {
  const typed = edit?.[name];
  if (typed !== undefined) return typed;
  const agreed = terms?.[name];
  return agreed === null || agreed === undefined ? '' : String(agreed);
}

/** Returns the edit with one cell changed; removes the cell when its value is the agreed one again. */
export function edited(edit: RowEdit | undefined, terms: MatrixRow['own'], name: TermName, typed: string): RowEdit {
  const { [name]: _before, ...others } = edit ?? {};
  return typed === shownIn(name, undefined, terms) ? others : { ...others, [name]: typed };
}

export function switched(edit: RowEdit | undefined, terms: MatrixRow['own'], isOn: boolean): RowEdit {
  const { enabled: _before, ...others } = edit ?? {};
  const enabled = isOn ? 1 : 0;
  return enabled === (terms?.enabled ?? 1) ? others : { ...others, enabled };
}

/** Returns the edits with one row's replaced; removes a row without changes. */
export const withEdit = (edits: Edits, key: string, edit: RowEdit): Edits => {
  const { [key]: _before, ...others } = edits;
  return Object.keys(edit).length > 0 ? { ...others, [key]: edit } : others;
};

/** Returns the items to send: only changed values, with the version of the row they are based on. */
export function itemsOf(groups: readonly Group[], edits: Edits): Item[] {
  return groups.flatMap((group) =>
    group.rows.flatMap((row) =>
      ([1, 2] as const).flatMap((kind) => {
        const edit = edits[rowKey(kind, group, row)];
        if (!edit) return [];
        const { businessType, serviceType } = group;
        const { filterType, activePeriod, countryCode } = row;
        const about = { kind, businessType, serviceType, filterType, activePeriod, countryCode };
        return [{ ...about, version: termsOf(kind, row)?.version ?? 0, ...changes(edit) } as Item];
      }),
    ),
  );
}

function changes(edit: RowEdit): Partial<Item> {
  const given: Record<string, unknown> = {};
  for (const name of DECIMAL) if (edit[name] !== undefined) given[name] = edit[name] === '' ? null : edit[name];
  for (const name of COUNTED) if (edit[name] !== undefined) given[name] = edit[name] === '' ? null : Number(edit[name]);
  if (edit.enabled !== undefined) given['enabled'] = edit.enabled;
  // A discount replaces a price, and a price a discount.
  if (given['price'] && edit.discount === undefined) given['discount'] = null;
  if (given['discount'] && edit.price === undefined) given['price'] = null;
  return given as Partial<Item>;
}

type Agreed = WireRowOf<typeof agentConfiguration>;
const ITEM_NAMES = [...Object.keys(configurationKey), ...Object.keys(configurationTerms)] as (keyof Agreed)[];

/** Returns the terms of a row without its agent; leaves out terms that are not agreed. */
export const itemOf = (row: Agreed): Item =>
  Object.fromEntries(
    ITEM_NAMES.flatMap((name) => {
      const value = row[name];
      return value === null || value === undefined || (name === 'enabled' && value === 1) ? [] : [[name, value]];
    }),
  ) as unknown as Item;
