import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { declaredErrors, type ErrorDeclaration } from '@trade-assistant/contract/kit/errors.ts';
import type { Operator } from '@trade-assistant/contract/kit/filter.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { listParameters } from '@trade-assistant/contract/kit/page.ts';
import { permissionCode } from '@trade-assistant/contract/kit/permission.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { z } from 'zod';
import { VERSION } from '../version.ts';
import { addressesOf } from './addresses.ts';
import { type Json, schemaWriter, type WriteSchema } from './openapi-schemas.ts';
import type { AreaModule } from './serve.ts';

/** The OpenAPI 3.1 document of the mounted modules, made from the same contract that validates their calls. */
export function openApiDocument(modules: readonly AreaModule[]): Json {
  const { write, schemas } = schemaWriter();
  const errors = sortedErrors();
  const statuses = statusesOf(errors);
  const paths: Record<string, Json> = {};
  for (const { resource } of modules)
    for (const [name, call] of Object.entries(resource.calls))
      for (const address of addressesOf(resource, name, call))
        paths[address] = Object.fromEntries(
          call.methods.map((method) => [
            method.toLowerCase(),
            operation({ resource, call, method, address, statuses }, write),
          ]),
        );
  return {
    openapi: '3.1.0',
    info: {
      title: '外贸助手 Trade Assistant',
      version: VERSION,
      description: INTRODUCTION,
      contact: { name: '外贸助手 Trade Assistant' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: '本服务 / this server' }],
    security: [{ token: [] }],
    tags: modules.map(({ resource }) => ({ name: resource.name, description: both(resource.title) })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Token', description: '`bearer` and the access token' },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      responses: Object.fromEntries(statuses.map((status) => [`Refused${status}`, refusedWith(status, errors)])),
      schemas: { BizCode: bizCode(errors), Refusal: refusal, BareRefusal: bareRefusal, ...schemas() },
    },
  };
}

const both = ({ zh, en }: Text): string => `${zh} / ${en}`;

const INTRODUCTION = [
  'Every answer is an envelope `{code, success, data, msg, traceId}`, but for the calls that answer bare or with a file.',
  'Ids travel as text (`int64`), amounts as decimal text with at most six decimals (`decimal`), times as',
  '`yyyy-MM-dd HH:mm:ss` in the zone of the `Time-Zone` header (`wall-time`; Asia/Shanghai without one).',
  'Sentences are in the language of the `lang` or `Accept-Language` header, Chinese by default.',
  'Parameters may come in the query, a form or JSON alike; names a call does not know are refused.',
].join('\n');

interface Operation {
  readonly resource: Resource;
  readonly call: Call;
  readonly method: string;
  readonly address: string;
  /** Statuses of all declared errors. */
  readonly statuses: readonly number[];
}

function operation({ resource, call, method, address, statuses }: Operation, write: WriteSchema): Json {
  const input = inputOf(call, write);
  const properties = Object.entries((input['properties'] ?? {}) as Readonly<Record<string, Json>>);
  const required = new Set((input['required'] as string[] | undefined) ?? []);
  const parameters: Json[] =
    method === 'GET'
      ? properties.map(([parameter, { description, ...schema }]) => ({
          name: parameter,
          in: 'query',
          required: required.has(parameter),
          ...(description ? { description } : {}),
          schema,
        }))
      : [];
  if (call.idempotent) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  if (call.signed)
    for (const header of ['nonce', 'timestamp', 'signature'])
      parameters.push({ name: header, in: 'header', required: true, schema: { type: 'string' } });
  return {
    operationId: identifier(`${call.methods.length > 1 ? `${method} ` : ''}${address.replace('/api/', '')}`),
    summary: both(call.title),
    tags: [resource.name],
    description: accessOf(resource.name, call),
    ...(call.access === 'public' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method === 'POST' ? { requestBody: { required: required.size > 0, content: bodyOf(call, input) } } : {}),
    responses: {
      200: { description: answers[call.answer], content: answerOf(call, write) },
      ...refusalsOf(call, statuses),
    },
  };
}

function accessOf(resource: string, { access }: Call): string {
  if (access === 'public') return '任何人 / anybody';
  return access === 'signed-in'
    ? '登录用户 / anybody signed in'
    : `需要权限 / needs the permission \`${permissionCode(resource, access)}\``;
}

/** A name that is one in every language clients are made in: `agentUserManualUpdateBalance`. */
const identifier = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word, index) => (index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');

/** Returns the input of a call as an object; filters with their comparison. */
function inputOf(call: Call, write: WriteSchema): Json {
  const listed = listParameters(call.input);
  if (!listed) return write(call.input);
  const properties = Object.entries(listed).map(([name, { schema, operator }]) => {
    // Several in one parameter are one text.
    const written = operator === 'in' ? { type: 'string' } : write(schema);
    return [name, operator ? { ...written, description: meanings[operator] } : written];
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

const meanings: Readonly<Record<Operator, string>> = {
  eq: '等于 / is',
  ne: '不等于 / is not',
  has: '包含所给的全部（各位之和） / holds all of these (the sum of their bits)',
  contains: '包含文字 / contains',
  starts: '以此开头 / starts with',
  ends: '以此结尾 / ends with',
  tail: '以此结尾，不分大小写 / ends with, in any case',
  gt: '大于 / after, more than',
  ge: '大于等于，含此刻 / from, this moment included',
  lt: '小于，不含此刻 / before, this moment left out',
  le: '小于等于 / up to and including',
  in: '其中之一，逗号分隔 / one of these, separated by commas',
};

function bodyOf(call: Call, input: Json): Json {
  if (!call.upload)
    return { 'application/json': { schema: input }, 'application/x-www-form-urlencoded': { schema: input } };
  const properties = { ...(input['properties'] as Json | undefined), file: { type: 'string', format: 'binary' } };
  return { 'multipart/form-data': { schema: { ...input, type: 'object', properties } } };
}

const answers = { envelope: '信封 / in the envelope', bare: '直接返回 / bare', file: '文件 / a file' } as const;

function answerOf(call: Call, write: WriteSchema): Json {
  if (call.answer === 'file') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const data = call.data instanceof z.ZodUndefined ? { type: 'null' } : write(call.data);
  return { 'application/json': { schema: call.answer === 'bare' ? data : envelope(data) } };
}

const envelope = (data: Json, more: Json = {}): Json => ({
  type: 'object',
  required: ['code', 'success', 'data', 'msg', 'traceId', ...Object.keys(more)],
  properties: {
    code: { type: 'integer' },
    success: { type: 'boolean' },
    data,
    msg: { type: 'string' },
    traceId: { type: 'string' },
    ...more,
  },
});

const bizCodeRef = { $ref: '#/components/schemas/BizCode' };
const refusal = {
  ...envelope(
    { description: '出错的字段等 / what belongs to the refusal, such as the fields it is about' },
    { bizCode: bizCodeRef },
  ),
  description: '拒绝 / a refusal; `msg` is a sentence for people',
};
const bareRefusal = {
  type: 'object',
  required: ['error_code', 'error_description'],
  properties: { error_code: bizCodeRef, error_description: { type: 'string' }, data: {} },
  description: '直接返回的拒绝 / the refusal of a call that answers bare',
};

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 64 },
  description: '同一键值只执行一次 / the same key never does it twice: a repetition gets the stored answer',
};

type Declared = readonly (readonly [code: string, declaration: ErrorDeclaration])[];

const sortedErrors = (): Declared => [...declaredErrors].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** A documented call is never answered that its verb is not supported. */
const statusesOf = (errors: Declared): number[] =>
  [...new Set(errors.map(([, { status }]) => status))].filter((status) => status !== 405).sort((a, b) => a - b);

/** Every code with its status and its sentence in both languages. */
const bizCode = (errors: Declared): Json => ({
  type: 'string',
  enum: errors.map(([code]) => code),
  description: errors
    .map(([code, declaration]) => `- \`${code}\` (${declaration.status}): ${both(declaration)}`)
    .join('\n'),
});

function refusedWith(status: number, errors: Declared): Json {
  const codes = errors.filter(([, declaration]) => declaration.status === status);
  return {
    description: codes.map(([code]) => `\`${code}\``).join(', '),
    content: {
      'application/json': {
        schema: { anyOf: [{ $ref: '#/components/schemas/Refusal' }, { $ref: '#/components/schemas/BareRefusal' }] },
      },
    },
  };
}

/** Returns the error codes of a call; only those of a kind of call are listed separately. */
function refusalsOf(call: Call, statuses: readonly number[]): Json {
  const left = statuses.filter((status) => {
    if (status === 401 && call.access === 'public') return call.answer === 'bare' || call.rawBody === true;
    return (status !== 413 && status !== 415) || call.methods.includes('POST');
  });
  return Object.fromEntries(left.map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]));
}
