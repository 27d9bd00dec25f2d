import { readFile, writeFile } from 'node:fs/promises';
import { needsKey, type PartnerCall } from '@trade-assistant/contract/areas/open/v1/call.ts';
import { partnerCalls } from '@trade-assistant/contract/areas/open/v1/calls.ts';
import { GENERAL_CODES, OPEN_CODES } from '@trade-assistant/contract/areas/open/v1/errors.ts';
import { declaredErrors } from '@trade-assistant/contract/kit/errors.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createShop } from '../../engines/stock/orders/orders-fixture.ts';
import { testApp } from '../../testing/app.ts';
import { addSender } from '../../testing/channel-senders.ts';
import { openChecks } from '../../testing/checks.ts';
import { addPhone, messageAgent, openMessages, templatesOf } from '../../testing/orders.ts';
import { apiKey, partner } from '../../testing/partner.ts';
import { breakingChanges } from './v1/changes.ts';
import { PARTNER_VERSION, partnerDocument } from './v1/document.ts';
import { exampleOf } from './v1/reference.ts';

const product = await testApp({ SANDBOX: '1', PRIVATE_ENDPOINTS: '1' });
afterAll(() => product.close());

const KEPT = new URL('./v1/published.json', import.meta.url);
const document = JSON.parse(JSON.stringify(partnerDocument()));

describe('the partner document', () => {
  it('is served, and names each call and code', async () => {
    const served = await product.server.inject('/api/open/v1/openapi.json');
    expect(served.json()).toEqual(document);
    for (const code of OPEN_CODES) expect(declaredErrors.has(code), code).toBe(true);
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path as object).map(({ operationId }) => operationId),
    );
    expect(ids.sort()).toEqual(partnerCalls.map(({ name }) => name).sort());
  });

  it('has a general code for each status of a refusal', () => {
    for (const [name, { status }] of declaredErrors) expect(OPEN_CODES, name).toContain(GENERAL_CODES[status]);
    expect(declaredErrors.get(GENERAL_CODES[503])?.status).toBe(503);
  });

  it('breaks no partner of the published version; `PUBLISH=1` publishes additions', async () => {
    const published = JSON.parse(await readFile(KEPT, 'utf8').catch(() => JSON.stringify(document)));
    const isNewMajor = PARTNER_VERSION.split('.')[0] !== published.info.version.split('.')[0];
    if (!isNewMajor) expect(breakingChanges(published, document)).toEqual([]);
    if (process.env['PUBLISH']) await writeFile(KEPT, `${JSON.stringify(document, null, 2)}\n`);
    // Additions are published with the change that makes them, so that the next one cannot break them.
    expect(JSON.parse(await readFile(KEPT, 'utf8'))).toEqual(document);
  });

  it.each<[string, (changed: typeof document) => void, RegExp]>([
    ['a call that is gone', ({ paths }) => delete paths['/balance'], /GET \/balance is gone/],
    [
      'a renamed field of an answer',
      (d) => rename(schemaOf(d, '/balance').properties, 'available'),
      /lost the field available/,
    ],
    ['a field that may be missing', (d) => schemaOf(d, '/balance').required.shift(), /may lack available/],
    [
      'a field of another type',
      (d) => Object.assign(schemaOf(d, '/balance').properties.low, { type: 'string' }),
      /low has another type/,
    ],
    [
      'a field that may become null',
      (d) => (schemaOf(d, '/balance').properties.low = { anyOf: [{ type: 'boolean' }, { type: 'null' }] }),
      /low has another type/,
    ],
    ['a new value in an answer', (d) => orderStatus(d).push('lost'), /status may now be lost/],
    ['a new required input', (d) => bodyOf(d).required.push('remark'), /now requires remark/],
    ['an input that is gone', (d) => delete bodyOf(d).properties.remark, /lost the field remark/],
    ['an input that takes less', (d) => (bodyOf(d).properties.quantity.maximum = 10), /quantity has a smaller maximum/],
    ['a value that is no longer taken', (d) => typesOfCheck(d).shift(), /no longer takes valid/],
    ['a parameter that is gone', (d) => d.paths['/orders'].get.parameters.shift(), /lost the parameter/],
    ['an event that is gone', ({ webhooks }) => delete webhooks['sms.reply'], /sms\.reply is gone/],
    [
      'an error code that is gone',
      (d) => d.components.schemas.ErrorCode.enum.shift(),
      /error code KEY_INVALID is gone/,
    ],
    ['another scope', (d) => (d.paths['/balance'].get.description = 'Scope: `order.read`'), /another scope/],
  ])('is refused with %s', (_what, change, message) => {
    const changed = structuredClone(document);
    change(changed);
    expect(breakingChanges(document, changed).join('\n')).toMatch(message);
  });

  it('may get calls, optional inputs and fields', () => {
    const changed = structuredClone(document);
    changed.paths['/more'] = changed.paths['/balance'];
    bodyOf(changed).properties.more = { type: 'string' };
    bodyOf(changed).properties.quantity.maximum = 2_000_000;
    schemaOf(changed, '/balance').properties.more = { type: 'string' };
    typesOfCheck(changed).push('more');
    expect(breakingChanges(document, changed)).toEqual([]);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: a document is changed at will
type Any = any;
const schemaOf = (d: Any, path: string) => d.paths[path].get.responses['200'].content['application/json'].schema;
const bodyOf = (d: Any) => d.paths['/orders'].post.requestBody.content['application/json'].schema;
const typesOfCheck = (d: Any): string[] =>
  d.paths['/checks'].post.requestBody.content['application/json'].schema.properties.type.enum;
const orderStatus = (d: Any): string[] => schemaOf(d, '/orders/{id}').properties.status.enum;
const rename = (properties: Any, name: string) => {
  properties.renamed = properties[name];
  delete properties[name];
};

describe('the reference page', () => {
  it('is served in both languages with every call, code and event', async () => {
    for (const [lang, title] of [
      ['en', 'Partner API reference'],
      ['zh', '合作接口参考'],
    ] as const) {
      const { body, headers } = await product.server.inject({
        url: '/api/open/v1/docs',
        headers: { 'accept-language': lang },
      });
      expect(headers['content-type']).toContain('text/html');
      expect(body).toContain(`<html lang="${lang}">`);
      expect(body).toContain(title);
      for (const { name, title: shown } of partnerCalls) {
        expect(body).toContain(`id="${name}"`);
        expect(body).toContain(shown[lang]);
      }
      for (const code of OPEN_CODES) expect(body).toContain(`<code>${code}</code>`);
    }
  });

  it('has examples that work as they are written', async () => {
    const { agent, consentId } = await messageAgent(product);
    await openChecks(product, 1, { 2: '0.02' });
    await openMessages(product, 1);
    await openMessages(product, 2, 4);
    await openMessages(product, 3);
    const senderId = await addSender(product, 'trial');
    const templateId = (await templatesOf(product, senderId)).get('order_shipped en') ?? '';
    const phoneId = await addPhone(product, senderId);
    const { productId } = await createShop(product.db, { stock: 5 });
    const ids: Record<string, string> = {
      ...{ productId: String(productId), consentId, senderId, templateId, phoneId },
      telegramSenderId: senderId,
    };
    const { body: endpoint } = await agent.post('open/endpoint/create', {
      endpointName: 'x',
      url: 'http://127.0.0.1:9/',
      events: 1023,
    });
    const client = partner(product, (await apiKey(agent)).key);
    /** Ids of rows by the first part of their path. */
    const made: Record<string, string> = { products: String(productId) };
    const calls = (partnerCalls as readonly PartnerCall[]).toSorted(
      (a, b) => Number(needsKey(b)) - Number(needsKey(a)),
    );
    const later = calls.filter(({ name }) => name === 'resendDelivery');
    for (const call of [...calls.filter((one) => !later.includes(one)), ...later]) {
      const written = exampleOf(call);
      const [, method, path = ''] = /^curl -X (\w+) "\$HOST\/api\/open\/v1([^"]+)"/.exec(written) ?? [];
      const [, text = '{}'] = /-d '(.*)'$/.exec(written) ?? [];
      const [, group = ''] = /^\/([\w-]+)/.exec(path) ?? [];
      const filled = (given: string) =>
        given.replace(/\{(\w+)\}/g, (_, name) => (name === 'id' ? made[group] : ids[name]) ?? 'missing');
      const answer =
        method === 'GET'
          ? await client.get(filled(path))
          : await client.post(
              filled(path),
              JSON.parse(text.replace(/"\{(\w+)\}"/g, (_, name) => `"${ids[name]}"`)),
              call.name,
            );
      expect([call.name, answer.status, answer.body.error]).toEqual([call.name, 200, undefined]);
      if (method === 'POST') made[group] ??= answer.body.id;
      if (call.name === 'listDeliveries') made[group] = answer.body.items[0]?.id;
    }
    expect(endpoint.code).toBe(200);
  });
});
