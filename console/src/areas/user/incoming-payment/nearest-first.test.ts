import { expect, test } from 'vitest';
import { nearestFirst } from './nearest-first.ts';

const recharge = (rechargeNo: string, payAmount: string, network: number | null = 1) => ({
  rechargeNo,
  payAmount,
  network,
  userName: '',
  status: 1,
  createTime: '',
});

test('lists the recharges of the payment’s network, the nearest amount first', () => {
  const found = nearestFirst({ amount: '200.0412', network: 1 }, [
    recharge('far', '1000'),
    recharge('above', '200.0500'),
    recharge('elsewhere', '200.0412', 2),
    recharge('below', '200.0410'),
    recharge('bank', '200.0412', null),
  ]);
  expect(found.map(({ rechargeNo }) => rechargeNo)).toEqual(['below', 'above', 'far']);
});

test('a payment without a network matches any; equal distances keep their order, and few are shown', () => {
  const many = Array.from({ length: 9 }, (_, index) => recharge(`r${index}`, '10', index % 2 ? null : 1));
  const found = nearestFirst({ amount: '11', network: null }, many);
  expect(found.map(({ rechargeNo }) => rechargeNo)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5']);
});
