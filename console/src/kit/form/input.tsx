import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { isCalendarDay } from '@trade-assistant/contract/kit/field.ts';
import Checkbox from 'antd/es/checkbox';
import Input from 'antd/es/input/Input';
import TextArea from 'antd/es/input/TextArea';
import InputNumber from 'antd/es/input-number';
import Select from 'antd/es/select';
import Skeleton from 'antd/es/skeleton';
import Switch from 'antd/es/switch';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { cleanMoney, settledMoney } from '../fields/money.ts';
import { useLocale, useText } from '../i18n.ts';
import { InlineLoadBoundary } from '../inline-load-boundary.tsx';
import { lazyWithRetry } from '../lazy-with-retry.tsx';
import { CLEAR } from '../parts/clear-icon.tsx';
import type { ControlProps } from './control.ts';
import { CountrySelect } from './country-select.tsx';
import { DictSelect } from './dict-select.tsx';
import { RefPicker } from './ref-picker.tsx';
import type { FormField } from './values.ts';

// The calendar is the heaviest control and few forms have one.
const TimeInput = lazyWithRetry(() => import('./time-input.tsx'));

/** The control for a field of the contract. */
export function FieldInput({ field, ...control }: { field: FormField } & ControlProps) {
  const t = useText();
  const Own = field.input;
  if (Own) return <Own {...(control as ControlProps<never>)} />;
  switch (field.kind) {
    case 'textarea':
      return <TextInput {...(control as ControlProps<string>)} max={field.max} isLong />;
    case 'int':
      return <IntInput {...(control as ControlProps<number>)} />;
    case 'money':
      return <MoneyInput {...(control as ControlProps<string>)} />;
    case 'dict':
      return field.dictionary ? (
        <DictSelect
          {...(control as ControlProps<number>)}
          dictionary={field.dictionary}
          isClearable={!field.options.required}
        />
      ) : null;
    case 'bits':
      return field.dictionary ? (
        <BitsInput {...(control as ControlProps<number>)} dictionary={field.dictionary} />
      ) : null;
    case 'flag':
      return <FlagSwitch {...(control as ControlProps<number>)} />;
    case 'id':
      return field.source ? (
        <RefPicker {...(control as ControlProps<string>)} source={field.source} />
      ) : (
        <TextInput {...(control as ControlProps<string>)} max={18} />
      );
    case 'time':
      return (
        <Calendar>
          <TimeInput {...(control as ControlProps<string>)} />
        </Calendar>
      );
    case 'country':
      return (
        <CountrySelect {...(control as ControlProps<string>)} isAnyAllowed={field.schema.safeParse('*').success} />
      );
    case 'json':
      return (field.answered ?? field.schema).safeParse(['x']).success ? (
        <TagsInput
          {...(control as ControlProps<string[]>)}
          placeholder={t({ zh: '输入后回车', en: 'Type and press Enter' })}
        />
      ) : (
        <JsonInput {...control} />
      );
    default:
      if (isCalendarDay(field)) {
        return (
          <Calendar>
            <TimeInput {...(control as ControlProps<string>)} isDay />
          </Calendar>
        );
      }
      return <TextInput {...(control as ControlProps<string>)} max={field.max} />;
  }
}

const Calendar = ({ children }: { children: ReactNode }) => (
  <InlineLoadBoundary>
    <Suspense fallback={<Skeleton.Input active block />}>{children}</Suspense>
  </InlineLoadBoundary>
);

function TextInput({
  value,
  onChange,
  max,
  isLong,
  ...rest
}: ControlProps<string> & { max?: number | undefined; isLong?: boolean }) {
  const shared = {
    ...rest,
    value: value ?? '',
    ...(max ? { maxLength: max } : {}),
    onChange: (event: { target: { value: string } }) => onChange?.(event.target.value),
  };
  if (!isLong) return <Input allowClear={CLEAR} autoComplete="off" {...shared} />;
  return <TextArea autoSize={{ minRows: 2, maxRows: 8 }} {...(max ? { showCount: true } : {})} {...shared} />;
}

function IntInput({ value, onChange, ...rest }: ControlProps<number>) {
  return (
    <InputNumber<number>
      {...rest}
      value={value ?? null}
      precision={0}
      className="kit-fill kit-number"
      onChange={(number) => onChange?.(number)}
    />
  );
}

/** An amount as text from the first key to the wire: no float ever holds it. */
export function MoneyInput({ value, onChange, onBlur, suffix, ...rest }: ControlProps<string> & { suffix?: string }) {
  return (
    <Input
      {...rest}
      {...(suffix ? { suffix } : {})}
      inputMode="decimal"
      autoComplete="off"
      className="kit-number kit-money-input"
      value={value ?? ''}
      onChange={(event) => onChange?.(cleanMoney(event.target.value, { negative: true }))}
      onBlur={() => {
        if (value) onChange?.(settledMoney(value) || null);
        onBlur?.();
      }}
    />
  );
}

/** A set of bits as checkboxes; its value is their sum. */
function BitsInput({ dictionary, value, onChange, disabled, id }: ControlProps<number> & { dictionary: Dictionary }) {
  const locale = useLocale();
  const entries = Object.values(dictionary.entries);
  return (
    <Checkbox.Group
      {...(id ? { id } : {})}
      disabled={disabled ?? false}
      options={entries.map((entry) => ({ value: entry.value, label: entry[locale] }))}
      value={entries.filter((entry) => ((value ?? 0) & entry.value) !== 0).map((entry) => entry.value)}
      onChange={(chosen) => onChange?.(chosen.reduce((sum, bit) => sum | bit, 0))}
    />
  );
}

/** 0 or 1 as a switch. */
export function FlagSwitch({ value, onChange, disabled, id }: ControlProps<number>) {
  return (
    <Switch
      {...(id ? { id } : {})}
      disabled={disabled ?? false}
      checked={Number(value ?? 0) === 1}
      onChange={(isOn) => onChange?.(isOn ? 1 : 0)}
    />
  );
}

function TagsInput({ value, onChange, ...rest }: ControlProps<string[]>) {
  return (
    <Select<string[]>
      {...rest}
      mode="tags"
      className="kit-fill"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', '，', ' ', ';']}
      value={value ?? []}
      onChange={(tags) => onChange?.(tags)}
    />
  );
}

/** Structured values as text; what cannot be read yet stays in the box and is refused by the field's rule. */
function JsonInput({ value, onChange, onBlur, ...rest }: ControlProps) {
  const [text, setText] = useState('');
  useEffect(() => {
    setText((before) =>
      isSameJson(before, value) ? before : value === undefined || value === null ? '' : JSON.stringify(value, null, 2),
    );
  }, [value]);
  return (
    <TextArea
      {...rest}
      className="kit-json"
      autoSize={{ minRows: 3, maxRows: 12 }}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange?.(event.target.value === '' ? null : (parsed(event.target.value) ?? event.target.value));
      }}
      onBlur={() => onBlur?.()}
    />
  );
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const isSameJson = (text: string, value: unknown): boolean =>
  text === value || (text !== '' && JSON.stringify(parsed(text)) === JSON.stringify(value));
