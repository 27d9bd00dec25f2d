import { bulkResult } from '@trade-assistant/contract/kit/bulk.ts';
import { post } from '@trade-assistant/contract/kit/call.ts';
import { dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { audited, date, dict, int, money, text, textarea, time } from '@trade-assistant/contract/kit/field.ts';
import { crud, resource } from '@trade-assistant/contract/kit/resource.ts';
import { ids } from '@trade-assistant/contract/kit/schema.ts';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { z } from 'zod';
import { answer, envelope } from '../../testing/answers.ts';
import { show } from '../../testing/show.tsx';
import { type ResourcePageOptions, resourcePage } from '../resource-page.tsx';

export const sizes = dictionary('sizes', {
  small: { value: 1, zh: '小', en: 'Small', tone: 'off' },
  large: { value: 2, zh: '大', en: 'Large', tone: 'good' },
});

const fields = {
  name: text({
    label: { zh: '船名', en: 'Name' },
    max: 20,
    required: true,
    list: true,
    search: 'like',
    sort: true,
    width: 160,
  }),
  size: dict(sizes, { label: { zh: '大小', en: 'Size' }, required: true, list: true, search: 'equal', initial: 1 }),
  tons: int({ label: { zh: '吨位', en: 'Tons' }, list: true, search: 'range', sort: true }),
  built: date({ label: { zh: '建造日', en: 'Built' }, search: 'range' }),
  seen: time({ label: { zh: '最近出现', en: 'Last seen' }, list: 'hidden', search: 'range' }),
  cost: money({ label: { zh: '成本', en: 'Cost' }, list: true, readPermission: 'cost' }),
  owner: text({ label: { zh: '船东', en: 'Owner' }, max: 20, writePermission: 'owner' }),
  note: textarea({ label: { zh: '备注', en: 'Note' }, max: 200 }),
  ...audited,
};

/** A resource that uses every feature of lists. */
export const ship = resource('sea/ship', {
  title: { zh: '船', en: 'Ships' },
  nameField: 'name',
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'save', 'update', 'remove', 'export']),
    ban: post({
      title: { zh: '禁航', en: 'Ban' },
      access: 'ban',
      input: z.object({ ids: ids(), reason: z.string() }),
      data: bulkResult,
    }),
    give: post({ title: { zh: '赠送', en: 'Give away' }, access: 'ban', input: z.object({ ids: ids() }) }),
  },
  extras: { cost: { zh: '成本', en: 'Costs' }, owner: { zh: '设置船东', en: 'Set owners' } },
});

/** All permissions of the resource. */
export const ALL_PERMISSIONS = ['view', 'add', 'edit', 'delete', 'export', 'ban', 'cost', 'owner'].map(
  (action) => `sea/ship:${action}`,
);

export type Ship = Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string };

export const shipName = (n: number): string => `Ship ${String(n).padStart(3, '0')}`;

/** A server that answers the list calls for ships. `ships` has its rows; change it to simulate other users. */
export function shipServer(count: number, more: Parameters<typeof answer>[0] = {}) {
  const server = {
    ships: Array.from({ length: count }, (_, index): Ship => shipAs(index + 1)),
    asked: [] as ReturnType<typeof answer>,
  };
  const taken = (input: unknown): Ship => input as Ship;
  server.asked = answer({
    'sea/ship/list': ({ query }) => pageOf(server.ships, query),
    'sea/ship/detail': ({ query }) => server.ships.find(({ id }) => id === query.get('id')),
    'sea/ship/save': ({ body }) => {
      server.ships.unshift({ ...shipAs(900), ...taken(body) });
      return { id: '900' };
    },
    'sea/ship/update': ({ body }) => {
      const changed = taken(body);
      server.ships = server.ships.map((one) => (one.id === changed.id ? { ...one, ...changed } : one));
      return { id: changed.id };
    },
    'sea/ship/remove': ({ body }) => {
      const gone = new Set(String((body as { ids: string }).ids).split(','));
      server.ships = server.ships.filter(({ id }) => !gone.has(id));
      return null;
    },
    'sea/ship/export': () =>
      new Response('name\n', { headers: { 'content-disposition': 'attachment; filename="ships.csv"' } }),
    ...more,
  });
  return server;
}

export const refusal = (msg: string, more: { code?: number; bizCode?: string; data?: unknown } = {}): Response =>
  envelope(more.code ?? 400, more.data ?? null, msg, more.bizCode ? { bizCode: more.bizCode } : {});

function shipAs(n: number): Ship {
  return {
    id: String(n),
    name: shipName(n),
    size: n % 2 === 0 ? 2 : 1,
    tons: n * 10,
    built: '2020-01-01',
    seen: '2026-01-01 08:00:00',
    cost: `${n}.5`,
    note: null,
    version: 1,
    createUserName: 'ada',
    createTime: '2026-01-01 08:00:00',
    updateTime: '2026-01-01 08:00:00',
  };
}

function pageOf(ships: readonly Ship[], query: URLSearchParams) {
  const [current, size] = [Number(query.get('current') ?? 1), Number(query.get('size') ?? 10)];
  const wanted = query.get('id_in')?.split(',');
  const found = ships.filter(
    ({ id, name, size: kind }) =>
      name.includes(query.get('name') ?? '') &&
      (query.get('size_equal') ?? query.get('kind') ?? String(kind)) === String(kind) &&
      (wanted?.includes(id) ?? true),
  );
  const order = query.get('descs') ? -1 : 1;
  const by = query.get('descs') ?? query.get('ascs') ?? 'id';
  const sorted = found.toSorted((a, b) => order * compared(a[by], b[by]));
  const records = sorted.slice((current - 1) * size, current * size);
  return { records, total: found.length, size, current, pages: Math.ceil(found.length / size) };
}

const compared = (a: unknown, b: unknown): number =>
  typeof a === 'number' ? a - Number(b) : String(a).localeCompare(String(b), 'en', { numeric: true });

/** A page that can be reloaded: kept state survives, component state does not. Shows its address. */
export function Again({ children }: { children: ReactNode }) {
  const [count, setCount] = useState(0);
  const { search } = useLocation();
  return (
    <>
      <button type="button" hidden id="again" onClick={() => setCount(count + 1)} />
      <output hidden id="address">
        {search}
      </output>
      <div key={count}>{children}</div>
    </>
  );
}

export const reload = (): void => document.getElementById('again')?.click();

/** Returns the query of the current address. */
export const address = (): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(document.getElementById('address')?.textContent ?? ''));

const drawnRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row-key]')];
/** The names of the rows that are drawn, in their order. */
export const names = (): string[] =>
  drawnRows().map(({ textContent }) => /Ship \d+/.exec(textContent ?? '')?.[0] ?? '');

/** The row of a ship. */
export const row = (n: number): Locator => page.getByRole('row', { name: new RegExp(shipName(n)) });

/** Waits until the keyboard is on the row of a ship. */
export const isAt = (n: number): Promise<void> =>
  expect.poll(() => document.activeElement?.closest('[data-row-key]')?.textContent).toContain(shipName(n));

/** Returns the first button with that name: those above the table precede those inside. */
export const button = (name: string): Locator => page.getByRole('button', { name, exact: true }).first();

/** Records that belong to a ship. */
const voyageFields = {
  shipId: text({ label: { zh: '船', en: 'Ship' }, max: 20, search: 'equal' }),
  port: text({ label: { zh: '港口', en: 'Port' }, max: 20, list: true, sort: true }),
  pay: money({ label: { zh: '运费', en: 'Freight' }, list: true }),
};
const voyage = resource('sea/voyage', {
  title: { zh: '航次', en: 'Voyages' },
  fields: voyageFields,
  calls: crud(voyageFields, ['list']),
});

const options: ResourcePageOptions<typeof ship> = {
  form: {
    // An answer that is still pending leads to the screen where it waits.
    followUp: (answer) => {
      const { asked } = answer as { asked?: string };
      return asked === undefined
        ? undefined
        : { said: { zh: '等待船长同意', en: 'Waits for the captain' }, route: `/sea/ship/index?record=${asked}` };
    },
  },
  tabs: [
    {
      key: 'voyages',
      label: { zh: '航次', en: 'Voyages' },
      list: { resource: voyage, filter: ({ id }) => ({ shipId: id }), columns: ['port'], sort: 'port' },
    },
    { key: 'log', label: { zh: '日志', en: 'Log' }, render: ({ name }) => <p>Log of {name}</p> },
  ],
  rowActions: [
    {
      key: 'ban',
      label: { zh: '禁航', en: 'Ban' },
      permission: 'ban',
      on: 'both',
      call: 'ban',
      fields: { reason: { ...fields.note, options: { label: { zh: '原因', en: 'Reason' }, required: true } } },
    },
    {
      key: 'give',
      label: { zh: '赠送', en: 'Give away' },
      permission: 'ban',
      on: 'selection',
      call: 'give',
      isOffered: ({ name }) => name !== shipName(7),
    },
  ],
};
const Ships = resourcePage(ship, options);
const SteadyShips = resourcePage(ship, { ...options, isSteady: true });

/** Opens the list with all permissions, and waits for its rows. */
export async function openShipList(
  query = '',
  setting: Parameters<typeof show>[1] = {},
  height = 600,
  isSteady = false,
): Promise<void> {
  await show(
    // The shell's page: it scrolls, is as wide as the window, and has room for no more rows than a page has at least.
    <div style={{ height, overflow: 'auto', containerType: 'inline-size' }}>
      <Again>{isSteady ? <SteadyShips /> : <Ships />}</Again>
    </div>,
    { address: `/sea/ship/index${query}`, permissions: ALL_PERMISSIONS, ...setting },
  );
  await expect.poll(() => names().length).toBeGreaterThan(0);
}

/** Waits until exactly these ships are shown, in this order. */
export const shows = (...numbers: readonly number[]): Promise<void> =>
  expect.poll(names).toEqual(numbers.map(shipName));

export const says = (words: string): Promise<void> =>
  expect.element(page.getByText(words, { exact: false }).first()).toBeVisible();

export const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name });
export const nameBox: Locator = page.getByRole('textbox', { name: '船名' });
/** The box by which a ship is chosen. */
export const box = (n: number): Locator => row(n).getByRole('checkbox');
/** The title of a column. */
export const head = (name: string): Locator => page.getByRole('columnheader', { name, exact: true }).first();
