import { priceConfigure } from '@trade-assistant/contract/areas/whatsapp/price-configure.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../../testing/answers.ts';
import { barriers } from '../../../testing/barriers.ts';
import { looks } from '../../../testing/looks.ts';
import { show } from '../../../testing/show.tsx';
import PreviousVersion from './previous-version.tsx';

const price = (priceVersion: number, salePrice: string) =>
  ({
    ...{ id: String(priceVersion), priceNo: 'PR1', priceVersion, salePrice, costPrice: '0.5', minPrice: null },
    ...{ tierJson: [], minQty: 1, maxQty: null, stepQty: null, currency: 'USDT', version: 3, status: 1 },
  }) as unknown as WireRowOf<typeof priceConfigure>;

async function open(versions: readonly object[], look: Parameters<typeof show>[1] = {}) {
  const asked = answer({
    [`${priceConfigure.name}/list`]: () => ({
      records: versions,
      total: versions.length,
      size: 100,
      current: 1,
      pages: 1,
    }),
    [`${priceConfigure.name}/update`]: () => ({ id: '4', approvalId: null }),
  });
  await show(<PreviousVersion row={price(3, '1.25')} onClose={() => undefined} />, { permissions: [], ...look });
  return () => asked.filter(({ path }) => path.endsWith('/update')).map(({ body }) => body);
}

test.each(looks)(
  'a change of price is undone as a new version with the prices of the one before: $theme',
  async (look) => {
    const sent = await open([price(1, '0.9'), price(3, '1.25'), price(2, '1.1')], look);
    const zh = look.locale === 'zh';
    await expect
      .element(page.getByText(zh ? /由 1.25 USDT 恢复为 1.10 USDT（版本 2）/ : /from 1.25 USDT back to 1.10 USDT/))
      .toBeVisible();
    expect(await barriers()).toEqual([]);
    await userEvent.fill(page.getByLabelText(zh ? '原因' : 'Reason'), 'Typo');
    await userEvent.click(page.getByRole('button', { name: zh ? /恢.?复/ : 'Restore' }));
    await expect
      .poll(sent)
      .toMatchObject([{ id: '3', version: 3, salePrice: '1.1', costPrice: '0.5', remark: 'Typo' }]);
    await expect.element(page.getByText(zh ? 'PR1 已恢复为 1.10 USDT' : 'PR1 restored to 1.10 USDT')).toBeVisible();
  },
);

test('a price without an earlier version cannot be restored', async () => {
  await open([price(3, '1.25')], { locale: 'en' });
  await expect.element(page.getByText('There is no earlier version')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Restore' })).toBeDisabled();
});
