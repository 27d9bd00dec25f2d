import { batchProgress } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { useLocation } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../../testing/answers.ts';
import { barriers } from '../../../testing/barriers.ts';
import { looks } from '../../../testing/looks.ts';
import { show } from '../../../testing/show.tsx';
import type { Batch, Kind } from './batch.ts';
import Batches from './batches.tsx';

const { checking, country, reported, ready, stocked, checkFailed, refused, failed, void: isVoid } = batchProgress.is;
const none = { readyCount: 0, inWarehouseCount: 0, failedCount: 0, voidCount: 0 };

const batchOf = (change: Partial<Batch> = {}): Batch => ({
  ...{ id: '1', batchNo: 'PW261121AAAAAAAA', batchName: 'November', status: 2, progress: ready, taskNo: 'TK1' },
  ...{ warehouseCode: 'WH01', warehouseName: 'Main', sourceType: 1, supplierName: 'Supplier' },
  ...{ totalLines: 62, goodLines: 60, ...none, readyCount: 60, committedAt: null },
  ...{ version: 0, createUserName: 'ada', createTime: '2026-11-21 08:00:00', updateTime: '2026-11-21 08:00:00' },
  ...change,
});

const kindOf = (change: Partial<Kind> = {}): Kind => ({
  ...{ countryCode: 'US', businessType: 1, numberType: 1, capability: 8, serviceType: 2 },
  ...{ stocked: 60, available: 60, unlisted: 0, onSale: 0, price: null, productId: null, productName: null },
  ...{ missing: 'price' as const, ...change },
});

const permissions = ['import', 'into-warehouse', 'void'].map((action) => `whatsapp/pre-warehouse:${action}`);
const Where = () => <output>{useLocation().pathname + useLocation().search}</output>;
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function open(batches: readonly Batch[], { kinds = [] as readonly Kind[], ...setting } = {}) {
  const asked = answer({
    'whatsapp/pre-warehouse/batches': () => ({
      records: batches,
      ...{ total: batches.length, size: 10, current: 1, pages: 1 },
    }),
    'whatsapp/pre-warehouse/batch-sales': ({ query }) =>
      (query.get('batchNos') ?? '').split(',').map((batchNo) => ({
        batchNo,
        onSale: kinds.reduce((sum, { onSale }) => sum + onSale, 0),
        kinds,
      })),
    'whatsapp/pre-warehouse/batch-into-warehouse': () => ({ okCount: 60, failCount: 0, fails: [] }),
  });
  const onImport = vi.fn();
  await show(
    <>
      <Batches onNumbers={vi.fn()} onImport={onImport} />
      <Where />
    </>,
    { permissions, ...setting },
  );
  return { asked, onImport };
}

/** The steps of the first batch with their states and counts. */
const steps = () =>
  [...document.querySelectorAll('article ol > li')].map((step) => [
    step.querySelector('strong')?.textContent,
    step.getAttribute('data-state'),
    [...step.querySelectorAll('li')].map(({ textContent }) => textContent),
  ]);

describe('a batch', () => {
  test.each([
    [{ progress: checking, goodLines: 0, totalLines: 0, ...none }, '检查中', '查看进度'],
    [{ progress: country, goodLines: 0, totalLines: 0, ...none }, '待选国家', '选择国家'],
    [{ progress: reported, ...none }, '待确认', '确认导入 60 行'],
    [{ progress: ready }, '待入库', '入库 60 个'],
    [{ progress: stocked, ...none, inWarehouseCount: 60 }, '已入库', '上架'],
    [{ progress: checkFailed, ...none, failedCount: 60 }, '校验失败', '处理 60 个校验失败的号码'],
    [{ progress: refused, goodLines: 0, ...none }, '全部被拒绝', '查看原因'],
    [{ progress: failed, goodLines: 0, ...none }, '导入失败', '查看原因'],
  ])('names its state and offers one next action: %o', async (change, state, next) => {
    await open([batchOf(change)], { kinds: [kindOf()] });
    await expect.element(page.getByRole('article').getByText(state, { exact: true }).first()).toBeVisible();
    await expect.element(button(next)).toBeVisible();
    expect(document.querySelectorAll('article .ant-btn:not(.ant-btn-text)')).toHaveLength(1);
  });

  test('offers nothing when it is void or all its numbers are on sale', async () => {
    const kinds = [kindOf({ onSale: 60, missing: null })];
    const sold = { progress: stocked, ...none, inWarehouseCount: 60 };
    await open(
      [batchOf({ id: '2', batchNo: 'PW261121BBBBBBBB', batchName: 'Old', progress: isVoid, ...none }), batchOf(sold)],
      { kinds },
    );
    await expect.element(page.getByText('60 在售')).toBeVisible();
    expect(document.querySelectorAll('article .ant-btn:not(.ant-btn-text)')).toHaveLength(0);
  });

  test('counts the numbers at each step, and each count opens its rows', async () => {
    await open([batchOf({ progress: 4, readyCount: 7, failedCount: 3, inWarehouseCount: 50 })], {
      kinds: [kindOf({ available: 50, onSale: 50, missing: null })],
    });
    await expect.element(page.getByText('50 在售')).toBeVisible();
    expect(steps()).toEqual([
      ['上传', 'done', ['62 行']],
      ['检查', 'done', ['60 有效', '2 被拒绝']],
      ['入库', 'current', ['7 待入库', '3 校验失败', '50 已入库']],
      ['上架', 'done', ['50 在售']],
    ]);
    const links = page.getByRole('article').getByRole('link').elements() as HTMLAnchorElement[];
    const batch = 'batchNo=PW261121AAAAAAAA';
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      ...new Array(3).fill('/whatsapp/pre-warehouse?task=TK1'),
      ...[1, 5, 3].map((status) => `/whatsapp/pre-warehouse?${batch}&status_in=${status}`),
      `/whatsapp/warehouse?${batch}&countryCode_in=US&businessType=1&numberType=1&stockStatus_in=0`,
    ]);
  });

  test('leads to its import, or has no link to an import of another user', async () => {
    await open([batchOf({ progress: country, totalLines: 0, goodLines: 0, ...none })]);
    await userEvent.click(button('选择国家'));
    await expect.element(page.getByText('/whatsapp/pre-warehouse?task=TK1')).toBeVisible();
    await open([batchOf({ progress: reported, taskNo: null, ...none })]);
    await expect.element(page.getByText('待确认', { exact: true })).toBeVisible();
    expect(page.getByRole('article').getByRole('link').elements()).toHaveLength(0);
    expect(button('确认导入 60 行').elements()).toHaveLength(0);
  });

  test('moves to stock after a question with the count, and says how many', async () => {
    const { asked } = await open([batchOf()]);
    await userEvent.click(button('入库 60 个'));
    await expect.element(page.getByText('将批次「November」的 60 个待入库号码入库？')).toBeVisible();
    await userEvent.click(button('整批入库'));
    await expect.element(page.getByText('已入库 60 个号码')).toBeVisible();
    const moves = asked.filter(({ path }) => path.endsWith('batch-into-warehouse'));
    expect(moves.map(({ body }) => body)).toEqual([{ batchNo: 'PW261121AAAAAAAA' }]);
  });
});

test('batches are filtered by name and progress, and an import can be started', async () => {
  const { asked, onImport } = await open([]);
  await expect.element(page.getByText('还没有批次', { exact: false })).toBeVisible();
  await userEvent.click(button('导入'));
  expect(onImport).toHaveBeenCalledTimes(1);
  await userEvent.fill(page.getByRole('textbox', { name: '批次名' }), 'Nov');
  await expect.element(page.getByText('没有符合条件的批次')).toBeVisible();
  expect(asked.at(-1)?.query.get('batchName')).toBe('Nov');
});

test.each(looks)('batches have no accessibility violations: $theme, $locale', async (look) => {
  await open([batchOf({ progress: 4, readyCount: 7, failedCount: 3, inWarehouseCount: 50 })], {
    kinds: [kindOf()],
    ...look,
  });
  await expect.element(page.getByRole('article')).toBeVisible();
  expect(await barriers()).toEqual([]);
});
