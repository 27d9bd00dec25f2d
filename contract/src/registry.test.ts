import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from './kit/call.ts';
import type { Dictionary } from './kit/dictionary.ts';
import type { Text } from './kit/locale.ts';
import { permissionsOf } from './kit/permission.ts';
import type { Resource } from './kit/resource.ts';
import { registry } from './registry.ts';

const resources: readonly Resource[] = registry;
const camelCase = /^[a-z][a-zA-Z0-9]*$/;
/** Call names are addresses: kebab-case segments; a few the specification writes with a capital (`update-isCheat`). */
const address = /^[a-z][a-zA-Z0-9]*(-[a-zA-Z0-9]+)*(\/[a-z][a-zA-Z0-9]*(-[a-zA-Z0-9]+)*)*$/;

const spoken = (text: Text): boolean =>
  text.zh.trim() !== '' && text.en.trim() !== '' && !/\p{Script=Han}/u.test(text.en);

const dictionaries = (): Set<Dictionary> =>
  new Set(
    resources.flatMap(({ fields }) =>
      Object.values(fields).flatMap(({ dictionary }) => (dictionary ? [dictionary] : [])),
    ),
  );

describe('the registry', () => {
  test('is sorted by address within an area and names nothing twice', () => {
    const names = resources.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual([...names].sort());
  });

  test('names every resource after its file', () => {
    for (const { name } of resources) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*(\/[a-z]+(-[a-z]+)*)?$/);
      expect(
        existsSync(new URL(`./areas/${name.includes('/') ? name : `${name}/index`}.ts`, import.meta.url)),
        name,
      ).toBe(true);
    }
  });

  test('misses no resource that stands in the folders', async () => {
    const known = new Set(resources.map(({ name }) => name));
    for (const file of readdirSync(new URL('./areas/', import.meta.url), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
      const exported: Record<string, unknown> = await import(new URL(`./areas/${file}`, import.meta.url).href);
      for (const value of Object.values(exported)) if (isResource(value)) expect(known, file).toContain(value.name);
    }
  });

  test('gives no permission twice', () => {
    const codes = resources.flatMap((resource) => permissionsOf(resource).map(({ code }) => code));
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  test('speaks both languages', () => {
    const texts = [
      resource.title,
      ...Object.values(resource.extras),
      ...Object.values(resource.calls).map(({ title }) => title),
      ...Object.values(resource.fields).flatMap(({ options }) =>
        [options.label, options.help, options.group].filter((text) => text !== undefined),
      ),
    ];
    for (const text of texts) expect(spoken(text), JSON.stringify(text)).toBe(true);
  });

  test('names its fields, calls and extra permissions in the house style', () => {
    for (const field of Object.keys(resource.fields)) expect(field).toMatch(camelCase);
    for (const call of Object.keys(resource.calls)) expect(call).toMatch(address);
    for (const extra of Object.keys(resource.extras)) expect(extra).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test('has columns for its lists', () => {
    const listed = Object.values(resource.calls).some(({ standard }) => standard === 'list' || standard === 'page');
    const columns = Object.values(resource.fields).filter(({ options }) => options.list === true);
    if (listed) expect(columns.length).toBeGreaterThan(0);
  });

  test('hides fields only behind permissions it declares', () => {
    const actions = permissionsOf(resource).map(({ action }) => action);
    for (const { options } of Object.values(resource.fields)) if (options.may) expect(actions).toContain(options.may);
  });

  test('starts its form with values the fields accept', () => {
    for (const [name, { options, schema }] of Object.entries(resource.fields)) {
      if (options.initial !== undefined) expect(schema.safeParse(options.initial).success, name).toBe(true);
    }
  });

  test('points at calls that can be searched the way it says', () => {
    for (const [name, { source }] of Object.entries(resource.fields)) {
      if (!source) continue;
      const target = resources.find((one) => one.name === source.resource);
      const call = target?.calls[source.call];
      expect(call, name).toBeDefined();
      const { by = 'keyword' } = source;
      const input = Object.fromEntries((typeof by === 'string' ? [by] : [by.zh, by.en]).map((one) => [one, 'x']));
      expect(parsedAs(call, input), name).toBe(true);
      if (source.by === undefined) expect(parsedAs(call, { id: '1' }), name).toBe(true);
      else expect(target?.calls['detail'], name).toBeDefined();
      if (source.by !== undefined)
        expect(Object.keys(target?.fields ?? {})).toEqual(expect.arrayContaining(Object.keys(input)));
    }
  });

  test('can be described to a caller', () => {
    for (const call of Object.values(resource.calls)) {
      expect(() => z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })).not.toThrow();
    }
  });
});

describe('dictionaries', () => {
  test('have one meaning per code and per value, in both languages', () => {
    const all = [...dictionaries()];
    expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
    for (const { code, entries, values } of all) {
      expect(new Set(values).size, code).toBe(values.length);
      for (const entry of Object.values(entries)) expect(spoken(entry), `${code} ${JSON.stringify(entry)}`).toBe(true);
    }
  });
});

/** Whether a call takes these parameters, and knows each of them. */
function parsedAs(call: Call | undefined, input: object): boolean | undefined {
  const schema = call?.input instanceof z.ZodObject ? call.input.strict() : call?.input;
  return schema?.safeParse(input).success;
}

function isResource(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && 'calls' in value && 'fields' in value && 'extras' in value;
}
