import { expect, test } from 'vitest';
import { edited, type Group, itemOf, itemsOf, type MatrixRow, rowKey, shownIn, switched, withEdit } from './edits.ts';

const own = {
  ...{ id: '7', version: 3, enabled: 1, price: '1.2', discount: null, minQty: 10, dailyLimit: null },
  ...{ monthlyLimit: null, rebateRate1: '5', rebateRate2: null, templateName: null },
};
const row = (countryCode: string, terms: typeof own | null): MatrixRow => ({
  ...{ filterType: null, activePeriod: null, countryCode, price: '1.2', own: terms, resale: null },
  inherited: { source: 'LEVEL', price: '1', agentName: null, countryCode },
});
const [us, gb] = [row('US', own), row('GB', null)];
const group: Group = { groupKey: '1-2', businessType: 1, serviceType: 2, rows: [us, gb] };

test('a cell shows the typed value, else the agreed one', () => {
  expect(shownIn('price', undefined, own)).toBe('1.2');
  expect(shownIn('minQty', undefined, own)).toBe('10');
  expect(shownIn('price', { price: '' }, own)).toBe('');
  expect(shownIn('price', undefined, null)).toBe('');
});

test('a value typed back to the agreed one is no change', () => {
  const typed = edited(undefined, own, 'price', '1.3');
  expect(typed).toEqual({ price: '1.3' });
  expect(edited(typed, own, 'price', '1.2')).toEqual({});
  expect(switched(switched(undefined, own, false), own, true)).toEqual({});
  expect(withEdit({ a: { price: '1' } }, 'a', {})).toEqual({});
});

test('sends changed values with the version they are based on', () => {
  const edits = {
    [rowKey(1, group, us)]: { minQty: '', dailyLimit: '50' },
    [rowKey(1, group, gb)]: { enabled: 0 as const },
    [rowKey(2, group, gb)]: { price: '2' },
  };
  const about = { businessType: 1, serviceType: 2, filterType: null, activePeriod: null };
  expect(itemsOf([group], edits)).toEqual([
    { ...about, kind: 1, countryCode: 'US', version: 3, minQty: null, dailyLimit: 50 },
    { ...about, kind: 1, countryCode: 'GB', version: 0, enabled: 0 },
    { ...about, kind: 2, countryCode: 'GB', version: 0, price: '2', discount: null },
  ]);
});

test('a discount replaces a price', () => {
  expect(itemsOf([group], { [rowKey(1, group, us)]: { discount: '0.9' } })).toMatchObject([
    { discount: '0.9', price: null },
  ]);
});

test('a template copies the agreed terms without the agent', () => {
  const key = { kind: 1, businessType: 1, serviceType: 2, filterType: null, activePeriod: null, countryCode: 'US' };
  const agreed = { ...own, ...key, agentId: '5', agentName: 'Alder Trading', remark: 'Agreed terms' };
  const { kind, businessType, serviceType, countryCode } = key;
  const about = { kind, businessType, serviceType, countryCode };
  expect(itemOf(agreed as never)).toEqual({ ...about, price: '1.2', minQty: 10, rebateRate1: '5' });
  expect(itemOf({ ...agreed, enabled: 0, price: null } as never)).toMatchObject({ enabled: 0, minQty: 10 });
});
