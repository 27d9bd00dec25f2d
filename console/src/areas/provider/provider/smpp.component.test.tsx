import type { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, envelope } from '../../../testing/answers.ts';
import { barriers } from '../../../testing/barriers.ts';
import { looks } from '../../../testing/looks.ts';
import { show } from '../../../testing/show.tsx';
import { Binds } from './binds.tsx';
import LearnDialog from './learn-dialog.tsx';
import { Receipts } from './receipts.tsx';

type Provider = WireRowOf<typeof provider>;
type Report = CallData<typeof provider, 'binds', 'in'>;
type Learning = NonNullable<CallData<typeof provider, 'learning', 'in'>>;

const row = {
  ...{ id: '7', version: 3, providerName: 'Carrier', protocol: 6, status: 1, bindCount: 2 },
  ...{ idForm: 1, receiptParts: 1, webhookTime: '2026-11-26 10:00:00' },
} as Provider;
const TIME = '2026-11-26 09:00:00';
const never = () => new Promise<never>(() => undefined);
const refused = (msg: string, data: unknown = null) => envelope(400, data, msg, { bizCode: 'REFUSED' });
const skeletons = () => document.querySelectorAll('.ant-skeleton').length;

const bind = (bindNo: number, more: Partial<Report['binds'][number]> = {}): Report['binds'][number] => ({
  ...{ bindNo, state: 2, since: TIME, node: 'node-a', pausedUntil: null, nextTryTime: null },
  ...{ lastError: null, lastErrorTime: null },
  ...more,
});
const report = (binds: Report['binds'], rateNow = 100): Report => ({ rateLimit: 100, rateNow, binds });

describe('the binds of an SMPP account', () => {
  const open = (binds: () => unknown, setting: Parameters<typeof show>[1] = { locale: 'en' }, of: Provider = row) => {
    answer({ 'provider/provider/binds': binds });
    return show(<Binds row={of} />, { permissions: ['provider/provider:view'], ...setting });
  };

  test('are awaited, and an answer that fails is shown with its reason', async () => {
    await open(never);
    await expect.poll(skeletons).toBe(1);
    await open(() => refused('The provider was removed'));
    await expect.element(page.getByText('The provider was removed')).toBeVisible();
    expect(skeletons()).toBe(0);
  });

  test('without one are named as the reason why texts wait, without an empty table', async () => {
    await open(() => report([]), { locale: 'en' }, { ...row, webhookTime: null });
    await expect.element(page.getByText('No bind is up, and texts wait.')).toBeVisible();
    await expect.element(page.getByText('0 / 2')).toBeVisible();
    await expect.element(page.getByText('None yet')).toBeVisible();
    expect(document.querySelector('table')).toBeNull();
  });

  test.each(looks)('have a row each, accessible in $theme and $locale', async (look) => {
    await open(() => report([bind(1), bind(2, { node: 'node-b' })]), look);
    const { locale } = look;
    await expect.element(page.getByText(locale === 'en' ? 'All binds are up.' : '全部连接正常。')).toBeVisible();
    await expect.element(page.getByText('2 / 2')).toBeVisible();
    expect(document.querySelectorAll('tbody tr')).toHaveLength(2);
    expect(document.querySelectorAll('tbody tr')[1]?.textContent).toContain('node-b');
    expect(await barriers()).toEqual([]);
  });

  test.each([
    [
      'refuses the account (ESME_RINVPASWD)',
      [bind(1, { state: 4, lastError: 'ESME_RINVPASWD', lastErrorTime: TIME })],
      100,
    ],
    [
      'texts wait. connection refused',
      [bind(1, { state: 3, lastError: 'connection refused', lastErrorTime: TIME })],
      100,
    ],
    ['asks to slow down', [bind(1), bind(2, { pausedUntil: '2026-11-26 10:00:05' })], 100],
    ['Binds that are not up: 1.', [bind(1), bind(2, { state: 3, nextTryTime: '2026-11-26 10:00:05' })], 100],
    ['the rate is rising again', [bind(1), bind(2)], 40],
  ] as const)('are summed up: %s', async (sentence, binds, rateNow) => {
    await open(() => report([...binds], rateNow));
    await expect.element(page.getByRole('alert').getByText(sentence, { exact: false })).toBeVisible();
  });

  test('of a disabled account are not expected', async () => {
    await open(() => report([]), { locale: 'en' }, { ...row, status: 2 });
    await expect.element(page.getByRole('alert')).toHaveTextContent('Disabled: no connection is kept.');
  });
});

describe('learning an SMSC', () => {
  const run = (more: Partial<Learning> = {}): Learning => ({
    ...{ state: 2, phone: '+120****0123', startTime: TIME, problem: null, parts: [], receipts: [], proposal: null },
    ...more,
  });
  const parts = [1, 2, 3].map((partNo) => ({ partNo, id: `a${partNo}`, error: null }));
  const receipts = [{ id: 'A3', state: 'DELIVRD', time: TIME }];

  async function open(
    answers: Parameters<typeof answer>[0],
    setting: Parameters<typeof show>[1] = { locale: 'en' },
    of: Provider = row,
  ) {
    const onClose = vi.fn();
    const asked = answer({ 'provider/provider/learn': () => null, ...answers });
    await show(<LearnDialog row={of} onClose={onClose} />, { permissions: ['provider/provider:test'], ...setting });
    return { asked, onClose };
  }
  /** Fills in the form and sends it, by its labels in English. */
  async function start() {
    await userEvent.fill(page.getByLabelText('Test phone'), '+12015550123');
    await userEvent.fill(page.getByLabelText('Sender'), 'SHOP');
    await userEvent.click(page.getByRole('button', { name: /^Send/ }));
  }

  test('asks for a phone and a sender before anything is sent', async () => {
    const { asked } = await open({});
    await userEvent.click(page.getByRole('button', { name: 'Send the test message' }));
    await expect.element(page.getByText('Enter a phone')).toBeVisible();
    await expect.element(page.getByText('Enter a sender')).toBeVisible();
    expect(asked).toEqual([]);
  });

  test('shows a refusal at the input that it names, and others above the form', async () => {
    const message = 'should be a valid number with its country code';
    let answers = 0;
    const { asked } = await open({
      'provider/provider/learn': () => {
        answers += 1;
        return answers === 1
          ? refused(message, { fields: [{ field: 'phone', message }] })
          : refused('Only SMPP accounts can be learned');
      },
    });
    await start();
    await expect.element(page.getByLabelText('Test phone')).toHaveAccessibleDescription(new RegExp(message));
    await expect.element(page.getByLabelText('Test phone')).toHaveAttribute('aria-invalid', 'true');
    const others = () =>
      page
        .getByRole('alert')
        .elements()
        .filter((one) => one.closest('.ant-form-item') === null).length;
    await expect.poll(others).toBe(0);
    await start();
    await expect.element(page.getByText('Only SMPP accounts can be learned')).toBeVisible();
    const sent = asked.filter(({ path }) => path === 'provider/provider/learn');
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  test('waits for the run, and shows why it cannot be read', async () => {
    const { asked } = await open({ 'provider/provider/learning': never });
    await start();
    await expect.poll(skeletons).toBe(1);
    expect(asked.find(({ path }) => path === 'provider/provider/learn')?.body).toEqual({
      ...{ id: '7', phone: '+12015550123', sender: 'SHOP' },
    });
    await open({ 'provider/provider/learning': () => refused('The provider was removed') });
    await start();
    await expect.element(page.getByText('The provider was removed')).toBeVisible();
  });

  test('tells a message that waits from one that was not sent', async () => {
    await open({ 'provider/provider/learning': () => run({ state: 0 }) });
    await start();
    await expect.element(page.getByText('Waits to be sent')).toBeVisible();
    expect(document.querySelector('table')).toBeNull();
    await open({ 'provider/provider/learning': () => run({ state: 3, problem: 'ESME_RINVSRCADR' }) });
    await start();
    await expect.element(page.getByText('Not sent')).toBeVisible();
    await expect.element(page.getByText('ESME_RINVSRCADR')).toBeVisible();
  });

  test('says when the ids of the receipts fit none of the answers', async () => {
    await open({ 'provider/provider/learning': () => run({ parts, receipts }) });
    await start();
    await expect.element(page.getByText('fit none of the answers', { exact: false })).toBeVisible();
    expect(page.getByRole('button', { name: 'Apply' }).elements()).toEqual([]);
  });

  test('applies a proposal to the provider, and shows why it was refused', async () => {
    let isRefused = true;
    const { asked, onClose } = await open({
      'provider/provider/learning': () => run({ parts, receipts, proposal: { idForm: 4, receiptParts: 2 } }),
      'provider/provider/submit': () => (isRefused ? refused('Somebody else changed this record') : null),
    });
    await start();
    await expect.element(page.getByText('Last part only', { exact: false })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Apply' }));
    await expect.element(page.getByText('Somebody else changed this record')).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    isRefused = false;
    await userEvent.click(page.getByRole('button', { name: 'Apply' }));
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    const change = { id: '7', version: 3, idForm: 4, receiptParts: 2 };
    expect(asked.findLast(({ path }) => path === 'provider/provider/submit')?.body).toEqual(change);
  });

  test('offers nothing to apply when the settings are right already', async () => {
    const proposal = { idForm: 1, receiptParts: 1 };
    await open({ 'provider/provider/learning': () => run({ parts, receipts, proposal }) });
    await start();
    await expect.element(page.getByText('The settings are right already')).toBeVisible();
    expect(page.getByRole('button', { name: 'Apply' }).elements()).toEqual([]);
  });

  test('is accessible in the dark', async () => {
    await open(
      { 'provider/provider/learning': () => run({ parts, receipts, proposal: { idForm: 4, receiptParts: 2 } }) },
      { theme: 'dark', locale: 'en' },
    );
    await start();
    await expect.element(page.getByText('Last part only', { exact: false })).toBeVisible();
    expect(await barriers()).toEqual([]);
  });
});

describe('receipts that match no message', () => {
  const receipts = { unmatched: 12, misread: 3, idForm: 2 };
  const open = (given: typeof receipts | { unmatched: 0; misread: 0; idForm: null }, permissions: string[]) =>
    show(<Receipts row={row} receipts={given} />, { locale: 'en', permissions });

  test('are counted, and the form that explains them is applied with one button', async () => {
    const sent = vi.fn(() => ({ id: '7' }));
    answer({ 'provider/provider/submit': sent });
    await open(receipts, ['provider/provider:edit']);
    await expect.element(page.getByText('match no message: 12', { exact: false })).toBeVisible();
    await expect.element(page.getByText('Answer hexadecimal, receipt decimal', { exact: false })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Apply' }));
    await expect.poll(() => sent.mock.calls.length).toBe(1);
  });

  test('have no button for readers, and no words while there are none', async () => {
    await open(receipts, []);
    await expect.element(page.getByText('Answer hexadecimal, receipt decimal', { exact: false })).toBeVisible();
    expect(document.querySelector('button')).toBeNull();
    await open({ unmatched: 0, misread: 0, idForm: null }, []);
    await expect.poll(() => document.body.textContent?.includes('match no message')).toBe(false);
  });
});
