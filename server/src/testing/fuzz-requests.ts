import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { listParameters } from '@trade-assistant/contract/kit/page.ts';
import type { InjectOptions } from 'fastify';
import { z } from 'zod';
import { randomOf } from '../demo/random.ts';
import { multipart } from '../engines/stock/inventory/stock-fixture.ts';
import { LONE_SURROGATE, NASTY_BODIES, NASTY_FILTERS, NASTY_NAMES, nastyValues } from './nasty-values.ts';
import { PIXEL } from './pixel.ts';
import { type RegisteredCall, registeredCalls } from './registry-calls.ts';

export type Input = Readonly<Record<string, unknown>>;

/** One request no sound client sends. */
export interface OddRequest {
  /** The oddity, for the report. */
  readonly what: string;
  /** The tried combinations: a call by a verb, a parameter, a value of a kind. `chooseRequests` covers all of them. */
  readonly covers: readonly string[];
  /** The request, derived from an input that the call accepts. */
  readonly from: (sample: Input) => InjectOptions;
}

/** The schemas of a call's parameters by their names. */
export function parametersOf({ input }: Call): Readonly<Record<string, z.core.$ZodType>> {
  const listed = listParameters(input);
  if (listed) return Object.fromEntries(Object.entries(listed).map(([name, { schema }]) => [name, schema]));
  const { def } = (input as unknown as z.core.$ZodTypes)._zod;
  const object = def.type === 'pipe' ? def.in : input;
  return object instanceof z.ZodObject ? object.shape : {};
}

/** Lists, counts and exports of one resource take the same filters: each of them is sent its share of the values. */
const sharers = new Map<string, RegisteredCall[]>();
for (const one of registeredCalls)
  if (listParameters(one.call.input)) sharers.set(one.resource.name, [...(sharers.get(one.resource.name) ?? []), one]);

/** Placeholder of deeply nested lists: deeper than the runtime can walk, also in the test. */
const DEEP = '@deep';

/** Every odd request to one call: each value in each of its parameters, the others being right; odd names; odd bodies. */
export function* oddRequests(one: RegisteredCall, every: boolean): Generator<OddRequest> {
  const { call, path, resource } = one;
  const sharing = every ? [one] : (sharers.get(resource.name) ?? [one]);
  const share = Math.max(0, sharing.indexOf(one));
  const parameters = Object.entries(parametersOf(call));
  for (const method of call.methods) {
    const odd = (
      what: string,
      covers: readonly string[],
      change: (sample: Input) => Input,
      headers: Record<string, string> = {},
    ): OddRequest => ({
      what: `${method} ${what}`,
      covers,
      from: (sample) =>
        method === 'GET' ? asQuery(path, change(sample)) : asBody(path, call, change(sample), headers),
    });
    yield odd('sample', [`${method} ${path}`], (sample) => sample);
    yield odd('nothing', [`${path} without anything`], () => ({}));
    const required = parameters.filter(([, schema]) => !z.safeParse(schema, undefined).success).map(([name]) => name);
    if (!listParameters(call.input))
      yield odd('only what is required', [], (sample) =>
        Object.fromEntries(Object.entries(sample).filter(([name]) => required.includes(name))),
      );
    for (const [name, schema] of parameters) {
      const field = [name, name.replace(/_[a-z]+$/, '')].find((key) => Object.hasOwn(resource.fields, key));
      const values = nastyValues(name, schema, field ? resource.fields[field]?.kind : undefined, every);
      const parameter = listParameters(call.input) ? `${resource.name}?${name}` : `${path}?${name}`;
      for (const [index, value] of values.entries()) {
        if (index % sharing.length !== share % sharing.length) continue;
        const shown = shorten(value);
        yield odd(`${name}=${shown}`, [parameter, `value ${shown}`], (sample) => ({ ...sample, [name]: value }));
      }
      const inner = partsOf(schema);
      for (const [part, rule] of Object.entries(inner?.shape ?? {}))
        for (const value of nastyValues(part, rule, undefined, every))
          yield odd(`${name}.${part}=${shorten(value)}`, [`${parameter}.${part}`], (sample) => {
            const given = sample[name];
            const [first, ...rest] = Array.isArray(given) ? given : [given];
            const changed = { ...(typeof first === 'object' ? first : {}), [part]: value };
            return { ...sample, [name]: inner?.isList ? [changed, ...rest] : changed };
          });
    }
    for (const name of NASTY_NAMES)
      yield odd(`name ${shorten(name)}`, [`${path} by another name`, `name ${name}`], (sample) =>
        Object.fromEntries([...Object.entries(sample), [name, '1']]),
      );
    if (listParameters(call.input))
      for (const name of NASTY_FILTERS)
        yield odd(`filter ${name}`, [`${path} by another filter`, `filter ${name}`], (sample) => ({
          ...sample,
          [name]: '1',
        }));
    if (method === 'GET') continue;
    const key = { 'idempotency-key': `odd-${path.replaceAll('/', '-')}`.slice(0, 64) };
    yield odd('deep unknown', [], (sample) => ({ ...sample, deep: DEEP }), key);
    for (const [name] of parameters.slice(0, every ? undefined : 3))
      yield odd(`${name} deep`, [], (sample) => ({ ...sample, [name]: DEEP }), key);
    yield odd('key of 65', [], (sample) => sample, { 'idempotency-key': 'k'.repeat(65) });
    for (const [type, payload] of NASTY_BODIES)
      yield {
        what: `${type} ${payload.slice(0, 20)}`,
        covers: [`${path} by another body`, `body ${type} ${payload}`],
        from: () => ({ method: 'POST', url: `/api/${path}`, payload, headers: { 'content-type': type } }),
      };
  }
}

/** One odd request and the call it is for. */
export interface ChosenRequest {
  readonly one: RegisteredCall;
  readonly odd: OddRequest;
}

/**
 * `count` odd requests to these calls, chosen by a seed: first those that try something new, so that every call, every
 * parameter and every value is covered; then any others. Those of one call follow each other.
 */
export function chooseRequests(calls: readonly RegisteredCall[], count: number, seed: number): ChosenRequest[] {
  const all = calls.flatMap((one) => [...oddRequests(one, false)].map((odd) => ({ one, odd })));
  const random = randomOf(seed);
  const order = all.map((_, index) => ({ index, weight: random.next() })).sort((a, b) => a.weight - b.weight);
  const met = new Set<string>();
  const chosen = new Set<number>();
  for (const { index } of order) {
    const covers = all[index]?.odd.covers ?? [];
    if (covers.every((what) => met.has(what))) continue;
    for (const what of covers) met.add(what);
    chosen.add(index);
  }
  for (const { index } of order) {
    if (chosen.size >= count) break;
    chosen.add(index);
  }
  return all.filter((_, index) => chosen.has(index));
}

/** The fields of a parameter that is an object, or a list of them. */
function partsOf(schema: z.core.$ZodType): { shape: z.core.$ZodShape; isList: boolean } | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return { shape: def.shape, isList: false };
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') return partsOf(def.innerType);
  if (def.type === 'pipe') return partsOf(def.in);
  if (def.type !== 'array') return undefined;
  const element = partsOf(def.element);
  return element && !element.isList ? { shape: element.shape, isList: true } : undefined;
}

const CANDIDATES: readonly unknown[] = [
  '1',
  1,
  'US',
  '+12015550123',
  'x',
  '2026-01-02 03:04:05',
  '2026-01-02',
  'Harbour-12',
  'x1234',
  '#12ab34',
  '/x',
  ['UTC'],
  ['1'],
  {},
  [],
  true,
];

/** An input whose every parameter passes its own rule; rules of the handler may still refuse it. */
export function guessedInput(call: Call): Input {
  if (listParameters(call.input)) return {};
  return Object.fromEntries(
    Object.entries(parametersOf(call)).flatMap(([name, schema]) => {
      const value = acceptable(schema as z.ZodType);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function acceptable(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return acceptable(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) return [acceptable(schema.element)];
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, inner]) => [name, acceptable(inner as z.ZodType)]),
    );
  const choices = schema instanceof z.ZodEnum ? [...schema.options, ...CANDIDATES] : CANDIDATES;
  return choices.find((value) => z.safeDecode(schema, value).success);
}

/** Encoded by hand: URLSearchParams would replace a lone surrogate; it is sent as its bytes. */
const encoded = (text: string): string => text.split(LONE_SURROGATE).map(encodeURIComponent).join('%ED%A0%80');

function asQuery(path: string, input: Input): InjectOptions {
  const query = Object.entries(input).map(([name, value]) => {
    // A list travels as the name said again and again.
    if (Array.isArray(value) && value.length > 1 && value.every((one) => typeof one !== 'object'))
      return value.map((one) => `${encoded(name)}=${encoded(String(one))}`).join('&');
    return `${encoded(name)}=${encoded(typeof value === 'object' ? JSON.stringify(value) : String(value))}`;
  });
  return { method: 'GET', url: `/api/${path}?${query.join('&')}` };
}

function asBody(path: string, call: Call, input: Input, headers: Record<string, string>): InjectOptions {
  const url = `/api/${path}`;
  if (!call.upload) {
    const payload = JSON.stringify(input).replaceAll(JSON.stringify(DEEP), '['.repeat(30_000) + ']'.repeat(30_000));
    return { method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } };
  }
  const fields = Object.entries(input).map(
    ([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const,
  );
  const file = call.upload.kinds?.includes('png')
    ? { name: 'a.png', content: PIXEL }
    : { name: 'a.txt', content: '12015550123\n' };
  const form = multipart(Object.fromEntries(fields), file);
  return { method: 'POST', url, payload: form.body, headers: { ...form.headers, ...headers } };
}

/** Values are long and met by every parameter of their kind: each is shortened once. */
const shortened = new Map<unknown, string>();
function shorten(value: unknown): string {
  let text = shortened.get(value);
  if (text === undefined) {
    text = (JSON.stringify(value) ?? String(value)).slice(0, 40);
    shortened.set(value, text);
  }
  return text;
}
