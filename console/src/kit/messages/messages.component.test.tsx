import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { Conversation, type ConversationMessage } from './conversation.tsx';
import { TemplatePreview } from './template-preview.tsx';

const { read, failed } = lineStatus.is;

const message = (at: number, more: Partial<ConversationMessage> = {}): ConversationMessage => ({
  id: String(at),
  isOutgoing: at % 2 === 1,
  time: `2026-01-0${1 + Math.floor(at / 50)} 09:${String(at % 60).padStart(2, '0')}:00`,
  content: `Message ${at}${at % 3 === 0 ? '\nwith a second line\nand a third' : ''}`,
  status: at % 2 === 1 ? read : null,
  ...more,
});
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => message(from + index));

/** A conversation whose pages of older messages arrive when the test says so. */
function Talk({ older }: { older: (load: () => void) => void }) {
  const [from, setFrom] = useState(60);
  const [to, setTo] = useState(100);
  const [isLoading, setLoading] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setTo(to + 1)}>
        receive
      </button>
      <Conversation
        label="Talk"
        messages={numbered(from, to)}
        hasOlder={from > 0}
        isLoadingOlder={isLoading}
        onOlder={() => {
          setLoading(true);
          older(() => {
            setFrom(from - 20);
            setLoading(false);
          });
        }}
        onRetry={() => undefined}
        empty="nothing"
      />
    </>
  );
}

const feed = () => page.getByRole('feed').element() as HTMLElement;
const topOf = (text: string) =>
  [...document.querySelectorAll('article')]
    .find(({ textContent }) => textContent?.includes(text))
    ?.getBoundingClientRect().top;
const distanceFromEnd = () => feed().scrollHeight - feed().scrollTop - feed().clientHeight;

test('opens at the newest message and loads older ones above without moving the visible ones', async () => {
  const loads: (() => void)[] = [];
  await show(<Talk older={(load) => loads.push(load)} />, { locale: 'en' });
  await expect.element(page.getByText(/^Message 99/)).toBeVisible();
  await expect.poll(distanceFromEnd).toBeLessThan(2);
  expect(document.querySelectorAll('article').length).toBeLessThan(40);
  expect(loads).toHaveLength(0);

  feed().focus();
  await userEvent.keyboard('{Home}');
  await expect.poll(() => loads.length).toBe(1);
  await expect.element(page.getByText('Loading older messages…')).toBeVisible();
  await expect.poll(() => topOf('Message 60')).toBeDefined();
  const before = topOf('Message 60') ?? 0;
  loads[0]?.();
  await expect.poll(() => page.getByText('Loading older messages…').elements().length).toBe(0);
  await expect.poll(() => topOf('Message 59')).toBeDefined();
  // The separator of the day may leave the message that was the first.
  expect(Math.abs((topOf('Message 60') ?? 0) - before)).toBeLessThan(50);
  await expect.poll(() => document.querySelectorAll('article').length).toBeLessThan(60);
});

test('follows new messages only while the reader is at the end', async () => {
  await show(<Talk older={() => undefined} />, { locale: 'en' });
  await expect.element(page.getByText(/^Message 99/)).toBeVisible();
  await expect.poll(distanceFromEnd).toBeLessThan(2);
  await userEvent.click(page.getByRole('button', { name: 'receive' }));
  await expect.element(page.getByText(/^Message 100/)).toBeVisible();
  await expect.poll(distanceFromEnd).toBeLessThan(2);

  const toLatest = page.getByRole('button', { name: 'To the latest' });
  // Rows that were just measured may still bring the end back.
  await expect
    .poll(() => {
      if (distanceFromEnd() < 2) feed().scrollTop -= 400;
      return toLatest.elements().length;
    })
    .toBe(1);
  const before = feed().scrollTop;
  await userEvent.click(page.getByRole('button', { name: 'receive' }));
  await expect.poll(distanceFromEnd).toBeGreaterThan(400);
  expect(feed().scrollTop).toBe(before);
  await userEvent.click(toLatest);
  await expect.element(page.getByText(/^Message 101/)).toBeVisible();
});

test('moves between messages by keys', async () => {
  await show(<Talk older={() => undefined} />, { locale: 'en' });
  await expect.element(page.getByText(/^Message 99/)).toBeVisible();
  const focused = () => document.activeElement?.textContent ?? '';
  feed().focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(focused).toContain('Message 99');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.poll(focused).toContain('Message 97');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(focused).toContain('Message 98');
  await userEvent.keyboard('{Home}');
  await expect.poll(focused).toContain('Message 60');
  await userEvent.keyboard('{End}');
  await expect.poll(focused).toContain('Message 99');
});

test.each(looks)('shows days, states and reasons, and asks before masked content: $theme', async (look) => {
  const onReveal = vi.fn();
  const t = (zh: string, en: string) => (look.locale === 'zh' ? zh : en);
  await show(
    <Conversation
      label="Talk"
      messages={[
        message(1, { content: 'See *bold* and _slanted_ and 2*3*4' }),
        message(2, { content: 'شكراً جزيلاً' }),
        message(51, { content: null }),
        message(53, { status: failed, failure: '131026 · not registered' }),
      ]}
      hasOlder={false}
      isLoadingOlder={false}
      onOlder={() => undefined}
      onRetry={() => undefined}
      empty="nothing"
      onReveal={onReveal}
    />,
    look,
  );
  await expect.element(page.getByText('bold', { exact: true })).toBeVisible();
  expect(document.querySelector('strong')?.textContent).toBe('bold');
  expect(document.querySelector('em')?.textContent).toBe('slanted');
  expect(page.getByText('2*3*4', { exact: false }).elements()).toHaveLength(1);
  for (const day of ['2026-01-01', '2026-01-02'])
    expect(page.getByText(day, { exact: true }).elements()).toHaveLength(1);
  await expect.element(page.getByText(t('已读', 'Read'), { exact: false }).first()).toBeVisible();
  await expect.element(page.getByText('131026 · not registered', { exact: false })).toBeVisible();
  const arabic = page.getByText('شكراً جزيلاً').element();
  expect(getComputedStyle(arabic).direction).toBe('rtl');
  await userEvent.click(page.getByRole('button', { name: t('显示内容', 'Show content') }));
  expect(onReveal).toHaveBeenCalledExactlyOnceWith('51');
  expect(await barriers()).toEqual([]);
});

test('says that there is nothing, that it loads, and why it could not', async () => {
  const shown = {
    label: 'Talk',
    hasOlder: false,
    isLoadingOlder: false,
    onOlder: () => undefined,
    empty: 'nothing yet',
  };
  const onRetry = vi.fn();
  await show(<Conversation {...shown} messages={[]} onRetry={onRetry} />, { locale: 'en' });
  await expect.element(page.getByText('nothing yet')).toBeVisible();
  await show(<Conversation {...shown} messages={undefined} onRetry={onRetry} />, { locale: 'en' });
  expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
  await show(<Conversation {...shown} messages={undefined} error={new Error('cut')} onRetry={onRetry} />, {
    locale: 'en',
  });
  await userEvent.click(page.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test.each(looks)('a template has its samples or the given values, and names what is missing: $theme', async (look) => {
  const components = [
    { type: 'HEADER', format: 'DOCUMENT' },
    { type: 'BODY', text: 'Hello *{{1}}*, order {{2}}', example: { body_text: [['Ada', 'A-1']] } },
    { type: 'FOOTER', text: 'Reply STOP to opt out' },
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track it' }] },
  ];
  await show(<TemplatePreview components={components} language="en_US" />, look);
  const text = () => document.querySelector('figure')?.textContent ?? '';
  expect(text()).toContain('Hello Ada, order A-1');
  expect(text()).toContain('Reply STOP to opt outTrack it');
  expect(document.querySelector('strong')?.textContent).toBe('Ada');
  await show(<TemplatePreview components={components} language="ar" values={{ 'body.1': '<b>x</b>' }} />, look);
  expect(text()).toContain('Hello <b>x</b>, order {{2}}');
  expect(document.querySelector('mark')?.textContent).toBe('{{2}}');
  expect(document.querySelector('figure')).toHaveAttribute('dir', 'rtl');
  expect(await barriers()).toEqual([]);
});
