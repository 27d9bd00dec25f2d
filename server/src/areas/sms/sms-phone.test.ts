import { afterAll, describe, expect, it } from 'vitest';
import {
  countPhoneUse,
  phoneOfAddress,
  recordPhoneResults,
  runDuePhones,
  usablePhone,
} from '../../engines/messaging/sms-senders/index.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import {
  leasedPhone,
  paperOf,
  phone,
  phoneForLease,
  phoneForm,
  textProvider,
  unregisteredPhone,
} from '../../testing/sms-phones.ts';

const product = await testApp();
const { admin, db } = product;
afterAll(() => product.close());

const CALL = 'sms/sms-phone';
const refused = async (who: TestUser, call: string, body: object) => {
  const answer = await who.post(`${CALL}/${call}`, body);
  return [answer.status, answer.body.bizCode];
};
const fieldsOf = ({ data }: { data: { fields: { field: string }[] } }) => data.fields.map(({ field }) => field);
const rowOf = async (id: string) => (await admin.get(`${CALL}/detail`, { id })).body.data;
const ownerOf = (who: TestUser) => ({ tenantId: '000000', ownerId: who.id, agentId: who.id });
const usable = (who: TestUser, id: string) => db.tx((tx) => usablePhone(tx, ownerOf(who), BigInt(id)));
/** Moves the days of a lease back. */
const age = (id: string, days: number) =>
  db.pool.query(
    'update sms_phone set lease_start = lease_start - $2::int, lease_end = ((lease_start - $2::int) + make_interval(months => lease_months))::date where id = $1',
    [id, days],
  );
const messagesOf = async (who: TestUser) => {
  const { rows } = await db.pool.query(
    'select m.title from msg_message m join msg_inbox i on i.message_id = m.id where i.user_id = $1 order by m.id',
    [String(who.id)],
  );
  return rows.map(({ title }) => title);
};

describe('a sender', () => {
  it('is stored in one notation of its address, and found by any of them', async () => {
    const providerId = await textProvider(product);
    const id = await phone(product, { providerId, phoneNo: '+1 (201) 555-0142', senderType: 1, capability: 7 });
    expect(await rowOf(id)).toMatchObject({ phoneNo: '+12015550142', status: 1, registrationStatus: 0 });
    const found = (address: string) =>
      db.tx((tx) => phoneOfAddress(tx, { id: BigInt(providerId), tenantId: '000000' }, address));
    for (const address of ['12015550142', '+12015550142', '0012015550142', '1 201 555 0142'])
      expect((await found(address))?.id).toBe(BigInt(id));
    expect(await found('12015550143')).toBeNull();
    expect(await found('')).toBeNull();
    const twice = await admin.post(
      `${CALL}/save`,
      await phoneForm(product, { providerId, phoneNo: '12015550142', senderType: 1 }),
    );
    expect([twice.body.bizCode, fieldsOf(twice.body)]).toEqual(['PHONE_TAKEN', ['phoneNo']]);
  });

  it.each([
    [{ phoneNo: '12345678', senderType: 2 }, 'PHONE_ADDRESS', 'phoneNo'],
    [{ phoneNo: '123', senderType: 3 }, 'PHONE_ADDRESS', 'phoneNo'],
    [{ phoneNo: 'FERN', senderType: 1 }, 'PHONE_ADDRESS', 'phoneNo'],
    [{ phoneNo: '+12015550143', senderType: 1, countryCode: 'GB' }, 'PHONE_COUNTRY', 'countryCode'],
    [{ countryCode: 'AA' }, 'PHONE_COUNTRY_UNKNOWN', 'countryCode'],
    [{ capability: 7 }, 'PHONE_NOT_RECEIVING', 'capability'],
    [{ capability: 4 }, 'PHONE_NOT_SENDING', 'capability'],
    [{ providerId: '999999' }, 'PHONE_PROVIDER', 'providerId'],
    [{ ownerType: 2, agentId: '999999' }, 'PHONE_AGENT', 'agentId'],
  ])('with %j is refused', async (more, code, field) => {
    const { body } = await admin.post(`${CALL}/save`, await phoneForm(product, more));
    expect([body.bizCode, fieldsOf(body)]).toEqual([code, [field]]);
  });

  it('is shown to agents if shared, their own or open for lease, without provider and route', async () => {
    const agent = await product.agent({ money: 100_000_000n });
    const other = await product.agent();
    const shared = await phone(product, { remark: 'internal' });
    const open = await phoneForLease(product);
    const own = await phone(product, { ownerType: 2, agentId: String(agent.id) });
    const listed = async (who: TestUser) => {
      const { records } = (
        await who.get(`${CALL}/list`, { id_in: [shared, open, own].join(','), ascs: 'phoneNo', current: 1, size: 50 })
      ).body.data;
      return records as Record<string, unknown>[];
    };
    expect((await listed(agent)).map(({ id }) => id)).toEqual([shared, open, own]);
    expect((await listed(other)).map(({ id }) => id)).toEqual([shared, open]);
    const [row] = await listed(agent);
    for (const hidden of ['providerId', 'providerName', 'routeType', 'remark']) expect(row).not.toHaveProperty(hidden);
    expect((await rowOf(shared)).providerName).toBe('Text gateway');
    const options = (await agent.get(`${CALL}/options`)).body.data.map(({ value }: { value: string }) => value);
    expect([options.includes(shared), options.includes(own), options.includes(open)]).toEqual([true, true, false]);
    expect((await other.get(`${CALL}/detail`, { id: own })).status).toBe(404);
  });

  it('can be used only by its agent, and only while usable', async () => {
    const agent = await product.agent();
    const other = await product.agent();
    const id = await phone(product, { ownerType: 2, agentId: String(agent.id) });
    expect((await usable(agent, id)).id).toBe(BigInt(id));
    await expect(usable(other, id)).rejects.toMatchObject({ code: 'SENDER_UNAVAILABLE' });
    expect((await admin.post(`${CALL}/freeze`, { ids: id, reason: 'Reported' })).status).toBe(200);
    await expect(usable(agent, id)).rejects.toMatchObject({ code: 'SENDER_UNAVAILABLE' });
    expect(await rowOf(id)).toMatchObject({ status: 3, frozenReason: 'Reported' });
    expect(await messagesOf(agent)).toContain('短信号码已冻结');
    await admin.post(`${CALL}/unfreeze`, { ids: id, reason: 'Solved' });
    expect(await rowOf(id)).toMatchObject({ status: 1, frozenReason: null });
    await admin.post(`${CALL}/disable`, { ids: id });
    await expect(usable(agent, id)).rejects.toMatchObject({ code: 'SENDER_UNAVAILABLE' });
  });
});

describe('registration', () => {
  it('is required by the country, decided by another person, and opens the sender', async () => {
    await db.pool.query(
      `update inv_country set sender_reg_required = 1 where country_code = 'MY' and tenant_id = '000000'`,
    );
    const id = await phone(product, { countryCode: 'MY' });
    expect(await rowOf(id)).toMatchObject({ status: 2, registrationStatus: 1 });
    await admin.post(`${CALL}/disable`, { ids: id });
    expect(await refused(admin, 'enable', { ids: id })).toEqual([400, 'PHONE_UNREGISTERED']);
    await db.pool.query('update sms_phone set status = 2 where id = $1', [id]);
    expect(await refused(admin, 'approve-registration', { id })).toEqual([400, 'STATE_CONFLICT']);
    const papers = { id, regAttachIds: [await paperOf(admin)] };
    expect((await admin.post(`${CALL}/submit-registration`, papers)).status).toBe(200);
    expect(await refused(admin, 'approve-registration', { id })).toEqual([400, 'PHONE_OWN_REVIEW']);
    const reviewer = await product.staff('compliance');
    expect((await reviewer.post(`${CALL}/reject-registration`, { id, reason: 'Unreadable' })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ status: 2, registrationStatus: 4, registrationReason: 'Unreadable' });
    await admin.post(`${CALL}/submit-registration`, { id, regAttachIds: [await paperOf(admin)] });
    await reviewer.post(`${CALL}/approve-registration`, { id, registrationNo: 'MY-77' });
    expect(await rowOf(id)).toMatchObject({ status: 1, registrationStatus: 3, registrationNo: 'MY-77' });
  });

  it('shows its papers only to staff and the agent of the sender', async () => {
    const id = await unregisteredPhone(product, { isSubmitted: true });
    const [link] = (await rowOf(id)).regAttachIds;
    expect(link).toContain('ticket=');
    await db.pool.query('update sms_phone set status = 1 where id = $1', [id]);
    const agent = await product.agent();
    expect((await agent.get(`${CALL}/detail`, { id })).body.data.regAttachIds).toEqual([]);
    expect(await refused(agent, 'submit-registration', { id, regAttachIds: [await paperOf(agent)] })).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });
});

describe('a lease', () => {
  it('is charged in advance at the displayed price, held and settled, and only once a month', async () => {
    const agent = await product.agent({ money: 25_000_000n });
    const id = await phoneForLease(product);
    expect(await refused(agent, 'lease', { id, expectedAmount: '9' })).toEqual([400, 'PRICE_CHANGED']);
    expect(await refused(agent, 'lease', { id, months: 3, expectedAmount: '30' })).toEqual([400, 'BALANCE_NOT_ENOUGH']);
    expect(await rowOf(id)).toMatchObject({ agentId: null, leaseEnd: null });
    const leased = (await agent.post(`${CALL}/lease`, { id, months: 2, expectedAmount: '20', autoRenew: 1 })).body.data;
    expect(leased).toMatchObject({ amount: '20', balance: '5' });
    expect(await rowOf(id)).toMatchObject({
      agentId: String(agent.id),
      leaseEnd: leased.leaseEnd,
      autoRenew: 1,
      isForLease: 0,
    });
    expect((await usable(agent, id)).id).toBe(BigInt(id));
    expect(await refused(await product.agent({ money: 50_000_000n }), 'lease', { id, expectedAmount: '10' })).toEqual([
      400,
      'PHONE_NOT_FOR_LEASE',
    ]);
    const months = (await agent.get(`${CALL}/months`, { phoneId: id, ascs: 'monthNo' })).body.data.records;
    expect(months.map(({ monthNo, amount }: Record<string, unknown>) => [monthNo, amount])).toEqual([
      [1, '10'],
      [2, '10'],
    ]);
    expect(months[1].untilDate).toBe(leased.leaseEnd);
    const { rows } = await db.pool.query(
      `select event_code, sum(total_amount)::text as amount from fin_journal where biz_type = 'sms_lease' and biz_id = any($1) group by 1 order by 1`,
      [months.map((month: { id: string }) => month.id)],
    );
    expect(rows).toEqual([
      { event_code: 'HOLD', amount: '20000000' },
      { event_code: 'LEASE', amount: '20000000' },
    ]);
    expect(await refused(admin, 'remove', { ids: id })).toEqual([400, 'PHONE_LEASED']);
    expect(await refused(admin, 'update', { id, ownerType: 1 })).toEqual([400, 'PHONE_LEASED']);
    expect(await refused(admin, 'lease', { id, expectedAmount: '10' })).not.toEqual([200, undefined]);
  });

  it('renews itself on its last day while the money lasts, then expires, is kept, reclaimed and rests', async () => {
    const agent = await product.agent({ money: 20_000_000n });
    const id = await leasedPhone(product, agent, { autoRenew: 1 });
    await age(id, 31);
    await runDuePhones(db);
    expect(await rowOf(id)).toMatchObject({ status: 1, problem: null });
    expect(await messagesOf(agent)).toContain('短信号码已自动续租');
    await age(id, 31);
    await runDuePhones(db);
    const late = await rowOf(id);
    expect(late).toMatchObject({ status: 4, problem: 1, agentId: String(agent.id) });
    await runDuePhones(db);
    expect(await rowOf(id)).toMatchObject({ version: late.version });
    await age(id, 8);
    await runDuePhones(db);
    expect(await rowOf(id)).toMatchObject({ status: 4, agentId: null, leaseEnd: null });
    expect(await messagesOf(agent)).toContain('短信号码已收回');
    await db.pool.query('update sms_phone set quarantine_until = quarantine_until - 400 where id = $1', [id]);
    await runDuePhones(db);
    expect(await rowOf(id)).toMatchObject({ status: 1, quarantineUntil: null });
    const { rows } = await db.pool.query('select count(*)::int as n from sms_phone_month where phone_id = $1', [id]);
    expect(rows[0].n).toBe(2);
  });

  it('can be renewed within the days of grace, and reminds its owner at seven, three and one days', async () => {
    const agent = await product.agent({ money: 40_000_000n });
    const id = await leasedPhone(product, agent);
    const { rows } = await db.pool.query('select (lease_end - lease_start) as days from sms_phone where id = $1', [id]);
    for (const left of [7, 6, 3, 1, 0]) {
      const { rows: at } = await db.pool.query(
        'select (lease_end - current_date)::int as left from sms_phone where id = $1',
        [id],
      );
      await age(id, at[0].left - left);
      await runDuePhones(db);
    }
    expect((await messagesOf(agent)).filter((title) => title === '短信号码租期到期')).toHaveLength(3);
    await age(id, Number(rows[0].days > 0) + 2);
    await runDuePhones(db);
    await expect(usable(agent, id)).rejects.toMatchObject({ code: 'SENDER_UNAVAILABLE' });
    expect((await agent.post(`${CALL}/renew`, { id, months: 1, expectedAmount: '10' })).status).toBe(200);
    expect((await usable(agent, id)).id).toBe(BigInt(id));
    expect(await refused(await product.agent(), 'renew', { id, expectedAmount: '10' })).toEqual([
      400,
      'PHONE_NOT_YOURS',
    ]);
  });

  it('is charged once by two servers at the same moment', async () => {
    const agent = await product.agent({ money: 100_000_000n });
    const id = await leasedPhone(product, agent, { autoRenew: 1 });
    await age(id, 31);
    await Promise.all([runDuePhones(db), runDuePhones(db), runDuePhones(db)]);
    const { rows } = await db.pool.query(
      'select count(*)::int as n, sum(amount)::text as paid from sms_phone_month where phone_id = $1',
      [id],
    );
    expect(rows).toEqual([{ n: 2, paid: '20000000' }]);
  });
});

describe('the use of a sender', () => {
  it('is counted in parts up to its daily limit, also in parallel', async () => {
    const id = BigInt(await phone(product, { dailyLimit: 100 }));
    expect(await db.tx((tx) => countPhoneUse(tx, id, 101))).toBe(false);
    const counted = await Promise.all(Array.from({ length: 40 }, () => db.tx((tx) => countPhoneUse(tx, id, 3))));
    expect(counted.filter(Boolean)).toHaveLength(33);
    expect(await db.tx((tx) => countPhoneUse(tx, id, 2))).toBe(false);
    expect(await rowOf(String(id))).toMatchObject({ usedToday: 99 });
    const free = BigInt(await phone(product, { dailyLimit: 0 }));
    expect(await db.tx((tx) => countPhoneUse(tx, free, 1_000_000, 200_000))).toBe(true);
  });

  it('freezes it above the share of complaints, with notices to its agent and operations', async () => {
    const agent = await product.agent();
    const operator = await product.staff('admin');
    const id = BigInt(await phone(product, { ownerType: 2, agentId: String(agent.id), dailyLimit: 0 }));
    await db.tx((tx) => countPhoneUse(tx, id, 999, 999));
    expect(await db.tx((tx) => recordPhoneResults(tx, id, { delivered: 900, failed: 99, optOuts: 3 }))).toBe(false);
    await db.tx((tx) => countPhoneUse(tx, id, 1, 1));
    expect(await db.tx((tx) => recordPhoneResults(tx, id, { delivered: 1 }))).toBe(false);
    expect(await rowOf(String(id))).toMatchObject({ status: 1, deliveryRate7d: '90.1', complaintRate7d: '0.3' });
    expect(await db.tx((tx) => recordPhoneResults(tx, id, { optOuts: 1 }))).toBe(true);
    expect(await rowOf(String(id))).toMatchObject({ status: 3, frozenReason: '0.4 % · STOP' });
    for (const who of [agent, operator]) expect(await messagesOf(who)).toContain('短信号码因投诉冻结');
    await expect(usable(agent, String(id))).rejects.toMatchObject({ code: 'SENDER_UNAVAILABLE' });
  });
});
