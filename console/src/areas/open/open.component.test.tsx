import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import Deliveries from './delivery.tsx';
import Endpoints from './endpoint.tsx';
import Keys from './key.tsx';

const PERMISSIONS = ['key', 'endpoint', 'delivery'].flatMap((name) =>
  ['view', 'add', 'edit', 'delete'].map((action) => `open/${name}:${action}`),
);
const agent = { 'auth/oauth/user-info': () => ({ userType: 2 }) };
const pageOf = (row: object) => ({ records: [row], total: 1, size: 10, current: 1, pages: 1 });
const audited = {
  version: 1,
  createUserName: 'Ada',
  createTime: '2026-01-02 03:04:05',
  updateTime: '2026-01-02 03:04:05',
};
const key = {
  ...{ id: '5', keyName: 'Shop', keyId: 'tk_live_0011223344556677', scopes: 5, addresses: [], spendDay: '50' },
  ...{ spendMonth: null, rateMinute: 600, expireTime: null, ownerId: '1', ownerName: 'Ada', spentDay: '12.5' },
  ...{ spentMonth: '12.5', lastUsedTime: null, lastUsedIp: null, revokeTime: null, status: 1, ...audited },
};
const endpoint = {
  ...{ id: '6', endpointName: 'Warehouse', url: 'https://example.com/hook', events: 3, includeBelow: 0, status: 1 },
  ...{
    ownerId: '1',
    ownerName: 'Ada',
    pausedTime: '2026-01-02 03:04:05',
    pauseReason: 1,
    failingSince: null,
    failures: 1,
  },
  ...{ lastSuccessTime: null, oldSecretUntil: null, ...audited },
};
const delivery = {
  ...{
    id: '7',
    endpointId: '6',
    endpointName: 'Warehouse',
    eventId: '9',
    eventType: 1,
    state: 2,
    tries: 2,
    httpStatus: 500,
  },
  ...{ millis: 12, error: null, nextTime: '2026-01-02 03:04:05', doneTime: null, body: '{"type":"order.delivered"}' },
  ...{ answer: 'broken', createTime: '2026-01-02 03:04:05' },
  attempts: [
    { time: '2026-01-02T03:05:05.000Z', status: 500, error: null, millis: 12, answer: 'broken' },
    { time: '2026-01-02T03:04:05.000Z', status: null, error: 'ECONNREFUSED', millis: 3, answer: '' },
  ],
};

describe('the screens of the partner interface', () => {
  test('show a new key once, until the user has saved it', async () => {
    const log = answer({
      ...agent,
      'open/key/list': () => pageOf(key),
      'open/key/create': () => ({
        id: '8',
        keyId: 'tk_live_8899aabbccddeeff',
        secretKey: 'tk_live_8899aabbccddeeff_secret',
      }),
    });
    await show(<Keys />, { address: '/open/key/index', permissions: PERMISSIONS, locale: 'en' });
    await userEvent.click(page.getByRole('button', { name: 'Create a key' }));
    await userEvent.fill(page.getByRole('dialog').getByLabelText('Name'), 'Robot');
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }));
    await expect.element(page.getByText('tk_live_8899aabbccddeeff_secret')).toBeVisible();
    expect(await barriers()).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'I have saved it' }));
    await expect.poll(() => page.getByText('tk_live_8899aabbccddeeff_secret').elements()).toEqual([]);
    expect(log.find(({ path }) => path === 'open/key/create')?.body).toMatchObject({
      keyName: 'Robot',
      scopes: 11,
      rateMinute: 600,
    });
  });

  test('show staff whose keys there are, and offer them none of their own', async () => {
    answer({ 'auth/oauth/user-info': () => ({ userType: 1 }), 'open/key/list': () => pageOf(key) });
    await show(<Keys />, { address: '/open/key/index', permissions: PERMISSIONS, locale: 'en' });
    await expect.element(page.getByRole('columnheader', { name: 'Agent' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Create a key' }).elements()).toEqual([]);
  });

  test('offer to resume a paused endpoint, and no test of it', async () => {
    answer({ ...agent, 'open/endpoint/list': () => pageOf(endpoint), 'open/endpoint/detail': () => endpoint });
    await show(<Endpoints />, { address: '/open/endpoint/index?record=6', permissions: PERMISSIONS, theme: 'dark' });
    const panel = page.getByRole('dialog');
    await expect.element(panel.getByText('地址答复已失效（410）')).toBeVisible();
    await expect.element(panel.getByRole('button', { name: '恢复投递' })).toBeVisible();
    expect(page.getByText('发送测试事件').elements()).toEqual([]);
  });

  test('show each attempt of a delivery with status, error and answer', async () => {
    answer({
      'open/delivery/list': () => pageOf(delivery),
      'open/delivery/detail': () => delivery,
      'open/delivery/counts': () => ({ states: [] }),
    });
    await show(<Deliveries />, { address: '/open/delivery/index?record=7', permissions: PERMISSIONS, locale: 'en' });
    const attempts = page.getByRole('region', { name: 'Attempts' });
    await expect.element(attempts.getByText('broken')).toBeVisible();
    await expect.element(attempts.getByText('ECONNREFUSED')).toBeVisible();
    await expect.element(attempts.getByText('No answer')).toBeVisible();
    expect(await barriers()).toEqual([]);
  });
});
