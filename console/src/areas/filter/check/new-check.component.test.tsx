import { filterType } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../../testing/answers.ts';
import { barriers } from '../../../testing/barriers.ts';
import { looks } from '../../../testing/looks.ts';
import { show } from '../../../testing/show.tsx';
import CheckMoney from './money.tsx';
import NewCheck from './new-check.tsx';

const CHECKS = 'filter/whatsapp-filter';
const pageOf = (records: readonly object[]) => ({ records, total: records.length, size: 20, current: 1, pages: 1 });
const earlier = (id: string) => ({
  ...{ id, taskNo: `WF${id}`, taskName: `Spring list ${id}`, countryCode: 'US', submitCount: 1_600, liveCount: 1_240 },
});
const quote = (quantity: number) => ({
  ...{ quantity, unitPrice: '0.0125', cachedUnitPrice: null, packageUnits: 0, total: String(quantity * 0.0125) },
  ...{ currency: 'USDT', minQty: 1, minAmount: '0', balance: '10', enough: quantity < 800, priceVersion: 1, tiers: [] },
  ...{ estimatedSeconds: 60, evidenceAvailable: 1 },
});
const server = (type: number, more: Parameters<typeof answer>[0] = {}) =>
  answer({
    'auth/oauth/user-info': () => ({ messagePort: null, roles: [], userType: type }),
    [`${CHECKS}/price`]: ({ query }) => quote(Number(query.get('quantity'))),
    [`${CHECKS}/list`]: () => pageOf([earlier('5'), earlier('6')]),
    [`${CHECKS}/create-order`]: () => ({ id: '9', taskNo: 'WF9', jobTaskNo: 'JB9', status: 0 }),
    'user/country/bulk-select': () => [{ value: 'US', label: '美国', labelEn: 'United States', dialCode: '1' }],
    'compliance/consent/list': ({ query }) =>
      pageOf([
        { id: query.get('ownerId') ?? '31', consentNo: 'CN1', listSource: 1, validUntil: '2026-12-31', status: 2 },
      ]),
    'agent/user/lazy-list': () => [{ id: '3', parentId: '0', title: 'Agent Fern', account: 'fern', hasChildren: 0 }],
    ...more,
  });
const panel = <NewCheck resource={whatsappFilter} filterType={filterType} onClose={() => {}} />;
const permissions = [`${CHECKS}:view`, `${CHECKS}:create`, 'agent/recharge:add'];
const created = (asked: ReturnType<typeof answer>) => asked.find(({ path }) => path === `${CHECKS}/create-order`)?.body;
const start = () => page.getByRole('button', { name: /^(Start check|开始检测)/ });
async function chooseCountry(label: string) {
  await userEvent.fill(page.getByLabelText(label), 'US');
  await userEvent.keyboard('{Enter}');
}

test('pasted numbers are counted once each, priced, and checked with Ctrl+Enter', async () => {
  const asked = server(userType.is.agent);
  await show(panel, { permissions, locale: 'en' });
  await userEvent.click(page.getByText('Paste', { exact: true }));
  await userEvent.fill(
    page.getByRole('textbox', { name: 'List of numbers, one per line' }),
    '+1 212 555 0123\n+12125550123\n+12125550124, Ada',
  );
  await expect.element(start()).toBeDisabled();
  await expect.element(page.getByText('Still needed: country')).toBeVisible();
  await chooseCountry('Country');
  await expect.element(page.getByText(/Still needed/)).not.toBeInTheDocument();
  await expect.element(page.getByText('Numbers (estimated)')).toBeVisible();
  await expect.poll(() => asked.findLast(({ path }) => path === `${CHECKS}/price`)?.query.get('quantity')).toBe('2');
  await expect.element(start()).toBeEnabled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .poll(() => created(asked))
    .toMatchObject({ countryCode: 'US', consentId: '31', expectedUnitPrice: '0.0125' });
  expect(created(asked)).not.toHaveProperty('column');
});

test.each(looks)('an earlier list is checked again, with its numbers, country and name: $theme', async (look) => {
  const asked = server(userType.is.agent);
  const t = (zh: string, en: string) => (look.locale === 'zh' ? zh : en);
  await show(panel, { ...look, permissions });
  await userEvent.click(page.getByText(t('上次名单', 'Earlier list'), { exact: true }));
  await userEvent.click(page.getByRole('combobox', { name: t('上次名单', 'Earlier list') }));
  await userEvent.click(page.getByText(/Spring list 6/));
  await expect.element(page.getByLabelText(t('任务名称', 'Task name'))).toHaveValue('Spring list 6');
  await expect.element(page.getByText(t('号码', 'Numbers'), { exact: true })).toBeVisible();
  await expect
    .element(page.getByText(t('余额不足：任务会等待支付', 'Balance too low: the task will await funds')))
    .toBeVisible();
  // A check is made again whole: there are no results to choose.
  expect(page.getByRole('checkbox').elements()).toEqual([]);
  expect(await barriers()).toEqual([]);
  await userEvent.click(start());
  await expect.poll(() => created(asked)).toMatchObject({ taskId: '6', countryCode: 'US', taskName: 'Spring list 6' });
});

test('staff choose the agent first: earlier lists, declarations and the price are those of the agent', async () => {
  const asked = server(userType.is.staff);
  await show(panel, { permissions, locale: 'en' });
  await userEvent.click(page.getByText('Earlier list', { exact: true }));
  expect(page.getByText('CN1').elements()).toEqual([]);
  await userEvent.click(page.getByRole('combobox', { name: 'Agent', exact: true }));
  await userEvent.click(page.getByText('Agent Fern'));
  await userEvent.click(page.getByRole('combobox', { name: 'Earlier list' }));
  await userEvent.click(page.getByText(/Spring list 5/));
  await expect.element(start()).toBeEnabled();
  const ownersAsked = (path: string) => asked.findLast((one) => one.path === path)?.query;
  expect(ownersAsked(`${CHECKS}/list`)?.get('ownerId')).toBe('3');
  expect(ownersAsked('compliance/consent/list')?.get('ownerId')).toBe('3');
  expect(ownersAsked(`${CHECKS}/price`)?.get('agentId')).toBe('3');
  await userEvent.click(start());
  await expect.poll(() => created(asked)).toMatchObject({ agentId: '3', taskId: '5', consentId: '3' });
});

test('the money of a check says what is still held', async () => {
  answer({ 'finance/log/page': () => pageOf([]), 'finance/log/list': () => pageOf([]) });
  const check = { taskNo: 'WF1', currency: 'USDT', holdAmount: '20', chargedAmount: '12.5', refundedAmount: '5' };
  await show(<CheckMoney check={check as never} />, { permissions, locale: 'en' });
  await expect.element(page.getByTitle('2.50 USDT')).toBeVisible();
});
