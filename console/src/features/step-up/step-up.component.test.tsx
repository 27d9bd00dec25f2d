import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../../kit/client/call.ts';
import { answer, envelope } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import { StepUpBridge } from './step-up-bridge.tsx';

const refused = () => envelope(428, null, '需要验证码', { bizCode: 'STEP_UP_REQUIRED' });
const adjust = () => call(agentUser, 'manual-update-balance', { money: '600', ids: '1', reason: 'x' });

test('a call that needs two-step verification is sent again under its key after a right code', async () => {
  let isVerified = false;
  const keys: (string | null)[] = [];
  answer({
    'agent/user/manual-update-balance': (request) => {
      keys.push(request.headers.get('idempotency-key'));
      return isVerified ? { okCount: 1, pendingApproval: false, approvalId: null, items: [] } : refused();
    },
    'auth/two-factor/verify': () => {
      isVerified = true;
      return null;
    },
  });
  await show(<StepUpBridge />);
  const both = Promise.all([adjust(), adjust()]);
  const code = page.getByLabelText('验证码');
  await expect.element(code).toBeVisible();
  expect(await barriers()).toEqual([]);
  await userEvent.type(code, '123456{Enter}');
  expect((await both).map(({ okCount }) => okCount)).toEqual([1, 1]);
  await expect.element(code).not.toBeInTheDocument();
  expect(new Set(keys).size).toBe(1);
});

test('without the code the call is refused as it was', async () => {
  answer({ 'agent/user/manual-update-balance': refused });
  await show(<StepUpBridge />);
  const asked = adjust().catch((error: Error) => error.message);
  await page.getByRole('button', { name: '取消' }).click();
  expect(await asked).toBe('需要验证码');
});

test('a user without the required two-step verification is led to its setup', async () => {
  const needed = () => envelope(428, null, '请先开启两步验证', { bizCode: 'SECOND_FACTOR_NEEDED' });
  answer({ 'agent/user/manual-update-balance': needed });
  await show(<StepUpBridge />);
  const asked = adjust().catch((error: Error) => error.message);
  await expect.element(page.getByRole('dialog', { name: '请先开启两步验证' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: '去开启' })).toHaveAttribute('href', '/info/index?tab=security');
  expect(await barriers()).toEqual([]);
  await page.getByRole('button', { name: '以后再说' }).click();
  expect(await asked).toBe('请先开启两步验证');
});
