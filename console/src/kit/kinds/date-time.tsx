import { TimeValue } from '../fields/time-value.tsx';
import { DayRange } from '../form/day-range.tsx';
import { CalendarInput, LoadedControl } from './calendar.tsx';
import { inputFor, type KindView } from './kind.ts';

export const dateTime: KindView = {
  Cell: ({ value }) => <TimeValue wire={String(value)} />,
  Input: inputFor<string>(({ field: _field, ...control }) => (
    <LoadedControl>
      <CalendarInput {...control} />
    </LoadedControl>
  )),
  Filter: ({ id, name, from, to, onChange }) => (
    <DayRange
      id={id}
      value={from && to ? { from, to } : undefined}
      onChange={(range) => onChange({ [`${name}_dategt`]: range?.from, [`${name}_datelt`]: range?.to }, true)}
    />
  ),
};
