import { afterAll, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';

const MINE = 'system/user-preferences/mine';
const CHANGE = 'system/user-preferences/change';
const product = await testApp();
afterAll(() => product.close());

const valuesOf = async (user: TestUser) => (await user.get(MINE)).body.data.values;

describe('preferences', () => {
  it('refuse values the console could not use, and name them', async () => {
    const user = await product.staff('support');
    const refused = async (values: unknown) => (await user.post(CHANGE, { values })).body;
    expect(await refused({ theme: 7 })).toMatchObject({ code: 400, msg: expect.stringContaining('主题') });
    expect(await refused({ accent: 'red' })).toMatchObject({ code: 400, msg: expect.stringContaining('主色') });
    expect(await refused({ locale: 'fr' })).toMatchObject({ code: 400, msg: expect.stringContaining('语言') });
    expect(await refused({ 'no key': 1 })).toMatchObject({ code: 400 });
    expect(await refused({ ['k'.repeat(101)]: 1 })).toMatchObject({ code: 400 });
    expect(await refused({ 'list:user/country': 'x'.repeat(8_200) })).toMatchObject({ code: 400 });
    expect(await refused({ 'list:user/country': 'a\u0000b' })).toMatchObject({ code: 400 });
    expect(await refused({ 'list:user/country': ['\ud800'] })).toMatchObject({ code: 400 });
    expect(await refused(undefined)).toMatchObject({ code: 400, msg: expect.stringContaining('设置值') });
    expect(await valuesOf(user)).toEqual({});
  });

  it('are stored by key: the last change wins, null removes, other keys stay', async () => {
    const user = await product.agent();
    expect(await valuesOf(user)).toEqual({});
    const arrangement = { order: ['name', 'code'], hidden: [], widths: { name: 120.5 } };
    const first = await user.post(CHANGE, {
      values: { theme: 'dark', locale: 'en', 'list:user/country': arrangement },
    });
    expect(first.status).toBe(200);
    await user.post(CHANGE, { values: { theme: 'vip', locale: null, followSystem: false } });
    expect(await valuesOf(user)).toEqual({ theme: 'vip', followSystem: false, 'list:user/country': arrangement });
  });

  it('are separate for each user', async () => {
    const [one, other] = [await product.staff('support'), await product.staff('support')];
    await one.post(CHANGE, { values: { theme: 'dark' } });
    await other.post(CHANGE, { values: { theme: 'lte' } });
    expect(await valuesOf(one)).toEqual({ theme: 'dark' });
    expect(await valuesOf(other)).toEqual({ theme: 'lte' });
  });

  it('of two concurrent browsers are all kept', async () => {
    const user = await product.staff('support');
    const changes = Array.from({ length: 20 }, (_, index) =>
      user.post(CHANGE, { values: { theme: 'dark', [`list:a${index}`]: index, [`list:b${19 - index}`]: index } }),
    );
    for (const answer of await Promise.all(changes)) expect(answer.status).toBe(200);
    expect(Object.keys(await valuesOf(user))).toHaveLength(41);
  });

  it('are limited in number', async () => {
    const user = await product.staff('support');
    const many = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`list:n${from + index}`, 1]));
    expect((await user.post(CHANGE, { values: many(0, 400) })).status).toBe(200);
    expect((await user.post(CHANGE, { values: many(400, 1) })).body).toMatchObject({
      code: 400,
      bizCode: 'TOO_MANY_PREFERENCES',
    });
    expect(Object.keys(await valuesOf(user))).toHaveLength(400);
  });
});
