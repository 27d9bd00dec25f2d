import Input from 'antd/es/input/Input';
import TextArea from 'antd/es/input/TextArea';
import { Suspense } from 'react';
import { Copyable } from '../fields/copy.tsx';
import { PhoneValue } from '../fields/phone.tsx';
import type { ControlProps } from '../form/control.ts';
import type { FormField } from '../form/values.ts';
import { InlineLoadBoundary } from '../inline-load-boundary.tsx';
import { lazyWithRetry } from '../lazy-with-retry.tsx';
import { CLEAR } from '../parts/clear-icon.tsx';
import { PhoneFilter, TextFilter } from './filters.tsx';
import { inputFor, type KindView } from './kind.ts';

type TextInputProps = ControlProps<string> & { readonly field: FormField };

const shared = ({ field: { max }, value, onChange, ...rest }: TextInputProps) => ({
  ...rest,
  value: value ?? '',
  ...(max ? { maxLength: max } : {}),
  onChange: (event: { target: { value: string } }) => onChange?.(event.target.value),
});

export const LineInput = (props: TextInputProps) => <Input allowClear={CLEAR} autoComplete="off" {...shared(props)} />;

export const LinesInput = (props: TextInputProps) => (
  <TextArea
    autoSize={{ minRows: 2, maxRows: 8 }}
    {...(props.field.max ? { showCount: true } : {})}
    {...shared(props)}
  />
);

/** Texts longer than this have a line of the form to themselves. */
const WIDE = 200;

export const text: KindView = {
  Cell: ({ value }) => <span>{String(value)}</span>,
  Detail: ({ value }) => <span className="kit-whole">{String(value)}</span>,
  Input: inputFor(LineInput),
  Filter: TextFilter,
  width: 140,
  wraps: 'two-lines',
  isWide: ({ max = 0 }) => max > WIDE,
};

export const longText: KindView = { ...text, Input: inputFor(LinesInput), isWide: () => true };

export const identifier: KindView = {
  ...text,
  wraps: undefined,
  Cell: ({ value }) => <Copyable text={String(value)} />,
  Detail: ({ value }) => <Copyable text={String(value)} />,
};

const Grouped = ({ value }: { readonly value: unknown }) => <PhoneValue number={String(value)} />;

export const phone: KindView = { ...text, Filter: PhoneFilter, Cell: Grouped, Detail: Grouped, wraps: undefined };

const Address = ({ value }: { readonly value: unknown }) => <a href={`mailto:${String(value)}`}>{String(value)}</a>;

export const email: KindView = { ...text, Cell: Address, Detail: Address, width: 180 };

/** Only valid page addresses become links: rows may be older than the rule of their field. */
const Page = ({ value }: { readonly value: unknown }) => {
  const address = String(value);
  if (!/^https?:\/\//i.test(address)) return <span>{address}</span>;
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      {address}
    </a>
  );
};

export const url: KindView = { ...text, Cell: Page, Detail: Page, width: 200 };

export const timeOfDay: KindView = {
  ...text,
  wraps: undefined,
  Cell: ({ value }) => <span className="kit-number">{String(value)}</span>,
  Input: inputFor<string>(({ field: _field, value, onChange, ...rest }) => (
    <Input
      {...rest}
      type="time"
      className="kit-number"
      value={value ?? ''}
      onChange={(event) => onChange?.(event.target.value || null)}
    />
  )),
};

// Loaded later, because few forms have it.
const ZoneSelect = lazyWithRetry(() => import('../form/zone-select.tsx'));

const ZoneInput = ({ value, onChange, ...rest }: ControlProps<string>) => (
  <InlineLoadBoundary>
    <Suspense fallback={<Input {...rest} disabled value={value ?? ''} />}>
      <ZoneSelect {...rest} value={value} {...(onChange ? { onChange } : {})} />
    </Suspense>
  </InlineLoadBoundary>
);

export const timeZone: KindView = {
  ...text,
  Input: inputFor<string>(({ field: _field, ...control }) => <ZoneInput {...control} />),
  width: 180,
};
