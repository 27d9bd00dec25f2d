import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, envelope } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import Register from './register.tsx';

const inviter = { inviterName: 'Marsh Trading', tenantId: '000000', tenantName: 'Demo' };
const done = (data: object) => envelope(200, data, '');
const refused = (bizCode: string, msg: string) => envelope(400, null, msg, { bizCode });
const others = {
  'auth/oauth/captcha': () => Response.json({ key: '' }),
  'auth/oauth/sources': () => done([]),
  'system/tenant/info': () => done({}),
};
test.each(looks)(
  'an invitation leads to a form that names missing values and keeps the typed ones: $theme',
  async (look) => {
    let isTaken = true;
    const asked = answer({
      ...others,
      'agent/invitation/inviter': () => done(inviter),
      'agent/invitation/register': () =>
        isTaken ? refused('ACCOUNT_EXISTS', '账号已存在') : done({ id: '5', account: 'new_agent', status: 3 }),
    });
    await show(<Register />, { ...look, address: '/register?code=ABCD2345' });
    await expect.element(page.getByText(/Marsh Trading/)).toBeVisible();
    expect(await barriers()).toEqual([]);
    const submit = page.getByRole('button', { name: /^(提交注册|Register)$/ });
    await submit.click();
    await expect.element(page.getByText(/请输入姓名或公司名称|Enter your name or company name/)).toBeVisible();
    await page.getByLabelText(/^(姓名\/公司|Name or company)$/).fill('New Agent Ltd');
    await page.getByLabelText(/^(账号名称|Account name)$/).fill('new_agent');
    await page.getByLabelText(/^(密码|Password)$/).fill('Good words 77');
    await page.getByLabelText(/^(确认密码|Confirm password)$/).fill('Good words 77');
    await submit.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('账号已存在');
    isTaken = false;
    await submit.click();
    await expect.element(page.getByText(/new_agent/)).toBeVisible();
    const sent = asked.filter(({ path }) => path === 'agent/invitation/register').at(-1);
    expect(sent?.body).toMatchObject({ inviteCode: 'ABCD2345', tenantId: '000000', realName: 'New Agent Ltd' });
    expect(JSON.stringify(sent?.body)).not.toContain('Good words');
  },
);

test('an expired code is reported, and another one can be typed', async () => {
  answer({
    ...others,
    'agent/invitation/inviter': ({ query }) =>
      query.get('inviteCode') === 'ABCD2345' ? done(inviter) : refused('INVITE_UNKNOWN', '邀请码无效'),
  });
  await show(<Register />, { address: '/register?code=GONE2345' });
  await expect.element(page.getByRole('alert')).toHaveTextContent('邀请码无效');
  await page.getByRole('textbox').fill('abcd2345');
  await page.getByRole('button', { name: '下一步' }).click();
  await expect.element(page.getByText(/Marsh Trading/)).toBeVisible();
});
