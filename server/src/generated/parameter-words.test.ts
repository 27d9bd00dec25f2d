import { parameterLabel } from '@trade-assistant/contract/parameter-words.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/app.ts';
import { parametersOf } from '../testing/fuzz-requests.ts';
import { registeredCalls } from '../testing/registry-calls.ts';

let product: TestApp;
beforeAll(async () => {
  product = await testApp();
});
afterAll(() => product.close());

describe('the parameters of all calls', () => {
  it('have labels in both languages', () => {
    const silent = registeredCalls.flatMap(({ path, call, resource }) =>
      Object.keys(parametersOf(call)).flatMap((name) => {
        const label = parameterLabel(name, resource);
        return label?.zh && label.en ? [] : [`${path} ${name}`];
      }),
    );
    expect(silent).toEqual([]);
  });

  it('are named by them in refusals, in the reader’s language', async () => {
    const user = await product.staff('administrator');
    const answers = [
      ['system/user/update-status', { userId: String(user.id), status: 2, until: 'soon' }, '截止时间', 'Until'],
      ['system/user/reset-second-factor', { userId: String(user.id), reason: '' }, '原因', 'Reason'],
      ['system/user/update-status', { userId: 'x' }, '用户', 'User'],
      ['auth/two-factor/enrol', {}, '密码', 'Password'],
    ] as const;
    for (const [path, body, zh, en] of answers)
      for (const [lang, word] of [
        ['zh', zh],
        ['en', en],
      ] as const) {
        const { status, body: said } = await product.admin.post(path, body, { lang });
        expect([path, status]).toEqual([path, 400]);
        expect(said.msg).toContain(`${word}: `);
        for (const { field } of said.data.fields) expect(said.msg).not.toContain(`${field}: `);
      }
  });
});
