import type { Call } from '@trade-assistant/contract/kit/call.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { InjectOptions } from 'fastify';
import { z } from 'zod';
import { inputNames } from '../kernel/http/names.ts';
import type { Answer, TestApp } from './app.ts';

/** One request no sound client sends. */
export interface Probe {
  readonly path: string;
  /** What is wrong with it, for the report. */
  readonly what: string;
  readonly request: InjectOptions;
}

const LONE_SURROGATE = '\ud800';
const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown;
const LONG = 'x'.repeat(70_000);

/** Values beyond or beside what any rule means, each a way to an error of the runtime or of the database. */
const NASTY: readonly unknown[] = [
  null,
  '',
  ' ',
  ',',
  'a\u0000b',
  LONE_SURROGATE,
  '-1',
  '1.5',
  '2147483648',
  '9223372036854775808',
  '99999999999999.999999',
  '-99999999999999.999999',
  '1e309',
  'NaN',
  '0000-01-01',
  '0050-02-03 04:05:06',
  '9999-12-31 23:59:59',
  "'%_\\;--",
  'constructor',
  '{"a":1}',
  LONG,
  true,
  [null],
  { toString: 1, valueOf: 1 },
];

const NASTY_NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'a.b', 'a[b]', ' ', 'a\u0000', '查询'];

/** Every odd request to one call: each value in each of its parameters, the others being right; odd names; odd bodies. */
function* probesOf(path: string, call: Call): Generator<Probe> {
  const sound = soundInput(call);
  for (const method of call.methods) {
    const make = (what: string, input: Readonly<Record<string, unknown>>, headers: Record<string, string> = {}) => ({
      path,
      what: `${method} ${what}`,
      request: method === 'GET' ? asQuery(path, input) : asBody(path, call, input, headers),
    });
    yield make('nothing', {});
    yield make('sound', sound);
    for (const name of parametersOf(call)) {
      for (const value of NASTY) yield make(`${name}=${shorten(value)}`, { ...sound, [name]: value });
      // One step into what is nested: a list's first entry, or the value itself.
      const one = sound[name];
      const part = Array.isArray(one) ? one[0] : one;
      if (typeof part !== 'object' || part === null) continue;
      for (const inner of Object.keys(part))
        for (const value of NASTY) {
          const changed = { ...part, [inner]: value };
          yield make(`${name}.${inner}=${shorten(value)}`, {
            ...sound,
            [name]: Array.isArray(one) ? [changed] : changed,
          });
        }
    }
    for (const name of NASTY_NAMES)
      yield make(`name ${name}`, Object.fromEntries([...Object.entries(sound), [name, '1']]));
    if (method === 'GET') continue;
    const key = { 'idempotency-key': `probe-${path.replaceAll('/', '-')}`.slice(0, 64) };
    yield make('deep unknown, keyed', { ...sound, deep: nested(30_000) }, key);
    for (const name of parametersOf(call)) yield make(`${name} deep, keyed`, { ...sound, [name]: nested(30_000) }, key);
    for (const [type, payload] of ODD_BODIES)
      yield {
        path,
        what: `${type} ${payload.slice(0, 20)}`,
        request: { method: 'POST', url: `/api/${path}`, payload, headers: { 'content-type': type } },
      };
  }
}

const ODD_BODIES = [
  ['application/json', ''],
  ['application/json', 'null'],
  ['application/json', '[]'],
  ['application/json', '"x"'],
  ['application/json', '7'],
  ['application/json', '{"a":'],
  ['application/json', '{"__proto__":{"a":1}}'],
  ['application/json; charset=nobody', '{}'],
  ['application/x-www-form-urlencoded', 'a=%&b[]=%ED%A0%80&__proto__=1&'],
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=x', '--x'],
  ['multipart/form-data; boundary=x', '--x\r\n\r\nx\r\n--x--\r\n'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n'],
  ['text/plain', 'x'],
] as const;

/** Every odd request there is to the calls of some resources. */
export function* probes(resources: readonly Resource[]): Generator<Probe> {
  for (const { name, calls } of resources)
    for (const [key, call] of Object.entries(calls)) yield* probesOf(`${name}/${key}`, call);
}

export interface Probed {
  readonly probe: Probe;
  readonly answer: Pick<Answer, 'status' | 'body'>;
}

/** Sends probes as the administrator, who comes anew, from another address, whenever one ended or locked the session, or too many were sent. */
export async function* probe(app: TestApp, all: Iterable<Probe>): AsyncGenerator<Probed> {
  const signIn = async (): Promise<string> => {
    const { id: userId, row } = app.admin;
    const session = { userId, tenantId: row.tenantId, address: '127.0.0.1', userAgent: 'probe' };
    return (await app.db.tx((tx) => app.app.sessions.open(tx, session))).accessToken;
  };
  let token = await signIn();
  let arrivals = 0;
  const send = async (one: Probe) => {
    const headers = { token: `bearer ${token}`, ...one.request.headers };
    const remoteAddress = `198.51.100.${arrivals % 255}`;
    const {
      statusCode: status,
      headers: got,
      payload,
    } = await app.server.inject({ ...one.request, headers, remoteAddress });
    return { status, body: String(got['content-type']).includes('json') ? JSON.parse(payload) : undefined };
  };
  for (const one of all) {
    let answer = await send(one);
    if ([401, 423, 429].includes(answer.status)) {
      arrivals += 1;
      token = await signIn();
      answer = await send(one);
    }
    yield { probe: one, answer };
  }
}

const parametersOf = (call: Call): readonly string[] => inputNames(call.input) ?? [];

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

/** Parameters a call accepts, as far as they can be guessed from its rules. */
function soundInput({ input }: Call): Record<string, unknown> {
  const object = input instanceof z.ZodPipe ? input.in : input;
  if (!(object instanceof z.ZodObject)) return {};
  return Object.fromEntries(
    Object.entries(object.shape).flatMap(([name, schema]) => {
      const value = soundValue(schema as z.ZodType);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function soundValue(schema: z.ZodType): unknown {
  const choices = schema instanceof z.ZodEnum ? [...schema.options, ...CANDIDATES] : CANDIDATES;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return soundValue(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) return [soundValue(schema.element)];
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, inner]) => [name, soundValue(inner as z.ZodType)]),
    );
  return choices.find((value) => schema.safeParse(value).success);
}

/** Written by hand: half a character, which URLSearchParams would mend, travels as the bytes somebody makes of it. */
const encoded = (text: string): string => text.split(LONE_SURROGATE).map(encodeURIComponent).join('%ED%A0%80');

function asQuery(path: string, input: Readonly<Record<string, unknown>>): InjectOptions {
  const query = Object.entries(input).map(
    ([name, value]) => `${encoded(name)}=${encoded(typeof value === 'object' ? JSON.stringify(value) : String(value))}`,
  );
  return { method: 'GET', url: `/api/${path}?${query.join('&')}` };
}

function asBody(
  path: string,
  call: Call,
  input: Readonly<Record<string, unknown>>,
  headers: Record<string, string>,
): InjectOptions {
  const url = `/api/${path}`;
  if (!call.upload)
    return {
      method: 'POST',
      url,
      payload: JSON.stringify(input),
      headers: { 'content-type': 'application/json', ...headers },
    };
  const parts = Object.entries(input).map(
    ([name, value]) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${typeof value === 'object' ? JSON.stringify(value) : value}\r\n`,
  );
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n12015550123\r\n--x--\r\n';
  return {
    method: 'POST',
    url,
    payload: parts.join('') + file,
    headers: { 'content-type': 'multipart/form-data; boundary=x', ...headers },
  };
}

const shorten = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 40);
