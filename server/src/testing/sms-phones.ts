import { multipart } from '../engines/stock/inventory/stock-fixture.ts';
import type { TestApp, TestUser } from './app.ts';
import { PIXEL } from './pixel.ts';

let count = 0;

/** A form of a new sender of letters, with a provider of its own. */
export async function phoneForm(product: TestApp, more: object = {}): Promise<Record<string, unknown>> {
  count += 1;
  return {
    phoneNo: `FERN${String(count).padStart(4, '0')}`,
    senderType: 3,
    countryCode: 'US',
    capability: 5,
    providerId: await textProvider(product),
    routeType: 1,
    ownerType: 1,
    dailyLimit: 1000,
    ratePerSecond: 10,
    inboxMode: 2,
    ...more,
  };
}

/** @returns the id of a new provider that sends texts */
export async function textProvider(product: TestApp): Promise<string> {
  count += 1;
  const { rows } = await product.db.pool.query(
    `insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, status)
     values ('000000', $1, 'Text gateway', 2, 5, 1) returning id::text`,
    [`texts-${count}`],
  );
  return rows[0].id;
}

/** Adds a sender. @returns its id */
export async function phone(product: TestApp, more: object = {}): Promise<string> {
  const { status, body } = await product.admin.post('sms/sms-phone/save', await phoneForm(product, more));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data.id;
}

/** Adds a sender that is open for lease at 10 a month. */
export const phoneForLease = (product: TestApp, more: object = {}): Promise<string> =>
  phone(product, { ownerType: 2, monthlyPrice: '10', ...more });

/** Leases a new sender to an agent. @returns its id */
export async function leasedPhone(product: TestApp, who: TestUser, more: object = {}): Promise<string> {
  const id = await phoneForLease(product);
  const { status, body } = await who.post('sms/sms-phone/lease', { id, expectedAmount: '10', ...more });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return id;
}

/** The link of an uploaded paper. */
export async function paperOf(who: TestUser): Promise<string> {
  const { body, headers } = multipart({}, { name: 'licence.png', content: PIXEL });
  return (await who.post('sms/sms-phone/put-proof', body, headers)).body.data.link;
}

/** Adds a sender that waits for its registration, submitted by a colleague if asked. */
export async function unregisteredPhone(product: TestApp, { isSubmitted = false } = {}): Promise<string> {
  const id = await phone(product);
  await product.db.pool.query('update sms_phone set status = 2, registration_status = 1 where id = $1', [id]);
  if (!isSubmitted) return id;
  const clerk = await product.staff('admin');
  const { status, body } = await clerk.post('sms/sms-phone/submit-registration', {
    id,
    regAttachIds: [await paperOf(clerk)],
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return id;
}
