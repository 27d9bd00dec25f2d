import { warehouse } from '@trade-assistant/contract/areas/whatsapp/warehouse.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isSilent } from '../../kit/client/call-error.ts';
import { download } from '../../kit/client/download.ts';
import { answer, envelope } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import { LargeExportBridge } from './large-export-bridge.tsx';

const SENTENCE = '本次导出 30,000 行，超过 20,000 行，须由另一人复核后生成';

test('an export that needs a second person asks for its purpose, and is requested with its original input', async () => {
  const asked: unknown[] = [];
  answer({
    'whatsapp/warehouse/export': () => envelope(400, null, SENTENCE, { bizCode: 'EXPORT_NEEDS_APPROVAL' }),
    'desk/approval/ask-export': ({ body }) => {
      asked.push(body);
      return { id: '7', approvalNo: 'RV7', rows: 30_000 };
    },
  });
  await show(<LargeExportBridge />);
  const input = { format: 'csv', countryCode: 'US' };
  const ended = await download(warehouse, 'export', input as never).catch((error: unknown) => error);
  // No further message is needed.
  expect(isSilent(ended)).toBe(true);
  await expect.element(page.getByText(SENTENCE)).toBeVisible();
  expect(await barriers()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: '提交申请' }));
  await expect.element(page.getByText('请说明用途')).toBeVisible();
  await userEvent.type(page.getByLabelText('用途'), '年度盘点');
  await userEvent.click(page.getByRole('button', { name: '提交申请' }));
  await expect.element(page.getByText(SENTENCE)).not.toBeInTheDocument();
  expect(asked).toEqual([{ call: 'whatsapp/warehouse/export', input, reason: '年度盘点' }]);
});
