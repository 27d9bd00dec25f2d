import Select from 'antd/es/select';
import type { ControlProps } from '../form/control.ts';
import { addIcons, iconSet } from './icon-set.ts';
import { SEARCH_ICON } from './library-icons.tsx';
import { moreIcons } from './more-icons.ts';
import { NamedIcon } from './named-icon.tsx';

addIcons(moreIcons);

const options = Object.keys(iconSet)
  .toSorted((a, b) => a.localeCompare(b, 'en'))
  .map((name) => ({ value: name, label: name.replace(/Outlined$/, '') }));

const drawn = (value: unknown, label: unknown) => (
  <span className="kit-icon">
    <NamedIcon name={String(value)} /> {String(label)}
  </span>
);

/** One icon of the set, found by its look or its name. */
export default function IconSelect({ value, onChange, ...rest }: ControlProps<string>) {
  return (
    <Select<string>
      {...rest}
      className="kit-fill"
      allowClear
      showSearch={{ searchIcon: SEARCH_ICON, optionFilterProp: 'label' }}
      options={options}
      optionRender={({ value: name, label }) => drawn(name, label)}
      labelRender={({ value: name, label }) => drawn(name, label ?? name)}
      value={value || null}
      onChange={(name) => onChange?.(name ?? null)}
    />
  );
}
