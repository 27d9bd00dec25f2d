import '../testing/browser.ts';
import { country } from '@trade-assistant/contract/areas/user/country.ts';
import { beforeEach, expect, test } from 'vitest';
import { changeRows } from './optimistic.ts';
import { callKey, queryClient } from './query.ts';

const KEY = callKey(country, 'page', { current: 1 });
const pageOf = (...rows: { id: string; status: number }[]) => ({ records: rows, total: rows.length });
const BEFORE = pageOf({ id: '1', status: 1 }, { id: '2', status: 1 });

beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData(KEY, BEFORE);
});

test('changes rows at once, removes and counts deleted ones, and restores all after a refusal', () => {
  const putBack = changeRows(country, ['1'], (row) => ({ ...row, status: 0 }));
  expect(queryClient.getQueryData(KEY)).toEqual(pageOf({ id: '1', status: 0 }, { id: '2', status: 1 }));
  changeRows(country, ['2'], () => undefined);
  expect(queryClient.getQueryData(KEY)).toEqual(pageOf({ id: '1', status: 0 }));
  putBack();
  expect(queryClient.getQueryData(KEY)).toEqual(BEFORE);
});

test('the kept detail of a row changes with it, and stays where the row will be gone', () => {
  const detail = callKey(country, 'detail', { id: '1' });
  queryClient.setQueryData(detail, { id: '1', status: 1 });
  changeRows(country, ['1'], (row) => ({ ...row, status: 0 }));
  expect(queryClient.getQueryData(detail)).toEqual({ id: '1', status: 0 });
  changeRows(country, ['1'], () => undefined);
  expect(queryClient.getQueryData(detail)).toEqual({ id: '1', status: 0 });
});

test('an answer requested before the change does not restore the old rows', async () => {
  let answer = (_page: typeof BEFORE): void => undefined;
  const asked = new Promise<typeof BEFORE>((resolve) => {
    answer = resolve;
  });
  const fetched = queryClient.fetchQuery({ queryKey: KEY, queryFn: () => asked, staleTime: 0 });
  changeRows(country, ['1'], (row) => ({ ...row, status: 0 }));
  answer(BEFORE);
  await Promise.allSettled([fetched]);
  expect(queryClient.getQueryData(KEY)).toEqual(pageOf({ id: '1', status: 0 }, { id: '2', status: 1 }));
});
