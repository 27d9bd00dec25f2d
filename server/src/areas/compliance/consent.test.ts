import { afterAll, describe, expect, it } from 'vitest';
import { decide, expireConsents } from '../../engines/messaging/compliance/index.ts';
import { fictionalNumbers } from '../../engines/stock/inventory/stock-fixture.ts';
import { testApp } from '../../testing/app.ts';
import { openChecks } from '../../testing/checks.ts';
import { declaration, declared } from '../../testing/consents.ts';

const product = await testApp({ SANDBOX: '1' });
await product.work();
afterAll(() => product.close());

const CONSENT = 'compliance/consent';
const detail = async (id: string, who = product.admin) => (await who.get(`${CONSENT}/detail`, { id })).body.data;
const day = async (offset: string): Promise<string> =>
  (
    await product.db.pool.query(
      `select ((now() at time zone 'Asia/Shanghai')::date + interval '${offset}')::date::text as day`,
    )
  ).rows[0].day;

describe('a declaration of source', () => {
  it('is made by an agent, with who, when and from where, and is valid for a year at most', async () => {
    const { id, who } = await declared(product);
    expect(await detail(id)).toMatchObject({
      status: 0,
      ownerId: String(who.id),
      validUntil: await day('1 year'),
      textVersion: '2026-11',
      agreedIp: expect.stringMatching(/\d/),
      consentNo: expect.stringMatching(/^CS/),
    });
    const codeOf = async (more: object) =>
      (await who.post(`${CONSENT}/save`, await declaration(who, more))).body.bizCode;
    expect(await codeOf({ isAgreed: 0 })).toBe('CONSENT_NOT_AGREED');
    expect(await codeOf({ validUntil: await day('367 days') })).toBe('CONSENT_DATE');
    expect(await codeOf({ validUntil: await day('-1 day') })).toBe('CONSENT_DATE');
    expect(await codeOf({ sampleProofAttachIds: [] })).toBe('CONSENT_PROOF_MISSING');
    expect(await codeOf({ scopeChannels: 0 })).toBe('CONSENT_CHANNELS');
    expect((await product.admin.post(`${CONSENT}/save`, await declaration(who))).body.bizCode).toBe(
      'CONSENT_AGENTS_ALONE',
    );
  });

  it('is seen by its owner and staff alone, and decided by reviewers, who find it on their home page', async () => {
    const { id, who } = await declared(product);
    const other = await product.agent();
    expect((await other.get(`${CONSENT}/detail`, { id })).status).toBe(404);
    expect((await who.post(`${CONSENT}/pass`, { ids: id })).status).toBe(403);
    const reviewer = await product.staff('compliance');
    const home = JSON.stringify((await reviewer.get('desk/home/waiting')).body.data);
    expect(home).toContain(CONSENT);
    expect((await reviewer.post(`${CONSENT}/turn-down`, { ids: id })).status).toBe(400);
    await reviewer.post(`${CONSENT}/turn-down`, { ids: id, reason: 'Proof not readable' });
    expect(await detail(id)).toMatchObject({ status: 3, rejectReason: 'Proof not readable' });
    expect((await reviewer.post(`${CONSENT}/pass`, { ids: id })).body.bizCode).toBe('STATE_CONFLICT');
  });

  it('is valid on its last day, by the calendar of the tenant', async () => {
    const { id, who } = await declared(product, { isPassed: true });
    const batch = { tenantId: '000000', ownerId: who.id, ownerPath: `/${who.id}/`, channel: 1, countryCode: 'US' };
    const stateOn = async (until: string) => {
      await product.db.pool.query('update cmp_consent set valid_until = $2 where id = $1', [id, await day(until)]);
      const asked = { ...batch, consentId: BigInt(id), numbers: [] };
      return (await decide(product.app, product.db.drizzle, asked)).consent;
    };
    expect([await stateOn('1 day'), await stateOn('0 days'), await stateOn('-1 day')]).toEqual([
      'valid',
      'valid',
      'expired',
    ]);
    await stateOn('0 days');
    await product.db.tx(expireConsents);
    expect((await detail(id)).status).toBe(1);
  });

  it('expires after its last day', async () => {
    const { id } = await declared(product, { isPassed: true });
    await product.db.pool.query(`update cmp_consent set valid_until = now()::date - 3 where id = $1`, [id]);
    await product.db.tx(expireConsents);
    expect((await detail(id)).status).toBe(2);
  });
});

describe('a check of a list', () => {
  const FILTER = 'filter/whatsapp-filter';
  const form = (consentId?: string) => ({
    countryCode: 'US',
    filterType: 1,
    numbers: fictionalNumbers(3)
      .map((number) => `+${number}`)
      .join('\n'),
    ...(consentId ? { consentId } : {}),
  });

  it('needs a valid declaration of its owner for its channel', async () => {
    await openChecks(product, 1, { 1: '0.01' });
    const agent = await product.agent({ money: 10_000_000n });
    const codeOf = async (consentId?: string) =>
      (await agent.post(`${FILTER}/create-order`, form(consentId))).body.bizCode ?? 'accepted';
    expect(await codeOf()).toBe('CONSENT_REQUIRED');
    const { id } = await declared(product, { who: agent });
    expect(await codeOf(id)).toBe('CONSENT_REQUIRED');
    await product.admin.post(`${CONSENT}/pass`, { ids: id });
    expect(await codeOf(id)).toBe('accepted');
    const strange = await declared(product, { isPassed: true });
    expect(await codeOf(strange.id)).toBe('CONSENT_REQUIRED');
    const ofTelegram = await declared(product, { who: agent, isPassed: true, more: { scopeChannels: 2 } });
    expect(await codeOf(ofTelegram.id)).toBe('CONSENT_REQUIRED');
    await product.db.pool.query(`update cmp_consent set valid_until = now()::date - 3 where id = $1`, [id]);
    expect(await codeOf(id)).toBe('CONSENT_EXPIRED');
  });

  it('is not freed from it by one person', async () => {
    const clerk = product.admin;
    const change = { paramKey: 'checks.consent', paramValue: '0' };
    const answer = await clerk.post('system/param/submit', { ...change, paramName: 'x' });
    expect(product.app.parameters.get('000000', 'checks.consent')).toBe(1);
    expect(answer.status).toBeLessThan(500);
  });
});
