import { createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { deriveKey } from './captcha-key.ts';
import { LoginForm } from './login-form.tsx';

const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' };
/** Work as the server gives it out, only less of it. */
async function captcha(more: { algorithm?: string } = {}) {
  const expiresAt = Math.floor(Date.now() / 1000) + 60;
  const given = await createChallenge({ ...secrets, algorithm: 'SHA-256', cost: 3, counter: 40, deriveKey, expiresAt });
  const challenge = { ...given, parameters: { ...given.parameters, ...more } };
  return Response.json({ key: given.parameters.nonce, challenge });
}
const form = (
  <LoginForm tenant={{ tenantId: '000000' }} sources={[]} wanted="/" failure={undefined} ticket={undefined} />
);
const refused = () =>
  Response.json({ error_code: 'SIGN_IN_FAILED', error_description: '账号或密码错误' }, { status: 400 });
async function enter() {
  await page.getByRole('textbox').first().fill('ada');
  await page.getByLabelText(/^(密码|Password)$/).fill('a password 1');
  await page.getByRole('button', { name: /^(登录|Sign in)$/ }).click();
}

test.each(looks)('solves a captcha, sends its solution once and solves the next: $theme', async (look) => {
  const asked = answer({ 'auth/oauth/captcha': () => captcha(), 'auth/oauth/token': refused });
  await show(form, look);
  const done = look.locale === 'zh' ? '安全验证已通过' : 'Security check passed';
  await expect.element(page.getByRole('status').filter({ hasText: done })).toBeVisible();
  expect(await barriers()).toEqual([]);
  await enter();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await enter();
  await expect.poll(() => asked.filter(({ path }) => path === 'auth/oauth/token')).toHaveLength(2);
  const sent = asked.filter(({ path }) => path === 'auth/oauth/token').map(({ headers }) => headers);
  const keys = sent.map((headers) => headers.get('captcha-key'));
  expect(new Set(keys).size).toBe(2);
  for (const [index, headers] of sent.entries()) {
    const payload = JSON.parse(atob(headers.get('captcha-code') ?? '')) as Payload;
    expect(payload.challenge.parameters.nonce).toBe(keys[index]);
    expect(payload.solution.counter).toBe(40);
    expect(await verifySolution({ ...payload, ...secrets, deriveKey })).toMatchObject({ verified: true });
  }
});

test.each(looks)('a failed captcha is reported, can be retried, and signs no user in: $theme', async (look) => {
  let algorithm: string | undefined = 'SHA-1';
  const asked = answer({
    'auth/oauth/captcha': () => captcha(algorithm ? { algorithm } : {}),
    'auth/oauth/token': refused,
  });
  await show(form, look);
  const retry = page.getByRole('button', { name: look.locale === 'zh' ? '重试' : 'Retry' });
  await expect.element(retry).toBeVisible();
  expect(await barriers()).toEqual([]);
  await enter();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(asked.some(({ path }) => path === 'auth/oauth/token')).toBe(false);
  algorithm = undefined;
  await retry.click();
  await expect.element(page.getByText(look.locale === 'zh' ? '安全验证已通过' : 'Security check passed')).toBeVisible();
});

test('shows no captcha line and sends no solution when the server asks for none', async () => {
  const asked = answer({ 'auth/oauth/captcha': () => Response.json({ key: '' }), 'auth/oauth/token': refused });
  await show(form);
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
  await enter();
  await expect.element(page.getByRole('alert')).toBeVisible();
  const sent = asked.find(({ path }) => path === 'auth/oauth/token')?.headers;
  expect([sent?.get('captcha-key'), sent?.get('captcha-code')]).toEqual(['', '']);
});

test.each(looks)(
  'at the host of one tenant a user of another tenant names it and signs in there: $theme',
  async (look) => {
    const asked = answer({ 'auth/oauth/captcha': () => captcha(), 'auth/oauth/token': refused });
    await show(form, look);
    expect(page.getByLabelText(/租户|Tenant/).elements()).toHaveLength(0);
    await page
      .getByRole('button', { name: look.locale === 'zh' ? '登录其他租户' : 'Sign in to another tenant' })
      .click();
    expect(await barriers()).toEqual([]);
    await page.getByRole('textbox').first().fill('000042');
    await page.getByRole('textbox').nth(1).fill('ada');
    await page.getByLabelText(/^(密码|Password)$/).fill('a password 1');
    await page.getByRole('button', { name: /^(登录|Sign in)$/ }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    const [sent] = asked.filter(({ path }) => path === 'auth/oauth/token');
    expect(sent?.headers.get('tenant-id')).toBe('000042');
  },
);
