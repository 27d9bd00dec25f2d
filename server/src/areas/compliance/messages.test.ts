import { afterAll, describe, expect, it } from 'vitest';
import { decideMessages } from '../../engines/compliance/index.ts';
import { fictionalNumbers } from '../../engines/inventory/stock-fixture.ts';
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

await product.setParameter('checks.consent', '0');

describe('quiet hours', () => {
  it('put marketing off until the morning of the recipient, and other messages not at all', async () => {
    const numbers = fresh(1);
    expect((await decision(numbers, { at: NIGHT })).allowedFrom?.toISOString()).toBe('2026-06-02T07:00:00.000Z');
    expect((await decision(numbers, { at: NIGHT, isMarketing: false })).allowedFrom).toEqual(NIGHT);
    // The day after, the one recipient was not counted as written to.
    expect(await refusedOf(numbers)).toEqual([0]);
  });

  it('of a country replace the general ones, and the law of the United States replaces none', async () => {
    const rule = { countryCode: 'GB', channel: 0, appliesTo: 1, weekendsOff: 0, status: 1 };
    const form = { ...rule, startTime: '23:00', endTime: '06:00' };
    const saved = await product.admin.post('compliance/quiet-hours/submit', form);
    expect(saved.body.code).toBe(200);
    expect((await decision(fresh(1), { at: NIGHT })).allowedFrom).toEqual(NIGHT);
    const free = { ...form, countryCode: 'US', startTime: '03:00', endTime: '03:01' };
    expect((await product.admin.post('compliance/quiet-hours/submit', free)).body.code).toBe(200);
    const inUs = { countryCode: 'US', at: new Date('2026-06-02T05:00:00Z') };
    expect((await decision(fresh(1), inUs)).allowedFrom?.getTime()).toBeGreaterThan(inUs.at.getTime());
    const same = await product.admin.post('compliance/quiet-hours/submit', {
      ...form,
      countryCode: 'FR',
      endTime: '23:00',
    });
    expect(same.body).toMatchObject({ bizCode: 'QUIET_HOURS_EMPTY' });
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

  it('of the platform hold for tenants, whose own rules can only be stricter', async () => {
    const form = { channel: 0, appliesTo: 2, windowHours: 48, mostMessages: 2, status: 1 };
    expect((await product.admin.post('compliance/frequency/submit', form)).body.code).toBe(200);
    const numbers = fresh(1);
    const sent = async () => (await refusedOf(numbers, { tenantId: '100002', isMarketing: false }))[0];
    expect([await sent(), await sent(), await sent()]).toEqual([0, 0, 18]);
  });
});
