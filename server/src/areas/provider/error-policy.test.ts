import { afterAll, expect, it } from 'vitest';
import { policiesOf } from '../../engines/vendors/providers/index.ts';
import { testApp } from '../../testing/app.ts';

const product = await testApp();
const { admin } = product;
afterAll(() => product.close());

const policy = (code: string) => policiesOf(product.db.drizzle, '000000', 2).then((of) => of({ code }));
const found = async (errorCode: string) =>
  (await admin.get('provider/error-policy/list', { errorCode, protocol: 2 })).body.data.records[0];

it('has a rule with advice in both languages for each documented code', async () => {
  const { records, total } = (await admin.get('provider/error-policy/list', { size: 100 })).body.data;
  expect(total).toBeGreaterThan(60);
  for (const { meaning, meaningEn, advice, adviceEn, isBuiltIn } of records) {
    expect([meaning, advice].every((words) => /\p{Script=Han}/u.test(words))).toBe(true);
    expect([meaningEn, adviceEn].some((words) => /\p{Script=Han}/u.test(words))).toBe(false);
    expect(isBuiltIn).toBe(1);
  }
});

it('changes a rule for a reason, which the history keeps', async () => {
  const { id, version } = await found('131026');
  const change = { id, version, policyClass: 1, triesMax: 2, delaySeconds: 60 };
  const refused = await admin.post('provider/error-policy/submit', change);
  expect(refused.body).toMatchObject({ code: 400, data: { fields: [{ field: 'reason' }] } });
  expect(await policy('131026')).toMatchObject({ class: 3 });
  const changed = await admin.post('provider/error-policy/submit', { ...change, reason: 'Meta delivers these later' });
  expect(changed.body).toMatchObject({ code: 200 });
  expect(await policy('131026')).toMatchObject({ class: 1, triesMax: 2, delaySeconds: 60 });
  const { body } = await admin.get('provider/error-policy/timeline', { id });
  expect(body.data).toMatchObject([{ event: 'change', from: 3, to: 1, reason: 'Meta delivers these later' }]);
});

it('adds a rule for a new code and removes it, but never a built-in one', async () => {
  const rule = { protocol: 2, errorCode: '139999', meaning: '新错误', policyClass: 4, reason: 'Seen this week' };
  const added = await admin.post('provider/error-policy/submit', rule);
  expect(added.body).toMatchObject({ code: 200 });
  expect(await policy('139999')).toMatchObject({ class: 4, text: { zh: '新错误', en: '新错误' } });
  expect((await admin.post('provider/error-policy/submit', rule)).body).toMatchObject({ code: 400 });
  expect((await admin.post('provider/error-policy/remove', { ids: added.body.data.id })).body).toMatchObject({
    code: 200,
  });
  expect(await policy('139999')).toMatchObject({ class: 3, text: { en: 'Unlisted error' } });
  const { id } = await found('131050');
  expect((await admin.post('provider/error-policy/remove', { ids: id })).body).toMatchObject({
    bizCode: 'POLICY_BUILT_IN',
  });
  expect(await policy('131050')).toMatchObject({ isSuppressing: true });
});

it('accepts codes, ranges and names only', async () => {
  const save = (errorCode: string) =>
    admin.post('provider/error-policy/submit', { protocol: 3, errorCode, meaning: '错误', reason: 'Test' });
  for (const code of ['12x', '100-', '5XX', 'lower', '1'.repeat(10)])
    expect((await save(code)).body).toMatchObject({ code: 400, data: { fields: [{ field: 'errorCode' }] } });
  for (const code of ['300-399', '4xx', 'FLOOD_WAIT_LONG'])
    expect((await save(code)).body).toMatchObject({ code: 200 });
});
