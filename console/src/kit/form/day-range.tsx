import { Suspense, useState } from 'react';
import { useText } from '../i18n.ts';
import { InlineLoadBoundary } from '../inline-load-boundary.tsx';
import { lazyWithRetry } from '../lazy-with-retry.tsx';
import type { RangeInputProps } from './time-input.tsx';
import './day-range.css';

const RangeInput = lazyWithRetry<RangeInputProps & { readonly isOpenAtFirst?: boolean }>(async () => {
  const { RangeInput: component } = await import('./time-input.tsx');
  return { default: component };
});

/** The last day of a span that ends before a moment (`yyyy-MM-dd HH:mm:ss`). */
export const lastDay = (before: string): string => {
  const [year = 0, month = 1, day = 1] = before.slice(0, 10).split('-').map(Number);
  const isMidnight = !/[1-9]/.test(before.slice(10));
  return new Date(Date.UTC(year, month - 1, day - (isMidnight ? 1 : 0))).toISOString().slice(0, 10);
};

/**
 * A range of days, drawn as plain text until the user opens it: the calendar has a third of a list page's size and is
 * rarely opened.
 */
export function DayRange(props: RangeInputProps) {
  const t = useText();
  const [isWanted, setWanted] = useState(false);
  const { value } = props;
  const box = (text: string | undefined, label: string, id?: string) => (
    <input
      // The one with an id is named by the label of its field.
      {...(id ? { id } : { 'aria-label': label })}
      readOnly
      placeholder={label}
      value={text ?? ''}
      onFocus={() => setWanted(true)}
    />
  );
  const quiet = (
    <span className="kit-days">
      {box(value?.from.slice(0, 10), t({ zh: '开始日期', en: 'Start date' }), props.id)}
      <span aria-hidden="true">→</span>
      {box(value && lastDay(value.to), t({ zh: '结束日期', en: 'End date' }))}
    </span>
  );
  if (!isWanted) return quiet;
  return (
    <InlineLoadBoundary>
      <Suspense fallback={quiet}>
        <RangeInput {...props} isOpenAtFirst />
      </Suspense>
    </InlineLoadBoundary>
  );
}
