import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { declaredErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Operator } from '@trade-assistant/contract/kit/filter.ts';
import { z } from 'zod';
import type { AreaModule } from './serve.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the mounted modules, made from the same contract that validates their calls. */
export function openApiDocument(modules: readonly AreaModule[]): Json {
  const paths: Record<string, Json> = {};
  for (const { resource } of modules) {
    for (const [name, call] of Object.entries(resource.calls)) {
      const path: Json = {};
      for (const method of call.methods)
        path[method.toLowerCase()] = operation(resource.name, resource.title, name, call, method);
      paths[`/api/${resource.name}/${name}`] = path;
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: '外贸助手 Trade Assistant', version: '0.1.0' },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Token', description: '`bearer` and the access token' },
      },
      schemas: { BizCode: { type: 'string', enum: [...declaredErrors.keys()].sort() } },
    },
  };
}

function operation(
  resource: string,
  title: { zh: string; en: string },
  name: string,
  call: Call,
  method: string,
): Json {
  const input = schemaOf(call.input);
  const properties = (input['properties'] ?? {}) as Json;
  const required = new Set((input['required'] as string[] | undefined) ?? []);
  const listed = call.input.meta()?.['parameters'] as readonly string[] | undefined;
  const filters = (call.input.meta()?.['filters'] ?? {}) as Readonly<Record<string, Operator>>;
  const names = listed ?? Object.keys(properties);
  const asParameters = method === 'GET' && names.length > 0;
  return {
    operationId: `${resource}/${name}:${method}`,
    summary: `${call.title.zh} / ${call.title.en}`,
    tags: [`${title.zh} ${title.en}`],
    description:
      call.access === 'public'
        ? 'public'
        : call.access === 'signed-in'
          ? 'signed in'
          : `permission ${resource}:${call.access}`,
    ...(call.access === 'public' ? { security: [] } : {}),
    ...(asParameters
      ? {
          parameters: names.map((parameter) => ({
            name: parameter,
            in: 'query',
            required: required.has(parameter),
            ...(filters[parameter] ? { description: meanings[filters[parameter]] } : {}),
            schema: properties[parameter] ?? { type: 'string' },
          })),
        }
      : {}),
    ...(method === 'POST' ? { requestBody: { content: bodyOf(call, listed ? listedBody(listed) : input) } } : {}),
    responses: {
      200: { description: call.answer, content: answerOf(call) },
      default: { description: 'refused', content: { 'application/json': { schema: envelope({ type: 'null' }) } } },
    },
  };
}

/** What a filter of a list finds. */
const meanings: Readonly<Record<Operator, string>> = {
  eq: '等于 / is',
  ne: '不等于 / is not',
  has: '包含所给的全部（各位之和） / holds all of these (the sum of their bits)',
  contains: '包含文字 / contains',
  starts: '以此开头 / starts with',
  ends: '以此结尾 / ends with',
  gt: '大于 / after, more than',
  ge: '大于等于，含此刻 / from, this moment included',
  lt: '小于，不含此刻 / before, this moment left out',
  le: '小于等于 / up to and including',
  in: '其中之一，逗号分隔 / one of these, separated by commas',
};

/** The body of a call that takes a list's parameters: their names, since each is read by a rule of its own. */
const listedBody = (names: readonly string[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});

function bodyOf(call: Call, input: Json): Json {
  if (!call.upload)
    return { 'application/json': { schema: input }, 'application/x-www-form-urlencoded': { schema: input } };
  const properties = { ...(input['properties'] as Json | undefined), file: { type: 'string', format: 'binary' } };
  return { 'multipart/form-data': { schema: { ...input, type: 'object', properties } } };
}

function answerOf(call: Call): Json {
  if (call.answer === 'file') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const data = schemaOf(call.data);
  return { 'application/json': { schema: call.answer === 'bare' ? data : envelope(data) } };
}

const envelope = (data: Json): Json => ({
  type: 'object',
  required: ['code', 'success', 'data', 'msg', 'traceId'],
  properties: {
    code: { type: 'integer' },
    success: { type: 'boolean' },
    data,
    msg: { type: 'string' },
    bizCode: { $ref: '#/components/schemas/BizCode' },
    traceId: { type: 'string' },
  },
});

function schemaOf(schema: z.ZodType): Json {
  if (schema instanceof z.ZodUndefined) return { type: 'null' };
  const {
    $schema: _dialect,
    parameters: _listed,
    filters: _described,
    ...json
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return json;
}
