import { TimeValue } from '../fields/time-value.tsx';
import { DayRange, lastDay } from '../form/day-range.tsx';
import { CalendarInput, LoadedControl } from './calendar.tsx';
import { TextFilter } from './filters.tsx';
import { type FilterProps, inputFor, type KindView } from './kind.ts';

function DateFilter(props: FilterProps) {
  const { id, name, from, to, onChange } = props;
  if (props.field.options.search !== 'range') return <TextFilter {...props} />;
  return (
    <DayRange
      id={id}
      value={from && to ? { from: `${from} 00:00:00`, to: `${to} 23:59:59` } : undefined}
      onChange={(range) =>
        onChange({ [`${name}_ge`]: range?.from.slice(0, 10), [`${name}_le`]: range && lastDay(range.to) }, true)
      }
    />
  );
}

export const date: KindView = {
  Cell: ({ value }) => <span className="kit-number">{String(value)}</span>,
  Input: inputFor<string>(({ field: _field, ...control }) => (
    <LoadedControl>
      <CalendarInput {...control} isDay />
    </LoadedControl>
  )),
  Filter: DateFilter,
};

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
