import Select from 'antd/es/select';
import { SEARCH_ICON } from '../icons/library-icons.tsx';
import type { ControlProps } from './control.ts';

/** What a zone is ahead of UTC at present, such as `+08:00`; of UTC itself nothing. */
function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') ?? '';
}

const optionOf = (name: string) => ({ value: name, label: `${name} (UTC${offsetOf(name)})` });

const options = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
  .toSorted((a, b) => a.localeCompare(b, 'en'))
  .map(optionOf);

/** One of all time zones, found by its name or its offset. */
export default function ZoneSelect({ value, onChange, ...rest }: ControlProps<string>) {
  return (
    <Select<string>
      {...rest}
      className="kit-fill"
      allowClear
      showSearch={{ searchIcon: SEARCH_ICON, optionFilterProp: 'label' }}
      options={options}
      value={value || null}
      onChange={(name) => onChange?.(name ?? null)}
    />
  );
}
