import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { DayRange } from './day-range.tsx';
import TimeInput, { type TimeRange } from './time-input.tsx';

const picker = () => document.querySelector('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)');
/** Open, and the keyboard in one of its boxes. */
const isOpen = async () => {
  await expect.poll(picker).not.toBeNull();
  await expect.poll(() => document.activeElement?.closest('.ant-picker')).toBeTruthy();
};
/** The days of the calendar that is open, by the date they carry. */
const day = (date: string) =>
  page.elementLocator(picker()?.querySelector(`td[title="${date}"]`) ?? expect.unreachable(date));

function Range({ start, onChange }: { start?: TimeRange; onChange: (range: TimeRange | undefined) => void }) {
  const [value, setValue] = useState<TimeRange | undefined>(start);
  return (
    <>
      <label htmlFor="days">days</label>
      <DayRange
        id="days"
        value={value}
        onChange={(range) => {
          setValue(range);
          onChange(range);
        }}
      />
    </>
  );
}

describe('a range of days', () => {
  const boxes = () => page.getByRole('textbox').elements() as HTMLInputElement[];
  const shows = (from: string, to: string) => expect.poll(() => boxes().map(({ value }) => value)).toEqual([from, to]);

  test('shows its first and its last day, without a calendar', async () => {
    await show(<Range start={{ from: '2026-01-05 00:00:00', to: '2026-02-01 00:00:00' }} onChange={vi.fn()} />);
    await shows('2026-01-05', '2026-01-31');
    expect(document.querySelector('.ant-picker')).toBeNull();
    // The field's label names the first box; the second has its own name.
    await expect.element(page.getByLabelText('days')).toHaveValue('2026-01-05');
    await expect.element(page.getByLabelText('结束日期')).toHaveValue('2026-01-31');
  });

  test('is chosen by two days, which both count in full', async () => {
    const onChange = vi.fn();
    await show(<Range start={{ from: '2026-01-05 00:00:00', to: '2026-01-07 00:00:00' }} onChange={onChange} />);
    await userEvent.click(page.getByLabelText('days'));
    await isOpen();
    await userEvent.click(day('2026-01-12'));
    await userEvent.click(day('2026-01-14'));
    await expect.poll(() => onChange.mock.calls.length).toBe(1);
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: '2026-01-12 00:00:00', to: '2026-01-15 00:00:00' });
    await shows('2026-01-12', '2026-01-14');
  });

  test.each([
    ['近 7 天', 6, 1],
    ['今天', 0, 1],
    ['昨天', 1, 0],
    ['近 30 天', 29, 1],
  ])('is the last days by “%s”', async (name, daysAgo, end) => {
    const midnight = (days: number) => {
      const date = new Date();
      date.setDate(date.getDate() + days);
      return `${date.toLocaleDateString('sv-SE')} 00:00:00`;
    };
    const onChange = vi.fn();
    await show(<Range onChange={onChange} />);
    await userEvent.click(page.getByLabelText('days'));
    await isOpen();
    await userEvent.click(page.getByText(name));
    await expect.poll(() => onChange.mock.calls.length).toBe(1);
    expect(onChange).toHaveBeenLastCalledWith({ from: midnight(-daysAgo), to: midnight(end) });
  });

  test('is reached by the keyboard, and typed', async () => {
    const onChange = vi.fn();
    await show(<Range onChange={onChange} />, { locale: 'en' });
    await userEvent.tab();
    await isOpen();
    await expect.element(page.getByText('Last 7 days')).toBeVisible();
    const [first, last] = [page.getByLabelText('days'), page.getByPlaceholder('End date')];
    await userEvent.fill(first, '2026-01-12');
    await userEvent.keyboard('{Enter}');
    await expect.element(last).toHaveFocus();
    await userEvent.fill(last, '2026-01-14');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => onChange.mock.calls.length).toBe(1);
    expect(onChange).toHaveBeenLastCalledWith({ from: '2026-01-12 00:00:00', to: '2026-01-15 00:00:00' });
  });

  test('is cleared', async () => {
    const onChange = vi.fn();
    await show(<Range start={{ from: '2026-01-05 00:00:00', to: '2026-01-07 00:00:00' }} onChange={onChange} />);
    await userEvent.click(page.getByLabelText('days'));
    await isOpen();
    await userEvent.hover(page.getByLabelText('days'));
    await userEvent.click(page.elementLocator(document.querySelector('.ant-picker-clear') ?? expect.unreachable()));
    await expect.poll(() => onChange.mock.calls.length).toBe(1);
    expect(onChange).toHaveBeenLastCalledWith(undefined);
    await shows('', '');
  });
});

describe('a point in time', () => {
  test('is typed as on the wire, in every time zone', async () => {
    const onChange = vi.fn();
    await show(<TimeInput onChange={onChange} aria-label="at" />);
    await userEvent.fill(page.getByLabelText('at'), '2026-03-08 02:30:00');
    await userEvent.keyboard('{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-03-08 02:30:00');
  });

  test('is shown unchanged, and cleared', async () => {
    const onChange = vi.fn();
    await show(<TimeInput value="2026-01-31 23:59:59" onChange={onChange} aria-label="at" />);
    await expect.element(page.getByLabelText('at')).toHaveValue('2026-01-31 23:59:59');
    await userEvent.hover(page.getByLabelText('at'));
    await userEvent.click(page.elementLocator(document.querySelector('.ant-picker-clear') ?? expect.unreachable()));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
  });

  test('may be a day, chosen with one press', async () => {
    const onChange = vi.fn();
    await show(<TimeInput isDay value="2026-01-31" onChange={onChange} aria-label="on" />);
    await userEvent.click(page.getByLabelText('on'));
    await isOpen();
    await userEvent.click(day('2026-01-12'));
    expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-01-12');
  });
});

test.each(looks)(
  'the calendar uses the console language and has no accessibility violations: $theme, $locale',
  async (look) => {
    await show(
      <>
        <TimeInput value="2026-01-31 08:00:00" aria-label="at" />
        <DayRange
          value={{ from: '2026-01-05 00:00:00', to: '2026-01-07 00:00:00' }}
          onChange={vi.fn()}
          aria-label="days"
        />
      </>,
      look,
    );
    expect(await barriers()).toEqual([]);
    await userEvent.click(page.getByLabelText(look.locale === 'zh' ? '开始日期' : 'Start date'));
    await isOpen();
    expect(picker()?.querySelector('th')?.textContent).toBe(look.locale === 'zh' ? '一' : 'Su');
    // The library names the month and year buttons by their action, not by their visible text.
    const others = (await barriers()).filter(
      (barrier) => !barrier.startsWith('label-content-name-mismatch: .ant-picker'),
    );
    expect(others).toEqual([]);
  },
);
