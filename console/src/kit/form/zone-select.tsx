import type { ControlProps } from './control.ts';
import { OptionSelect } from './option-select.tsx';

/** The current offset of a zone from UTC, such as `+08:00`; empty for UTC. */
function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') ?? '';
}

const options = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
  .toSorted((a, b) => a.localeCompare(b, 'en'))
  .map((name) => ({ value: name, label: `${name} (UTC${offsetOf(name)})` }));

/** One of all time zones, found by its name or its offset. */
export default function ZoneSelect(props: ControlProps<string>) {
  return <OptionSelect {...props} options={options} />;
}
