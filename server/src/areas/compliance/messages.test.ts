import { afterAll, describe, expect, it } from 'vitest';
import { decideMessages } from '../../engines/messaging/compliance/index.ts';
import { fictionalNumbers } from '../../engines/stock/inventory/stock-fixture.ts';
import { testApp } from '../../testing/app.ts';

const product = await testApp();
afterAll(() => product.close());

const rest = fictionalNumbers(300);
const fresh = (many: number) => rest.splice(0, many);
const NOON = new Date('2026-06-01T12:00:00Z');
const NIGHT = new Date('2026-06-01T21:30:00Z');

const decision = (numbers: readonly bigint[], { at = NOON, ...more }: { at?: Date; [name: string]: unknown } = {}) => {
  const owner = { tenantId: '000000', ownerId: 900_005n, ownerPath: '/900003/900005/' };
  const batch = { ...owner, channel: 1, countryCode: 'GB', consentId: null, isMarketing: true, ...more };
  return product.db.tx((tx) => decideMessages(product.app, tx, { ...batch, numbers }, at));
};
const refusedOf = async (numbers: readonly bigint[], more: { readonly [name: string]: unknown } = {}) => {
  const { refused } = await decision(numbers, more);
  return numbers.map((_, index) => refused.get(index)?.reason ?? 0);
};

const deferredOf = async (numbers: readonly bigint[], more: { readonly [name: string]: unknown } = {}) => {
  const { deferred } = await decision(numbers, more);
  return numbers.map((_, index) => deferred.get(index)?.toISOString() ?? null);
};

await product.setParameter('checks.consent', '0');

describe('quiet hours', () => {
  it('put marketing off until the morning of the recipient, and other messages not at all', async () => {
    const numbers = fresh(1);
    expect(await deferredOf(numbers, { at: NIGHT })).toEqual(['2026-06-02T07:00:00.000Z']);
    expect(await deferredOf(numbers, { at: NIGHT, isMarketing: false })).toEqual([null]);
    // The day after, the one recipient was not counted as written to.
    expect(await refusedOf(numbers)).toEqual([0]);
  });

  it('of a country replace the general ones, and the law of the United States replaces none', async () => {
    const rule = { countryCode: 'GB', channel: 0, appliesTo: 1, weekendsOff: 0, status: 1 };
    const form = { ...rule, startTime: '23:00', endTime: '06:00' };
    const saved = await product.admin.post('compliance/quiet-hours/submit', form);
    expect(saved.body.code).toBe(200);
    expect(await deferredOf(fresh(1), { at: NIGHT })).toEqual([null]);
    const free = { ...form, countryCode: 'US', startTime: '03:00', endTime: '03:01' };
    expect((await product.admin.post('compliance/quiet-hours/submit', free)).body.code).toBe(200);
    const inUs = { countryCode: 'US', at: new Date('2026-06-02T05:00:00Z') };
    expect(await deferredOf(fresh(1), inUs)).not.toEqual([null]);
    const same = await product.admin.post('compliance/quiet-hours/submit', {
      ...form,
      countryCode: 'FR',
      endTime: '23:00',
    });
    expect(same.body).toMatchObject({ bizCode: 'QUIET_HOURS_EMPTY' });
  });
});

describe('quiet hours of the United States', () => {
  const inUs = { countryCode: 'US' };
  const [cleveland, honolulu, tollFree] = [12165550123n, 18085550123n, 18005550123n];
  const one = async (number: bigint, at: string, more: object = {}) =>
    (await deferredOf([number], { ...inUs, at: new Date(at), ...more }))[0];

  it('are those of the prefix, and of the whole country without a known one', async () => {
    const numbers = [cleveland, honolulu, tollFree];
    // Nine in the morning in Cleveland, three at night in Honolulu.
    const morning = await deferredOf(numbers, { ...inUs, at: new Date('2026-06-01T13:00:00Z') });
    expect(morning).toEqual([null, '2026-06-01T18:00:00.000Z', '2026-06-01T18:00:00.000Z']);
    // The evening of the law in Cleveland is the afternoon in Honolulu.
    const evening = await deferredOf(numbers, { ...inUs, at: new Date('2026-06-02T01:00:00Z') });
    expect(evening).toEqual(['2026-06-02T12:00:00.000Z', null, '2026-06-02T18:00:00.000Z']);
  });

  it('begin and end on the minute', async () => {
    expect(await one(cleveland, '2026-06-01T11:59:00Z')).toBe('2026-06-01T12:00:00.000Z');
    expect(await one(cleveland, '2026-06-01T12:00:00Z')).toBe(null);
  });

  it('count recipients of sent messages, and none whose message is put off', async () => {
    const at = new Date('2026-06-03T13:00:00Z');
    const numbers = [12165550145n, 18085550145n];
    expect(await deferredOf(numbers, { ...inUs, at })).toEqual([null, '2026-06-03T18:00:00.000Z']);
    expect(await refusedOf(numbers, { ...inUs, at: new Date('2026-06-03T19:00:00Z') })).toEqual([18, 0]);
  });
});

describe('frequency limits', () => {
  it('allow one marketing message a day to a recipient, from whomever, and name the rule', async () => {
    const numbers = fresh(3);
    expect(await refusedOf(numbers)).toEqual([0, 0, 0]);
    const again = await decision(numbers, { ownerId: 900_006n, channel: 2 });
    expect([...again.refused.values()].map(({ reason }) => reason)).toEqual([18, 18, 18]);
    expect(again.refused.get(0)?.rule).toMatch(/^frequency\/\d+$/);
    expect(await refusedOf(numbers, { isMarketing: false })).toEqual([0, 0, 0]);
    expect(await refusedOf(numbers, { tenantId: '100001' })).toEqual([0, 0, 0]);
  });

  it('forget messages outside of their window', async () => {
    const numbers = fresh(1);
    for (let message = 0; message < 4; message += 1) {
      expect(await refusedOf(numbers)).toEqual([0]);
      await product.db.pool.query(
        `update cmp_contact set times = array(select t - interval '25 hours' from unnest(times) t)`,
      );
    }
    // Four within thirty days.
    expect(await refusedOf(numbers)).toEqual([18]);
  });

  it('give the last place to one of two tasks at the same time', async () => {
    const numbers = fresh(50);
    const both = await Promise.all([refusedOf(numbers), refusedOf(numbers.toReversed())]);
    const sent = numbers.map((_, index) => [both[0]?.[index], both[1]?.[numbers.length - 1 - index]]);
    for (const pair of sent) expect(pair.toSorted()).toEqual([0, 18]);
  });

  it('of one channel count its messages alone, and those of all channels all of them', async () => {
    const texts = { channel: 3, appliesTo: 2, windowHours: 24, mostMessages: 2, status: 1 };
    const saved = await product.admin.post('compliance/frequency/submit', texts);
    expect(saved.body.code).toBe(200);
    const [number = 0n] = fresh(1);
    const sent = async (channel: number) => (await refusedOf([number], { channel, isMarketing: false }))[0];
    expect([await sent(1), await sent(2), await sent(1)]).toEqual([0, 0, 0]);
    expect([await sent(3), await sent(3), await sent(3)]).toEqual([0, 0, 18]);
    expect(await sent(1)).toBe(0);
    await product.admin.post('compliance/frequency/remove', { ids: saved.body.data.id });
  });

  it('of the platform hold for tenants, whose own rules can only be stricter', async () => {
    const form = { channel: 0, appliesTo: 2, windowHours: 48, mostMessages: 2, status: 1 };
    expect((await product.admin.post('compliance/frequency/submit', form)).body.code).toBe(200);
    const numbers = fresh(1);
    const sent = async () => (await refusedOf(numbers, { tenantId: '100002', isMarketing: false }))[0];
    expect([await sent(), await sent(), await sent()]).toEqual([0, 0, 18]);
  });
});
