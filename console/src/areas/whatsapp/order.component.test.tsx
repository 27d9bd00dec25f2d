import { orderStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeMessages, useMessageDesk } from '../../features/messages/desk.ts';
import {
  ORDER_PERMISSIONS,
  orderRow,
  orderServer,
  pageOf,
  recipientRow,
} from '../../features/orders/orders-fixture.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import Orders from './order.tsx';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const open = (query = '', look: Parameters<typeof show>[1] = { locale: 'en' }) =>
  show(<Orders />, { permissions: ORDER_PERMISSIONS, address: `/whatsapp/order/index${query}`, ...look });
const figure = () => document.querySelector('figure')?.textContent ?? '';

test('an order is written, looked at line by line, checked and confirmed with keys', async () => {
  let isRead = 0;
  const asked = orderServer({
    'whatsapp/order/save': () => ({ id: '7', orderNo: 'MO1', jobTaskNo: 'JB1', status: 0 }),
    'whatsapp/order/detail': () => orderRow({ status: 0, isRead }),
    'desk/task/progress': () => ({ taskNo: 'JB1', state: 1, done: 1, total: 3 }),
    'whatsapp/order/confirm': () => ({ status: orderStatus.is.sending }),
  });
  const sentTo = (path: string) => asked.findLast((one) => one.path === `whatsapp/order/${path}`)?.body;
  await open();
  await userEvent.click(button('New order'));
  // The restricted sender is not chosen, the only other one is.
  await expect.element(page.getByText('8,200 / 10,000')).toBeVisible();
  await userEvent.click(button(/^payment_due/));
  await userEvent.click(page.getByText('Paste', { exact: true }));
  await userEvent.fill(
    page.getByRole('textbox', { name: 'Recipients, one per line' }),
    '+12125550123, A-1, Ada, one\n+12125550124, A-2, , two',
  );
  await expect.poll(figure).toContain('Order A-1Hello Ada, your order one');
  await userEvent.click(button('Next'));
  await expect.poll(figure).toContain('Order A-2Hello {{1}}, your order two');
  await expect.element(page.getByText('Body {{1}} has no value')).toBeVisible();

  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .poll(() => sentTo('save'))
    .toMatchObject({
      senderId: '11',
      templateId: '22',
      consentId: '31',
      numbers: '+12125550123, A-1, Ada, one\n+12125550124, A-2, , two',
      values: [
        { key: 'header.1', column: 1 },
        { key: 'body.1', column: 2 },
        { key: 'body.2', column: 3 },
      ],
    });
  await expect.element(page.getByText('Reading the list…')).toBeVisible();
  isRead = 1;
  await expect.element(page.getByText('1 line will not be sent, free of charge')).toBeVisible();
  await expect
    .element(
      page.getByText(
        '30 numbers in Syria will not be sent: WhatsApp does not serve this country. Send them a text message instead.',
      ),
    )
    .toBeVisible();
  await expect.element(page.getByText('Body {{1}} has no value')).toBeVisible();
  await expect.poll(figure).toContain('Order A-1Hello Ada');
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(figure).toContain('Order A-2Hello Bruno');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => sentTo('confirm')).toEqual({ id: '7', expectedTotal: '0.118000' });
  await expect.element(page.getByText('Sending has started')).toBeVisible();
});

const checkedList = (id: string) => ({
  ...{ id, taskNo: `CK${id}`, taskName: `Spring list ${id}`, ownerId: '3', countryCode: 'US', submitCount: 1_600 },
  ...{ liveCount: 1_240, silentCount: 200, riskCount: 0, vacantCount: 150, suspendedCount: 0, noDataCount: 0 },
  unknownCount: 10,
});

test.each(looks)('an order goes to the numbers of a check with the chosen results: $theme', async (look) => {
  const asked = orderServer({
    'filter/whatsapp-filter/detail': ({ query }) => checkedList(query.get('id') ?? ''),
    'filter/whatsapp-filter/list': () => pageOf([checkedList('5'), checkedList('6')]),
    'whatsapp/order/save': () => ({ id: '7', orderNo: 'MO1', jobTaskNo: 'JB1', status: 0 }),
    'whatsapp/order/detail': () => orderRow({ status: 0 }),
  });
  const t = (zh: string, en: string) => (look.locale === 'zh' ? zh : en);
  await open('?check=6:1,4', { ...look, permissions: [...ORDER_PERMISSIONS, 'filter/whatsapp-filter:view'] });
  await expect.element(page.getByText(/Spring list 6/)).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: t('实号 · 1,240', 'In service · 1,240') })).toBeChecked();
  // Results without numbers are not offered.
  expect(page.getByRole('checkbox', { name: t('风险号', 'At risk') }).elements()).toEqual([]);
  await userEvent.click(page.getByRole('checkbox', { name: t('沉默号 · 200', 'Silent · 200') }));
  expect(await barriers()).toEqual([]);
  await userEvent.click(button(/^payment_due/));
  for (const box of page.getByRole('textbox', { name: /的内容$|^Value of/ }).elements()) await userEvent.fill(box, 'A');
  await expect.poll(figure).toContain('Hello A');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .poll(() => asked.find(({ path }) => path === 'whatsapp/order/save')?.body)
    .toMatchObject({ checkId: '6', results: '1' });
});

test('a draft with countries without a price names them, asks for a price, and goes on without their numbers', async () => {
  let unpriced = ['BR'];
  const lane = (countryCode: string, price: string | null) => ({
    countryCode,
    lines: 2,
    units: 2,
    unitPrice: price,
    total: price,
  });
  const asked = orderServer({
    'whatsapp/order/save': () => ({ id: '7', orderNo: 'MO1', jobTaskNo: 'JB1', status: 0 }),
    'whatsapp/order/detail': () => orderRow({ status: 0 }),
    'whatsapp/order/leave-out': () => {
      unpriced = [];
      return { left: 2 };
    },
    'whatsapp/order/summary': () => ({
      ...{ lanes: [lane('US', '0.1'), ...unpriced.map((code) => lane(code, null))], unpriced },
      ...{ total: unpriced.length > 0 ? null : '0.1', currency: 'USDT', balance: '10', enough: true },
      ...{
        isOnSubmit: false,
        estimatedSeconds: 1,
        needsReview: false,
        problem: null,
        markets: [],
        problems: [],
        reasons: [],
        samples: [],
      },
    }),
  });
  await open('', { locale: 'en', permissions: [...ORDER_PERMISSIONS, 'message:send'] });
  await userEvent.click(button('New order'));
  await userEvent.click(button(/^order_shipped/));
  await userEvent.click(page.getByText('Paste', { exact: true }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Recipients, one per line' }), '+12125550123,A,B,C');
  await userEvent.click(button(/^Check/));
  await expect.element(page.getByText(/^No price for Brazil/)).toBeVisible();
  await expect.element(button(/^Confirm and send/)).toBeDisabled();
  await userEvent.click(button('Ask for a price'));
  expect(useMessageDesk.getState().view).toEqual({ kind: 'compose' });
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).toContain(
    'Please set a price: Message orders, Brazil',
  );
  closeMessages();
  await userEvent.click(button('Leave 2 numbers out'));
  await expect.element(button(/^Confirm and send/)).toBeEnabled();
  expect(asked.find(({ path }) => path === 'whatsapp/order/leave-out')?.body).toEqual({
    id: '7',
    countryCodes: ['BR'],
  });
});

test('an order that cannot be confirmed says why, and goes back to what was filled in', async () => {
  const asked = orderServer({
    'whatsapp/order/save': () => ({ id: '7', orderNo: 'MO1', jobTaskNo: 'JB1', status: 0 }),
    'whatsapp/order/detail': () => orderRow({ status: 0 }),
    'whatsapp/order/remove': () => null,
    'whatsapp/order/summary': () => ({
      ...{
        lanes: [],
        unpriced: [],
        total: null,
        currency: null,
        balance: '0',
        enough: false,
        estimatedSeconds: 0,
        needsReview: false,
      },
      ...{ problem: 'The template was paused by WhatsApp', markets: [], problems: [], reasons: [], samples: [] },
    }),
  });
  await open();
  await userEvent.click(button('New order'));
  await userEvent.click(button(/^order_shipped/));
  await userEvent.click(page.getByText('Paste', { exact: true }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Recipients, one per line' }), '+12125550123,A,B,C');
  await userEvent.click(button(/^Check/));
  await expect.element(page.getByText('The template was paused by WhatsApp')).toBeVisible();
  await expect.element(button(/^Confirm and send/)).toBeDisabled();
  await userEvent.click(button('Back'));
  await expect
    .element(page.getByRole('textbox', { name: 'Recipients, one per line' }))
    .toHaveValue('+12125550123,A,B,C');
  expect(asked.find(({ path }) => path === 'whatsapp/order/remove')?.body).toEqual({ ids: '7' });
});

test.each(looks)('a bar of the funnel opens its recipients, keys filter them further: $theme', async (look) => {
  const asked = orderServer();
  const t = (zh: string, en: string) => (look.locale === 'zh' ? zh : en);
  const filter = () => asked.findLast(({ path }) => path === 'whatsapp/order-phone/list')?.query.get('lineStatus_in');
  await open('?record=7', look);
  await userEvent.click(button(new RegExp(t('^已送达 ?4,800', '^Delivered ?4,800'))));
  await expect.poll(filter).toBe('2,3');
  await expect
    .element(page.getByRole('tab', { name: t('收件人', 'Recipients') }))
    .toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('table').last()).toBeVisible();
  await expect.element(button(new RegExp(t('^失败', '^Failed')))).toBeVisible();
  await userEvent.keyboard('5');
  await expect.poll(filter).toBe('2,3,4');
  await userEvent.keyboard('12');
  await expect.poll(filter).toBe('4');
  expect(await barriers()).toEqual([]);
});

test('a verdict shows its effect on states and money before it is sent with a reason', async () => {
  const effect = {
    lines: 2,
    excluded: 0,
    before: [],
    charged: '0',
    released: '0',
    refunded: '0.063',
    held: '0',
    currency: 'USD',
  };
  const asked = orderServer({ 'whatsapp/order-phone/overrule': () => effect });
  await open('?record=7&tab=recipients');
  await expect.poll(() => page.getByRole('checkbox', { name: 'Select this row' }).elements().length).toBeGreaterThan(4);
  const boxes = page.getByRole('checkbox', { name: 'Select this row' }).elements() as HTMLInputElement[];
  // Read, failed, submitted, delivered: a failed message cannot be overruled.
  for (const box of boxes.slice(-20, -16)) box.click();
  await userEvent.click(button('Overrule 3'));
  await expect.element(page.getByText('Overrule 3 recipients')).toBeVisible();
  await expect.element(page.getByText('Does not apply to')).toBeVisible();
  await expect.element(page.getByText('Refunded', { exact: true })).toBeVisible();
  const send = button('Overrule');
  await expect.element(send).toBeDisabled();
  await userEvent.fill(page.getByRole('textbox', { name: /Reason/ }), 'wrong text');
  expect(await barriers()).toEqual([]);
  await userEvent.click(send);
  await expect
    .poll(() => asked.find(({ path }) => path === 'whatsapp/order-phone/overrule')?.body)
    .toEqual({ ids: '7-1,7-3,7-4', reason: 'wrong text' });
  await expect.element(page.getByText('2 messages decided')).toBeVisible();
  await expect.element(button('Overrule')).toBeDisabled();
});

test('masked content is shown for a reason, which is asked for once', async () => {
  const asked = orderServer({
    'whatsapp/order/message-history/reveal': ({ body }) => ({
      contents: [{ id: (body as { ids: string }).ids, content: `secret ${(body as { ids: string }).ids}` }],
    }),
  });
  const reveals = () => asked.filter(({ path }) => path.endsWith('reveal')).map(({ body }) => body);
  await open('?record=7&tab=messages');
  await userEvent.click(button('Show content').last());
  await userEvent.fill(page.getByRole('textbox', { name: /^Reason for reading/ }), 'complaint 12');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('secret 120')).toBeVisible();
  await userEvent.click(button('Show content').last());
  await expect.element(page.getByText('secret 117')).toBeVisible();
  expect(reveals()).toEqual([
    { ids: '120', reason: 'complaint 12' },
    { ids: '117', reason: 'complaint 12' },
  ]);
});

test('staff approve an order or reject it with a reason, seeing the message as its recipients will', async () => {
  const asked = orderServer(
    {
      'whatsapp/order/list': () => pageOf([orderRow({ status: orderStatus.is.review })]),
      'whatsapp/order/reject': () => null,
    },
    { status: orderStatus.is.review },
  );
  await open('?record=7&tab=message');
  await expect.poll(figure).toContain('Order A-1Hello Ada');
  await userEvent.click(button('Reject').last());
  await userEvent.fill(page.getByRole('textbox', { name: /Reason/ }), 'no opt-out text');
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Reject' }).last());
  await expect
    .poll(() => asked.find(({ path }) => path === 'whatsapp/order/reject')?.body)
    .toEqual({ ids: '7', reason: 'no opt-out text' });
});

test('failed messages are sent again only after their number and their money are shown', async () => {
  const asked = orderServer({
    'whatsapp/order/schedule-reset': ({ body }) =>
      (body as { scope: string }).scope === 'FAILED'
        ? { lines: 120, excluded: 30, held: '3.780000' }
        : { lines: 170, excluded: 30, held: '5.355000' },
  });
  await open('?record=7&act=send-again');
  await expect.element(button('Send 170 again')).toBeEnabled();
  await userEvent.click(page.getByText('Failed only'));
  await expect.element(page.getByText('3.78', { exact: false })).toBeVisible();
  await userEvent.click(button('Send 120 again'));
  await expect
    .poll(() => asked.findLast(({ path }) => path === 'whatsapp/order/schedule-reset')?.body)
    .toEqual({ id: '7', scope: 'FAILED' });
});

test('the money of another choice cannot be confirmed while that of the present one is not known', async () => {
  let arrive: ((effect: object) => void) | undefined;
  orderServer({
    'whatsapp/order/schedule-reset': ({ body }) =>
      (body as { scope: string }).scope === 'FAILED'
        ? new Promise((resolve) => {
            arrive = resolve;
          })
        : { lines: 170, excluded: 30, held: '5.355000' },
  });
  await open('?record=7&act=send-again');
  await expect.element(button('Send 170 again')).toBeEnabled();
  await userEvent.click(page.getByText('Failed only'));
  await expect.element(button(/^Send .* again$/)).toBeDisabled();
  await expect.element(page.getByText('5.355', { exact: false })).not.toBeInTheDocument();
  // The former choice has its answer already.
  await expect.poll(() => arrive !== undefined).toBe(true);
  arrive?.({ lines: 120, excluded: 30, held: '3.780000' });
  await expect.element(button('Send 120 again')).toBeEnabled();
  await expect.element(page.getByText('3.78', { exact: false })).toBeVisible();
});

test('blank lines of a pasted list are no recipients', async () => {
  orderServer();
  await open();
  await userEvent.click(button('New order'));
  await userEvent.click(button(/^order_shipped/));
  await userEvent.click(page.getByText('Paste', { exact: true }));
  const list = page.getByRole('textbox', { name: 'Recipients, one per line' });
  await userEvent.fill(list, '\n+12125550123,A-1,Ada,one\n  \n\n+12125550124,A-2,Bo,two\n');
  const needs = () => /This order needs(\d+)/.exec(document.body.textContent ?? '')?.[1];
  await expect.poll(needs).toBe('2');
  await userEvent.fill(list, ' \n\n');
  await expect.poll(needs).toBe('0');
});

test.each(looks)('nothing keeps people out of a new order, money, events and the list: $theme', async (look) => {
  const t = (zh: string, en: string) => (look.locale === 'zh' ? zh : en);
  orderServer();
  await open('', look);
  await expect.element(page.getByText('6,000 / 12,180', { exact: false })).toBeVisible();
  expect(await barriers(), 'list').toEqual([]);
  await userEvent.click(button(t('新建订单', 'New order')));
  await expect.element(button(/^order_shipped/)).toBeVisible();
  expect(await barriers(), 'new order').toEqual([]);
  for (const [tab, words] of [
    ['money', '12,180'],
    ['events', 'Ada Chen'],
    ['message', 'Reply STOP to opt out'],
  ] as const) {
    await open(`?record=7&tab=${tab}`, look);
    await expect.element(page.getByText(words, { exact: false }).last()).toBeVisible();
    expect(await barriers(), tab).toEqual([]);
  }
});

test('a recipient opens with its messages and the verdicts that its state allows, and leads back', async () => {
  const asked = orderServer({ 'whatsapp/order-phone/detail': () => recipientRow(2) });
  await open('?record=7&tab=recipients');
  await userEvent.click(page.getByRole('button', { name: 'View', exact: true }).nth(2));
  await expect.element(page.getByRole('feed')).toBeVisible();
  await expect.element(button('Back to the list')).toBeVisible();
  const tab = page.getByRole('tabpanel');
  await expect.element(tab.getByRole('button', { name: 'Send again' })).toBeVisible();
  expect(tab.getByRole('button', { name: 'Overrule' }).elements()).toHaveLength(0);
  expect(asked.findLast(({ path }) => path.endsWith('history/list'))?.query.get('orderPhoneId')).toBe('7-2');
  await userEvent.click(button('Back to the list'));
  await expect.element(page.getByRole('textbox', { name: 'Find a number' })).toBeVisible();
});
