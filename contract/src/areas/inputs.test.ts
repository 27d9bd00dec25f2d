import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { agentUser } from './agent/user.ts';
import { preWarehouse } from './whatsapp/pre-warehouse.ts';
import { warehouse } from './whatsapp/warehouse.ts';

describe('moving numbers into the warehouse', () => {
  const { input } = preWarehouse.calls['batch-into-warehouse'];

  test('reads comma-joined ids under either name', () => {
    expect(z.decode(input, { id: '3,1,3' })).toEqual({ ids: [3n, 1n] });
    expect(z.decode(input, { ids: '7' })).toEqual({ ids: [7n] });
  });

  test('reads a batch number', () => {
    expect(z.decode(input, { id: 'PW2511210A1B2C3D' })).toEqual({ batchNo: 'PW2511210A1B2C3D' });
    expect(z.decode(input, { batchNo: 'PW2511210A1B2C3D' })).toEqual({ batchNo: 'PW2511210A1B2C3D' });
  });

  test('refuses neither', () => {
    expect(z.safeDecode(input, {}).success).toBe(false);
    expect(z.safeDecode(input, { ids: 'all' }).success).toBe(false);
  });
});

describe('an import', () => {
  test('fills in defaults and requires the permission to be stated', () => {
    const said = {
      batchName: 'May',
      numberType: 1,
      capability: 8,
      warehouseCode: 'main',
      sourceType: 4,
      costPrice: '0.5',
    };
    expect(z.decode(preWarehouse.calls.import.input, { ...said, rightsAttested: 1 })).toMatchObject({
      businessType: 1,
      ownerType: 1,
      currency: 'USDT',
      commit: 0,
      costPrice: 500_000n,
    });
    expect(z.safeDecode(preWarehouse.calls.import.input, said as never).success).toBe(false);
  });
});

describe('a stock status', () => {
  test('is switched between available and unlisted only', () => {
    const { input } = warehouse.calls['update-status'];
    expect(z.decode(input, { ids: '1', status: 4 })).toEqual({ ids: [1n], status: 4 });
    expect(z.safeDecode(input, { ids: '1', status: 2 as never }).success).toBe(false);
  });
});

describe('an account', () => {
  const { input } = agentUser.calls['open-account'];
  const opened = { account: 'north_sea', realName: 'North Sea', userType: 2, password: 'harbour 12' } as const;
  const taken = (more: Partial<Record<'password' | 'phone' | 'serviceAddress' | 'account', string>>): boolean =>
    z.safeDecode(input, { ...opened, ...more }).success;

  test('needs a password of eight characters out of two classes', () => {
    expect(taken({})).toBe(true);
    for (const password of ['harbour12', 'harbour-', '12345678-']) expect(taken({ password }), password).toBe(true);
    for (const password of ['harbour', 'harbours', '12345678', '--------', 'ha12'])
      expect(taken({ password }), password).toBe(false);
  });

  test('accepts a mainland phone of eleven digits or an international one', () => {
    for (const phone of ['+12015550123', '+447700900123', '138-0000-0000', '0044 7700 900 123', '12015550123'])
      expect(taken({ phone }), phone).toBe(true);
    for (const phone of ['2015550123', '+1', '1380013800']) expect(taken({ phone }), phone).toBe(false);
  });

  test('publishes a Telegram user name or an https address', () => {
    for (const serviceAddress of ['@north_sea', 'north_sea', 'https://example.com/help'])
      expect(taken({ serviceAddress })).toBe(true);
    for (const serviceAddress of ['http://example.com', 'javascript:alert(1)', '@ab'])
      expect(taken({ serviceAddress })).toBe(false);
  });

  test('cannot be given as staff', () => {
    expect(z.safeDecode(input, { ...opened, userType: 1 as never }).success).toBe(false);
  });

  test('is never adjusted by nothing', () => {
    const adjust = agentUser.calls['manual-update-balance'].input;
    expect(z.safeDecode(adjust, { money: '0', ids: '1', reason: 'x' }).success).toBe(false);
    expect(z.decode(adjust, { money: '-12.5', ids: '1,2', reason: 'x' }).money).toBe(-12_500_000n);
  });
});
