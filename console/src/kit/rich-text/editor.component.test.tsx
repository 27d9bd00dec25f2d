import { notice } from '@trade-assistant/contract/areas/desk/notice.ts';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { CallError } from '../client/call-error.ts';
import { richTextInput } from './rich-text-input.tsx';
import type { RichTextOptions } from './rich-text-options.ts';
import { RichTextView } from './rich-text-view.tsx';

const pictures = { resource: notice, call: 'picture' } as const;
const upload = vi.fn<RichTextOptions['upload']>();
const Input = richTextInput({ pictures, accept: '.png,.gif', maxBytes: 1_000, upload });
// The smallest possible picture: one transparent pixel.
const PIXEL = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (c) => c.charCodeAt(0));
const picture = (name = 'pixel.gif', size = PIXEL.length) =>
  new File([PIXEL, new Uint8Array(Math.max(0, size - PIXEL.length))], name, { type: 'image/gif' });

function Form({ start = null, disabled = false }: { start?: string | null; disabled?: boolean }) {
  const [value, setValue] = useState<string | null>(start);
  return (
    <>
      <Input value={value} onChange={setValue} disabled={disabled} />
      <button type="button" onClick={() => setValue('<p>from outside</p>')}>
        fill
      </button>
      <output>{value ?? 'nothing'}</output>
    </>
  );
}

const text = page.getByRole('textbox', { name: '正文' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** The editor may add an empty last line. */
const is = (html: string) =>
  expect.poll(() => document.querySelector('output')?.textContent?.replace(/(?<=.)<p><\/p>$/, '')).toBe(html);
const says = (words: string) => expect.element(page.getByText(words, { exact: false }).first()).toBeVisible();
async function open(props: Parameters<typeof Form>[0] = {}, look?: Parameters<typeof show>[1]) {
  upload.mockReset();
  await show(<Form {...props} />, look);
  await expect.element(page.getByRole('toolbar')).toBeVisible();
}
/** Hands files over as a paste does. */
function paste(...files: readonly File[]): void {
  const clipboardData = new DataTransfer();
  for (const file of files) clipboardData.items.add(file);
  text.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

describe('a text with formats', () => {
  test('is written, formatted by buttons that keep the place, and empty when nothing is left', async () => {
    await open();
    await userEvent.click(text);
    await userEvent.keyboard('down by ');
    await userEvent.click(button('加粗'));
    await expect.element(button('加粗')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard('five');
    await is('<p>down by <strong>five</strong></p>');
    await userEvent.keyboard('{Control>}a{/Control}{Delete}');
    await is('nothing');
  });

  test.each([
    ['大标题 H1', '<h2>x</h2>'],
    ['小标题 H2', '<h3>x</h3>'],
    ['无序列表', '<ul><li><p>x</p></li></ul>'],
    ['有序列表', '<ol><li><p>x</p></li></ol>'],
    ['引用', '<blockquote><p>x</p></blockquote>'],
  ])('has lines that are %s, on and off', async (name, html) => {
    await open({ start: '<p>x</p>' });
    await userEvent.click(text);
    await userEvent.click(button(name));
    await is(html);
    await userEvent.click(button(name));
    await is('<p>x</p>');
  });

  test.each([
    ['斜体', '<p><em>x</em></p>'],
    ['下划线', '<p><u>x</u></p>'],
    ['删除线', '<p><s>x</s></p>'],
  ])('has words that are %s, on and off', async (name, html) => {
    await open({ start: '<p>x</p>' });
    await userEvent.click(text);
    await userEvent.keyboard('{Control>}a{/Control}');
    await userEvent.click(button(name));
    await is(html);
    await userEvent.click(button(name));
    await is('<p>x</p>');
  });

  test('loses its formats with one press, which can be undone and redone', async () => {
    await open({ start: '<h2><strong>x</strong></h2>' });
    await expect.element(button('撤销')).toBeDisabled();
    await userEvent.click(text);
    await userEvent.keyboard('{Control>}a{/Control}');
    await userEvent.click(button('清除格式'));
    await is('<p>x</p>');
    await userEvent.click(button('撤销'));
    await is('<h2><strong>x</strong></h2>');
    await userEvent.click(button('重做'));
    await is('<p>x</p>');
    await expect.element(button('重做')).toBeDisabled();
  });

  test('follows values set by its form, and is read-only while the form is sent', async () => {
    await open({ start: '<p>before</p>' });
    await userEvent.click(button('fill'));
    await expect.element(text).toHaveTextContent('from outside');
    await open({ start: '<p>before</p>', disabled: true });
    await expect.element(text).toHaveAttribute('contenteditable', 'false');
    await expect.element(button('加粗')).toBeDisabled();
  });
});

describe('a link', () => {
  const address = page.getByLabelText('链接地址');
  const linked = () => document.querySelector('output')?.textContent ?? '';

  test('is set on the selection, changed and removed', async () => {
    await open({ start: '<p>help</p>' });
    await userEvent.click(text);
    await userEvent.keyboard('{Control>}a{/Control}');
    await userEvent.click(button('链接'));
    await userEvent.fill(address, 'example.com/help');
    await userEvent.keyboard('{Enter}');
    await expect.poll(linked).toMatch(/<a [^>]*href="https:\/\/example\.com\/help"[^>]*>help<\/a>/);
    await userEvent.click(button('链接'));
    await expect.element(address).toHaveValue('https://example.com/help');
    await userEvent.clear(address);
    await userEvent.click(button('移除'));
    await is('<p>help</p>');
  });

  test('where nothing is selected is its own text', async () => {
    await open();
    await userEvent.click(text);
    await userEvent.click(button('链接'));
    await userEvent.fill(address, 'mailto:ada@example.com');
    await userEvent.click(button('确定'));
    await expect.poll(linked).toMatch(/href="mailto:ada@example\.com"[^>]*>mailto:ada@example\.com<\/a>/);
  });

  test('never runs anything', async () => {
    await open({ start: '<p>x</p>' });
    await userEvent.click(text);
    await userEvent.keyboard('{Control>}a{/Control}');
    await userEvent.click(button('链接'));
    await userEvent.fill(address, 'javascript:alert(1)');
    await userEvent.keyboard('{Enter}');
    await expect.poll(linked).not.toContain('href="javascript:');
  });
});

describe('a picture', () => {
  const image = () => document.querySelector<HTMLImageElement>('[role="textbox"] img');

  test.each([
    ['chosen', '77'],
    ['pasted', '79'],
  ])('that is %s is stored at once, and shown with the reader’s own session', async (way, stored) => {
    const asked = answer({
      'desk/notice/picture': () => new Response(PIXEL, { headers: { 'content-type': 'image/gif' } }),
    });
    await open();
    upload.mockResolvedValue(stored);
    if (way === 'pasted') paste(picture());
    else await userEvent.upload(page.elementLocator(document.querySelector('input[type=file]') as Element), picture());
    await expect.poll(() => document.querySelector('output')?.textContent).toContain(`data-file="${stored}"`);
    expect(document.querySelector('output')?.textContent).toContain('alt="pixel"');
    await expect.poll(() => image()?.src).toMatch(/^blob:/);
    expect(asked.map(({ path, query }) => [path, query.get('id')])).toEqual([['desk/notice/picture', stored]]);
    expect(upload.mock.calls[0]?.[0].name).toBe('pixel.gif');
  });

  test('is not sent when it is no picture, or too large', async () => {
    await open();
    paste(picture('pixel.gif', 1_001));
    await says('超过上限');
    await userEvent.upload(
      page.elementLocator(document.querySelector('input[type=file]') as Element),
      new File(['x'], 'run.exe'),
    );
    await says('不支持的文件类型');
    paste(new File(['words'], 'words.txt', { type: 'text/plain' }));
    expect(upload).not.toHaveBeenCalled();
  });

  test('that could not be stored shows the reason, and can be retried', async () => {
    answer({ 'desk/notice/picture': () => new Response(PIXEL) });
    await open();
    upload.mockRejectedValueOnce(new CallError('no connection', 'network')).mockResolvedValueOnce('78');
    paste(picture());
    await says('no connection');
    await userEvent.click(button('重试'));
    await expect.poll(() => document.querySelector('output')?.textContent).toContain('data-file="78"');
  });

  test('from another page is uploaded or dropped', async () => {
    await open({ start: '<p>a<img src="https://elsewhere.example/x.png">b</p>' });
    await expect.element(text).toHaveTextContent('ab');
    expect(image()).toBeNull();
  });
});

describe('a text that is read', () => {
  test('shows its pictures, and marks those that cannot be shown', async () => {
    answer({
      'desk/notice/picture': ({ query }) =>
        query.get('id') === '80' ? new Response(PIXEL, { headers: { 'content-type': 'image/gif' } }) : undefined,
    });
    await show(
      <RichTextView pictures={pictures} html='<p>x</p><img data-file="80" alt="a"><img data-file="81" alt="">' />,
    );
    await expect.poll(() => document.querySelector<HTMLImageElement>('[data-file="80"]')?.src).toMatch(/^blob:/);
    await expect.poll(() => document.querySelector<HTMLImageElement>('[data-file="81"]')?.alt).toBe('图片无法显示');
  });
});

test.each(looks)('nothing keeps people out: $theme, $locale', async (look) => {
  await open(
    { start: '<h2>One</h2><p>two <a href="https://example.com">three</a></p><blockquote>four</blockquote>' },
    look,
  );
  expect(await barriers()).toEqual([]);
  await userEvent.click(button(look.locale === 'zh' ? '链接' : 'Link'));
  await expect.element(page.getByPlaceholder('https://')).toBeVisible();
  expect(await barriers()).toEqual([]);
});
