import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../../testing/barriers.ts';
import { looks } from '../../../testing/looks.ts';
import { show } from '../../../testing/show.tsx';
import { button, ship } from '../list-fixture.tsx';
import { type Arrangement, NO_ARRANGEMENT } from './arrangement.ts';
import ColumnChooser from './column-chooser.tsx';
import { columnsOf } from './columns.tsx';
import PrintSheet from './print-sheet.tsx';

const columns = columnsOf(ship, {}, () => true, 'zh');

function Chooser({
  start = NO_ARRANGEMENT,
  folded = [],
  onArrange,
}: {
  start?: Arrangement;
  folded?: readonly string[];
  onArrange: (next: Arrangement) => void;
}) {
  const [arrangement, setArrangement] = useState(start);
  return (
    <ColumnChooser
      columns={columns}
      arrangement={arrangement}
      folded={folded.filter((name) => !arrangement.shown.includes(name))}
      onArrange={(next) => {
        setArrangement(next);
        onArrange(next);
      }}
    />
  );
}

describe('the columns of a list', () => {
  const box = (name: string) => page.getByRole('checkbox', { name });
  const order = () =>
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);

  test('are all listed, those hidden by default unticked', async () => {
    await show(<Chooser onArrange={vi.fn()} />);
    expect(order()).toEqual(['船名', '大小', '吨位', '最近出现', '成本', '创建人', '创建时间', '更新时间']);
    await expect.element(box('船名')).toBeChecked();
    await expect.element(box('最近出现')).not.toBeChecked();
  });

  test('are moved with the arrow keys, and keep the focus', async () => {
    const onArrange = vi.fn();
    await show(<Chooser onArrange={onArrange} />);
    (box('吨位').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(order().slice(0, 3)).toEqual(['吨位', '船名', '大小']);
    await expect.element(box('吨位')).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    expect(order()[0]).toBe('吨位');
    await userEvent.keyboard('{ArrowDown}');
    expect(order().slice(0, 3)).toEqual(['船名', '吨位', '大小']);
    await userEvent.keyboard(' ');
    expect(onArrange.mock.lastCall?.[0]).toMatchObject({ hidden: ['tons'] });
  });

  test('are dragged to another place', async () => {
    await show(<Chooser onArrange={vi.fn()} />);
    const items = page.getByRole('listitem');
    await userEvent.dragAndDrop(items.nth(4), items.nth(0));
    expect(order().slice(0, 3)).toEqual(['成本', '船名', '大小']);
  });

  test('keep at least one: the last one cannot be unticked', async () => {
    await show(<Chooser onArrange={vi.fn()} />);
    for (const name of ['大小', '吨位', '成本', '创建时间']) await userEvent.click(box(name));
    await expect.element(box('船名')).toBeDisabled();
    await userEvent.click(box('最近出现'));
    await expect.element(box('船名')).toBeEnabled();
  });

  test('are as at the beginning again at one press', async () => {
    const onArrange = vi.fn();
    await show(
      <Chooser start={{ order: ['tons', 'name'], hidden: ['size'], shown: ['seen'] }} onArrange={onArrange} />,
    );
    expect(order()[0]).toBe('吨位');
    await userEvent.click(button('恢复默认'));
    expect(onArrange).toHaveBeenCalledExactlyOnceWith(NO_ARRANGEMENT);
    expect(order()[0]).toBe('船名');
  });

  test('without room are shown once they are chosen', async () => {
    const onArrange = vi.fn();
    await show(<Chooser folded={['tons']} onArrange={onArrange} />);
    await expect.element(box('吨位 已隐藏')).toBePartiallyChecked();
    await userEvent.click(box('吨位 已隐藏'));
    expect(onArrange.mock.lastCall?.[0]).toMatchObject({ hidden: [], shown: ['tons'] });
    await expect.element(box('吨位')).toBeChecked();
    await userEvent.click(box('吨位'));
    expect(onArrange.mock.lastCall?.[0]).toMatchObject({ hidden: ['tons'], shown: [] });
  });

  test.each(looks)('have no accessibility violations: $theme, $locale', async (look) => {
    await show(
      <div className="kit-popup">
        <Chooser onArrange={vi.fn()} />
      </div>,
      look,
    );
    expect(await barriers()).toEqual([]);
  });
});

describe('a list on paper', () => {
  const rows = [1, 2].map((n) => ({ id: String(n), name: `Ship 00${n}`, size: n, tons: n * 1000, cost: '5' }));
  const sheet = () => document.querySelector('iframe')?.contentDocument ?? expect.unreachable();
  /** Replaces the browser's print dialog, which a test cannot answer. */
  const printing = () => {
    const printed = vi.fn();
    const { contentWindow } = Object.getOwnPropertyDescriptors(HTMLIFrameElement.prototype);
    vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockImplementation(function (
      this: HTMLIFrameElement,
    ) {
      const inside = contentWindow.get?.call(this) as Window;
      inside.print = printed;
      return inside;
    });
    return { printed, end: () => sheet().defaultView?.dispatchEvent(new Event('afterprint')) };
  };

  test('has its title, its rows, its columns and the time, and nothing around them', async () => {
    const { printed, end } = printing();
    const onDone = vi.fn();
    await show(<PrintSheet title={ship.title} columns={columns.slice(0, 3)} rows={rows} onDone={onDone} />);
    await expect.poll(() => printed.mock.calls.length).toBe(1);
    const cells = (tag: string) => [...sheet().querySelectorAll(tag)].map(({ textContent }) => textContent);
    expect(cells('h1')).toEqual(['船']);
    expect(cells('p')[0]).toMatch(/^共 2 条 · \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    expect(cells('th')).toEqual(['船名', '大小', '吨位']);
    expect(cells('td')).toEqual(['Ship 001', '小', '1,000', 'Ship 002', '大', '2,000']);
    expect(sheet().documentElement.lang).toBe('zh-CN');
    expect(onDone).not.toHaveBeenCalled();
    end();
    expect(onDone).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();
  });

  test('is readable: its own text size, whole words, numbers aligned right', async () => {
    printing();
    await show(<PrintSheet title={ship.title} columns={columns.slice(0, 3)} rows={rows} onDone={vi.fn()} />, {
      theme: 'dark',
      locale: 'en',
    });
    const styleOf = (place: string) => getComputedStyle(sheet().querySelector(place) as Element);
    expect(styleOf('td')).toMatchObject({ fontSize: '11px', overflowWrap: 'break-word', textAlign: 'start' });
    expect(styleOf('td:nth-child(3)').textAlign).toBe('end');
    expect(styleOf('body')).toMatchObject({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' });
    expect(sheet().querySelector('p')?.textContent).toMatch(/^2 rows · /);
    vi.restoreAllMocks();
  });
});
