import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import type { AppError } from '@trade-assistant/contract/kit/errors.ts';
import { fill, type Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';

/** Returns an amount as text for errors and messages: `12.50 USDT`. */
export const amountText = (amount: bigint): string => `${formatMoney(amount, 2)} ${BOOK_CURRENCY}`;

interface Errors<C extends string> {
  readonly declarations: Readonly<Record<C, Text>>;
}

/** Returns an error at the amount of the form. */
export const atAmount = <C extends string>(
  errors: Errors<C> & Readonly<Record<C, unknown>>,
  code: C,
  params: Readonly<Record<string, string>>,
): AppError => atField('amount', errors, code, params);

/** Returns an error at a field of the form. */
export function atField<C extends string>(
  field: string,
  errors: Errors<C> & Readonly<Record<C, unknown>>,
  code: C,
  params: Readonly<Record<string, string>>,
): AppError {
  const { zh, en } = errors.declarations[code];
  const message = { zh: fill(zh, params), en: fill(en, params) };
  const refusal = errors[code] as (given: object, data: object) => AppError;
  return refusal(params, { fields: [{ field, message }] });
}
