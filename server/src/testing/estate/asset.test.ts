import { afterAll, expect, test } from 'vitest';
import { testApp } from './app.ts';
import { exampleForms } from './example-forms.ts';

const app = await testApp();
const { forms } = exampleForms(app);
afterAll(() => app.close());

test('Assets: a row is added, listed, changed and removed', async () => {
  const form = await forms['estate/asset']();
  const added = await app.admin.post('estate/asset/submit', form);
  expect([added.status, added.body.msg]).toEqual([200, expect.any(String)]);
  const { id } = added.body.data;
  const rowOf = async () => (await app.admin.get('estate/asset/list', { id_in: id })).body.data.records[0];
  expect((await rowOf()).assetName).toBe(form.assetName);
  const changed = await app.admin.post('estate/asset/submit', { id, assetName: `${form.assetName}2` });
  expect(changed.status).toBe(200);
  expect((await rowOf()).assetName).toBe(`${form.assetName}2`);
  expect((await app.admin.post('estate/asset/remove', { ids: id })).status).toBe(200);
  expect(await rowOf()).toBeUndefined();
});

test('a second row with the same assetCode is refused', async () => {
  const form = await forms['estate/asset']();
  expect((await app.admin.post('estate/asset/submit', form)).status).toBe(200);
  const { status, body } = await app.admin.post('estate/asset/submit', form);
  expect([status, body.bizCode]).toEqual([400, 'DUPLICATE']);
});
