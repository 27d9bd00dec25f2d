import type { Field } from '@trade-assistant/contract/kit/field.ts';
import { useLocale } from '../i18n.ts';
import { Copyable } from './copy.tsx';
import { CountryValue } from './country.tsx';
import { groupedMoney, isNegative, shortMoney } from './money.ts';
import { PhoneValue } from './phone.tsx';
import { BitsValue, DictValue, Nothing } from './status.tsx';
import { relativeTime } from './time.ts';

interface FieldValueProps {
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
  /** Shown behind an amount, where the heading does not say it. */
  readonly currency?: string | undefined;
  /** Long texts wrap instead of being cut (in a record, not in a table). */
  readonly isWhole?: boolean;
}

/** Any value of a row, as its field's kind wants to be read. */
export function FieldValue({ name, field, value, currency, isWhole = false }: FieldValueProps) {
  if (value === null || value === undefined || value === '') return <Nothing />;
  switch (field.kind) {
    case 'money':
      return <MoneyValue wire={String(value)} currency={currency} />;
    case 'time':
      return <TimeValue wire={String(value)} />;
    case 'country':
      return <CountryValue code={String(value)} />;
    case 'phone':
      return <PhoneValue number={String(value)} />;
    case 'int':
      return <span className="kit-number">{Number(value).toLocaleString('en-US')}</span>;
    case 'dict':
    case 'flag':
      return field.dictionary ? <DictValue dictionary={field.dictionary} value={Number(value)} /> : String(value);
    case 'bits':
      return field.dictionary ? <BitsValue dictionary={field.dictionary} value={Number(value)} /> : String(value);
    case 'id':
      return <Copyable text={String(value)} />;
    case 'json':
      return <JsonValue value={value} isWhole={isWhole} />;
    default:
      return isIdentifier(name) ? (
        <Copyable text={String(value)} />
      ) : (
        <span className={isWhole ? 'kit-whole' : undefined}>{String(value)}</span>
      );
  }
}

/** An amount: short in the cell, exact on hover; below zero it carries its sign and the colour of bad news. */
export function MoneyValue({ wire, currency }: { wire: string; currency?: string | undefined }) {
  return (
    <span
      className="kit-money"
      data-negative={isNegative(wire) || undefined}
      title={`${groupedMoney(wire)}${currency ? ` ${currency}` : ''}`}
    >
      {shortMoney(wire)}
      {currency && <span className="kit-unit"> {currency}</span>}
    </span>
  );
}

/** A time in the user's zone, with its distance from now on hover. */
export function TimeValue({ wire }: { wire: string }) {
  const locale = useLocale();
  return (
    <time className="kit-number" title={relativeTime(wire, locale)}>
      {wire}
    </time>
  );
}

function JsonValue({ value, isWhole }: { value: unknown; isWhole: boolean }) {
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) {
    return value.length === 0 ? (
      <Nothing />
    ) : (
      <span className={isWhole ? 'kit-whole' : undefined}>{value.join(', ')}</span>
    );
  }
  const text = JSON.stringify(value, null, isWhole ? 2 : 0);
  return isWhole ? <pre className="kit-json">{text}</pre> : <code title={text}>{text.slice(0, 60)}</code>;
}

/** Fields whose text people carry elsewhere: numbers of orders, codes, hashes, addresses of wallets. */
export const isIdentifier = (name: string): boolean => /(No|Code|Hash|Id|Key|Address)$/.test(name) || name === 'code';

/** Kinds that stand under each other as numbers. */
export const isRightAligned = (field: Field): boolean => field.kind === 'money' || field.kind === 'int';
