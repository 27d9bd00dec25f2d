import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { audienceOf } from './audience.ts';

const product = await testApp();
afterAll(() => product.close());

const called = (id: bigint, phone: string) =>
  product.db.pool.query('update sys_user set phone = $2 where id = $1', [id, phone]);
const countryOf = async (userId: bigint, type: number) =>
  (await audienceOf(product.db.drizzle, { userId, userType: type })).country;

it('an app user belongs to the country it registered with, then to that of its own number, never to that of its agent', async () => {
  const agent = await product.agent();
  await called(agent.id, '+12025550123');
  const { id } = await product.appUser({ agent });
  const registeredIn = (code: string) =>
    product.db.pool.query('update app_user set country_code = $2 where user_id = $1', [id, code]);
  await registeredIn('');
  expect(await countryOf(id, userType.is.appUser)).toBeUndefined();
  await called(id, '+4915550123456');
  expect(await countryOf(id, userType.is.appUser)).toBe('DE');
  await registeredIn('FR');
  expect(await countryOf(id, userType.is.appUser)).toBe('FR');
  const subUser = await product.agent({ parent: agent, subUser: true });
  await called(subUser.id, '+4915550123456');
  expect(await countryOf(subUser.id, userType.is.subUser)).toBe('US');
});
