import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { providerCapability } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { afterAll, expect, it } from 'vitest';
import { isSignature } from '../../../kernel/outbound/signature.ts';
import { sealingPurpose } from '../../../kernel/resource/sealed.ts';
import { testApp } from '../../../testing/app.ts';
import { startCheckServer } from '../../../testing/check-server.ts';
import { httpChecks } from './http-checks.ts';
import { providers } from './tables.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
const vendor = await startCheckServer();
afterAll(async () => {
  await product.close();
  await vendor.close();
});

const document = await readFile(
  fileURLToPath(new URL('../../../../../docs/operations/providers.md', import.meta.url)),
  'utf8',
);
const examples = [...document.matchAll(/```json\n([^`]+)```/g)].map(([, text]) => JSON.parse(text ?? ''));
const [batch, answered, accepted, refused, unknown] = examples;

const numbers = (batch.numbers as string[]).map((number) => BigInt(number));
const asked = { reference: batch.reference, round: 1, capability: batch.capability, activePeriod: null, numbers };
const { signal } = new AbortController();

async function adapter() {
  const seal = (field: string, value: string) =>
    product.app.secrets.seal(value, sealingPurpose(provider.name, field, '000000'));
  const [row] = await product.db.drizzle
    .insert(providers)
    .values({
      tenantId: '000000',
      providerCode: 'documented',
      providerName: 'Documented',
      endpoint: vendor.address,
      apiKey: seal('apiKey', 'our-key'),
      secretKey: seal('secretKey', 'our-secret'),
    })
    .returning();
  if (!row) throw new Error('no provider');
  return httpChecks(product.app, row);
}
const checks = await adapter();

it('submits the documented batch', async () => {
  await checks.submit(asked, signal);
  expect(vendor.bodies.at(-1)).toEqual(batch);
});

it('signs time, method, path and body with the stored key', async () => {
  await checks.ask(asked, signal);
  const { headers, method, path, body } = vendor.last();
  expect(headers['x-key']).toBe('our-key');
  const parts = [String(headers['x-time']), method, path, body];
  expect(isSignature('our-secret', parts, String(headers['x-signature']))).toBe(true);
  expect(isSignature('our-secret', [...parts, ''], String(headers['x-signature']))).toBe(false);
});

it('reads each documented answer', async () => {
  const read = async (body: unknown, status = 200) => {
    vendor.behave({ on: 'collect', act: { kind: 'status', status, body } });
    return checks.collect(asked, 'b-1', signal);
  };
  expect(await read(answered)).toMatchObject({
    state: 'answered',
    findings: [
      { e164: numbers[0], verdict: 'alive', registered: true, activeDays: 3 },
      { e164: numbers[1], verdict: 'vacant' },
    ],
  });
  expect(await read(accepted)).toEqual({ state: 'accepted', vendorReference: 'b-1', afterMillis: 20_000 });
  expect(await read(refused)).toEqual({ state: 'refused', error: 'country not covered' });
  expect(await read(unknown, 404)).toEqual({ state: 'unknown' });
});

it('reads verdicts in any case, and counts a line that cannot be read as one about no number', async () => {
  const results = [
    { number: '12015550100', verdict: 'ALIVE' },
    { number: 'unknown', verdict: 'alive' },
    { number: '+12015550101', verdict: 'fine' },
  ];
  vendor.behave({ on: 'collect', act: { kind: 'status', status: 200, body: { state: 'answered', results } } });
  expect(await checks.collect(asked, 'b-1', signal)).toMatchObject({
    state: 'answered',
    findings: [{ e164: 12_015_550_100n, verdict: 'alive' }, { e164: 0n }, { e164: 0n }],
  });
});

it('documents every capability with its value', () => {
  const documented = [...(/`capability`: ([^.]+)\./.exec(document)?.[1] ?? '').matchAll(/(\d+) ([\w ]+)/g)];
  expect(documented.map(([, value, name]) => [Number(value), name])).toEqual(
    Object.values(providerCapability.entries).map(({ value, en }) => [
      value,
      en.replace('Number status', 'number status'),
    ]),
  );
});
