import DatePicker from 'antd/es/date-picker';
import dayjs from 'dayjs';
// Names of months and days for the calendar of the library, which looks them up here.
import 'dayjs/locale/zh-cn';
import { useState } from 'react';
import { useText } from '../i18n.ts';
import type { ControlProps } from './control.ts';

const WIRE = 'YYYY-MM-DD HH:mm:ss';

/** A point in time (or a day), kept as the wire's text: the picker's own clock never shifts it into another zone. */
export default function TimeInput({
  value,
  onChange,
  isDay = false,
  ...rest
}: ControlProps<string> & { isDay?: boolean }) {
  const format = isDay ? 'YYYY-MM-DD' : WIRE;
  return (
    <DatePicker
      {...rest}
      showTime={!isDay}
      className="kit-fill"
      format={format}
      value={value ? dayjs(value) : null}
      onChange={(moment) => onChange?.(moment ? moment.format(format) : null)}
    />
  );
}

export interface TimeRange {
  /** First moment that counts, `yyyy-MM-dd HH:mm:ss`. */
  readonly from: string;
  /** First moment that no longer counts. */
  readonly to: string;
}

/** From the first of this month to the end of today. */
export const monthSoFar = (): TimeRange => ({
  from: dayjs().startOf('month').format(WIRE),
  to: dayjs().startOf('day').add(1, 'day').format(WIRE),
});

export interface RangeInputProps {
  readonly id?: string;
  readonly value: TimeRange | undefined;
  readonly onChange: (range: TimeRange | undefined) => void;
  readonly 'aria-label'?: string;
}

/** Whole days from one to another, both included. */
export function RangeInput({
  value,
  onChange,
  isOpenAtFirst = false,
  ...rest
}: RangeInputProps & { readonly isOpenAtFirst?: boolean }) {
  const t = useText();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const today = dayjs().startOf('day');
  return (
    <DatePicker.RangePicker
      {...rest}
      autoFocus={isOpenAtFirst}
      open={isOpen}
      onOpenChange={setOpen}
      className="kit-fill"
      value={value ? [dayjs(value.from), dayjs(value.to).subtract(1, 'second')] : null}
      presets={[
        { label: t({ zh: '今天', en: 'Today' }), value: [today, today] },
        { label: t({ zh: '昨天', en: 'Yesterday' }), value: [today.subtract(1, 'day'), today.subtract(1, 'day')] },
        { label: t({ zh: '近 7 天', en: 'Last 7 days' }), value: [today.subtract(6, 'day'), today] },
        { label: t({ zh: '近 30 天', en: 'Last 30 days' }), value: [today.subtract(29, 'day'), today] },
      ]}
      onChange={(days) => {
        const [from, to] = days ?? [];
        onChange(
          from && to
            ? { from: from.startOf('day').format(WIRE), to: to.startOf('day').add(1, 'day').format(WIRE) }
            : undefined,
        );
      }}
    />
  );
}
