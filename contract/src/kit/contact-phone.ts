import { z } from 'zod';
import { type FieldOptions, make } from './field.ts';
import { contactPhoneOf, isContactPhone } from './phone-number.ts';
import { localizedRule } from './sentences.ts';

// Apart from the other fields: only the forms of people load it.
/**
 * The phone of a person, however it is written; rows keep eleven digits of a mainland mobile, of any other number `+` and its digits.
 */
export const contactPhone = <const O extends FieldOptions>(options: O) =>
  make('phone', z.string().trim().max(64).overwrite(contactPhoneOf).refine(isContactPhone, NOT_A_PHONE), options, {
    answered: z.string(),
    max: 64,
  });
const NOT_A_PHONE = localizedRule({
  zh: '应为 11 位手机号，或带国家代码的境外号码',
  en: 'should be eleven digits in mainland China, otherwise a number with country code',
});
