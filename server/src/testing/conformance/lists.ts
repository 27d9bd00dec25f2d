import type { Field } from '@trade-assistant/contract/kit/field.ts';
import { filterRules, type Operator, sortable } from '@trade-assistant/contract/kit/filter.ts';
import { expect, it } from 'vitest';
import type { Body, Conformance } from './conformance.ts';

/** A filter's value that finds the row, or undefined where it has none. */
const FINDS: Readonly<Record<Operator, (value: string) => string | undefined>> = {
  eq: (value) => value,
  has: (value) => value,
  in: (value) => (value.includes(',') ? undefined : value),
  ge: (value) => value,
  le: (value) => value,
  contains: (value) => value.slice(0, 3),
  starts: (value) => value.slice(0, 3),
  ends: (value) => value.slice(-3),
  tail: (value) => value.slice(-5).toLowerCase(),
  ne: () => undefined,
  gt: () => undefined,
  lt: () => undefined,
};
/** And a value that does not match. */
const MISSES: Readonly<Partial<Record<Operator, (value: string) => string>>> = {
  ne: (value) => value,
  gt: (value) => value,
  lt: (value) => value,
};

/** Paging, every filter, every order, and the export. */
export function describeLists({ resource, example, product, list, ids }: Conformance): void {
  const { name, calls } = resource;
  const call = calls[list];
  if (!call) return;
  const parameters = new Set((call.input.meta()?.['parameters'] as string[] | undefined) ?? []);
  const admin = () => product().admin;
  const ask = async (query: Body): Promise<{ records: (Body & { id: string })[]; total: number }> => {
    const { status, body } = await admin().get(`${name}/${list}`, { ...example.within, ...query });
    expect([status, body.msg], JSON.stringify(query)).toEqual([200, expect.any(String)]);
    return body.data;
  };
  const rowOf = async (id: string) => {
    for (let current = 1; ; current += 1) {
      const { records } = await ask({ current, size: 200 });
      const found = records.find((row) => row.id === id);
      if (found || records.length < 200) return found;
    }
  };
  /** A list may show only some of the resource's fields. */
  const shown = (field: string, row: Body) => field === 'id' || field in row;

  it('has every row once over its pages', async () => {
    const { total } = await ask({ size: 1 });
    const size = Math.max(1, Math.ceil(total / 3));
    const seen = new Set<string>();
    for (let current = 1; current <= Math.min(3, Math.ceil(total / size)); current += 1)
      if (size <= 200) for (const { id } of (await ask({ current, size })).records) seen.add(id);
    if (size <= 200) expect(seen.size).toBe(total);
    expect((await admin().get(`${name}/${list}`, { size: 201 })).status).toBe(400);
    expect((await admin().get(`${name}/${list}`, { constructor: '1' })).body.bizCode).toBe('UNKNOWN_PARAMETER');
  });

  it('is found by every filter it offers', async () => {
    const [id = ''] = ids();
    const row = await rowOf(id);
    if (!row) throw new Error(`${name} does not list the row ${id}`);
    const tried: string[] = [];
    for (const [parameter, { field, operator }] of filterRules(resource.fields)) {
      if (!parameters.has(parameter) || !shown(field, row)) continue;
      const value = plain(row[field]);
      // A masked number is found by the whole one only, which its own test knows.
      if (value === undefined || String(value).includes('****')) continue;
      const [finding, missing] = [FINDS[operator](value), MISSES[operator]?.(value)];
      const within = parameters.has('id_in') && parameter !== 'id_in' ? { id_in: id } : {};
      if (finding !== undefined)
        expect(idsOf(await ask({ ...within, [parameter]: finding, size: 200 })), `${parameter}=${finding}`).toContain(
          id,
        );
      if (missing !== undefined)
        expect(
          idsOf(await ask({ ...within, [parameter]: missing, size: 200 })),
          `${parameter}=${missing}`,
        ).not.toContain(id);
      tried.push(parameter);
    }
    if ([...filterRules(resource.fields).keys()].some((parameter) => parameters.has(parameter)))
      expect(tried.length).toBeGreaterThan(0);
  });

  it('is sorted by every field it offers, either way', async () => {
    for (const field of sortable(resource.fields)) {
      if (!parameters.has('ascs')) return;
      const [up, down] = [await ask({ ascs: field, size: 200 }), await ask({ descs: field, size: 200 })];
      if (up.total > 200 || !up.records[0] || !shown(field, up.records[0])) continue;
      const values = (rows: readonly Body[]) => rows.map((row) => plain(row[field]) ?? null);
      // Rows without a value come last either way.
      const [rising, falling] = [values(up.records), values(down.records)];
      const known = (list: readonly unknown[]) => list.filter((value) => value !== null);
      expect(known(rising), field).toEqual(known(falling).reverse());
      for (const list of [rising, falling])
        expect(known(list.slice(known(list).length)), `${field} without a value`).toEqual([]);
    }
    expect((await admin().get(`${name}/${list}`, { ascs: 'constructor' })).body.bizCode).toBe('UNKNOWN_PARAMETER');
  });

  if (calls['detail']?.standard)
    it('opens a row as it lists it', async () => {
      const [id = ''] = ids();
      const { body } = await admin().get(`${name}/detail`, { id });
      expect(body.data).toMatchObject({ ...(await rowOf(id)) });
      expect((await admin().get(`${name}/detail`, { id: '999999999999' })).status).toBe(404);
    });

  if (calls['counts'])
    it('counts its states as the list does', async () => {
      const { body } = await admin().get(`${name}/counts`, { ...example.within });
      const { total } = await ask({ size: 1 });
      expect(body.data.states.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(total);
      for (const { value, count } of body.data.states)
        expect((await ask({ [resource.stateField ?? '']: value, size: 1 })).total, String(value)).toBe(count);
    });

  if (calls['select']?.standard)
    it('is offered to pickers by its name', async () => {
      const [id = ''] = ids();
      const [choice] = (await admin().get(`${name}/select`, { id })).body.data;
      expect(choice).toMatchObject({ value: id, label: expect.any(String), labelEn: expect.any(String) });
      const found = (await admin().get(`${name}/select`, { keyword: choice.label })).body.data;
      expect(found.map(({ value }: { value: string }) => value)).toContain(id);
      expect((await admin().get(`${name}/select`, { keyword: '%_\\' })).body.data).toEqual([]);
    });

  const exported = calls['export'];
  if (exported?.standard)
    it('exports a file with the content of the list', async () => {
      const { records, total } = await ask({ size: 200 });
      const { status, body } = await admin().post(`${name}/export`, { format: 'csv', ...example.within });
      expect(status).toBe(200);
      const lines = parseCsv(String(body));
      const listed = Object.values(resource.fields).filter(({ options }) => options.list === true);
      expect(lines[0]).toEqual(listed.map(({ options }) => options.label.zh));
      expect(lines.length - 1).toBe(total);
      const texts = Object.entries(resource.fields).filter(
        ([, field]) => field.options.list === true && isPlain(field),
      );
      for (const [key, field] of texts) {
        const column = listed.indexOf(field);
        expect(
          lines.slice(1, 201).map((line) => line[column]),
          key,
        ).toEqual(records.map((row) => plain(row[key]) ?? ''));
      }
    });
}

/** Written into a file as they travel. */
const isPlain = ({ kind }: Field): boolean => ['text', 'identifier', 'integer', 'dateTime', 'date'].includes(kind);

const idsOf = ({ records }: { records: readonly { id: string }[] }): string[] => records.map(({ id }) => id);

const plain = (value: unknown): string | undefined => {
  if (value === null || value === undefined || value === '') return undefined;
  return typeof value === 'object' ? undefined : String(value);
};

/** Lines of quoted or bare cells, after the byte order mark; a cell that could be a formula has a leading quote. */
function parseCsv(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, bare = '', end = ''] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (quoted === undefined && bare === '' && end === '') break;
    lines.at(-1)?.push((quoted?.replaceAll('""', '"') ?? bare).replace(/^'(?=[=+\-@])/, ''));
    if (end.endsWith('\n')) lines.push([]);
  }
  return lines.filter((line) => line.length > 0);
}
