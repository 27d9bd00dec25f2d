import { openScope } from '@trade-assistant/contract/areas/open/dictionaries.ts';
import { needsKey, type PartnerCall } from '@trade-assistant/contract/areas/open/v1/call.ts';
import { partnerCalls } from '@trade-assistant/contract/areas/open/v1/calls.ts';
import { eventData } from '@trade-assistant/contract/areas/open/v1/data.ts';
import { OPEN_CODES } from '@trade-assistant/contract/areas/open/v1/errors.ts';
import { declaredErrors } from '@trade-assistant/contract/kit/errors.ts';
import { z } from 'zod';

type Json = Record<string, unknown>;

/**
 * The version of the partner interface. A change that breaks a partner (a call, field or value that is gone, a new required input) needs a new
 * major version, which has an address of its own.
 */
export const PARTNER_VERSION = '1.0.0';

/** Returns the OpenAPI 3.1 document of the partner interface, made from the rules that check its input and answers. */
export function partnerDocument(): Json {
  const calls = partnerCalls as readonly PartnerCall[];
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const address = call.path.replace(/:(\w+)/g, '{$1}');
    paths[address] = { ...paths[address], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '外贸助手合作接口 Trade Assistant partner API',
      version: PARTNER_VERSION,
      description: INTRODUCTION,
      contact: { name: '外贸助手 Trade Assistant' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/open/v1' }],
    security: [{ key: [] }],
    tags: [...new Set(calls.map(({ group }) => group.en))].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(
      Object.entries(eventData).map(([type, data]) => [type, { post: webhook(type, data) }]),
    ),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key: `tk_live_…`' } },
      parameters: { IdempotencyKey: idempotencyKey },
      responses: { Refused: refused },
      schemas: { ErrorCode: errorCodes(), Refusal: refusal },
    },
  };
}

const INTRODUCTION = [
  'Send the key in `Authorization: Bearer tk_live_…`. Amounts are decimal text with at most six decimals, ids are text, times ISO 8601 in UTC.',
  'Lists are newest first: send `next` of a page as `cursor` of the following one. POST calls need an `Idempotency-Key`: the same key never does',
  'the work twice, and answers what it answered first. Refusals are `{"error": {"code", "message", "requestId"}}`; the message is in the language of',
  '`Accept-Language` (en, zh). The headers `RateLimit` and `Retry-After` tell when to go on.',
].join('\n');

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
};

function operation(call: PartnerCall): Json {
  const input = schemaOf(call.input, 'input');
  const properties = Object.entries((input['properties'] ?? {}) as Readonly<Record<string, Json>>);
  const required = new Set((input['required'] as string[] | undefined) ?? []);
  const parameters: Json[] = [];
  if (call.path.includes(':id')) parameters.push({ name: 'id', in: 'path', required: true, schema: ID });
  if (call.method === 'GET')
    for (const [name, { description, ...schema }] of properties)
      parameters.push({
        ...{ name, in: 'query', required: required.has(name), schema },
        ...(description ? { description } : {}),
      });
  if (needsKey(call)) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  const hasBody = call.method === 'POST' && properties.length > 0;
  return {
    operationId: call.name,
    summary: call.title.en,
    tags: [call.group.en],
    description: [call.about?.en, `Scope: \`${call.scope}\` (${openScope.entries[call.scope].en})`]
      .filter(Boolean)
      .join('\n\n'),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody ? { requestBody: { required: true, content: { 'application/json': { schema: input } } } } : {}),
    responses: {
      200: {
        description: 'Done',
        content: call.isText
          ? { 'text/plain': { schema: { type: 'string' } } }
          : { 'application/json': { schema: schemaOf(call.data, 'output') } },
      },
      default: { $ref: '#/components/responses/Refused' },
    },
  };
}

const ID = { type: 'string', pattern: '^\\d{1,18}$' };

function webhook(type: string, data: z.ZodType): Json {
  const body = z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data });
  return {
    operationId: `on${type.replace(/(^|[._])(\w)/g, (_, _mark, letter: string) => letter.toUpperCase())}`,
    summary: type,
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
      ...{ name, in: 'header', required: true, schema: { type: 'string' } },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'output') } } },
    responses: { '2XX': { description: 'Received; other answers are tried again' } },
    security: [],
  };
}

const idempotencyKey: Json = {
  ...{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', minLength: 1, maxLength: 64 } },
  description: 'A key of your own for this operation, such as your order number',
};

const errorCodes = (): Json => ({
  type: 'string',
  enum: [...OPEN_CODES],
  description: OPEN_CODES.map(
    (code) => `- \`${code}\` (${declaredErrors.get(code)?.status}): ${declaredErrors.get(code)?.en}`,
  ).join('\n'),
});

const refusal: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { $ref: '#/components/schemas/ErrorCode' },
        message: { type: 'string' },
        requestId: { type: 'string' },
        details: {
          type: 'object',
          description: 'Of PRICE_CHANGED: the amount or price that would be accepted now',
          properties: {
            amount: { type: 'string', description: 'Instead of `expectedAmount`' },
            unitPrice: { type: 'string', description: 'Instead of `expectedUnitPrice`' },
          },
        },
        fields: {
          type: 'array',
          items: {
            type: 'object',
            required: ['field', 'message'],
            properties: { field: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
  },
};

const refused: Json = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
};
